// The rulebook in use: it comes although the server was busy, and one that is no longer wanted is dropped.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { api, Unreachable } from '../../src/api/client';
import type { RulebookText } from '../../src/api/study';
import { paragraphs } from '../../src/rulebook/paragraphs.svelte';

const book = (name: string): RulebookText =>
  ({ name, paragraphs: [{ number: '1', title: name, text: '' }], terms: [], tables: [] }) as unknown as RulebookText;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('comes although the line was cut when it was asked for', async () => {
  vi.spyOn(api, 'rulebook').mockRejectedValueOnce(new Unreachable('gone')).mockResolvedValue(book('ford'));
  const loaded = paragraphs.load('ford');
  await vi.runAllTimersAsync();
  await loaded;
  expect(paragraphs.find('1')?.title).toBe('ford');
});

it('is not asked for again when another is wanted meanwhile', async () => {
  const asked = vi
    .spyOn(api, 'rulebook')
    .mockImplementation((name) => (name === 'slow' ? Promise.reject(new Unreachable('gone')) : Promise.resolve(book(name))));
  const slow = paragraphs.load('slow');
  await paragraphs.load('damos');
  await vi.runAllTimersAsync();
  await slow;
  expect(asked.mock.calls.filter(([name]) => name === 'slow')).toHaveLength(1);
  expect(paragraphs.find('1')?.title).toBe('damos');
});
