// In which order things come: the reply to what was asked, the news of it on the line, and what others do meanwhile.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { api, Refusal, Unreachable } from '../../../src/api/client';
import type { Accepted, Match, Option, Sight, View } from '../../../src/api/protocol';
import type { Reach } from '../../../src/api/study';
import { Play } from '../../../src/match/session/play.svelte';
import { holds } from '../../../src/match/log/changes';
import { Session } from '../../../src/match/session/session.svelte';
import { option } from '../../boards';
import { logLine, match, reachHex, view } from '../../documents';

interface Shown extends Partial<Omit<View, 'options'>> {
  options?: Option[];
  answers?: number;
}

/** What a seat sees at a version; every version is another answer unless it is said otherwise. */
function sight(version: number, { answers = version, options = [option('done')], ...more }: Shown = {}): Sight {
  const { match: id, seats, clock, paused, control, phase, over, result } = match({ seats: {} });
  return {
    ...{ match: id, seats, clock, paused, control, phase, over, result, version, answers },
    view: view({ prompt: 'Move.', ...more, options }),
    log: [],
    log_lines: 0,
    undoable: answers,
    proposal: null,
    aside: null,
  };
}

/** That the server has stored a change as this version. */
const stored = (version: number): Accepted => ({ match: 'm', version, answers: version });

/** A reply that is still under way. */
function later<T>(): { reply: Promise<T>; come: (value: T) => void; fail: (why: Error) => void } {
  let come!: (value: T) => void;
  let fail!: (why: Error) => void;
  const reply = new Promise<T>((resolve, reject) => {
    come = resolve;
    fail = reject;
  });
  return { reply, come, fail };
}

const settle = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};

let sockets: { onopen?: () => void; onmessage?: ((e: { data: string }) => void) | null; onclose?: unknown; close: () => void }[];

const news = (told: Sight): void => sockets.at(-1)!.onmessage!({ data: JSON.stringify(told) });

/** Red sits at the table and sees this. */
async function seated(first: Sight, mine = ['red', 'blue']): Promise<Session> {
  vi.spyOn(api, 'match').mockResolvedValue({ match: 'm', scenario: 'ford', rulebook: 'ford', mine, seats: {} } as unknown as Match);
  vi.spyOn(api, 'view').mockResolvedValueOnce(first);
  const session = new Session('m', 'red');
  await session.open();
  sockets.at(-1)!.onopen!();
  return session;
}

beforeEach(() => {
  localStorage.clear();
  sockets = [];
  vi.spyOn(api, 'scenarios').mockResolvedValue([]);
  vi.spyOn(api, 'board').mockResolvedValue({} as never);
  vi.spyOn(api, 'live').mockImplementation(() => {
    sockets.push({ close: () => undefined });
    return sockets.at(-1) as unknown as WebSocket;
  });
});
afterEach(() => vi.restoreAllMocks());

