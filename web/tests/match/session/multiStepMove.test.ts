import { describe, expect, it } from 'vitest';

import type { Option } from '../../../src/api/protocol';
import { nextStage, type Journey } from '../../../src/match/session/multiStepMove';
import { option } from '../../boards';

const journey = (more: Partial<Journey> = {}): Journey => ({
  goal: '0104',
  path: ['0102', '0103', '0104'],
  units: [],
  interrupted: false,
  ...more,
});
const to = (hex: string) => option(`move:${hex}`, { hex });

describe('a journey', () => {
  it('goes to its goal at once where that is an option', () => {
    expect(nextStage(journey(), { asked: true, options: [to('0102'), to('0104')], at: '0101' })).toMatchObject({
      kind: 'go',
      option: { id: 'move:0104' },
    });
  });

  it('goes step by step where only the next hex is an option', () => {
    expect(nextStage(journey(), { asked: true, options: [to('0102'), to('0201')], at: '0101' })).toMatchObject({
      kind: 'go',
      option: { id: 'move:0102' },
    });
    expect(nextStage(journey(), { asked: true, options: [to('0101'), to('0103')], at: '0102' })).toMatchObject({
      kind: 'go',
      option: { id: 'move:0103' },
    });
  });

  it('never goes back along its path', () => {
    expect(nextStage(journey(), { asked: true, options: [to('0102')], at: '0103' })).toMatchObject({ kind: 'stopped' });
  });

  it('is over where it leads', () => {
    expect(nextStage(journey(), { asked: true, options: [to('0105')], at: '0104' })).toEqual({ kind: 'over' });
  });

  it('waits while another seat is asked, and is broken off if that has stopped it', () => {
    expect(nextStage(journey(), { asked: false, options: [], at: '0102' })).toEqual({ kind: 'wait' });
    const stage = nextStage(journey({ interrupted: true }), { asked: true, options: [to('0103')], at: '0102' });
    expect(stage).toEqual({ kind: 'stopped', why: 'The march to 0104 is broken off in 0102.' });
  });

  it('is over without a word if the force went through in spite of it', () => {
    expect(nextStage(journey({ interrupted: true }), { asked: true, options: [to('0105')], at: '0104' })).toEqual({ kind: 'over' });
  });

  it('says that the way is closed when no option leads on', () => {
    expect(nextStage(journey(), { asked: true, options: [to('0201')], at: '0102' })).toEqual({
      kind: 'stopped',
      why: 'The way to 0104 is not open any more.',
    });
  });

  it('keeps its goal in mind while the player says who goes', () => {
    expect(nextStage(journey(), { asked: true, options: [option('one', { unit: 'a' })], at: null })).toEqual({ kind: 'choose' });
  });

  const who: Option[] = [
    { ...option('all'), part: 'all' },
    { ...option('take:a', { unit: 'a' }), part: 'add' },
    { ...option('take:b', { unit: 'b' }), part: 'add' },
    { ...option('go'), part: 'go' },
  ];

  it('takes everybody along where nobody in particular was picked', () => {
    expect(nextStage(journey(), { asked: true, options: who, at: null })).toMatchObject({ kind: 'go', option: { id: 'all' } });
  });

  it('takes those who were picked along one after another, and then goes', () => {
    const picked = journey({ units: ['b'] });
    expect(nextStage(picked, { asked: true, options: who, at: null })).toMatchObject({ option: { id: 'take:b' } });
    const rest = who.filter(({ id }) => id !== 'take:b');
    expect(nextStage(picked, { asked: true, options: rest, at: null })).toMatchObject({ option: { id: 'go' } });
  });

  it('is over where a force that was only put together stands ready', () => {
    expect(nextStage(journey({ goal: null, path: [] }), { asked: true, options: [to('0102')], at: '0101' })).toEqual({ kind: 'over' });
  });

  it('forgets its goal when nobody moves and the question is another', () => {
    expect(nextStage(journey(), { asked: true, options: [option('activate:1', { hex: '0104' })], at: null })).toEqual({ kind: 'over' });
  });

  it('asks which where a hex stands for several options', () => {
    expect(
      nextStage(journey({ path: ['0104'] }), { asked: true, options: [to('0104'), option('attack:0104', { hex: '0104' })], at: '0103' }),
    ).toMatchObject({ kind: 'offer' });
  });
});
