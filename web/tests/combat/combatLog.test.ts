import { describe, expect, it } from 'vitest';

import type { LogLine } from '../../src/api/protocol';
import { beforeDice, beginsFight, fightAt, lastFight, outcomeOf, throwsOf } from '../../src/combat/combatLog';

const line = (kind: string, answer: number, more: Partial<LogLine> = {}): LogLine => ({ answer, text: kind, event: { kind }, ...more });
const roll = (answer: number): LogLine => ({ answer, text: 'The dice fall 3.', event: { kind: 'Rolled', faces: [3] } });
const log = [
  line('Moved', 1),
  line('CombatBegan', 4),
  roll(6),
  roll(7),
  line('Inflicted', 7),
  line('Won', 7),
  line('Retreated', 8),
  line('Activated', 9),
  roll(10),
];

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
    expect(beforeDice({ from: 0, answer: 4, lines: [line('CombatBegan', 4)] })).toBe(4);
  });

  it('is none where the line tells of something else', () => {
    expect(fightAt(log, 0)).toBeNull();
    expect(fightAt(log, 8)).toBeNull();
    expect(lastFight([line('Moved', 1)])).toBeNull();
    expect(log.filter(beginsFight)).toHaveLength(1);
  });

  it('has rolls with what is said of them, and an outcome', () => {
    const fight = fightAt(log, 1)!;
    expect(throwsOf(fight).map((t) => t.then.map((l) => l.text))).toEqual([[], ['Inflicted', 'Retreated']]);
    expect(outcomeOf(fight)?.text).toBe('Won');
  });
});
