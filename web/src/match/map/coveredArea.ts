// Covered area of the map: how far panels lie over it, measured where they are, so that what is to be seen can be shown
// beside them.

import { NO_COVER, type Box, type Cover } from '../../board/viewport/camera';

/** A paper that leaves less than this beside it, in pixels, leaves room above it at most. */
const ROOM = 160;
/** A paper lower than this share of the map only covers its foot. */
const LOW = 0.4;

/** What the panel at the edge of a map, or the sheet at its foot, covers of it. */
export function coverOver(map: HTMLElement): Cover {
  const paper = map.parentElement?.querySelector('.panel[data-panel]') ?? document.querySelector('.sheet');
  return paper ? coverOf(map.getBoundingClientRect(), paper.getBoundingClientRect()) : NO_COVER;
}

/** What a paper covers of a window: one side of it; its foot where the paper is low or nothing is left beside it. */
export function coverOf(window: Box, paper: Box): Cover {
  const before = paper.x - window.x;
  const after = window.x + window.width - (paper.x + paper.width);
  if (paper.height < window.height * LOW) return { ...NO_COVER, bottom: Math.max(0, window.y + window.height - paper.y) };
  if (after >= ROOM && after >= before) return { ...NO_COVER, left: paper.x + paper.width - window.x };
  if (before >= ROOM) return { ...NO_COVER, right: window.x + window.width - paper.x };
  const above = paper.y - window.y;
  return above >= ROOM / 2 ? { ...NO_COVER, bottom: window.height - above } : NO_COVER;
}
