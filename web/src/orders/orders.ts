// Standing orders: what holds for all, and what is said otherwise for a hex or a unit.

import type { Order, OrderQuestion } from '../api/seats';

/** Whom an order is for: a unit, whoever stands in a hex, or all. */
export interface Whom {
  unit?: string;
  hex?: string;
}

export const ALL: Whom = {};

/** What is ordered for exactly these; null where nothing is said of them. */
export function said(orders: readonly Order[], question: string, whom: Whom): string | null {
  return orders.find((o) => isFor(o, question, whom))?.answer ?? null;
}

/** What holds for a unit where it stands: its own order, that of its hex, that for all, or the first answer. */
export function holds(orders: readonly Order[], question: OrderQuestion, unit: string, hex: string): string {
  return (
    said(orders, question.name, { unit }) ??
    said(orders, question.name, { hex }) ??
    said(orders, question.name, ALL) ??
    question.answers[0]!
  );
}

/** The orders with one more, or another, or (null) without what was said of these. */
export function ordered(orders: readonly Order[], question: string, whom: Whom, answer: string | null): Order[] {
  const others = orders.filter((o) => !isFor(o, question, whom));
  return answer === null ? others : [...others, { question, answer, unit: whom.unit ?? '', hex: whom.hex ?? '' }];
}

/** What is said otherwise than for all, by hex and unit. */
export function overrides(orders: readonly Order[], question: string): Order[] {
  return orders
    .filter((o) => o.question === question && (o.unit || o.hex))
    .sort((a, b) => `${a.hex}${a.unit}`.localeCompare(`${b.hex}${b.unit}`));
}

const ANSWERS: Record<string, string> = { ask: 'Ask me', always: 'Always', never: 'Never' };

/** An answer as a player reads it. */
export function answerWords(answer: string): string {
  return ANSWERS[answer] ?? answer.charAt(0).toUpperCase() + answer.slice(1).replaceAll('_', ' ');
}

function isFor(order: Order, question: string, { unit = '', hex = '' }: Whom): boolean {
  return order.question === question && order.unit === unit && order.hex === hex;
}
