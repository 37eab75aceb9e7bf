import { describe, expect, it } from 'vitest';

import type { LogLine, Position } from '../../src/api/protocol';
import { hardest, meaning, turnCosts, verdict } from '../../src/campaign/gameSummary';
import { luckWords } from '../../src/replay/luckText';
import { counter } from '../boards';

const line = (answer: number, kind: string, text: string, more: object = {}): LogLine => ({ answer, text, event: { kind, ...more } });
const won = (answer: number, attacker_inflicted: number, defender_inflicted: number): LogLine =>
  line(answer, 'Won', `Won at ${answer}.`, { attacker_inflicted, defender_inflicted });
const log = [
  line(0, 'TurnBegan', 'Turn 1 begins: 1st July.', { turn: 1 }),
  line(3, 'CombatBegan', 'Combat in 0101.'),
  won(4, 2, 1),
  line(4, 'Eliminated', '1st Division is eliminated.'),
  line(5, 'Eliminated', '2nd Division is eliminated.'),
  line(9, 'TurnBegan', 'Turn 2 begins: 2nd July.', { turn: 2 }),
  line(10, 'CombatBegan', 'Combat in 0102.'),
  won(11, 4, 3),
  line(12, 'Moved', 'Somebody moves.'),
  line(13, 'CombatBegan', 'Combat in 0103.'),
  line(14, 'Overwhelmed', 'They are overwhelmed.'),
  line(14, 'Eliminated', 'A Guard is eliminated.'),
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
};

describe('the end of a game', () => {
  it('has a verdict', () => {
    expect(verdict({ winner: 'soviet', level: 'substantial' })).toBe('Soviet wins (substantial)');
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

  it('remembers the fights in which most was lost, the hardest first', () => {
    expect(hardest(log, 5).map(({ line: { text }, points }) => [text, points])).toEqual([
      ['Combat in 0102.', 7],
      ['Combat in 0101.', 3],
    ]);
    expect(hardest(log, 1)).toHaveLength(1);
  });

  it('says in words how the dice fell', () => {
    expect(['0.2', '+0.8', '−1.5', '-2.4'].map(luckWords)).toEqual([
      'about as expected',
      'a little lucky',
      'clearly unlucky',
      'very unlucky',
    ]);
  });
});
