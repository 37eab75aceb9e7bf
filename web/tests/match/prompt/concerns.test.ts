import { describe, expect, it } from 'vitest';

import type { Concern, Foresight } from '../../../src/api/study';
import { heeded, needsSecondClick, places } from '../../../src/match/prompt/concerns';

const concern = (kind: string, ...hexes: string[]): Concern => ({ kind, text: kind, rule: '1', hexes, units: [] });
const foresight = (concerns: Concern[], closes = false): Foresight => ({
  option: 'x',
  text: '',
  rolls: false,
  closes,
  path: [],
  left: null,
  risk: null,
  supplied: null,
  lines: [],
  odds: null,
  concerns,
  follow_ups: [],
  passes_to: [],
});

describe('concerns', () => {
  const both = foresight([concern('unused', '0101', '0102'), concern('surrender', '0101')]);
  it('count unless their kind is switched off', () => {
    expect(heeded(both, ['unused']).map(({ kind }) => kind)).toEqual(['surrender']);
    expect(heeded(null, [])).toEqual([]);
  });
  it('ask for a second click, as what cannot be taken back does', () => {
    expect(needsSecondClick(both, [])).toBe(true);
    expect(needsSecondClick(both, ['unused', 'surrender'])).toBe(false);
    expect(needsSecondClick(foresight([], true), [])).toBe(true);
    expect(needsSecondClick({ ...foresight([]), follow_ups: [{ prompt: 'Who', rule: '1', answers: [], usual: 0 }] }, [])).toBe(true);
  });
  it('are marked on the map, each place once', () => {
    expect(places(both.concerns)).toEqual(['0101', '0102']);
  });
});