describe('an answer', () => {
  const first = sight(1);
  const second = sight(2, { prompt: 'Attack.', options: [option('attack'), option('done')] });

  it('is in flight until the reply has said its version and the line has shown it', async () => {
    const session = await seated(first);
    const { reply, come } = later<Accepted>();
    vi.spyOn(api, 'answer').mockReturnValue(reply);
    void session.answer(first.view.options[0]!);
    expect([session.busy, session.keeps]).toEqual([true, true]);
    come(stored(2));
    await settle();
    expect([session.busy, session.keeps, session.sight]).toEqual([true, false, first]);
    news(second);
    await settle();
    expect([session.busy, session.view]).toEqual([false, second.view]);
  });

  it('holds nobody up once the line has told its outcome, however late the reply', async () => {
    const session = await seated(first);
    const [one, two] = [later<Accepted>(), later<Accepted>()];
    const answer = vi.spyOn(api, 'answer').mockReturnValueOnce(one.reply).mockReturnValueOnce(two.reply);
    void session.answer(first.view.options[0]!);
    news(second);
    expect([session.busy, session.keeps]).toEqual([false, false]);
    void session.answer(session.view!.options[0]!);
    expect(answer.mock.calls[1]![1]).toMatchObject({ option: 'attack', version: 2 });
    // The reply to the first comes while the second is under way: it ends nothing but the first.
    one.come(stored(2));
    await settle();
    expect([session.busy, session.keeps]).toEqual([true, true]);
    news(sight(3));
    two.come(stored(3));
    await settle();
    expect([session.busy, session.keeps, session.sight?.version]).toEqual([false, false, 3]);
  });

  it('is looked for where the line is silent, and what the line tells late leads nobody back', async () => {
    vi.useFakeTimers();
    const session = await seated(first);
    vi.spyOn(api, 'answer').mockResolvedValue(stored(2));
    vi.spyOn(api, 'view').mockResolvedValueOnce(second);
    void session.answer(first.view.options[0]!);
    await vi.advanceTimersByTimeAsync(999);
    expect(session.busy).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect([session.busy, session.sight]).toEqual([false, second]);
    news(first);
    expect(session.sight).toBe(second);
    vi.useRealTimers();
  });

  it('is looked for at once where the line is cut, which is opened again', async () => {
    const session = await seated(first);
    vi.spyOn(api, 'answer').mockResolvedValue(stored(2));
    vi.spyOn(api, 'view').mockResolvedValueOnce(second);
    session.connected = false;
    await session.answer(first.view.options[0]!);
    expect([session.busy, session.sight, sockets.length]).toEqual([false, second, 2]);
  });

  it('is sent again under the same key if it never arrived', async () => {
    const session = await seated(first);
    const answer = vi.spyOn(api, 'answer').mockRejectedValueOnce(new Unreachable('gone')).mockResolvedValueOnce(stored(2));
    await session.answer(first.view.options[0]!);
    expect([session.keeps, session.connected, session.busy]).toEqual([true, false, false]);
    sockets.at(-1)!.onopen!();
    await settle();
    expect(answer).toHaveBeenCalledTimes(2);
    expect(answer.mock.calls[1]![1]).toBe(answer.mock.calls[0]![1]);
    expect(session.keeps).toBe(false);
  });

  it('that was overtaken and is refused is spoken of, and the newest stays in sight', async () => {
    const session = await seated(first);
    const { reply, fail } = later<Accepted>();
    vi.spyOn(api, 'answer').mockReturnValue(reply);
    vi.spyOn(api, 'view').mockResolvedValueOnce(second);
    void session.answer(first.view.options[0]!);
    news(sight(3, { prompt: 'Retreat.' }));
    fail(new Refusal(409, { error: 'the game has gone on', rule: '' }));
    await settle();
    expect([session.note?.text, session.sight?.version, session.busy]).toEqual(['The game has gone on.', 3, false]);
  });

  it('that is refused because the line is behind brings the board as it stands', async () => {
    const session = await seated(first);
    vi.spyOn(api, 'answer').mockRejectedValue(new Refusal(409, { error: 'the board has changed', rule: '' }));
    vi.spyOn(api, 'view').mockResolvedValueOnce(second);
    await session.answer(first.view.options[0]!);
    await settle();
    expect([session.note?.text, session.sight]).toEqual(['The board has changed.', second]);
  });

  it('is given to the question that is asked, never to the next of the same name', async () => {
    const session = await seated(first);
    const answer = vi.spyOn(api, 'answer').mockResolvedValue(stored(2));
    void session.answer(first.view.options[0]!);
    news(second);
    await settle();
    void session.answer(first.view.options[0]!);
    expect([session.busy, answer.mock.calls.length]).toEqual([false, 1]);
  });
});

describe('what holds a seat up', () => {
  const made = sight(1, { asked: ['red', 'blue'] });

  it('is its own answer, not that of another who was asked at the same time', () => {
    expect(holds(made, sight(2), 'red')).toBe(true);
    expect(holds(made, sight(3, { asked: ['blue'] }), 'red')).toBe(false);
    expect(holds(made, sight(3, { prompt: 'Attack.' }), 'red')).toBe(false);
  });

  it('is not settled by a word of Control’s', () => {
    expect(holds(sight(1), sight(2, { answers: 1 }), 'red')).toBe(true);
  });

  it('is settled by the same question asked once more', () => {
    expect(holds(sight(1), sight(2), 'red')).toBe(false);
  });
});

