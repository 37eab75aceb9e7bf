// Lines of order sheets on the map: a way along its hexes where the sheet tells one, else an arrow from where each begins to
// where it aims, dashed, with what it sends; lines along the same way share one.

import type { Counter, Option } from '../api/protocol';
import type { SheetWay, Stream } from '../api/sheets';
import type { ArrowMark, LabelMark } from '../board/drawing/arrowMarks';
import type { Layer } from '../board/drawing/layerMarks';
import { amountWords } from './lineGroups';

export interface DrawnSheet {
  seat: string;
  lines: readonly Option[];
  ways: readonly SheetWay[];
  colour: string;
}

export function draftLayers(sheets: readonly DrawnSheet[], counters: readonly Counter[]): Layer[] {
  return sheets.flatMap(({ seat, lines, ways, colour }) => {
    const plotted = new Set(ways.map(({ line }) => line));
    const arrows = new Map<string, ArrowMark>();
    const labels = new Map<string, LabelMark>();
    for (const [i, line] of lines.entries()) {
      if (plotted.has(i)) continue;
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
      {
        key: `draft-ways-${seat}`,
        look: 'way' as const,
        colour,
        hexes: [],
        ways: ways.map(({ hexes, stops }) => ({ hexes, stops, colour })),
      },
      { key: `draft-${seat}`, look: 'arrow' as const, colour, hexes: [], arrows: [...arrows.values()] },
      { key: `draft-labels-${seat}`, look: 'label' as const, colour, hexes: [], labels: [...labels.values()] },
    ];
  });
}

/** The streams of a tasking board: their paths, and rings where something may fire at them. */
export function streamLayers(streams: readonly Stream[], colour: string): Layer[] {
  return [
    { key: 'streams', look: 'way', colour, hexes: [], ways: streams.map(({ path }) => ({ hexes: path, colour, flies: true })) },
    { key: 'stream-threats', look: 'ring', colour: 'var(--danger)', hexes: [...new Set(streams.flatMap(({ flak }) => flak))] },
  ];
}
