import { describe, expect, it } from 'vitest';

import type { LogLine, Position } from '../../src/api/protocol';
import { costOf, hardest, meaning, turnCosts, turnsOf, verdict } from '../../src/campaign/gameSummary';
import { luckWords } from '../../src/replay/luckText';
import { counter } from '../boards';
import { logLine } from '../documents';

const line = (answer: number, text: string, facts: Partial<LogLine> = {}): LogLine => ({ ...logLine(answer, 'Told', text), ...facts });
const turn = (answer: number, number: number): LogLine => line(answer, `Turn ${number} begins.`, { role: 'turn', turn: number });
const fight = (answer: number, hex: string): LogLine => line(answer, `Combat in ${hex}.`, { role: 'combat_begins', hexes: [hex] });
const won = (answer: number, points: number): LogLine => line(answer, `Won at ${answer}.`, { role: 'combat_ends', points });
const lost = (answer: number, ...units: string[]): LogLine => line(answer, 'They are gone.', { role: 'loss', units });
const log = [
  turn(0, 1),
  fight(3, '0101'),
  won(4, 3),
  lost(4, 'u1'),
  lost(5, 'u2'),
  turn(9, 2),
  fight(10, '0102'),
  won(11, 7),
  line(12, 'Somebody moves.', { role: 'move' }),
  fight(13, '0103'),
  line(14, 'They are overwhelmed.', { role: 'combat_ends' }),
  lost(14, 'g'),
];
const position: Position = {
  counters: [counter('g', '0101', { side: 'blue', name: 'A Guard' })],
  off_map: [1, 2].map((n) => ({
    unit: `u${n}`,
    name: n === 1 ? '1st Division' : '2nd Division',
    side: 'red',
    symbol: 'infantry',
    printed: 4,
    fate: 'pool',
  })),
  turns: ['1st July', '2nd July'],
};

describe('the end of a game', () => {
  it('has a verdict', () => {
    expect(verdict({ winner: 'blue', level: 'substantial' })).toBe('Blue wins (substantial)');
    expect(verdict({ winner: 'red', level: '' })).toBe('Red wins');
    expect(verdict({ winner: 'draw', level: 'agreement' })).toBe('Draw (agreement)');
  });

  it('means something to whoever held some of the seats, and nothing to others', () => {
    expect(meaning('red', ['red'], ['red', 'blue'])).toBe('won');
    expect(meaning('red', ['blue', 'control'], ['red', 'blue'])).toBe('lost');
    expect(meaning('draw', ['blue'], ['red', 'blue'])).toBe('drawn');
    expect(meaning('red', ['red', 'blue'], ['red', 'blue'])).toBe('');
    expect(meaning('red', [], ['red', 'blue'])).toBe('');
  });

  it('tells what every turn cost each side', () => {
    expect(turnCosts(log, position)).toEqual([
      { turn: 1, title: 'Turn 1: 1st July', answer: 0, combats: 1, lost: { red: 2 } },
      { turn: 2, title: 'Turn 2: 2nd July', answer: 9, combats: 2, lost: { blue: 1 } },
    ]);
  });

  it('sums up what the turns say, whoever tells of them', () => {
    const told = turnsOf(undefined, log, position);
    expect(costOf('red', told, undefined)).toEqual({ units: 2, returned: 0, points: null });
    const turns = [
      { turn: 1, title: 'Turn 1, July', answer: 0, combats: 2, units: { red: 3 }, points: { red: 9, blue: 1 }, held: {} },
      { turn: 2, title: 'Turn 2, August', answer: 9, combats: 0, units: { red: 1, blue: 2 }, points: { red: 4 }, held: {} },
    ];
    const sides = { red: { units: 4, points: 13, returned: 1 }, blue: { units: 2, points: 1, returned: 0 } };
    const afterword = { turns, sides, missed: [], best_rolls: [], worst_rolls: [], turning_point: null };
    const counted = turnsOf(afterword, log, position);
    expect(counted.map(({ lost }) => lost)).toEqual([{ red: 3 }, { red: 1, blue: 2 }]);
    expect(costOf('red', counted, afterword)).toEqual({ units: 4, returned: 1, points: 13 });
    expect(costOf('blue', counted, afterword)).toEqual({ units: 2, returned: 0, points: 1 });
  });

  it('remembers the fights in which most was lost, the hardest first', () => {
    expect(hardest(log, 5).map(({ line: { text }, points }) => [text, points])).toEqual([
      ['Combat in 0102.', 7],
      ['Combat in 0101.', 3],
    ]);
    expect(hardest(log, 1)).toHaveLength(1);
  });

  it('says in words how the dice fell', () => {
    expect(['0.2', '+0.8', '−1.5', '-2.4', '+3.1'].map(luckWords)).toEqual([
      'about as expected',
      'about as expected',
      'somewhat unlucky',
      'clearly unlucky',
      'extraordinarily lucky',
    ]);
  });
});
