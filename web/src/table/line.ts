// The line to the server on which news come: when it is cut, it is tried again, at first soon and then less often.

// How the server closes the socket of a seat that somebody else has taken, or that was given up elsewhere.
const SEAT_LOST = 4403;
const RETRY_MS = [500, 1000, 2000, 4000, 8000];

export interface Hearing {
  /** The line is open; `again` after it was cut. */
  open(again: boolean): void;
  news(text: string): void;
  cut(): void;
  /** The server will not have us back. */
  over(why: string): void;
}

export class Line {
  private socket: WebSocket | null = null;
  private tries = 0;
  private closed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly dial: () => WebSocket,
    private readonly tell: Hearing,
  ) {}

  /** Open the line, anew if it is open already. */
  connect(): void {
    clearTimeout(this.timer);
    if (this.socket) {
      this.socket.onclose = null;
      this.socket.close();
    }
    if (this.closed) return;
    const socket = this.dial();
    this.socket = socket;
    socket.onopen = () => {
      const again = this.tries > 0;
      this.tries = 0;
      this.tell.open(again);
    };
    socket.onmessage = (e: MessageEvent<string>) => this.tell.news(e.data);
    socket.onclose = (e) => {
      if (e.code === SEAT_LOST) {
        this.tell.over(e.reason);
        return;
      }
      this.tell.cut();
      this.timer = setTimeout(() => this.connect(), RETRY_MS[Math.min(this.tries++, RETRY_MS.length - 1)]!);
    };
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }
}
