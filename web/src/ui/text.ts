// Text formatting: relative times, names and sentences.

import { SvelteMap } from 'svelte/reactivity';

/** What seats are called in sentences, as the scenarios on offer say: one name has one title everywhere. */
const titles = new SvelteMap<string, string>();

/** Learn the titles of seats. */
export function nameSeats(found: Readonly<Record<string, string>>): void {
  for (const [seat, title] of Object.entries(found)) titles.set(seat, title);
}

/** How long ago in a few words. */
export function ago(since: number, now: number): string {
  const seconds = Math.max(0, Math.round(now - since));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86400)} d`;
}

/** A seat's name as it stands in sentences: its title, else with a capital. */
export function titled(name: string): string {
  return titles.get(name) ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
}

/** Words of the server as a sentence. */
export function sentence(text: string): string {
  const words = text.charAt(0).toUpperCase() + text.slice(1).replaceAll('_', ' ');
  return /[.!?]$/.test(words) ? words : `${words}.`;
}
