import { describe, expect, it } from 'vitest';

import { blamed } from '../../src/account/account.svelte';

describe('a refusal about an account', () => {
  it('stands beside the field that it speaks of', () => {
    expect([
      blamed('This is not your password.'),
      blamed('A password has 10 to 200 characters, this one has 3.'),
      blamed('This is no e-mail address.'),
      blamed('This name is taken.'),
    ]).toEqual(['password', 'new', 'email', 'name']);
  });
});

describe('a refusal about letters', () => {
  it('stands beside the address', () => {
    expect(blamed('Too many letters; wait a few minutes.')).toBe('email');
  });
});
