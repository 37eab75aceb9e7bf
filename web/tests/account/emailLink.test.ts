import { afterEach, describe, expect, it } from 'vitest';

import { letterLink, takeLetterLink } from '../../src/account/emailLink';

describe('the link in a letter', () => {
  afterEach(() => history.replaceState(null, '', '/'));

  it('is read from behind the mark that no server sees', () => {
    expect(letterLink('#confirm=a-B_9')).toEqual({ kind: 'confirm', token: 'a-B_9' });
    expect(letterLink('#reset=secret')).toEqual({ kind: 'reset', token: 'secret' });
  });
  it('is nothing else that may stand there', () => {
    for (const other of ['', '#', '#reset=', '#reset', '#rules=1', '#reset=a&b=c', '#confirm=<b>']) expect(letterLink(other)).toBeNull();
  });
  it('does not stay in the address bar', () => {
    history.replaceState(null, '', '/?theme=dark#reset=secret');
    expect(takeLetterLink()?.token).toBe('secret');
    expect(location.href).toMatch(/\/\?theme=dark$/);
    expect(takeLetterLink()).toBeNull();
  });
});
