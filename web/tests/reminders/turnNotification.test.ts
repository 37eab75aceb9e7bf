import { describe, expect, it } from 'vitest';

import { newlyWaiting, turnTitle } from '../../src/reminders/turnNotification';

describe('the call to the table', () => {
  it('counts the games that wait in the title of the tab', () => {
    expect([turnTitle(0, 'Sandtable'), turnTitle(2, 'Sandtable')]).toEqual(['Sandtable', '(2) Your turn · Sandtable']);
  });
  it('is for games that did not wait before, and for none on the first look', () => {
    expect(newlyWaiting(null, ['a'])).toEqual([]);
    expect(newlyWaiting(new Set(['a']), ['a', 'b'])).toEqual(['b']);
  });
});
