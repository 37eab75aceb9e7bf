// Exact fractions: chances as they come over the wire ("7/12"): added without loss, and rounded only when they are
// shown.

export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

const NOTHING: Fraction = { over: 0n, under: 1n };
export const WHOLE: Fraction = { over: 1n, under: 1n };

export function fraction(text: string): Fraction {
  const found = /^\s*(-?\d+)(?:\s*\/\s*(\d+))?\s*$/.exec(text);
  const under = found ? BigInt(found[2] ?? '1') : 0n;
  if (!found || under === 0n) throw new RangeError(`"${text}" is not a fraction such as 7/12.`);
  return { over: BigInt(found[1]!), under };
}

export function sum(parts: readonly Fraction[]): Fraction {
  return parts.reduce((a, b) => lowest(a.over * b.under + b.over * a.under, a.under * b.under), NOTHING);
}

/** A number near the fraction, for widths and heights only. */
export function near(value: Fraction): number {
  // Numbers cannot hold long integers: scale first, then divide.
  return Number((value.over * 1_000_000_000n) / value.under) / 1_000_000_000;
}

/** "58%"; what is not quite certain never reads as certain. */
export function percent(value: Fraction): string {
  if (value.over <= 0n) return '0%';
  if (value.over >= value.under) return '100%';
  const rounded = Number((value.over * 200n + value.under) / (value.under * 2n));
  if (rounded < 1) return 'under 1%';
  return rounded > 99 ? 'over 99%' : `${rounded}%`;
}

/** A mean such as "7/3" as "2.3". */
export function decimal(value: Fraction, places = 1): string {
  return near(value).toFixed(places).replace('-', '−');
}

/** Whole percents of shares that together make a hundred: the largest remainders are rounded up. */
export function hundredths(shares: readonly Fraction[]): number[] {
  const total = sum(shares);
  if (total.over <= 0n) return shares.map(() => 0);
  const exact = shares.map((s) => ({ top: s.over * total.under * 100n, bottom: s.under * total.over }));
  const found = exact.map(({ top, bottom }) => Number(top / bottom));
  const order = exact
    .map(({ top, bottom }, i) => ({ i, left: near({ over: top % bottom, under: bottom }) }))
    .sort((a, b) => b.left - a.left);
  const missing = 100 - found.reduce((a, b) => a + b, 0);
  for (const { i } of order.slice(0, missing)) found[i]! += 1;
  return found;
}

function lowest(over: bigint, under: bigint): Fraction {
  const shared = common(over < 0n ? -over : over, under);
  return shared > 1n ? { over: over / shared, under: under / shared } : { over, under };
}

function common(a: bigint, b: bigint): bigint {
  return b === 0n ? a : common(b, a % b);
}