it('what was begun of an answer stays when only somebody has sat down', async () => {
  const session = await seated(sight(1, { answers: 0 }));
  const play = new Play(session);
  vi.spyOn(api, 'reach').mockResolvedValue({ version: 0, reach: null });
  vi.spyOn(api, 'odds').mockResolvedValue({ version: 0, odds: null });
  vi.spyOn(api, 'preview').mockImplementation(async () => ({ version: session.sight!.version, preview: { closes: true } as never }));
  const answer = vi.spyOn(api, 'answer').mockReturnValue(later<Accepted>().reply);
  void play.renew();
  const weighed = play.choose(play.options[0]!);
  // It happens while the choice is weighed, and again while it waits for the second click.
  for (const version of [2, 3]) {
    news(sight(version, { answers: 0 }));
    void play.renew();
    await settle();
  }
  await weighed;
  expect([play.pending?.id, answer.mock.calls.length]).toEqual(['done', 0]);
  void play.commit(play.pending!);
  expect(answer.mock.calls[0]![1]).toMatchObject({ option: 'done', version: 3 });
  news(sight(4, { answers: 1 }));
  void play.renew();
  expect(play.pending).toBeNull();
});

it('what is taken back is back with the news of it', async () => {
  const session = await seated(sight(2));
  vi.spyOn(api, 'undo').mockResolvedValue(stored(3));
  void session.undo();
  expect(session.busy).toBe(true);
  await settle();
  news(sight(3, { answers: 1 }));
  await settle();
  expect([session.busy, session.sight?.answers]).toEqual([false, 1]);
});

it('who takes the screen sees nothing that was still to come for the one before', async () => {
  const session = await seated(sight(1));
  const { reply, come } = later<Accepted>();
  vi.spyOn(api, 'answer').mockReturnValue(reply);
  vi.spyOn(api, 'log').mockResolvedValue([]);
  void session.answer(session.view!.options[0]!);
  news(sight(2, { asked: ['blue'], options: [] }));
  expect(session.handOver).toBe('blue');
  const blue = later<Sight>();
  vi.spyOn(api, 'view').mockReturnValueOnce(blue.reply);
  const sat = session.sit('blue');
  come(stored(2));
  await settle();
  expect(session.sight).toBeNull();
  expect(sockets[0]!.onmessage).toBeNull();
  blue.come(sight(2, { seat: 'blue', asked: ['blue'] }));
  await sat;
  expect([session.view?.seat, session.busy, session.asked]).toEqual(['blue', false, true]);
});

it('a reason why not is not given for a question that has gone', async () => {
  const session = await seated(sight(1, { options: [option('attack', { hex: '0101' })] }));
  const { reply, come } = later<{ reason: string; rule: string }>();
  vi.spyOn(api, 'why').mockReturnValue(reply);
  const asked = session.why({ hex: '0102' }, {});
  news(sight(2));
  come({ reason: 'too far', rule: '1' });
  await asked;
  expect(session.note).toBeNull();
});

describe('a march of several steps', () => {
  const step = (version: number, from: string, next: string): Sight =>
    sight(version, { prompt: `On from ${from}.`, options: [option(`move:${next}`, { hex: next })] });
  const way = (from: string, path: string[]): Reach => ({
    from,
    allowance: '4',
    left: '4',
    hexes: { [path.at(-1)!]: reachHex({ left: '1', cost: '1', path, risk: '0' }) },
  });

  it('goes on as the line tells of each step, though every reply is late', async () => {
    const session = await seated(step(1, '0101', '0102'));
    const play = new Play(session);
    const answer = vi.spyOn(api, 'answer').mockReturnValue(later<Accepted>().reply);
    vi.spyOn(api, 'odds').mockImplementation(async () => ({ version: session.sight!.version, odds: null }));
    vi.spyOn(api, 'preview').mockImplementation(async () => ({ version: session.sight!.version, preview: null }));
    const reach = vi.spyOn(api, 'reach').mockResolvedValue({ version: 1, reach: way('0101', ['0102', '0103']) });
    await play.renew();
    expect(play.settled).toBe(true);
    void play.goTo('0103');
    await settle();
    expect(play.settled).toBe(false);
    news(step(2, '0102', '0103'));
    reach.mockResolvedValue({ version: 2, reach: way('0102', ['0103']) });
    void play.renew();
    await settle();
    expect(answer.mock.calls.map(([, { option: chosen, version }]) => [chosen, version])).toEqual([
      ['move:0102', 1],
      ['move:0103', 2],
    ]);
    news(sight(3, { prompt: 'There.' }));
    reach.mockResolvedValue({ version: 3, reach: { ...way('0103', ['0103']), hexes: {} } });
    await play.renew();
    expect([play.journey, play.settled, session.note]).toEqual([null, true, null]);
  });

  it('is not reckoned with the reach of the position before', async () => {
    const session = await seated(step(1, '0101', '0102'));
    const play = new Play(session);
    vi.spyOn(api, 'odds').mockImplementation(async () => ({ version: session.sight!.version, odds: null }));
    vi.spyOn(api, 'preview').mockImplementation(async () => ({ version: session.sight!.version, preview: null }));
    const reach = vi.spyOn(api, 'reach').mockResolvedValue({ version: 1, reach: way('0101', ['0102']) });
    await play.renew();
    expect(play.reach?.from).toBe('0101');
    const { reply, come } = later<{ version: number; reach: Reach }>();
    reach.mockReturnValue(reply);
    news(step(2, '0102', '0103'));
    void play.renew();
    expect([play.reach, play.options.length, play.settled]).toEqual([null, 1, false]);
    come({ version: 2, reach: way('0102', ['0103']) });
    await settle();
    expect([play.reach?.from, play.settled]).toEqual(['0102', true]);
  });
});

