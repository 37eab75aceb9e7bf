import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { Refusal, Unreachable } from '../../src/api/client';
import { patiently } from '../../src/api/patience';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const busy = new Refusal(503, { error: 'This took too long.', rule: '' });

it('asks again what a busy server could not work out, and a server that is away', async () => {
  const asking = vi.fn().mockRejectedValueOnce(busy).mockRejectedValueOnce(new Unreachable()).mockResolvedValue('odds');
  const found = patiently(asking);
  await vi.runAllTimersAsync();
  expect(await found).toBe('odds');
  expect(asking).toHaveBeenCalledTimes(3);
});

it('gives up after some time', async () => {
  const asking = vi.fn().mockRejectedValue(busy);
  const found = expect(patiently(asking)).rejects.toBe(busy);
  await vi.runAllTimersAsync();
  await found;
  expect(asking).toHaveBeenCalledTimes(4);
});

it('does not ask again what is refused for good', async () => {
  const asking = vi.fn().mockRejectedValue(new Refusal(403, { error: 'Not yours.', rule: '' }));
  await expect(patiently(asking)).rejects.toThrow('Not yours.');
  expect(asking).toHaveBeenCalledTimes(1);
});

it('does not ask again what nobody wants to know any more', async () => {
  let wanted = true;
  const asking = vi.fn().mockRejectedValue(busy);
  const found = expect(patiently(asking, () => wanted)).rejects.toBe(busy);
  await vi.advanceTimersByTimeAsync(0);
  wanted = false;
  await vi.runAllTimersAsync();
  await found;
  expect(asking).toHaveBeenCalledTimes(1);
});
