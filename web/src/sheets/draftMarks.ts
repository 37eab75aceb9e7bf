// Lines of order sheets on the map: an arrow from where each begins to where it aims, dashed, with what it sends; lines
// along the same way share one.

import type { Counter, Option } from '../api/protocol';
import type { ArrowMark, LabelMark } from '../board/drawing/arrowMarks';
import type { Layer } from '../board/drawing/layerMarks';
import { amountWords } from './lineGroups';

export interface DrawnSheet {
  seat: string;
  lines: readonly Option[];
  colour: string;
}

export function draftLayers(sheets: readonly DrawnSheet[], counters: readonly Counter[]): Layer[] {
  return sheets.flatMap(({ seat, lines, colour }) => {
    const arrows = new Map<string, ArrowMark>();
    const labels = new Map<string, LabelMark>();
    for (const line of lines) {
      const { unit, start, hex, hexside } = line.target;
      const from = start ?? counters.find((counter) => counter.unit === unit)?.hex;
      const to = hexside ?? hex;
      const text = amountWords(line);
      if (from !== undefined && to !== undefined && from !== to) {
        const key = `${from} ${to}`;
        const words = [arrows.get(key)?.text, text].filter(Boolean).join(' + ');
        arrows.set(key, { start: from, to, colour, text: words, draft: true });
      } else if (to !== undefined) {
        labels.set(to, { at: to, colour, text: [labels.get(to)?.text, text || '•'].filter(Boolean).join(' + ') });
      }
    }
    return [
      { key: `draft-${seat}`, look: 'arrow' as const, colour, hexes: [], arrows: [...arrows.values()] },
      { key: `draft-labels-${seat}`, look: 'label' as const, colour, hexes: [], labels: [...labels.values()] },
    ];
  });
}
