// Grouping of contributions that say the same of one thing after another: "+1 into 2026, 2025, 2024".

import type { ReckoningLine } from '../api/study';

/** Lines with runs of the same number, for the same reason and with the same first word, put together. */
export function condensed(lines: readonly ReckoningLine[]): ReckoningLine[] {
  const found: ReckoningLine[] = [];
  for (const line of lines) {
    const last = found.at(-1);
    const [word, ...rest] = line.what.split(' ');
    if (last && rest.length && like(last, line) && last.what.startsWith(`${word} `)) {
      const each = last.what.endsWith(' each') ? last.what.slice(0, -' each'.length) : last.what;
      found[found.length - 1] = { ...last, what: `${each}, ${rest.join(' ')} each` };
    } else found.push(line);
  }
  return found;
}

function like(a: ReckoningLine, b: ReckoningLine): boolean {
  return a.value === b.value && a.rule === b.rule && a.of === b.of && (a.sign ?? '+') === (b.sign ?? '+');
}
