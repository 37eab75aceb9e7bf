import { describe, expect, it } from 'vitest';

import { marked, search, type Searched } from '../../src/rulebook/search';

const ENTRIES: Searched[] = [
  { number: '2.6', title: 'Supply', text: 'A line to the edge, as in 8.1.' },
  { number: '8.0', title: 'Combat', text: 'In the order given.' },
  { number: '8.1', title: 'Declaring', text: 'Before the dice: who attacks.' },
  { number: '8.10', title: 'Retreat', text: 'Towards supply.' },
  { number: '8.1.1', title: 'A second attack', text: 'Never.' },
];
const numbers = (query: string): string[] => search(ENTRIES, query, (entry) => entry).map((entry) => entry.number);

describe('search', () => {
  it('leaves everything in the order of the book where nothing is looked for', () => {
    expect(numbers('  ')).toEqual(['2.6', '8.0', '8.1', '8.10', '8.1.1']);
  });

  it('puts a number before its parts, and those before what mentions it', () => {
    expect(numbers('8.1')).toEqual(['8.1', '8.1.1', '8.10', '2.6']);
    expect(numbers('8')[0]).toBe('8.0');
  });

  it('wants every word, in any order and in capitals or not', () => {
    expect(numbers('DICE before')).toEqual(['8.1']);
    expect(numbers('dice supply')).toEqual([]);
  });

  it('puts a title before a mention', () => {
    expect(numbers('supply')).toEqual(['2.6', '8.10']);
  });
});

describe('marked', () => {
  it('sets apart what is looked for, signs included', () => {
    expect(marked('Cell 1+ of (8.1)', '8.1 1+')).toEqual([
      { text: 'Cell ', hit: false },
      { text: '1+', hit: true },
      { text: ' of (', hit: false },
      { text: '8.1', hit: true },
      { text: ')', hit: false },
    ]);
  });

  it('is the text itself where nothing is looked for', () => {
    expect(marked('As it is', '')).toEqual([{ text: 'As it is', hit: false }]);
  });
});
