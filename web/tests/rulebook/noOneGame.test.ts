import { describe, expect, it } from 'vitest';

const SOURCES = import.meta.glob<string>('../../src/**/*.{ts,svelte,css}', { query: '?raw', import: 'default', eager: true });

/** Words of one rulebook: what a side, a counter or a table is called comes from the rulebook. */
const WORDS = [
  /postures?\b/i,
  /\bplan\b/i,
  /replacement[ _]points?/i,
  /\bSP\b/,
  /\bMA\b/,
  /\b(german|soviet|russian|finnish|romanian|hungarian|axis|panzer)\b/i,
  /railheads?/i,
  /demorali[sz]ed/i,
  /air[ _]units?/i,
  /\bspent\b/i,
  /\breactions?\b/i,
  /strength points?/i,
  /loss points?/i,
  /['"`](agn|ags|barbarossa|besieged|ford)\b/,
];
/** Classes of events end so, or are told apart by their kind. */
const EVENTS = [/\b[A-Z][a-z]+(Began|Ended|Committed|Checked|Tried)\b/, /event\??\.kind/, /'(Moved|Activated|Eliminated|Rolled|Won)'/];
/** Facts are not read out of sentences. */
const SENTENCES = [
  /\.(text|prompt|reason|what|note)\??\.(match|matchAll|includes|startsWith|endsWith|search|replace)\(/,
  /\/\.(exec|test)\(\w+\.(text|prompt|reason|what|note)\)/,
];

function offences(forbidden: readonly RegExp[]): string[] {
  return Object.entries(SOURCES).flatMap(([file, source]) =>
    source.split('\n').flatMap((line, i) => (forbidden.some((word) => word.test(line)) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
  );
}

describe('the page', () => {
  it('is read as a whole', () => {
    expect(Object.keys(SOURCES).length).toBeGreaterThan(100);
  });

  it('has no word of one rulebook', () => {
    expect(offences(WORDS)).toEqual([]);
  });

  it('knows no event by its class', () => {
    expect(offences(EVENTS)).toEqual([]);
  });

  it('reads no facts out of sentences', () => {
    // Contributions that begin alike are put together, whatever their words.
    expect(offences(SENTENCES).filter((line) => !line.includes('/breakdown.ts:'))).toEqual([]);
  });
});
