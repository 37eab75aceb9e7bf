import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { LiveSocket } from '../../src/api/live';

class Socket {
  onopen: (() => void) | null = null;
  onmessage: ((e: { data: string }) => void) | null = null;
  onclose: ((e: { code: number; reason: string }) => void) | null = null;
  close = vi.fn();
}

describe('the line to the server', () => {
  const sockets: Socket[] = [];
  const heard: string[] = [];
  const dial = (): WebSocket => {
    sockets.push(new Socket());
    return sockets.at(-1) as unknown as WebSocket;
  };
  const line = (): LiveSocket =>
    new LiveSocket(dial, {
      open: () => heard.push('open'),
      sight: (sight) => heard.push(JSON.stringify(sight)),
      talk: () => heard.push('talk'),
      sheets: () => heard.push('sheets'),
      cut: () => heard.push('cut'),
      over: (why) => heard.push(`over: ${why}`),
    });

  const tell = (socket: number, frame: object): void => sockets[socket]!.onmessage!({ data: JSON.stringify(frame) });

  beforeEach(() => {
    vi.useFakeTimers();
    sockets.length = heard.length = 0;
  });
  afterEach(() => vi.useRealTimers());

  it('is tried again when it is cut, and says so', () => {
    line().connect();
    sockets[0]!.onopen!();
    sockets[0]!.onclose!({ code: 1006, reason: '' });
    vi.advanceTimersByTime(500);
    expect(sockets).toHaveLength(2);
    sockets[1]!.onopen!();
    sockets[1]!.onmessage!({ data: '{"talk":"4"}' });
    sockets[1]!.onmessage!({ data: '{"ping":1}' });
    expect(heard).toEqual(['open', 'cut', 'open', 'talk']);
  });

  it('tells the whole, put together from what has changed', () => {
    line().connect();
    tell(0, { version: 1, view: { turn: 1 }, log: ['one'] });
    tell(0, { since: 1, change: { in: { version: { is: 2 }, log: { splice: [[1, 0, ['two']]] } } } });
    expect(heard.map((text) => JSON.parse(text) as unknown)).toEqual([
      { version: 1, view: { turn: 1 }, log: ['one'] },
      { version: 2, view: { turn: 1 }, log: ['one', 'two'] },
    ]);
  });

  it('is opened anew when a message is missing, and begins with the whole', () => {
    line().connect();
    tell(0, { version: 1, view: {} });
    tell(0, { since: 2, change: { in: { version: { is: 3 } } } });
    expect([sockets.length, heard.length]).toEqual([2, 1]);
    tell(1, { version: 3, view: {} });
    expect(heard).toHaveLength(2);
  });

  it('is not tried again when the seat is lost or the table is left', () => {
    const one = line();
    one.connect();
    sockets[0]!.onclose!({ code: 4403, reason: 'the seat was taken' });
    one.close();
    one.connect();
    vi.runAllTimers();
    expect(sockets).toHaveLength(1);
    expect(heard).toEqual(['over: the seat was taken']);
  });

  it('waits longer the oftener it fails', () => {
    line().connect();
    for (const wait of [500, 1000, 2000]) {
      sockets.at(-1)!.onclose!({ code: 1006, reason: '' });
      const before = sockets.length;
      vi.advanceTimersByTime(wait - 1);
      expect(sockets).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(sockets).toHaveLength(before + 1);
    }
  });
});
