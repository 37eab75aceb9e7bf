// Saved-game files: enough of it is read to say what it is; the server checks every answer.

export interface SavedGame {
  record: Record<string, unknown>;
  scenario: string;
  answers: number;
}

const NONE = 'This file is no saved game; the menu of a table saves one.';

/** The game in the text of a file, or a sentence that says what is wrong with it. */
export function readGame(text: string): SavedGame | string {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return NONE;
  }
  if (!isDocument(found) || found['format'] !== 'sandtable-record' || !isDocument(found['setup']) || !Array.isArray(found['answers']))
    return NONE;
  const { scenario } = found['setup'];
  return { record: found, scenario: typeof scenario === 'string' ? scenario : '', answers: found['answers'].length };
}

function isDocument(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
