import { describe, expect, it, vi } from 'vitest';

import type { Counter, Option, View } from '../../../src/api/protocol';
import type { FollowUp, Foresight } from '../../../src/api/study';
import type { Play } from '../../../src/match/session/play.svelte';
import { ASK, PreparedAnswers } from '../../../src/match/session/preparedAnswers.svelte';

const option = (id: string, rule = '1'): Option => ({ id, text: id, rule, target: {} });
const question = (prompt: string, ...answers: string[][]): FollowUp => ({
  prompt,
  rule: '1',
  answers: answers.map((options) => ({ text: options.join(), options })),
  usual: 0,
});
const ATTACK = option('attack:1');
const WHO = question('Who', ['from:1', 'onward'], ['from:2', 'onward']);
const AIR = question('Air', ['fly'], ['stay']);

/** A table at which somebody is asked, one question after another. */
function table(followUps: FollowUp[] = []) {
  const enemy = { unit: 'e', side: 'red', hex: '0202' } as Counter;
  const view = { seat: 'blue', options: [ATTACK], position: { counters: [enemy] } } as unknown as View;
  const session = { view, offers: () => true, answer: vi.fn(() => Promise.resolve()), say: vi.fn() };
  const play = {
    session,
    options: [ATTACK],
    study: { foresee: () => Promise.resolve({ follow_ups: followUps } as Partial<Foresight>) },
    weigh: <T>(answer: Promise<T>) => answer,
  };
  return { play, session, enemy, prepared: new PreparedAnswers(play as unknown as Play) };
}

describe('answers given along with a choice', () => {
  it('are the usual ones until the player says otherwise', async () => {
    const { prepared } = table([WHO, AIR]);
    await prepared.look(ATTACK);
    expect(prepared.along(ATTACK)).toEqual(['from:1', 'onward', 'fly']);
    prepared.pick(1, 1);
    expect(prepared.along(ATTACK)).toEqual(['from:1', 'onward', 'stay']);
  });

  it('end where the player wants to be asked', async () => {
    const { prepared } = table([WHO, AIR]);
    await prepared.look(ATTACK);
    prepared.pick(0, ASK);
    expect(prepared.along(ATTACK)).toEqual([]);
  });

  it('are as they were the last time the same was asked', async () => {
    const { prepared } = table([AIR]);
    await prepared.look(ATTACK);
    prepared.pick(0, 1);
    prepared.forget();
    await prepared.look(ATTACK);
    expect(prepared.along(ATTACK)).toEqual(['stay']);
  });

  it('wait while others are asked, and are sent as they are offered', async () => {
    const { prepared, play, session } = table();
    prepared.begin(['from:1', 'fly'], true);
    play.options = [];
    expect(await prepared.goOn()).toBe(true);
    expect(session.answer).not.toHaveBeenCalled();
    play.options = [option('from:1')];
    expect(await prepared.goOn()).toBe(true);
    play.options = [option('fly'), option('stay')];
    expect(await prepared.goOn()).toBe(true);
    expect(session.answer.mock.calls).toEqual([[option('from:1')], [option('fly')]]);
    expect(prepared.waits).toBe(false);
  });

  it('are dropped when something else is asked', async () => {
    const { prepared, play } = table();
    prepared.begin(['from:1', 'fly'], true);
    play.options = [option('lose:3')];
    expect(await prepared.goOn()).toBe(false);
    expect(prepared.waits).toBe(false);
  });

  it('are asked after all when the other side has moved', async () => {
    const { prepared, play, session, enemy } = table();
    prepared.begin(['from:1'], true);
    session.view.position.counters = [{ ...enemy, hex: '0203' }];
    play.options = [option('from:1')];
    expect(await prepared.goOn()).toBe(false);
    expect(session.answer).not.toHaveBeenCalled();
    expect(session.say).toHaveBeenCalled();
  });
});

describe('proposals', () => {
  const losses = { options: ['lose:1'], text: '', asks: true };

  it('are taken unasked from now on where the player says so, and no more where he says so again', () => {
    const { prepared, session } = table();
    session.view.options = [option('lose:1', '8.8')];
    expect(prepared.takes(losses)).toBe(false);
    prepared.toggle(prepared.paragraph(losses));
    expect(prepared.takes(losses)).toBe(true);
    prepared.toggle('8.8');
    expect(prepared.takes(losses)).toBe(false);
  });
});
