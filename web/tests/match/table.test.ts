import { describe, expect, it, vi } from 'vitest';

import { Grid } from '../../src/board/grid';
import { ago, hexesIn, parts } from '../../src/rulebook/citations';
import type { LogLine, Sight } from '../../src/api/protocol';
import { routeOf, tablePath } from '../../src/app/route';
import { onKey, type Keyed } from '../../src/match/shortcuts';
import { layerChoices, shownLayers, switched } from '../../src/match/map/layerChoices';
import { merged, moves, newLines, rollIn, terse } from '../../src/match/log/changes';
import { questions } from '../../src/match/session/whyNot';
import type { StudyLayer } from '../../src/api/study';
import { counter, hexBoard, option } from '../boards';

const line = (text: string, answer = 1): LogLine => ({ answer, text, rule: '' });
const sight = (log: LogLine[], total = log.length): Sight => ({ version: 1, log, log_lines: total, undoable: 0 }) as unknown as Sight;

describe('news', () => {
  it('are the lines that were not there before', () => {
    const before = sight([line('one')]);
    const now = sight([line('one'), line('two')]);
    expect(newLines(before, now).map((l) => l.text)).toEqual(['two']);
    expect(newLines(null, now)).toEqual([]);
    expect(newLines(now, before)).toEqual([]);
  });

  it('put the whole log together from its tail', () => {
    expect(merged([line('one'), line('two')], sight([line('two'), line('three')], 3)).map((l) => l.text)).toEqual(['one', 'two', 'three']);
  });

  it('forget lines that were taken back', () => {
    expect(merged([line('one'), line('two')], sight([line('one')], 1)).map((l) => l.text)).toEqual(['one']);
  });

  it('tell which counters went elsewhere', () => {
    expect(moves([counter('a', '0101'), counter('b', '0102')], [counter('a', '0103'), counter('b', '0102'), counter('c', '0101')])).toEqual([{ unit: 'a', from: '0101', to: '0103' }]);
    const told = { ...line('A moves from 0101 to 0103 by way of 0102.'), event: { kind: 'Moved' } };
    expect(moves([counter('a', '0101')], [counter('a', '0103')], [told])).toEqual([{ unit: 'a', from: '0101', to: '0103', by: ['0102'] }]);
  });

  it('do not say twice that units act, when they move at once', () => {
    const told = (kind: string, units: number[]): LogLine => ({ ...line(kind), event: { kind, units } });
    const log = [told('Activated', [1, 2]), told('Moved', [1, 2]), told('Activated', [3]), told('Rallied', [3]), told('Activated', [4, 5]), told('Moved', [4])];
    expect(terse(log).map((l) => l.text)).toEqual(['Moved', 'Activated', 'Rallied', 'Activated', 'Moved']);
  });

  it('read dice off the log', () => {
    expect(rollIn(line('The dice fall 6, 4, 1 [8.6].'))?.faces).toEqual([6, 4, 1]);
    expect(rollIn(line('Turn 6 begins.'))).toBeNull();
  });
});

describe('sentences', () => {
  it('have their citations set apart, a leading one at the end', () => {
    expect(parts('No way out [8.11].')).toEqual([{ text: 'No way out ', rule: '' }, { text: '', rule: '8.11' }, { text: '.', rule: '' }]);
    expect(parts('[1] Move.').map((p) => p.rule || p.text)).toEqual(['Move.', ' ', '1']);
    expect(parts('It stands [AGN 5.0]')[1]).toEqual({ text: '', rule: 'AGN 5.0' });
  });

  it('name hexes that the board has', () => {
    expect(hexesIn('From 1410 Novgorod to 1511 in 1941', (id) => id !== '1941')).toEqual(['1410', '1511']);
  });

  it('say how long ago in one unit', () => {
    expect([ago(100, 130), ago(0, 150), ago(0, 7300), ago(0, 200000)]).toEqual(['30 s', '2 min', '2 h', '2 d']);
  });
});

describe('layers', () => {
  const grid = new Grid(hexBoard());
  const position = { counters: [], taken_by_germans: ['0101'], converted: ['0102'], railheads: [], seats: ['red'] };
  const zone = (side: string): StudyLayer => ({ name: `${side}_influence`, title: `${side} zones of influence`, look: 'area', side, hexes: ['0101'], lines: [], rule: '2.6', kind: 'influence', label: 'Zones of influence', pattern: 'dotted', nation: '', usual: false });

  it('are the lists of hexes in a position where the engine names none', () => {
    expect(layerChoices(position, grid, []).map((c) => c.key)).toEqual(['taken_by_germans', 'converted', 'numbers']);
  });

  it('are shown as usual unless the player has said otherwise', () => {
    const choices = layerChoices(position, grid, [{ ...zone('german'), usual: true }]);
    expect(shownLayers(choices, {}).map((l) => l.key)).toContain('german_influence');
    expect(shownLayers(choices, { german_influence: false }).map((l) => l.key)).not.toContain('german_influence');
  });

  it('of both sides share a line and differ in direction', () => {
    const [choice] = layerChoices(position, grid, [zone('german'), zone('soviet')]);
    expect(choice).toMatchObject({ key: 'influence', label: 'Zones of influence', rule: '2.6' });
    expect(choice!.parts.map((p) => p.label)).toEqual(['german', 'soviet']);
    expect(choice!.parts[0]!.layer.angle).not.toBe(choice!.parts[1]!.layer.angle);
  });

  it('have the colours of their side’s counters, whatever they are called', () => {
    const strange = { ...zone('a(b'), name: '[zoc' };
    const [choice] = layerChoices(position, grid, [strange], { 'a(b': 'brown_red' });
    expect(choice!.parts[0]!.layer).toMatchObject({ key: '[zoc', look: 'dotted', colour: 'var(--layer-red)' });
    expect(choice!.label).toBe('a(b zones of influence');
  });

  it('of a kind are switched together: off if one is on, else on', () => {
    const [choice] = layerChoices(position, grid, [zone('german'), zone('soviet')]);
    expect(switched(choice!, { german_influence: true, other: true })).toEqual({ german_influence: false, soviet_influence: false, other: true });
    expect(switched(choice!, {})).toEqual({ german_influence: true, soviet_influence: true });
  });
});

