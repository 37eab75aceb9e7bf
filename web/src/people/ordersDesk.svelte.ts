// The standing orders of the seat at this table: the panel and the selected hex show and change the same ones.

import { sentence, type Session } from '../table/session.svelte';
import { ordered, type Whom } from './orders';
import { wire, type Orders } from './wire';

export class OrdersDesk {
  given = $state.raw<Orders | null>(null);
  failed = $state('');
  saved = $state(false);
  private seat = '';

  constructor(private readonly session: Session) {}

  /** Ask for the orders of the seat, once. */
  async load(): Promise<void> {
    const { id, seat } = this.session;
    if (this.seat === seat) return;
    this.seat = seat;
    this.given = null;
    try {
      this.take(seat, await wire.orders(id, seat));
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
    try {
      this.take(seat, await wire.giveOrders(this.session.id, { seat, orders: this.given.orders }));
      this.saved = true;
    } catch (why) {
      this.given = before;
      this.complain(why, 'The order was not taken.');
    }
  }

  private take(seat: string, given: Orders): void {
    if (seat !== this.seat) return;
    this.given = given;
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