describe('an address with a seat', () => {
  const opened = async (wanted: string, mine: string[], over = false): Promise<Session> => {
    vi.spyOn(api, 'match').mockResolvedValue({ match: 'm', scenario: 'ford', rulebook: 'ford', mine, over, seats: {} } as unknown as Match);
    vi.spyOn(api, 'view').mockResolvedValueOnce(sight(1));
    const session = new Session('m', wanted);
    await session.open();
    return session;
  };

  it('lets watch whoever does not hold that seat', async () => {
    expect((await opened('red', [])).seat).toBe('spectator');
    expect((await opened('red', ['blue'])).seat).toBe('spectator');
  });

  it('leads to that seat whoever holds it, and everybody when the match is over', async () => {
    expect((await opened('red', ['red'])).seat).toBe('red');
    expect((await opened('red', [], true)).seat).toBe('red');
  });
});

describe('what cannot be taken back', () => {
  it('is nothing that was chosen, before the first choice', async () => {
    const session = await seated(sight(1, { answers: 0 }));
    await session.undo();
    expect(session.note?.text).toBe('Nothing has been chosen yet, so there is nothing to take back.');
  });

  it('lies behind a roll, a reveal or another turn', async () => {
    const session = await seated({ ...sight(3), undoable: 0 });
    await session.undo();
    expect(session.note?.text).toBe('Nothing can be taken back: a roll, a reveal or another side’s turn lies between.');
  });
});

describe('answers that were set aside', () => {
  it('are known with every message, and put back on demand', async () => {
    const session = await seated({ ...sight(4, { answers: 1 }), aside: { from: 1, to: 9, by: 'red' } });
    expect(session.people.aside).toEqual({ from: 1, to: 9, by: 'red' });
    const restore = vi.spyOn(api, 'restore').mockResolvedValue(stored(5));
    void session.restore();
    news(sight(5, { answers: 9 }));
    expect(restore).toHaveBeenCalledWith('m', { seat: 'red', version: 4, agree: true });
    expect([session.sight?.answers, session.people.aside]).toEqual([9, null]);
  });
});

describe('a log that grew by more lines than came with the news', () => {
  const lines = (from: number, to: number): Sight['log'] =>
    Array.from({ length: to - from }, (_, i) => logLine(from + i, 'Said', `line ${from + i}`));

  it('is read again, so that nothing is missing in its middle', async () => {
    const session = await seated({ ...sight(1), log: lines(0, 2), log_lines: 2 });
    const read = vi.spyOn(api, 'log').mockResolvedValueOnce(lines(0, 9));
    news({ ...sight(2), log: lines(7, 9), log_lines: 9 });
    await settle();
    expect(session.log.map(({ answer }) => answer)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('is left as it is where it cannot be read, until more is told', async () => {
    const session = await seated({ ...sight(1), log: lines(0, 2), log_lines: 2 });
    const read = vi.spyOn(api, 'log').mockRejectedValueOnce(new Unreachable());
    news({ ...sight(2), log: lines(7, 9), log_lines: 9 });
    await settle();
    expect(session.log.map(({ answer }) => answer)).toEqual([0, 1, 7, 8]);
    read.mockResolvedValueOnce(lines(0, 10));
    news({ ...sight(3), log: lines(8, 10), log_lines: 10 });
    await settle();
    expect(session.log).toHaveLength(10);
  });
});
