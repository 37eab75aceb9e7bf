// What is asked of the engine beside the view: a busy server is asked again, and what comes late is dropped.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { api, Refusal } from '../../../src/api/client';
import type { Odds } from '../../../src/api/study';
import type { Session } from '../../../src/match/session/session.svelte';
import { StudyQueries } from '../../../src/match/session/studyQueries.svelte';

const ODDS = { choices: [] } as unknown as Odds;
const BUSY = new Refusal(503, { error: 'The study was broken off; ask again.', rule: '' });

/** A seat that is asked, at a version of a match. */
function seated(version: number): Session {
  return { id: 'm', seat: 'red', sight: { version }, view: { position: {} }, asked: true } as unknown as Session;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(api, 'reach').mockImplementation(() => Promise.resolve({ version: 1, reach: null }));
});
afterEach(() => void vi.useRealTimers());

it('the odds of the combat at hand come although the server was busy when they were asked for', async () => {
  const asked = vi.spyOn(api, 'odds').mockRejectedValueOnce(BUSY).mockResolvedValue({ version: 1, odds: ODDS });
  const study = new StudyQueries(seated(1));
  const told = study.refresh();
  await vi.runAllTimersAsync();
  await told;
  expect(study.odds).toBe(ODDS);
  expect(asked).toHaveBeenCalledTimes(2);
});

it('a busy server is not asked again about a position that is gone', async () => {
  const asked = vi.spyOn(api, 'odds').mockRejectedValue(BUSY);
  const session = seated(1);
  const study = new StudyQueries(session);
  const told = study.refresh();
  await vi.advanceTimersByTimeAsync(0);
  (session as { sight: unknown }).sight = { version: 2 };
  await vi.runAllTimersAsync();
  await told;
  expect(asked).toHaveBeenCalledTimes(1);
  expect(study.odds).toBeNull();
});

it('odds of another version are dropped', async () => {
  vi.spyOn(api, 'odds').mockResolvedValue({ version: 2, odds: ODDS });
  const study = new StudyQueries(seated(1));
  await study.refresh();
  expect(study.odds).toBeNull();
});
