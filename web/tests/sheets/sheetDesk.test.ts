import { afterEach, expect, it, vi } from 'vitest';

import { sheetsApi, type Sheet } from '../../src/api/sheets';
import type { Play } from '../../src/match/session/play.svelte';
import { SheetDesk } from '../../src/sheets/sheetDesk.svelte';

const [seat, phase] = ['north', 3];
const written = (...ids: string[]): Sheet =>
  ({ seat, phase, version: ids.length, lines: ids.map((id) => ({ id })), concerns: [], refusal: null, option: 'seal' }) as unknown as Sheet;

afterEach(() => vi.restoreAllMocks());

/** A desk at which the last sheet is about to be sealed, so that the first click on Seal asks for a second. */
async function aboutToSeal(reads: Sheet[]): Promise<SheetDesk> {
  vi.spyOn(sheetsApi, 'read').mockImplementation(() => Promise.resolve({ sheets: [reads.shift()!] }) as never);
  const people = { phase: { since: phase, seats: [seat, 'south'], sealed: ['south'] } };
  const session = { id: 'm', seat, sight: { version: 1 }, match: { mine: [seat] }, people };
  const desk = new SheetDesk({ session } as unknown as Play);
  await desk.follow();
  await desk.seal();
  expect(desk.sealing).toBe(true);
  await desk.follow(true);
  return desk;
}

it('news from others leaves the second click on Seal waiting', async () => {
  expect((await aboutToSeal([written('march'), written('march')])).sealing).toBe(true);
});

it('a sheet that reads otherwise is asked about anew', async () => {
  expect((await aboutToSeal([written('march'), written('march', 'dig')])).sealing).toBe(false);
});
