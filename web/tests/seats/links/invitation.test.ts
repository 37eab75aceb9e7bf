import { describe, expect, it } from 'vitest';

import type { Invitation } from '../../../src/api/seats';
import { words } from '../../../src/seats/links/invitation';

const PLAIN: Invitation = {
  kind: 'invitation',
  scenario: 'agn',
  seat: 'soviet',
  by: null,
  taken: false,
  over: false,
  once: false,
  mine: [],
  match: null,
  refused: false,
};
const said = (given: Partial<Invitation>) => words({ ...PLAIN, ...given }, 'Army Group North');

describe('the card of an invitation', () => {
  it('says to which side of what', () => {
    expect(said({})).toEqual({ headline: 'You are invited to play the Soviet side of Army Group North', notes: [], button: 'Sit down' });
  });
  it('names whoever invites, and the umpire', () => {
    expect(said({ by: 'Anna' }).headline).toBe('Anna invites you to play the Soviet side of Army Group North');
    expect(said({ seat: 'control' }).headline).toBe('You are invited to be the umpire of Army Group North');
  });
  it('says that somebody came before', () => {
    expect(said({ taken: true }).notes.join()).toContain('whoever of you acts first keeps the seat');
  });
  it('is for another device where it is the own seat', () => {
    const it = said({ kind: 'own', once: true });
    expect([it.headline, it.button]).toEqual(['Take your seat along to this device', 'Take my seat along']);
    expect(it.notes[0]).toContain('You are the Soviet side of Army Group North on another device');
  });
  it('warns whoever would play against himself', () => {
    expect(said({ mine: ['german'], match: 'm' })).toMatchObject({
      button: 'Sit down here too',
      notes: [expect.stringContaining('You are German in this game')],
    });
  });
  it('says that a game is over', () => {
    expect(said({ over: true }).button).toBe('Look at the game');
  });
});
