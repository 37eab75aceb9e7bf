// Breakpoints as media queries. Style sheets ask the same: a screen that is narrow here is narrow there.

import { MediaQuery } from 'svelte/reactivity';

/** A phone, a tablet held upright, a phone on its side: the map fills it, and one sheet carries the rest. */
export const narrow = new MediaQuery('(max-width: 900px), (max-width: 1000px) and (max-height: 500px)');

/** A phone on its side: the sheet lies beside the map, not at its foot. */
export const sideways = new MediaQuery('(min-width: 600px) and (max-width: 1000px) and (max-height: 500px)');
