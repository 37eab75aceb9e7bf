import { describe, expect, it } from 'vitest';

import { qrPicture } from '../../../src/seats/links/qrCode';

describe('a link as a picture', () => {
  it('is square, with a quiet border', () => {
    const { size, path } = qrPicture('https://example.org/join/abc');
    expect(size).toBeGreaterThan(24);
    expect(path.startsWith('M2 2h1v1h-1z')).toBe(true);
    expect(path).not.toContain('M1 ');
  });
});
