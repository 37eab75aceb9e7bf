import { describe, expect, it } from 'vitest';

import { artKey, counterMarks, shortName, strengthText } from '../../../src/board/drawing/counterArt';
import { formationColour, styleOf } from '../../../src/board/drawing/livery';
import { symbolMarks } from '../../../src/board/drawing/symbols';
import { counter } from '../../boards';

describe('a counter', () => {
  it('shows the strength left of one’s own and the printed one with a question mark of others', () => {
    expect(strengthText({ printed: 8, strength: 5 })).toBe('5');
    expect(strengthText({ printed: 8 })).toBe('8?');
  });

  it('is turned and washed when spent, hatched and marked when demoralized', () => {
    expect(counterMarks(counter('a', '', { spent: true }))).toContain('class="wash"');
    expect(counterMarks(counter('a', '', { demoralized: true }))).toContain('>D</text>');
    expect(counterMarks(counter('a', ''))).not.toMatch(/wash|>D</);
  });

  it('has a side by shape as well as by colour', () => {
    const shapes = ['german', 'soviet', 'finnish', 'romanian', 'hungarian'].map((side) => styleOf({ side }).shape);
    expect(new Set(shapes).size).toBe(5);
  });

  it('has a bar in the colour of its formation', () => {
    expect(formationColour('XLI Corps')).toBe(formationColour('XLI Corps'));
    expect(counterMarks(counter('a', '', { parent: 'XLI Corps' }))).toContain(formationColour('XLI Corps'));
    expect(counterMarks(counter('a', ''))).not.toContain('<rect');
  });

  it('wears the livery of its nation before that of its side', () => {
    expect(styleOf({ side: 'german', nation: 'finnish' }, { german: 'field_grey', finnish: 'blue_white' }).shape).toBe('cut');
    expect(styleOf({ side: 'unheard of' }).body).toBe('#d9d6ce');
  });

  it('has a drawn symbol, or letters for a kind that the standard has not', () => {
    const style = styleOf({ side: 'german' });
    expect(symbolMarks('armor', style)).toContain('<path');
    expect(symbolMarks('armor', style)).not.toBe(symbolMarks('foot', style));
    expect(symbolMarks('zeppelin', style)).toContain('>ZEP<');
  });

  it('needs no new drawing when it only moves', () => {
    expect(artKey(counter('a', '0101'))).toBe(artKey(counter('a', '0202')));
    expect(artKey(counter('a', '0101'))).not.toBe(artKey(counter('a', '0101', { spent: true })));
  });

  it('cannot smuggle markup in by its name', () => {
    expect(counterMarks(counter('a', '', { name: '<script>' }))).not.toContain('<script>');
  });

  it('drops the word that its size mark says already', () => {
    expect(shortName(counter('a', '', { name: '1st Panzer Division' }))).toBe('1st Panzer');
  });
});
