import { describe, expect, it } from 'vitest';

import type { Reach } from '../../../src/api/study';
import { Grid } from '../../../src/board/grid';
import { goals, holds, listing } from '../../../src/match/list/listing';
import { counter, hexBoard, option, LOOK } from '../../boards';
import { reachHex } from '../../documents';

const grid = new Grid(hexBoard());
const own = counter('a', '0202', { name: '3rd Tank Division', supplied: true, printed: 8, strength: 6, movement: 5 });
const other = counter('x', '0203', { name: '11th Corps', side: 'blue', printed: 4 });
const given = { counters: [own, other, counter('b', '0404')], side: 'red', grid, look: LOOK };

describe('the list', () => {
  it('puts choices with the hex of their unit, or their own, in reading order', () => {
    const options = [
      option('attack:x', { hex: '0203' }),
      option('move:a:1', { unit: 'a', hex: '0101' }),
      option('done'),
      option('place:z', { unit: 'z', hex: '0101' }),
    ];
    const { acting, elsewhere } = listing({ ...given, options });
    expect(acting.map((s) => [s.hex, s.options.map((o) => o.id)])).toEqual([
      ['0202', ['move:a:1']],
      ['0203', ['attack:x']],
    ]);
    expect(elsewhere.map((o) => o.id)).toEqual(['place:z']);
  });

  it('tells who stands beside a force, and whose it is', () => {
    const [stack] = listing({ ...given, options: [option('activate', { hex: '0202' })] }).acting;
    expect(stack).toMatchObject({ own: true, beside: ['0203 11th Corps'], units: ['3rd Tank Division, in supply, 6 of 8 SP, 5 MA'] });
  });

  it('keeps apart what is one’s own and what is not', () => {
    const { acting, own: mine, others } = listing({ ...given, options: [] });
    expect([acting.length, mine.map((s) => s.hex), others.map((s) => s.hex)]).toEqual([0, ['0202', '0404'], ['0203']]);
  });

  it('tells of each goal the price, the risk and the options that lead there at once', () => {
    const reach: Reach = {
      from: '0202',
      allowance: '5',
      left: '5',
      hexes: {
        '0204': reachHex({ left: '2', cost: '3', path: ['0203', '0204'], risk: '1/4' }),
        '0201': reachHex({ left: '4', cost: '1', path: ['0201'], risk: '0', supplied: false }),
      },
    };
    const found = goals(reach, { ...given, options: [option('move:1', { hex: '0201' })] });
    expect(found.map((g) => [g.hex, g.options.map((o) => o.id)])).toEqual([
      ['0201', ['move:1']],
      ['0204', []],
    ]);
    expect(found[0]!.costs).toContain('out of supply');
    expect(found[1]!.costs).toBe('Costs 3: 2 of 5 movement points left there; reaction succeeds on the way: 25%.');
  });

  it('is filtered by any of its words', () => {
    expect(holds(' TANK ', 'a hex', ['3rd Tank Division'])).toBe(true);
    expect(holds('navy', 'a hex', ['3rd Tank Division'])).toBe(false);
  });
});
