// The logged-in account. Guests need no account: their seats hang on the browser.

import { type Account, accountApi, type LoggedIn } from '../api/account';
import { sentence } from '../ui/text';

/** What was wrong, and with which field. */
export interface Wrong {
  field: 'name' | 'password' | 'new' | 'email';
  text: string;
}

class Accounts {
  account = $state.raw<Account | null>(null);
  /** Whether the server sends letters; null while nobody has asked it. */
  mail = $state.raw<boolean | null>(null);

  async load(): Promise<void> {
    await this.ask(accountApi.account());
  }

  logIn(name: string, password: string): Promise<Wrong | null> {
    return this.ask(accountApi.logIn({ name, password }), 'password');
  }

  register(name: string, password: string, email: string): Promise<Wrong | null> {
    return this.ask(accountApi.register({ name, password, email: email.trim() || null }));
  }

  logOut(everywhere = false): Promise<Wrong | null> {
    return this.ask(accountApi.logOut({ everywhere }));
  }

  changePassword(old: string, wanted: string): Promise<Wrong | null> {
    return this.ask(accountApi.changePassword({ old, new: wanted }));
  }

  changeEmail(password: string, email: string): Promise<Wrong | null> {
    return this.ask(accountApi.changeEmail({ password, email: email.trim() || null }));
  }

  delete(password: string): Promise<Wrong | null> {
    return this.ask(accountApi.deleteAccount({ password }), 'password');
  }

  /** Another letter by which the address is confirmed. */
  sendAgain(): Promise<Wrong | null> {
    return this.ask(accountApi.sendConfirmation(), 'email');
  }

  /** A new password by the link in a letter. */
  reset(token: string, password: string): Promise<Wrong | null> {
    return this.ask(accountApi.resetPassword(token, password), 'new');
  }

  private async ask(answer: Promise<LoggedIn>, field?: Wrong['field']): Promise<Wrong | null> {
    try {
      ({ account: this.account, mail: this.mail } = await answer);
      return null;
    } catch (why) {
      const text = inWords(why);
      return { field: field ?? blamed(text), text };
    }
  }
}

export const accounts = new Accounts();

/** The field that a sentence of the server speaks of. */
export function blamed(text: string): Wrong['field'] {
  if (/e-mail|letters/i.test(text)) return 'email';
  if (/not your password/i.test(text)) return 'password';
  return /password/i.test(text) ? 'new' : 'name';
}

/** Why something did not work, as a sentence. */
export function inWords(why: unknown): string {
  return why instanceof Error ? sentence(why.message) : 'That did not work.';
}
