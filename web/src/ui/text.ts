// Text formatting: relative times, names and sentences.

/** How long ago in a few words. */
export function ago(since: number, now: number): string {
  const seconds = Math.max(0, Math.round(now - since));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86400)} d`;
}

/** A seat's name as it begins a sentence. */
export function titled(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
}

/** Words of the server as a sentence. */
export function sentence(text: string): string {
  const words = titled(text);
  return /[.!?]$/.test(words) ? words : `${words}.`;
}
