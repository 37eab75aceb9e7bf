// Wire types of a match: what the server sends and takes. Nothing here is computed; a field that a rulebook may leave
// out is optional.

import type { Reading, ReckoningLine } from './study';

export interface Target {
  unit?: string;
  hex?: string;
}

/** One thing that the seat may do now. */
export interface Option {
  id: string;
  text: string;
  rule: string;
  target: Target;
}

/** A unit on the map. Its figures and marks stand in fields that the rulebook's appearance names. */
export interface Counter {
  unit: string;
  name?: string;
  side: string;
  nation?: string;
  parent?: string;
  hex: string;
  symbol: string;
  size?: string;
  [field: string]: unknown;
}

/** A unit that is not on the map: eliminated, gone, or still to come. */
export interface OffMap {
  unit: string;
  name?: string;
  side: string;
  nation?: string;
  parent?: string;
  symbol: string;
  size?: string;
  fate: string;
  turn?: number;
  [field: string]: unknown;
}

/** One side of the combat under way, and what else is to be known of it. */
export interface CombatSide {
  strength: number;
  notes: string[];
}

/** The combat under way: where, what was chosen for it in words, and both sides. */
export interface Combat {
  hex: string;
  words: string[];
  attacker: CombatSide;
  defender: CombatSide;
}

/** One thing in a tray: whose, or where, and what it is. */
export interface TrayRow {
  value: string | number;
  side?: string;
  label?: string;
  hexes?: string[];
  units?: string[];
}

/** What lies beside the map under a title: points, pools, hands of cards. */
export interface Tray {
  title: string;
  rule: string;
  /** In sight all the time, in the bar above the map. */
  bar: boolean;
  rows: TrayRow[];
}

/** Who arrives on a turn. */
export interface Arrival {
  turn: number;
  name: string;
  arrives: string[];
}

export interface Standing {
  winner: string;
  level: string;
  reason: string;
  /** What it hangs on: a value of 1 is fulfilled, 0 is not; with the sign "?" so much is still missing. */
  lines?: ReckoningLine[];
}

/** The board: these keys mean the same in every rulebook, and each may leave out all but the counters. */
export interface Position {
  counters: Counter[];
  off_map?: OffMap[];
  turn?: number;
  last_turn?: number;
  turn_name?: string;
  turns?: string[];
  /** Turns that belong together: a short name, and how many. */
  turn_groups?: [string, number][];
  phase?: string;
  phasing?: string;
  victory?: Standing;
  trays?: Tray[];
  combat?: Combat | null;
  calendar?: Arrival[];
}

export interface View {
  rulebook: string;
  scenario: string;
  seat: string;
  seats: string[];
  asked: string[];
  prompt: string;
  options: Option[];
  over: boolean;
  result: Standing | null;
  position: Position;
}

/** What part a line plays in the log. */
export type Role = 'turn' | 'phase' | 'move' | 'prelude' | 'action' | 'combat_begins' | 'combat_ends' | 'roll' | 'loss' | 'notice';

/** A line of the log, with the facts that it tells; a line without a role goes on with what went before. */
export interface LogLine {
  /** The number of the answer that brought it about; 0 before the first. */
  answer: number;
  text: string;
  rule?: string;
  role?: Role;
  hexes?: string[];
  /** The hexes of a way, from its beginning to its end. */
  path?: string[];
  units?: string[];
  /** The number of the turn that begins. */
  turn?: number;
  /** What a combat cost both sides together. */
  points?: number;
  faces?: number[];
  /** The seat that rolled, or brought it about. */
  by?: string;
  event?: Happening;
}

/** A roll as plain data; what other lines tell of is the affair of their rulebook. */
export interface Happening {
  paragraph?: string;
  reading?: Reading | null;
}

/** Somebody asks to go back or to end the match so; it happens when all players agree. */
export type Proposal = { by: string; agreed: string[] } & (
  { kind: 'rewind'; to: number; moment: string } | { kind: 'restore'; answers: number } | { kind: 'result'; winner: string }
);

/** The terms of the clock, what every seat had left (in seconds) at a moment, and whose time runs since. */
export interface Clock {
  base: number;
  increment: number;
  per: 'answer' | 'turn';
  /** So many days for every answer, instead of a base; 0 where there is a base. */
  days: number;
  flag: 'claim' | 'automatic';
  left: Record<string, number>;
  at: number;
  running: string[];
}

