// Luck as text.

/** How many standard deviations its rolls lie from what was to be expected, in words. */
export function luckWords(standing: string): string {
  const value = Number(standing.replace('−', '-'));
  const size = Math.abs(value);
  if (size < 0.5) return 'about as expected';
  return `${size < 1.2 ? 'a little' : size < 2 ? 'clearly' : 'very'} ${value > 0 ? 'lucky' : 'unlucky'}`;
}
