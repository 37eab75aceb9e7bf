// Live updates by WebSocket, with reconnection and backoff: tried again at first soon and then less often.

import { patched } from './delta';
import type { LiveFrame, Sight } from './protocol';

// How the server closes the socket of a seat that somebody else has taken, or that was given up elsewhere.
const SEAT_LOST = 4403;
const RETRY_MS = [500, 1000, 2000, 4000, 8000];

export interface LiveListener {
  /** The line is open, for the first time or after it was cut. */
  open(): void;
  /** What the seat sees now, put together from what has changed. */
  sight(sight: Sight): void;
  /** Something new has been said at the table. */
  talk(): void;
  /** An order sheet has changed that the seat may read. */
  sheets(): void;
  cut(): void;
  /** The server will not have us back. */
  over(why: string): void;
}

export class LiveSocket {
  private socket: WebSocket | null = null;
  /** What this socket has told last: the next change is one of this. */
  private told: Sight | null = null;
  private tries = 0;
  private closed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly dial: () => WebSocket,
    private readonly tell: LiveListener,
  ) {}

  /** Open the line, anew if it is open already. */
  connect(): void {
    this.hangUp();
    if (this.closed) return;
    const socket = this.dial();
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.tell.open();
    };
    socket.onmessage = (e: MessageEvent<string>) => this.heard(JSON.parse(e.data) as LiveFrame);
    socket.onclose = (e) => {
      if (e.code === SEAT_LOST) {
        this.tell.over(e.reason);
        return;
      }
      this.tell.cut();
      this.timer = setTimeout(() => this.connect(), RETRY_MS[Math.min(this.tries++, RETRY_MS.length - 1)]);
    };
  }

  /** Hear nothing more until the line is opened again. */
  hangUp(): void {
    clearTimeout(this.timer);
    if (!this.socket) return;
    this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.socket = this.told = null;
  }

  close(): void {
    this.closed = true;
    this.hangUp();
  }

  private heard(frame: LiveFrame): void {
    if ('talk' in frame) this.tell.talk();
    if ('sheets' in frame) this.tell.sheets();
    if ('change' in frame) {
      // Whoever has lost a message along the way is told everything again.
      if (this.told?.version !== frame.since) return this.connect();
      this.told = patched(this.told, frame.change) as Sight;
    } else if ('view' in frame) this.told = frame;
    else return;
    this.tell.sight(this.told);
  }
}
