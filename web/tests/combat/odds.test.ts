import { describe, expect, it } from 'vitest';

import { bestOdds, contribution, lossBars, meanLoss, winnerBar } from '../../src/combat/odds';

describe('the odds bar', () => {
  it('has two parts that fill it', () => {
    const bar = winnerBar({ attacker: '175/216', defender: '41/216' });
    expect(bar.map(({ who, width }) => [who, width])).toEqual([
      ['attacker', 81],
      ['defender', 19],
    ]);
  });

  it('has a third where neither may win', () => {
    const bar = winnerBar({ attacker: '1/2', defender: '1/4' });
    expect(bar.map(({ who, text }) => [who, text])).toEqual([
      ['attacker', '50%'],
      ['neither', '25%'],
      ['defender', '25%'],
    ]);
  });

  it('shows losses from the least, the likeliest at full height', () => {
    expect(lossBars({ '10': '1/4', '2': '1/2', '0': '1/4' })).toEqual([
      { loses: '0', chance: '25%', height: 0.5 },
      { loses: '2', chance: '50%', height: 1 },
      { loses: '10', chance: '25%', height: 0.5 },
    ]);
  });

  it('knows which of several combats a side is likeliest to win, and says nothing where two are alike', () => {
    const fight = (side: string, attacker: string): Parameters<typeof bestOdds>[0][number] => ({
      attacker: { side, units: [], strength: 1, lines: [], itemized: true },
      winner: { attacker, defender: attacker === '1/4' ? '3/4' : '1/4' },
    });
    expect(bestOdds([fight('red', '1/4'), fight('red', '3/4')], 'red')).toBe(1);
    expect(bestOdds([fight('red', '1/4'), fight('red', '3/4')], 'blue')).toBe(0);
    expect(bestOdds([fight('red', '3/4'), fight('red', '3/4')], 'red')).toBeNull();
  });

  it('knows the mean exactly', () => {
    expect(meanLoss({ '0': '1/6', '1': '1/2', '3': '1/3' })).toEqual({ over: 3n, under: 2n });
  });

  it('writes contributions with their sign', () => {
    expect([{ value: 2 }, { value: -1 }, { value: 0 }, { value: '1/2', sign: 'x' }, { value: 13, sign: '=' }].map(contribution)).toEqual([
      '+2',
      '−1',
      '0',
      '× ½',
      '= 13',
    ]);
  });
});
