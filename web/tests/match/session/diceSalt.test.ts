import { describe, expect, it, vi } from 'vitest';

import type { Match } from '../../../src/api/protocol';
import { addSalt, check } from '../../../src/match/session/diceSalt';

const MATCH: Match = {
  match: 'm1',
  scenario: 'agn',
  rulebook: 'damos',
  version: 1,
  seats: { german: { kind: 'person' }, soviet: { kind: 'bot', bot: 'greedy' } },
  mine: ['german'],
  over: false,
  result: null,
  commitment: 'c0ffee',
  salts: {},
};

describe('what a player adds to the dice', () => {
  it('is sent for the own seat, and remembered in the match', async () => {
    const send = vi.fn(async () => ({}) as never);
    const after = await addSalt(MATCH, 'german', send, 'ab12');
    expect(send).toHaveBeenCalledExactlyOnceWith('m1', { seat: 'german', salt: 'ab12' });
    expect(after.salts).toEqual({ german: 'ab12' });
  });

  it('is other random digits every time', async () => {
    const sent: string[] = [];
    const send = async (_: string, { salt }: { salt: string }) => void sent.push(salt) as never;
    await addSalt(MATCH, 'german', send);
    await addSalt(MATCH, 'german', send);
    expect(sent[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(sent[0]).not.toBe(sent[1]);
  });

  it.each([
    ['another seat', { mine: ['soviet'] }],
    ['a spectator', { mine: [] }],
    ['a seat that has done so', { salts: { german: 'ff' } }],
    ['a match that is over', { over: true }],
    ['a seat for which a bot plays', { seats: { german: { kind: 'bot' as const } } }],
    ['a match that promises nothing', { commitment: null }],
  ])('is not sent for %s', async (_, other) => {
    const send = vi.fn();
    const match = { ...MATCH, ...other };
    expect(await addSalt(match, 'german', send)).toBe(match);
    expect(send).not.toHaveBeenCalled();
  });

  it('keeps nobody from the table where it fails', async () => {
    const send = vi.fn().mockRejectedValue(new Error('no'));
    expect(await addSalt(MATCH, 'german', send)).toBe(MATCH);
  });
});

describe('the command that checks the dice', () => {
  it('names the commitment, and what this player has added', () => {
    expect(check({ ...MATCH, salts: { soviet: 'aa', german: 'bb' } })).toBe('sandtable replay agn-m1.json --commitment c0ffee --salt bb');
    expect(check({ ...MATCH, mine: [] })).toBe('sandtable replay agn-m1.json --commitment c0ffee');
  });
});
