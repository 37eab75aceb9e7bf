import { describe, expect, it } from 'vitest';

import { WASH } from '../../src/board/drawing/counterArt';
import { isLight, SHAPES, STYLES } from '../../src/board/drawing/livery';
import { apart, contrast, GROUNDS, grounds, over, seenBy, SIGHTS, tokens, type Tokens } from './colours';

const TEXT = 4.5;
const MARK = 3;
const EASY = 10;
const page = tokens();
const map = grounds();
const sights = Object.keys(SIGHTS) as (keyof typeof SIGHTS)[];

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const t = page[theme] as Record<string, string>;
  const drawn = map[theme] as Record<string, string>;
  const faint = (pairs: Iterable<[name: string, one: string, other: string]>, least: number): string[] =>
    [...pairs]
      .filter(([, one, other]) => !(contrast(one, other) >= least))
      .map(([name, one, other]) => `${name}: ${contrast(one, other).toFixed(2)}`);

  it('every text stands out from every paper it is written on', () => {
    const papers = ['paper', 'panel', 'panel-2', 'accent-soft', 'void'];
    const pairs = ['ink', 'ink-soft', 'accent', 'danger'].flatMap((ink) =>
      papers.map((paper): [string, string, string] => [`${ink} on ${paper}`, t[ink]!, t[paper]!]),
    );
    expect(faint(pairs, TEXT)).toEqual([]);
  });

  it('what is written on colours can be read', () => {
    const on: [string, string][] = [
      ['accent-ink', 'accent'],
      ['attacker-ink', 'attacker'],
      ['attacker-ink', 'attacker-2'],
      ['defender-ink', 'defender'],
      ['panel', 'danger'],
      ['paper', 'danger'],
      ['paper', 'ink'],
    ];
    expect(
      faint(
        on.map(([a, b]) => [`${a} on ${b}`, t[a]!, t[b]!]),
        TEXT,
      ),
    ).toEqual([]);
  });

  it('hex numbers and names can be read on every ground', () => {
    const land = GROUNDS.filter((g) => g !== 'water');
    const pairs = land.flatMap((g): [string, string, string][] => [
      [`number on ${g}`, drawn['number']!, drawn[g]!],
      [`name on ${g}`, drawn['ink']!, drawn[g]!],
    ]);
    expect(
      faint(
        [...pairs, ['number on water', drawn['number_on_water']!, drawn['water']!], ['name on its halo', drawn['ink']!, drawn['halo']!]],
        TEXT,
      ),
    ).toEqual([]);
  });

  it('points left and the chance of a reaction can be read in every hex within reach', () => {
    const pairs = GROUNDS.flatMap((g) =>
      [0.12, 0.5].flatMap((density): [string, string, string][] => {
        const halo = over(t['paper']!, 0.85, over(t['reach']!, density, drawn[g]!));
        return [
          [`points on ${g}`, t['reach-ink']!, halo],
          [`chance on ${g}`, t['danger']!, halo],
        ];
      }),
    );
    expect(faint(pairs, TEXT)).toEqual([]);
  });

  it('what marks a place stands out from every ground, by itself or by what lies beneath it', () => {
    const marks = ['accent', 'ink', 'danger', 'layer-grey', 'layer-red', 'layer-blue', 'layer-green', 'trail'];
    const pairs = GROUNDS.flatMap((g) => marks.map((mark): [string, string, string] => [`${mark} on ${g}`, t[mark]!, drawn[g]!]));
    expect(faint(pairs, MARK)).toEqual([]);
    // What is lit has a line under it, the way paper: one of the two is seen everywhere.
    const unseen = GROUNDS.filter((g) => Math.max(contrast(t['lit']!, drawn[g]!), contrast(t['lit-edge']!, drawn[g]!)) < MARK);
    expect(unseen).toEqual([]);
    expect(contrast(t['lit']!, t['lit-edge']!)).toBeGreaterThan(MARK);
    expect(contrast(t['way']!, t['paper']!)).toBeGreaterThan(MARK);
  });

  it.each(Object.keys(STYLES))('the figures of a %s counter can be read, fresh and spent, and it stands out from every ground', (name) => {
    const style = STYLES[name]!;
    const spent = over(isLight(style.ink) ? style.edge : t['paper']!, WASH, style.body);
    const pairs: [string, string, string][] = [
      ['fresh', style.ink, style.body],
      ['spent', style.ink, spent],
      ['symbol', style.frameInk, style.frame],
    ];
    expect(faint(pairs, TEXT)).toEqual([]);
    const rim = theme === 'dark' ? t['rim']! : style.edge;
    expect(GROUNDS.filter((g) => Math.max(contrast(style.body, drawn[g]!), contrast(rim, drawn[g]!)) < MARK)).toEqual([]);
  });

  it.each(sights)('with %s attacker and defender, the lit and the reachable, and the layers differ', (sight) => {
    const seen = (name: string): string => seenBy(sight, t[name]!);
    // The attacker is striped: the stripes are seen by their lightness.
    expect(contrast(seen('attacker'), seen('attacker-2'))).toBeGreaterThan(1.4);
    expect(contrast(seen('panel'), seen('attacker'))).toBeGreaterThan(MARK);
    expect(contrast(seen('panel'), seen('defender'))).toBeGreaterThan(MARK);
    expect(apart(seen('lit'), seen('reach'))).toBeGreaterThan(EASY);
    expect(apart(seen('danger'), seen('reach-ink'))).toBeGreaterThan(EASY);
  });

  it.each(sights)('with %s marks and figures still stand out', (sight) => {
    const pairs = GROUNDS.flatMap((g) =>
      ['accent', 'danger', 'layer-grey', 'layer-red', 'layer-blue', 'layer-green', 'trail'].map((mark): [string, string, string] => [
        `${mark} on ${g}`,
        seenBy(sight, t[mark]!),
        seenBy(sight, drawn[g]!),
      ]),
    );
    const figures = Object.entries(STYLES).map(([name, { ink, body }]): [string, string, string] => [
      name,
      seenBy(sight, ink),
      seenBy(sight, body),
    ]);
    expect(faint(pairs, 2.5)).toEqual([]);
    expect(faint(figures, TEXT)).toEqual([]);
  });
});

describe('sides', () => {
  const fighting = ['field_grey', 'brown_red', 'blue_white', 'olive', 'sand'] as const;

  it('are told by their shape, whatever is seen of their colours', () => {
    expect(new Set(fighting.map((name) => SHAPES[STYLES[name]!.shape])).size).toBe(fighting.length);
  });

  it.each(sights)('that fight each other differ with %s by lightness, too', (sight) => {
    const [grey, red, blue] = ['field_grey', 'brown_red', 'blue_white'].map((name) => seenBy(sight, STYLES[name]!.body));
    expect(contrast(grey!, red!)).toBeGreaterThan(MARK);
    expect(contrast(red!, blue!)).toBeGreaterThan(MARK);
    expect(contrast(grey!, blue!)).toBeGreaterThan(1.5);
  });
});

it('simulated sight leaves grey grey and confuses red with green', () => {
  const all: Tokens = { grey: '#808080' };
  for (const sight of sights) expect(apart(seenBy(sight, all['grey']!), '#808080')).toBeLessThan(2);
  expect(apart(seenBy('deuteranopia', '#c00000'), seenBy('deuteranopia', '#5f7000'))).toBeLessThan(apart('#c00000', '#5f7000') / 2);
});
