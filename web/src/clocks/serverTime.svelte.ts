// Clock offset to the server: its time is asked for once, kept as a difference, and ticking while somebody looks.

import { api } from '../api/client';

const TICK_MS = 500;

class ServerTime {
  now = $state(Date.now() / 1000);
  private difference = 0;
  private asked = false;
  private watchers = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  /** Tick from now on, until what is returned is called. Made for an effect. */
  watch(): () => void {
    void this.ask();
    if (this.watchers++ === 0) this.timer = setInterval(() => this.tick(), TICK_MS);
    return () => {
      if (--this.watchers === 0) clearInterval(this.timer);
    };
  }

  private tick(): void {
    this.now = Date.now() / 1000 + this.difference;
  }

  private async ask(): Promise<void> {
    if (this.asked) return;
    this.asked = true;
    const before = Date.now() / 1000;
    try {
      const { now } = await api.now();
      // The answer was given about halfway.
      this.difference = now - (before + Date.now() / 1000) / 2;
      this.tick();
    } catch {
      this.asked = false;
    }
  }
}

export const serverTime = new ServerTime();
