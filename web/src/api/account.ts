// Accounts on the wire: log-in, e-mail address, password, and the browsers that are logged in.

import { address, type Body, get, post } from './client';
import type { Schemas } from './protocol';

export type Account = Schemas['AccountState'];
export type LoggedIn = Schemas['Account'];
export type LetterState = Schemas['TokenState'];
export type Device = Schemas['DeviceState'];

export const accountApi = {
  account: () => get('/api/account'),
  register: (given: Body<'/api/account/register'>) => post('/api/account/register', given),
  logIn: (given: Body<'/api/account/login'>) => post('/api/account/login', given),
  logOut: (given: Body<'/api/account/logout'>) => post('/api/account/logout', given),
  changePassword: (given: Body<'/api/account/password'>) => post('/api/account/password', given),
  changeEmail: (given: Body<'/api/account/email'>) => post('/api/account/email', given),
  deleteAccount: (given: Body<'/api/account/delete'>) => post('/api/account/delete', given),

  emailLink: (token: string) => post('/api/account/token', { token }),
  confirmEmail: (token: string) => post('/api/account/confirm', { token }),
  resetPassword: (token: string, password: string) => post('/api/account/reset', { token, password }),
  sendConfirmation: () => post('/api/account/confirm/again', {}),
  forgotPassword: (who: string) => post('/api/account/forgotten', { who }),
  devices: () => get('/api/account/devices'),
  leaveDevice: (id: string) => post('/api/account/devices/leave', { id }),
  dataPath: address('/api/account/data'),
};