describe('questions why not', () => {
  it('ask about the chosen unit and the hex that was clicked', () => {
    const options = [option('move:a:1', { unit: 'a', hex: '0101' })];
    expect(questions(options, { unit: 'a' }, { hex: '0404' }, [counter('a', '0202')], 'red')[0]).toEqual({ verb: 'enter', unit: 'a', hex: '0404' });
  });

  it('ask about attacking where enemies stand', () => {
    const options = [option('move:a:1', { unit: 'a', hex: '0101' })];
    const enemy = counter('x', '0404', { side: 'blue' });
    expect(questions(options, { unit: 'a' }, { hex: '0404', unit: 'x' }, [counter('a', '0202'), enemy], 'red').map((q) => q.verb)).toEqual(['attack', 'enter', 'move', 'choose']);
  });

  it('ask with the verb on offer about one’s own unit that is not lit', () => {
    const options = [option('activate:1', { hex: '0101' }), option('end_phase')];
    expect(questions(options, {}, { hex: '0202', unit: 'a' }, [counter('a', '0202')], 'red')).toEqual([
      { verb: 'activate', unit: 'a', hex: '0202' },
      { verb: 'choose', hex: '0202' },
    ]);
  });

  it('ask why a hex is no choice at all where no force acts', () => {
    const options = [option('strategic:1', { hex: '0101' }), option('end_phase')];
    expect(questions(options, {}, { hex: '0909' }, [counter('x', '0909', { side: 'blue' })], 'red')).toEqual([{ verb: 'choose', hex: '0909' }]);
  });

  it('ask about no unit in particular while several forces may act', () => {
    const options = [option('activate:a', { unit: 'a' }), option('activate:b', { unit: 'b' })];
    const counters = [counter('a', '0202'), counter('b', '0303')];
    expect(questions(options, {}, { hex: '0909' }, counters, 'red')).toEqual([{ verb: 'choose', hex: '0909' }]);
    expect(questions(options.slice(0, 1), {}, { hex: '0909' }, counters, 'red')[0]).toEqual({ verb: 'enter', unit: 'a', hex: '0909' });
  });
});

describe('keys', () => {
  const press = (key: string, more: Partial<KeyboardEvent> = {}): { used: boolean; to: Keyed } => {
    const to = Object.fromEntries(['walk', 'enter', 'cancel', 'jump', 'undo', 'log', 'list', 'buttons', 'part', 'help', 'zoom', 'whole', 'layer', 'replay', 'run', 'odds', 'campaign', 'luck', 'briefing'].map((n) => [n, vi.fn()])) as unknown as Keyed;
    return { used: onKey({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more }, to), to };
  };

  it('walk, choose, cancel, jump, undo', () => {
    expect(press('ArrowLeft').to.walk).toHaveBeenCalledWith('left');
    expect(press('Enter').to.enter).toHaveBeenCalled();
    expect(press('Escape').to.cancel).toHaveBeenCalled();
    expect(press('Tab', { shiftKey: true }).to.jump).toHaveBeenCalledWith(true);
    expect(press('U').to.undo).toHaveBeenCalled();
    expect(press('3').to.layer).toHaveBeenCalledWith(3);
    expect(press('o').to.odds).toHaveBeenCalled();
    expect(press('F6', { shiftKey: true }).to.part).toHaveBeenCalledWith(true);
  });

  it('leave the browser its own', () => {
    expect(press('l', { ctrlKey: true }).used).toBe(false);
    expect(press('x').used).toBe(false);
  });
});

it('addresses lead to the lobby or to a table', () => {
  expect(routeOf('/', '')).toEqual({ page: 'lobby' });
  expect(routeOf('/join/a-B_9', '')).toEqual({ page: 'invitation', token: 'a-B_9' });
  expect(routeOf('/match/ab%20c', '?seat=red')).toEqual({ page: 'table', match: 'ab c', seat: 'red' });
  expect(tablePath('ab c', 'red')).toBe('/match/ab%20c?seat=red');
});
