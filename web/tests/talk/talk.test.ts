import { beforeEach, expect, test, vi } from 'vitest';
import { talkApi, type Heard, type Remark } from '../../src/api/talk';
import { playsAlone } from '../../src/seats/seats';
import { privately, MatchTalk } from '../../src/talk/talk.svelte';

function remark(id: string, seat: string, more: Partial<Remark> = {}): Remark {
  return { id, seat, to: 'all', text: `words of ${seat}`, at: 0, withdrawn: false, own: false, ...more };
}

function heard(remarks: Remark[], unread = 0, earlier = false): Heard {
  return { remarks, unread, earlier, addressees: ['all', 'control'] };
}

let told: string[];
let talk: MatchTalk;

beforeEach(() => {
  localStorage.clear();
  told = [];
  talk = new MatchTalk('m', (words) => told.push(words));
});

test('what is said after one has come is read out, once', async () => {
  const wire = vi.spyOn(talkApi, 'heard').mockResolvedValue(heard([remark('a', 'blue')], 1));
  await talk.follow('red');
  expect(told).toEqual([]);
  wire.mockResolvedValue(heard([remark('a', 'blue'), remark('b', 'blue', { text: 'Your move.' })], 2));
  await talk.follow('red');
  await talk.follow('red');
  expect(told).toEqual(['Blue says: Your move.']);
});

test('who is muted is neither shown nor counted, but Control is', async () => {
  vi.spyOn(talkApi, 'heard').mockResolvedValue(heard([remark('a', 'blue'), remark('b', 'control'), remark('c', 'red', { own: true })], 2));
  await talk.follow('red');
  expect(talk.waiting).toBe(2);
  talk.mute(true);
  expect(talk.shown.map(({ id }) => id)).toEqual(['b', 'c']);
  expect([talk.waiting, talk.hidden]).toEqual([1, 1]);
  expect(new MatchTalk('m', () => undefined).muted).toBe(true);
  expect(new MatchTalk('n', () => undefined).muted).toBe(false);
});

test('another seat at the same screen begins with nothing of the first', async () => {
  vi.spyOn(talkApi, 'heard').mockResolvedValueOnce(heard([remark('a', 'red', { to: 'control', own: true })]));
  await talk.follow('red');
  talk.draft = 'a secret';
  vi.spyOn(talkApi, 'heard').mockReturnValueOnce(new Promise(() => undefined));
  void talk.follow('blue');
  expect([talk.remarks.length, talk.draft]).toEqual([0, '']);
});

test('earlier remarks stay in front of what is heard anew', async () => {
  const wire = vi.spyOn(talkApi, 'heard').mockResolvedValue(heard([remark('c', 'blue')], 0, true));
  await talk.follow('red');
  wire.mockResolvedValue(heard([remark('a', 'blue'), remark('b', 'blue')]));
  await talk.older();
  wire.mockResolvedValue(heard([remark('c', 'blue'), remark('d', 'blue')], 0, true));
  await talk.follow('red');
  expect(talk.remarks.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  expect(talk.earlier).toBe(false);
});

test('words that could not be sent stay, and go out again as the same remark', async () => {
  vi.spyOn(talkApi, 'heard').mockResolvedValue(heard([]));
  await talk.follow('red');
  const say = vi
    .spyOn(talkApi, 'say')
    .mockRejectedValueOnce(new Error('the line broke'))
    .mockResolvedValueOnce(heard([remark('a', 'red', { own: true })]));
  talk.draft = ' Hello ';
  await talk.say();
  expect([talk.draft, talk.failed]).toEqual([' Hello ', 'The line broke.']);
  await talk.say();
  expect(say.mock.calls[0]![1]).toEqual(say.mock.calls[1]![1]);
  expect([talk.draft, talk.failed]).toEqual(['', '']);
});

test('what is written while words are on their way stays, and can be said at once', async () => {
  vi.spyOn(talkApi, 'heard').mockResolvedValue(heard([]));
  await talk.follow('red');
  const say = vi
    .spyOn(talkApi, 'say')
    .mockClear()
    .mockReturnValue(new Promise(() => undefined));
  talk.draft = 'One.';
  void talk.say();
  expect(talk.draft).toBe('');
  talk.draft = 'Two.';
  void talk.say();
  expect(say.mock.calls.map(([, { text }]) => text)).toEqual(['One.', 'Two.']);
});

test('what was heard earlier does not take the place of what was heard later', async () => {
  let late!: (remarks: Heard) => void;
  const wire = vi.spyOn(talkApi, 'heard').mockResolvedValueOnce(heard([]));
  await talk.follow('red');
  wire
    .mockReturnValueOnce(new Promise((resolve) => (late = resolve)))
    .mockResolvedValueOnce(heard([remark('a', 'blue'), remark('b', 'blue')]));
  const first = talk.follow('red');
  await talk.follow('red');
  late(heard([remark('a', 'blue')]));
  await first;
  expect(talk.remarks.map(({ id }) => id)).toEqual(['a', 'b']);
});

test('a private remark says between whom', () => {
  expect(privately({ seat: 'red', to: 'control' })).toBe('Red to Control in private');
  expect(privately({ seat: 'red', to: 'all' })).toBe('');
});

test('who plays a bot is alone, unless there is an umpire', () => {
  const seat = (kind: 'person' | 'bot' | 'open', substitute = false) => ({
    kind,
    bot: null,
    waiting_since: null,
    substitute,
    claimable: null,
  });
  const seats = (blue: ReturnType<typeof seat>) => ({ red: seat('person'), blue }) as never;
  expect(playsAlone(seats(seat('bot')), 'none', ['red'])).toBe(true);
  expect(playsAlone(seats(seat('bot')), 'person', ['red'])).toBe(false);
  expect(playsAlone(seats(seat('open')), 'none', ['red'])).toBe(false);
  expect(playsAlone(seats(seat('bot', true)), 'none', ['red'])).toBe(false);
  expect(playsAlone(seats(seat('person')), 'none', ['red', 'blue'])).toBe(true);
});