/** What everybody may know of a match besides its board. */
export interface PublicState {
  seats?: Record<string, SeatState>;
  clock?: Clock | null;
  paused?: { reason: string; since: number } | null;
  control?: 'none' | 'open' | 'person';
  proposal?: Proposal | null;
  /** The answers that were set aside last when somebody went back, and can be put back: between which two they stood. */
  aside?: { from: number; to: number; by: string } | null;
}

/** What `view`, `answer`, `undo`, `rewind` and the live socket all send. The log is the tail of the whole. */
export interface Sight extends PublicState {
  version: number;
  answers?: number;
  view: View;
  log: LogLine[];
  log_lines?: number;
  undoable: number;
  over?: boolean;
  result?: Standing | null;
}

/** The position after one of the answers. */
export interface Moment {
  answer: number;
  answers: number;
  view: View;
  log: LogLine[];
}

/** An answer that was not taken; a fresh sight may come with it. */
export interface Refused extends Partial<Sight> {
  error: string;
  rule?: string;
}

export interface Switch {
  name: string;
  values: (number | string | boolean)[];
  text: string;
  rule?: string;
}

export interface Scenario {
  scenario: string;
  title: string;
  summary: string;
  rulebook: string;
  board: string;
  seats: string[];
  options: Switch[];
  bots: string[];
  livery: Record<string, string>;
  appearance: Appearance;
}

/** What is counted: short, and in sentences. */
export interface Measure {
  short: string;
  one: string;
  many: string;
}

/** A number at the foot of a counter: in which of its fields it stands, and in which the printed one. */
export interface Figure {
  field: string;
  printed: string;
  place: 'left' | 'middle' | 'right';
  measure: Measure;
  /** It is added up for stacks, sides and losses. */
  sums: boolean;
}

/** A state of a counter that is seen on it, where one of its fields has a value. */
export interface CounterMark {
  field: string;
  when: boolean;
  word: string;
  /** What is said where the field has the other value. */
  otherwise: string;
  look: 'turned' | 'hatched' | 'chain' | 'badge' | 'none';
  letter: string;
}

/** What has become of units off the map. */
export interface Fate {
  name: string;
  title: string;
  lost: boolean;
}

/** How a game looks, and the words it uses. */
export interface Appearance {
  figures: Figure[];
  marks: CounterMark[];
  fates: Fate[];
  movement: Measure;
  /** What the risk of a march is the chance of, and how it reads where there is none. */
  risk: { name: string; some: string; none: string };
  pairings: string;
  /** Cells of tables as they are printed, where that is otherwise. */
  cells: Record<string, string>;
  endings: string[];
}

export interface SeatState {
  kind: 'person' | 'open' | 'bot';
  bot?: string;
  /** Seconds since 1970 at which the seat was asked; null when it is not. */
  waiting_since?: number | null;
  /** A bot stands in for a person who may take the seat back. */
  substitute?: boolean;
  /** It is open because its player has left for good. */
  vacated?: boolean;
  /** From when on an opponent may let a bot play for it; null is never. */
  claimable?: number | null;
}

export interface Match extends PublicState {
  match: string;
  scenario: string;
  rulebook: string;
  version: number;
  seats: Record<string, SeatState>;
  mine: string[];
  /** Whether everybody is shown it, and may hear what is said at it. */
  listed?: boolean;
  /** Remarks at its table that are new to this player. */
  unread?: number;
  over: boolean;
  result: Standing | null;
  /** To which secret the dice are bound, and what the players of the seats have added to them. */
  commitment?: string | null;
  salts?: Record<string, string>;
  answers?: number;
  mode?: string;
  changed?: number;
  /** Why it can be neither shown nor played here: its rulebook has gone, or has changed since it began. */
  unplayable?: string | null;
}

/** A match to begin. */
export interface Wanted {
  scenario: string;
  seats: Record<string, string>;
  mode: 'match' | 'hotseat';
  options?: Record<string, unknown>;
  listed?: boolean;
  control?: 'none' | 'open' | 'person';
  clock?: ClockTerms | null;
}

export type ClockTerms = { flag: Clock['flag'] } & ({ base: number; increment: number; per: Clock['per'] } | { days: number });

export interface NewMatch {
  match: string;
  links: Record<string, string>;
}

export interface BoardHex {
  id: string;
  x: number;
  y: number;
  terrain: string;
  /** The name of the town there; empty where there is none. */
  place?: string;
  place_kind?: string;
  description?: string;
}

export interface BoardMap {
  name: string;
  title: string;
  width: number;
  height: number;
  hex_size: number;
  hexes: BoardHex[];
}

export interface Paragraph {
  number: string;
  title: string;
  text?: string;
}

/** Why something may not be done. */
export interface Why {
  rule: string;
  reason: string;
}
