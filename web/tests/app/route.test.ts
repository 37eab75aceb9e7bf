import { expect, it } from 'vitest';

import { pathOfMatch, pathOfRules, pathOfWall, routeOf } from '../../src/app/route';

it('addresses lead to the lobby or to a match', () => {
  expect(routeOf('/', '')).toEqual({ page: 'lobby' });
  expect(routeOf('/join/a-B_9', '')).toEqual({ page: 'invitation', token: 'a-B_9' });
  expect(routeOf('/match/ab%20c', '?seat=red')).toEqual({ page: 'match', match: 'ab c', seat: 'red' });
  expect(pathOfMatch('ab c', 'red')).toBe('/match/ab%20c?seat=red');
});

it('addresses lead to rules and to judging, of all rulebooks or of one', () => {
  expect(routeOf('/rules', '')).toEqual({ page: 'rules', rulebook: null });
  expect(routeOf('/rules/a%20b/', '')).toEqual({ page: 'rules', rulebook: 'a b' });
  expect(pathOfRules('a b', 'AGN 4.3')).toBe('/rules/a%20b#AGN%204.3');
  expect(routeOf('/judge', '')).toEqual({ page: 'judge', rulebook: null, log: null });
  expect(routeOf('/judge/card/x-Y_1', '')).toEqual({ page: 'judge', rulebook: 'card', log: 'x-Y_1' });
  expect(routeOf('/watch', '')).toEqual({ page: 'watch' });
  expect(routeOf(pathOfWall('ab c'), '')).toEqual({ page: 'wall', match: 'ab c' });
});

it.each(['/nowhere', '/match', '/match/a/b', '/rules/a/b', '/judge/a/b/c', '/watch/it', '/rules/%', '/join/a%20b'])(
  '%s leads nowhere',
  (path) => {
    expect(routeOf(path, '')).toEqual({ page: 'nowhere' });
  },
);
