// Luck as text.

/** How many standard deviations its rolls lie from what was to be expected, in words. */
export function luckWords(standing: string): string {
  const value = Number(standing.replace('−', '-'));
  const size = Math.abs(value);
  // Two of three sides lie within one deviation, nineteen of twenty within two: only beyond that is it more than chance does every day.
  if (size < 1) return 'about as expected';
  return `${size < 2 ? 'somewhat' : size < 3 ? 'clearly' : 'extraordinarily'} ${value > 0 ? 'lucky' : 'unlucky'}`;
}
