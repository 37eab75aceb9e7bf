// Store of the standing orders of a seat: the panel and the selected hex show and change the same ones.

import { type Orders, seatApi } from '../api/seats';
import { type Session } from '../match/session/session.svelte';
import { sentence } from '../ui/text';
import { ordered, type Whom } from './orders';

export class OrdersDesk {
  given = $state.raw<Orders | null>(null);
  failed = $state('');
  saved = $state(false);
  private seat = '';
  /** As the server has them. */
  private kept: Orders | null = null;
  private sending: Promise<void> = Promise.resolve();

  constructor(private readonly session: Session) {}

  /** Ask for the orders of the seat, once. */
  async load(): Promise<void> {
    const { id, seat } = this.session;
    if (this.seat === seat) return;
    this.seat = seat;
    this.given = this.kept = null;
    try {
      this.take(seat, await seatApi.orders(id, seat));
    } catch (why) {
      this.complain(why, 'The orders cannot be read.');
      this.seat = '';
    }
  }

  /** Order something for these, or (null) say nothing of them any more. */
  async order(question: string, whom: Whom, answer: string | null): Promise<void> {
    const { given: before, seat } = this;
    if (!before) return;
    this.given = { ...before, orders: ordered(before.orders, question, whom, answer) };
    this.saved = false;
    // They go as a whole, so one after the other: what was ordered last must come last.
    this.sending = this.sending.then(() => this.send(seat));
    await this.sending;
  }

  private async send(seat: string): Promise<void> {
    const { given } = this;
    if (seat !== this.seat || !given || given === this.kept) return;
    try {
      const taken = await seatApi.giveOrders(this.session.id, { seat, orders: given.orders });
      if (seat !== this.seat) return;
      if (this.given === given) this.take(seat, taken);
      else this.kept = taken;
      this.saved = this.given === this.kept;
    } catch (why) {
      if (seat !== this.seat) return;
      this.given = this.kept;
      this.complain(why, 'The order was not taken.');
    }
  }

  private take(seat: string, given: Orders): void {
    if (seat !== this.seat) return;
    this.given = this.kept = given;
    this.failed = '';
  }

  private complain(why: unknown, otherwise: string): void {
    this.failed = why instanceof Error ? sentence(why.message) : otherwise;
  }
}

const desks = new WeakMap<Session, OrdersDesk>();

export function ordersOf(session: Session): OrdersDesk {
  const found = desks.get(session) ?? new OrdersDesk(session);
  desks.set(session, found);
  return found;
}
