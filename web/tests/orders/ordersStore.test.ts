import { afterEach, expect, it, vi } from 'vitest';

import { type Orders, seatApi } from '../../src/api/seats';
import type { Session } from '../../src/match/session/session.svelte';
import { OrdersDesk } from '../../src/orders/ordersStore.svelte';

const none = { orders: [] } as unknown as Orders;
const settle = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};

afterEach(() => vi.restoreAllMocks());

it('orders given while others are on their way go next, and none is lost', async () => {
  const sent: Orders['orders'][] = [];
  let first!: (taken: Orders) => void;
  vi.spyOn(seatApi, 'orders').mockResolvedValue(none);
  vi.spyOn(seatApi, 'giveOrders').mockImplementation((_, { orders }) => {
    sent.push(orders);
    return sent.length === 1 ? new Promise((resolve) => (first = resolve)) : Promise.resolve({ ...none, orders });
  });
  const desk = new OrdersDesk({ id: 'm', seat: 'red' } as Session);
  await desk.load();
  void desk.order('react', {}, 'never');
  await settle();
  void desk.order('slip_away', {}, 'never');
  await settle();
  expect([sent.length, desk.given?.orders.length, desk.saved]).toEqual([1, 2, false]);
  first({ ...none, orders: sent[0]! });
  await settle();
  expect([sent.length, desk.given?.orders.length, desk.saved]).toEqual([2, 2, true]);
});

it('an order that is not taken is gone again', async () => {
  vi.spyOn(seatApi, 'orders').mockResolvedValue(none);
  vi.spyOn(seatApi, 'giveOrders').mockRejectedValue(new Error('there is no such question'));
  const desk = new OrdersDesk({ id: 'm', seat: 'red' } as Session);
  await desk.load();
  await desk.order('react', {}, 'never');
  expect([desk.given?.orders.length, desk.failed, desk.saved]).toEqual([0, 'There is no such question.', false]);
});
