import { describe, expect, it } from 'vitest';

import { beforeDice, beginsFight, fightAt, lastFight, outcomeOf, throwsOf } from '../../src/combat/combatLog';
import { fightLog as log, told as line } from '../documents';

describe('a fight in the log', () => {
  it('reaches from its beginning to what belongs to it', () => {
    expect(fightAt(log, 5)).toMatchObject({ from: 1, answer: 4 });
    expect(fightAt(log, 1)!.lines.map((l) => l.text)).toEqual([
      'CombatBegan',
      'The dice fall 3.',
      'The dice fall 3.',
      'Inflicted',
      'Won',
      'Retreated',
    ]);
    expect(lastFight(log)!.from).toBe(1);
  });

  it('can be looked at as it stood before its dice fell', () => {
    expect(beforeDice(fightAt(log, 1)!)).toBe(5);
    expect(beforeDice({ from: 0, answer: 4, lines: [line('CombatBegan', 4, 'combat_begins')] })).toBe(4);
  });

  it('is none where the line tells of something else', () => {
    expect(fightAt(log, 0)).toBeNull();
    expect(fightAt(log, 8)).toBeNull();
    expect(lastFight([line('Moved', 1, 'move')])).toBeNull();
    expect(log.filter(beginsFight)).toHaveLength(1);
  });

  it('has rolls with what is said of them, and an outcome', () => {
    const fight = fightAt(log, 1)!;
    expect(throwsOf(fight).map((t) => t.then.map((l) => l.text))).toEqual([[], ['Inflicted', 'Retreated']]);
    expect(outcomeOf(fight)?.text).toBe('Won');
  });
});
