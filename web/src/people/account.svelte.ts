// Who is logged in at this browser. Guests need no account: their seats hang on the browser.

import { sentence } from '../table/session.svelte';
import { wire, type Account } from './wire';

/** What was wrong, and with which field. */
export interface Wrong {
  field: 'name' | 'password' | 'new' | 'email';
  text: string;
}

class Accounts {
  account = $state.raw<Account | null>(null);

  async load(): Promise<void> {
    await this.ask(wire.account());
  }

  logIn(name: string, password: string): Promise<Wrong | null> {
    return this.ask(wire.logIn({ name, password }), 'password');
  }

  register(name: string, password: string, email: string): Promise<Wrong | null> {
    return this.ask(wire.register({ name, password, email: email.trim() || null }));
  }

  logOut(): Promise<Wrong | null> {
    return this.ask(wire.logOut());
  }

  changePassword(old: string, wanted: string): Promise<Wrong | null> {
    return this.ask(wire.changePassword({ old, new: wanted }));
  }

  changeEmail(password: string, email: string): Promise<Wrong | null> {
    return this.ask(wire.changeEmail({ password, email: email.trim() || null }));
  }

  delete(password: string): Promise<Wrong | null> {
    return this.ask(wire.deleteAccount({ password }), 'password');
  }

  private async ask(answer: Promise<{ account: Account | null }>, field?: Wrong['field']): Promise<Wrong | null> {
    try {
      this.account = (await answer).account;
      return null;
    } catch (why) {
      const text = why instanceof Error ? sentence(why.message) : 'That did not work.';
      return { field: field ?? blamed(text), text };
    }
  }
}

export const accounts = new Accounts();

/** The field that a sentence of the server speaks of. */
export function blamed(text: string): Wrong['field'] {
  if (/e-mail/i.test(text)) return 'email';
  if (/not your password/i.test(text)) return 'password';
  return /password/i.test(text) ? 'new' : 'name';
}
