import { describe, expect, it } from 'vitest';

import { placeWords, unitWords, valueWords } from '../../src/board/boardText';
import { Grid } from '../../src/board/grid';
import { counter, hexBoard, LOOK } from '../boards';

const grid = new Grid(hexBoard());
const own = counter('a', '0202', { name: '3rd Tank Division', supplied: true, printed: 8, strength: 6, movement: 5 });
const other = counter('x', '0203', { name: '11th Corps', side: 'blue', printed: 4 });

describe('the board in words', () => {
  it('names a place, its ground and what is told of it', () => {
    expect(placeWords({ ...grid.cell('0202')!, place: 'Novgorod', place_kind: 'major_city' }, ['Soviet control'])).toBe(
      '0202 Novgorod, major city, clear, Soviet control',
    );
    expect(placeWords(grid.cell('0101')!)).toBe('0101, clear');
  });

  it('names a unit with its marks and its supply, as far as they are known', () => {
    expect(unitWords(own, LOOK)).toBe('3rd Tank Division, in supply');
    expect(unitWords(counter('c', '', { spent: true, demoralized: true, supplied: false }), LOOK)).toBe(
      'c, spent, demoralized, out of supply',
    );
    expect(unitWords(other, LOOK)).toBe('11th Corps');
  });

  it('says what is left of one’s own and at most of others', () => {
    expect(valueWords(own, LOOK)).toBe('6 of 8 SP, 5 MA');
    expect(valueWords({ ...other, movement: undefined }, LOOK)).toBe('up to 4 SP');
    expect(valueWords({ ...other, movement: undefined, strength_least: 2, strength_most: 3 }, LOOK)).toBe('2 to 3 of 4 SP');
    expect(valueWords({ ...other, movement: undefined, strength_least: 3, strength_most: 3 }, LOOK)).toBe('3 of 4 SP');
  });
});
