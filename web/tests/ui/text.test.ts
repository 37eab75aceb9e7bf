import { expect, it } from 'vitest';

import { ago, nameSeats, sentence, titled } from '../../src/ui/text';

it('says how long ago in one unit', () => {
  expect([ago(100, 130), ago(0, 150), ago(0, 7300), ago(0, 200000)]).toEqual(['30 s', '2 min', '2 h', '2 d']);
});

it('a seat is called by its title, where it has one', () => {
  nameSeats({ second_corps: 'II Corps' });
  expect([titled('second_corps'), titled('north_west')]).toEqual(['II Corps', 'North west']);
  expect(sentence('nobody is there')).toBe('Nobody is there.');
});
