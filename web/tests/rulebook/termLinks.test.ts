import { describe, expect, it } from 'vitest';

import type { Term } from '../../src/api/study';
import { linker } from '../../src/rulebook/termLinks';

const term = (name: string, aliases: string[] = []): Term => ({ term: name, aliases, title: name, text: `What ${name} is.`, rule: '2.6' });
const link = linker([
  term('ZOI', ['zone of influence', 'zones of influence']),
  term('zone'),
  term('SP', ['strength point']),
  term('railhead'),
]);
const linked = (text: string): (string | undefined)[] => link(text).flatMap((p) => (p.term ? [`${p.text}=${p.term.term}`] : []));

describe('terms in a sentence', () => {
  it('are set apart, and the sentence stays whole', () => {
    const pieces = link('Forces without a ZOI act first.');
    expect(pieces.map((p) => p.text).join('')).toBe('Forces without a ZOI act first.');
    expect(pieces[1]).toMatchObject({ text: 'ZOI', term: { term: 'ZOI' } });
  });

  it('are found by the longest name', () => {
    expect(linked('In a zone of influence.')).toEqual(['zone of influence=ZOI']);
  });

  it('are found at the beginning of a sentence and with a hyphen', () => {
    expect(linked('Railhead in 1410.')).toEqual(['Railhead=railhead']);
    expect(linked('A strength-point more.')).toEqual(['strength-point=SP']);
  });

  it('are abbreviations only in capitals', () => {
    expect(linked('The sp of zoi.')).toEqual([]);
  });

  it('are not found inside other words', () => {
    expect(linked('The railheads, the ozone, SPQR.')).toEqual([]);
  });

  it('are linked once in a sentence', () => {
    expect(linked('A ZOI, another ZOI, and zones of influence.')).toEqual(['ZOI=ZOI']);
  });

  it('leave citations as they are', () => {
    expect(link('Out of the ZOI [2.6].').map((p) => p.rule)).toEqual(['', '', '', '2.6', '']);
  });

  it('need not be known at all', () => {
    expect(linker([])('No ZOI here.')).toEqual([{ text: 'No ZOI here.', rule: '' }]);
  });

  it('may contain marks that mean something to a pattern', () => {
    expect(linker([term('ZOC (EZOC)')])('In a ZOC (EZOC) now.')[1]).toMatchObject({ text: 'ZOC (EZOC)' });
  });
});
