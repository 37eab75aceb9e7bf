// QR code of a link.

import { encode } from 'uqr';

export interface Picture {
  /** How many cells it is wide and high, the quiet border included. */
  size: number;
  /** The dark cells as the outline of an SVG path. */
  path: string;
}

export function qrPicture(text: string): Picture {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { size, path };
}
