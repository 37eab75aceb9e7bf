// Accounts on the wire: log-in, e-mail address, password, and the browsers that are logged in.

import { get, post } from './client';

export interface Account {
  name: string;
  email: string | null;
  /** Whether the address is known to be his; until then nothing goes there but the letter that asks. */
  confirmed: boolean;
  created: number;
  matches: number;
}

export interface LoggedIn {
  account: Account | null;
  mail: boolean;
}

/** What the link in a letter is good for. */
export interface LetterState {
  kind: 'confirm' | 'reset';
  name: string | null;
  email: string | null;
  until: number;
}

/** A browser that is logged in. */
export interface Device {
  id: string;
  device: string;
  since: number;
  here: boolean;
}

const PATH = '/api/account';
const account = (what: string, body: unknown): Promise<LoggedIn> => post<LoggedIn>(`${PATH}/${what}`, body);

export const accountApi = {
  account: () => get<LoggedIn>(PATH),
  register: (given: { name: string; password: string; email: string | null }) => account('register', given),
  logIn: (given: { name: string; password: string }) => account('login', given),
  logOut: (given: { everywhere: boolean }) => account('logout', given),
  changePassword: (given: { old: string; new: string }) => account('password', given),
  changeEmail: (given: { password: string; email: string | null }) => account('email', given),
  deleteAccount: (given: { password: string }) => account('delete', given),

  emailLink: (token: string) => post<LetterState>(`${PATH}/token`, { token }),
  confirmEmail: (token: string) => post<{ email: string }>(`${PATH}/confirm`, { token }),
  resetPassword: (token: string, password: string) => post<LoggedIn>(`${PATH}/reset`, { token, password }),
  sendConfirmation: () => post<LoggedIn>(`${PATH}/confirm/again`, {}),
  forgotPassword: (who: string) => post<{ said: string }>(`${PATH}/forgotten`, { who }),
  devices: () => get<{ devices: Device[] }>(`${PATH}/devices`),
  leaveDevice: (id: string) => post<{ devices: Device[] }>(`${PATH}/devices/leave`, { id }),
  dataPath: `${PATH}/data`,
};
