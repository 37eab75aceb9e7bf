import { expect, test } from 'vitest';
import { differ, following, isSettled, leaving, onPaper } from '../../src/combat/outcomeText';
import { LOOK } from '../boards';

const unit = (name: string, strength: number) => ({ unit: name, name, strength, printed: 6, least: strength, most: strength });

test('a winner is settled only where the chance is none or all of it', () => {
  expect(isSettled({ attacker: '1', defender: '0' })).toBe(true);
  expect(isSettled({ attacker: '0', defender: '1' })).toBe(true);
  expect(isSettled({ attacker: '999/1000', defender: '1/1000' })).toBe(false);
});

test('what an option leaves is told unit by unit, with who is gone and what is still to be taken', () => {
  expect(leaving({ left: [unit('1 Panzer', 5), unit('21 Infantry', 0)], losses_left: 1 })).toEqual([
    'Leaves 1 Panzer 5',
    'Eliminates 21 Infantry',
    '1 more point to take',
  ]);
  expect(leaving({ left: [unit('1 Panzer', 0)], losses_left: 0 })).toEqual(['Eliminates 1 Panzer']);
  expect(leaving({ left: [], losses_left: null })).toEqual([]);
});

test('what is certain is told without a chance', () => {
  expect(following({ 'the attacker retreats 1 hex': '1' })).toEqual([{ text: 'the attacker retreats 1 hex', chance: '' }]);
  expect(following({ 'the defender is eliminated': '2/3', 'the attacker is eliminated': '1/3' }).map(({ chance }) => chance)).toEqual([
    '67%',
    '33%',
  ]);
});

test('options that lead to the same are not told apart', () => {
  expect(differ([{ follows: { a: '1' } }, { follows: { a: '1' } }])).toBe(false);
  expect(differ([{ follows: { a: '1' } }, { follows: { b: '1' } }])).toBe(true);
});

test('writes hearts and diamonds as they are printed, and leaves other cells alone', () => {
  expect(['1h', '0d', '3', '2/1', 'd', 4].map((cell) => onPaper(cell, LOOK.cells))).toEqual(['1♥', '0♦', '3', '2/1', 'd', '4']);
});
