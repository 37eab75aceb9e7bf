import { describe, expect, it } from 'vitest';

import { arrivals, entriesOf, groupsOf, isLost, strengthOf } from '../../src/campaign/orderOfBattle';
import { beforeDice, beginsFight, fightAt, lastFight, outcomeOf, throwsOf } from '../../src/combat/combatLog';
import type { LogLine, OffMap, Position } from '../../src/api/protocol';
import { eventful, markBeside, momentWords, placedMarks } from '../../src/replay/timelineMarks';
import { lastSeen, noteSeen, type Shelf } from '../../src/match/session/lastSeen';
import { counter } from '../boards';

const off = (unit: string, fate: string, more: Partial<OffMap> = {}): OffMap => ({ unit, side: 'red', symbol: 'infantry', printed: 4, fate, ...more });
const position: Position = {
  counters: [counter('a', '0101', { strength: 3, parent: 'II Corps' }), counter('b', '0102', { strength: 4, parent: 'I Corps' }), counter('x', '0103', { side: 'blue', printed: 6 })],
  off_map: [off('c', 'pool'), off('d', 'due', { turn: 3 }), off('e', 'gone'), off('f', 'due', { turn: 2, side: 'blue' })],
  turns: ['July', 'August', 'September'],
};

describe('the order of battle', () => {
  it('counts what stands, what is lost and what has been damaged', () => {
    expect(strengthOf(entriesOf(position, 'red'))).toEqual({ units: 2, printed: 8, standing: 7, atMost: false, lostUnits: 2, lostPoints: 9 });
  });

  it('says that it knows only the printed strength of others', () => {
    expect(strengthOf(entriesOf(position, 'blue'))).toMatchObject({ standing: 6, atMost: true, lostPoints: 0 });
  });

  it('is ordered by formation, then by what is to come, then by what is lost', () => {
    expect(groupsOf(entriesOf(position, 'red')).map((g) => g.title)).toEqual(['I Corps', 'II Corps', 'To come', 'Eliminated, can be rebuilt', 'Out of the game']);
  });

  it('does not take a unit that is still to come for lost', () => {
    expect(entriesOf(position, 'red').filter(isLost).map((e) => e.unit)).toEqual(['c', 'e']);
  });

  it('has a calendar in order of turns', () => {
    expect(arrivals(position).map(({ turn, name, units }) => [turn, name, units.map((u) => u.unit)])).toEqual([[2, 'August', ['f']], [3, 'September', ['d']]]);
  });
});

const line = (kind: string, answer: number, more: Partial<LogLine> = {}): LogLine => ({ answer, text: kind, event: { kind }, ...more });
const roll = (answer: number): LogLine => ({ answer, text: 'The dice fall 3.', event: { kind: 'Rolled', faces: [3] } });
const log = [line('Moved', 1), line('CombatBegan', 4), roll(6), roll(7), line('Inflicted', 7), line('Won', 7), line('Retreated', 8), line('Activated', 9), roll(10)];

describe('a fight in the log', () => {
  it('reaches from its beginning to what belongs to it', () => {
    expect(fightAt(log, 5)).toMatchObject({ from: 1, answer: 4 });
    expect(fightAt(log, 1)!.lines.map((l) => l.text)).toEqual(['CombatBegan', 'The dice fall 3.', 'The dice fall 3.', 'Inflicted', 'Won', 'Retreated']);
    expect(lastFight(log)!.from).toBe(1);
  });

  it('can be looked at as it stood before its dice fell', () => {
    expect(beforeDice(fightAt(log, 1)!)).toBe(5);
    expect(beforeDice({ from: 0, answer: 4, lines: [line('CombatBegan', 4)] })).toBe(4);
  });

  it('is none where the line tells of something else', () => {
    expect(fightAt(log, 0)).toBeNull();
    expect(fightAt(log, 8)).toBeNull();
    expect(lastFight([line('Moved', 1)])).toBeNull();
    expect(log.filter(beginsFight)).toHaveLength(1);
  });

  it('has rolls with what is said of them, and an outcome', () => {
    const fight = fightAt(log, 1)!;
    expect(throwsOf(fight).map((t) => t.then.map((l) => l.text))).toEqual([[], ['Inflicted', 'Retreated']]);
    expect(outcomeOf(fight)?.text).toBe('Won');
  });
});

describe('the replay', () => {
  const marks = [{ answer: 0, kind: 'turn', title: 'July' }, { answer: 40, kind: 'combat', title: 'Combat' }, { answer: 50, kind: 'turn', title: 'August' }];

  it('has marks along its slider', () => {
    expect(placedMarks(marks, 200).map((m) => m.at)).toEqual([0, 20, 25]);
    expect(placedMarks(marks, 45).map((m) => m.title)).toEqual(['July', 'Combat']);
    expect(placedMarks(marks, 0)).toEqual([]);
  });

  it('jumps from turn to turn', () => {
    expect(markBeside(marks, 'turn', 10, 1)?.title).toBe('August');
    expect(markBeside(marks, 'turn', 50, -1)?.title).toBe('July');
    expect(markBeside(marks, 'turn', 60, 1)).toBeNull();
  });

  it('names a moment by its answer and its turn', () => {
    expect([momentWords(marks, 0), momentWords(marks, 45), momentWords([], 45)]).toEqual(['the beginning', 'answer 45, in July', 'answer 45']);
  });

  it('passes over answers of which nothing is told', () => {
    expect(eventful(log, 1, 8)).toEqual([4, 6, 7, 8]);
  });
});

describe('what has been seen', () => {
  const shelf = (): Shelf => {
    const kept = new Map<string, string>();
    return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
  };

  it('is remembered by match and seat', () => {
    const here = shelf();
    noteSeen('m', 'red', 12, here);
    expect(lastSeen('m', 'red', here)).toBe(12);
    expect(lastSeen('m', 'blue', here)).toBeNull();
  });

  it('forgets the matches seen longest ago', () => {
    const here = shelf();
    for (let i = 0; i < 80; i++) noteSeen(`m${i}`, 'red', i, here);
    expect(lastSeen('m0', 'red', here)).toBeNull();
    expect(lastSeen('m79', 'red', here)).toBe(79);
  });

  it('is nothing where the shelf is spoilt', () => {
    expect(lastSeen('m', 'red', { getItem: () => 'not json', setItem: () => undefined })).toBeNull();
  });
});
