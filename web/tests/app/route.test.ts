import { expect, it } from 'vitest';

import { routeOf, pathOfMatch } from '../../src/app/route';

it('addresses lead to the lobby or to a match', () => {
  expect(routeOf('/', '')).toEqual({ page: 'lobby' });
  expect(routeOf('/join/a-B_9', '')).toEqual({ page: 'invitation', token: 'a-B_9' });
  expect(routeOf('/match/ab%20c', '?seat=red')).toEqual({ page: 'match', match: 'ab c', seat: 'red' });
  expect(pathOfMatch('ab c', 'red')).toBe('/match/ab%20c?seat=red');
});
