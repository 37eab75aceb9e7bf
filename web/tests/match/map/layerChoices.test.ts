import { describe, expect, it } from 'vitest';

import type { StudyLayer } from '../../../src/api/study';
import { Grid } from '../../../src/board/grid';
import { layerChoices, shownLayers, switched } from '../../../src/match/map/layerChoices';
import { hexBoard } from '../../boards';

describe('layers', () => {
  const grid = new Grid(hexBoard());
  const position = { counters: [], taken_by_germans: ['0101'], converted: ['0102'], railheads: [], seats: ['red'] };
  const zone = (side: string): StudyLayer => ({
    name: `${side}_influence`,
    title: `${side} zones of influence`,
    look: 'area',
    side,
    hexes: ['0101'],
    lines: [],
    rule: '2.6',
    kind: 'influence',
    label: 'Zones of influence',
    pattern: 'dotted',
    nation: '',
    usual: false,
  });

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
    expect(switched(choice!, { german_influence: true, other: true })).toEqual({
      german_influence: false,
      soviet_influence: false,
      other: true,
    });
    expect(switched(choice!, {})).toEqual({ german_influence: true, soviet_influence: true });
  });
});
