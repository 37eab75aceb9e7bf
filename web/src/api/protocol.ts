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

export interface Counter {
  unit: string;
  name?: string;
  side: string;
  nation?: string;
  parent?: string;
  hex: string;
  symbol: string;
  size?: string;
  printed: number;
  strength?: number;
  strength_before?: number;
  movement?: number;
  spent?: boolean;
  demoralized?: boolean;
  supplied?: boolean;
}

/** A unit that is not on the map: eliminated, gone, or still to come. */
export interface OffMap extends Omit<Counter, 'hex'> {
  fate: string;
  turn?: number;
}

export interface BattleSide {
  sp: number;
  supplied: boolean;
  drm: number;
  dice: number[];
  inflicts: string;
  counterattack_inflicts?: number;
  paid?: number;
}

export interface Battle {
  hex: string;
  from: string | null;
  plan: string;
  posture: string;
  air?: string;
  attacker: BattleSide;
  defender: BattleSide;
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
  /** What it hangs on: a value of 1 is fulfilled, 0 is not; a larger one is what is still missing. */
  lines?: ReckoningLine[];
}

/** The rulebook's own part of a view. Rulebooks differ: everything but the counters is optional. */
export interface Position {
  counters: Counter[];
  off_map?: OffMap[];
  turn?: number;
  last_turn?: number;
  turn_name?: string;
  turns?: string[];
  phase?: string;
  phasing?: string;
  victory?: Standing;
  replacement_points?: Record<string, number>;
  air?: Record<string, string>;
  battle?: Battle | null;
  taken_by_germans?: string[];
  taken_by_soviets?: string[];
  converted?: string[];
  railheads?: string[];
  supply_lines?: Record<string, string[]>;
  calendar?: Arrival[];
  [more: string]: unknown;
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

export interface LogLine {
  /** The number of the answer that brought it about; 0 before the first. */
  answer: number;
  text: string;
  rule?: string;
  event?: Happening;
}

/** What a line tells of, as plain data: its kind and whatever belongs to it. */
export interface Happening {
  kind: string;
  faces?: number[];
  paragraph?: string;
  /** Whose dice these were, as an index into the view's seats. */
  seat?: number | null;
  reading?: Reading | null;
  [more: string]: unknown;
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

/** What `view` and the live socket send. The log is the tail of the whole. */
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

/** A change of the match is stored, as this version; what came of it is told by the live socket. */
export interface Accepted {
  match: string;
  version: number;
  answers: number;
}

/** What the server would not do, and why. */
export interface Refused {
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
