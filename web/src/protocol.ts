// The wire: what the server sends and takes. Nothing here is computed; a field that a rulebook may leave out is optional.

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

export interface Standing {
  winner: string;
  level: string;
  reason: string;
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
  event?: string;
}

/** Somebody asks to go back; it happens when all players agree. */
export interface Proposal {
  kind: string;
  to: number;
  by: string;
  agreed: string[];
}

/** What `view`, `answer`, `undo`, `rewind` and the live socket all send. The log is the tail of the whole. */
export interface Sight {
  version: number;
  answers?: number;
  view: View;
  log: LogLine[];
  log_lines?: number;
  undoable: number;
  proposal?: Proposal | null;
  over?: boolean;
  result?: Standing | null;
  seats?: Record<string, SeatState>;
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
}

export interface SeatState {
  kind: 'person' | 'open' | 'bot';
  bot?: string;
  /** Seconds since 1970 at which the seat was asked; null when it is not. */
  waiting_since?: number | null;
}

export interface Match {
  match: string;
  scenario: string;
  rulebook: string;
  version: number;
  seats: Record<string, SeatState>;
  mine: string[];
  over: boolean;
  result: Standing | null;
  commitment?: string | null;
  answers?: number;
  mode?: string;
  changed?: number;
}

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
