import { expect, it } from 'vitest';

import { ago } from '../../src/ui/text';

it('says how long ago in one unit', () => {
  expect([ago(100, 130), ago(0, 150), ago(0, 7300), ago(0, 200000)]).toEqual(['30 s', '2 min', '2 h', '2 d']);
});
