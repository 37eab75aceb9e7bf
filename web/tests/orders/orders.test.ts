import { describe, expect, it } from 'vitest';

import type { Order, OrderQuestion } from '../../src/api/seats';
import { ALL, holds, ordered, overrides, said } from '../../src/orders/orders';

describe('standing orders', () => {
  const react: OrderQuestion = { name: 'react', title: '', text: '', rule: '', answers: ['ask', 'always', 'never'] };
  const orders: Order[] = [
    { question: 'react', answer: 'never', unit: '', hex: '' },
    { question: 'react', answer: 'always', unit: '', hex: '0101' },
    { question: 'react', answer: 'ask', unit: 'a', hex: '' },
  ];
  it('hold for a unit before its hex, and for its hex before all', () => {
    expect(holds(orders, react, 'a', '0101')).toBe('ask');
    expect(holds(orders, react, 'b', '0101')).toBe('always');
    expect(holds(orders, react, 'b', '0102')).toBe('never');
    expect(holds([], react, 'b', '0102')).toBe('ask');
  });
  it('are replaced for the same, and leave the others alone', () => {
    const after = ordered(orders, 'react', { hex: '0101' }, 'never');
    expect(said(after, 'react', { hex: '0101' })).toBe('never');
    expect(said(after, 'react', ALL)).toBe('never');
    expect(after).toHaveLength(3);
  });
  it('are dropped', () => {
    expect(said(ordered(orders, 'react', { unit: 'a' }, null), 'react', { unit: 'a' })).toBeNull();
  });
  it('are listed where they differ from those for all', () => {
    expect(
      overrides(orders, 'react')
        .map((o) => o.unit || o.hex)
        .sort(),
    ).toEqual(['0101', 'a']);
    expect(overrides(orders, 'retreat')).toEqual([]);
  });
});
