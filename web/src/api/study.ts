// Wire types of study queries: what the page may ask beyond the view. Every number is the engine's; fractions come as
// "7/12".

/** One cited contribution to a number: "+2 across the river [5.2]". */
export interface ReckoningLine {
  what: string;
  value: number | string;
  rule: string;
  /** "+" unless said otherwise: "x" multiplies, "=" replaces. */
  sign?: string;
  /** The number that it is a part of. */
  of?: string;
}

export interface StudyLayer {
  name: string;
  title: string;
  look: 'area' | 'line' | 'mark';
  side: string;
  hexes: string[];
  lines: string[][];
  rule: string;
  /** Layers of one kind differ by their side alone, and share a line of the menu under this label. */
  kind: string;
  label: string;
  /** How it is told from others that may lie over it. */
  pattern: 'tint' | 'cross' | 'dotted' | 'lines' | 'rails' | 'ring';
  /** In whose colours, if not in those of the side. */
  nation: string;
  usual: boolean;
}

export interface ReachHex {
  left: string;
  cost: string;
  /** The hexes entered one after another; the last is the hex itself. */
  path: string[];
  risk: string;
  note?: string;
  supplied?: boolean | null;
  /** The force must stop there. */
  ends?: boolean;
  rule?: string;
  /** The option that goes there now; null where it takes more than one answer. */
  option?: string | null;
}

export interface Reach {
  from: string;
  allowance: string;
  left: string;
  hexes: Record<string, ReachHex>;
}

export interface Foresight {
  option: string;
  text: string;
  /** Dice may follow at once. */
  rolls: boolean;
  path: string[];
  left: string | null;
  risk: string | null;
  supplied: boolean | null;
  lines: ReckoningLine[];
  odds: Odds | null;
}

export interface OddsUnit {
  unit: string;
  name: string;
  strength: number | null;
  printed: number;
}

export interface OddsForce {
  side: string;
  units: OddsUnit[];
  sp: number;
  lines: ReckoningLine[];
}

export interface Winner {
  attacker: string;
  defender: string;
}

export interface OddsChoice {
  option: string;
  text: string;
  winner: Winner;
  attacker_loses_mean: string;
  defender_loses_mean: string;
  note: string;
  /** What may become of the loser, with its chance; the likeliest first. */
  follows: Record<string, string>;
  /** The player's own units as the option leaves them; gone at 0. Empty where it takes nothing off them. */
  left: OddsUnit[];
  /** Loss points that would still have to be taken; null where none are being taken. */
  losses_left: number | null;
}

/** What the combat comes to if somebody decides later on otherwise than was assumed. */
export interface Supposition {
  text: string;
  winner: Winner;
  attacker_loses_mean: string;
  defender_loses_mean: string;
}

/** One plan against one posture. */
export interface Pairing {
  attacker: string;
  defender: string;
  winner: Winner;
  attacker_loses_mean: string;
  defender_loses_mean: string;
}

export interface Odds {
  exact: boolean;
  assumes: string[];
  attacker: OddsForce;
  defender: OddsForce;
  modifiers: ReckoningLine[];
  winner: Winner;
  attacker_loses: Record<string, string>;
  defender_loses: Record<string, string>;
  defender_eliminated: string | null;
  follows: Record<string, string>;
  suppositions: Supposition[];
  choices: OddsChoice[];
  /** Everything that one side may choose against everything that the other may; empty where there is one pair. */
  matrix?: Pairing[];
}

export interface LuckRoll {
  answer: number;
  rule: string;
  by: string | null;
  faces: number[];
  sides: number[];
  percentile: string;
  text: string;
}

export interface SideLuck {
  rolls: number;
  actual: number;
  expected: string;
  standing: string;
}

export interface Luck {
  rolls: LuckRoll[];
  luck: Record<string, SideLuck>;
}

/** A moment worth a mark on the replay slider. */
export interface Mark {
  answer: number;
  title: string;
  kind: string;
  hex?: string | null;
}

export interface Term {
  term: string;
  aliases: string[];
  title: string;
  text: string;
  rule: string;
}

export interface BriefingSide {
  seat: string;
  title: string;
  goal: string;
  advice: string[];
}

export interface Briefing {
  scenario: string;
  title: string;
  text: string[];
  sides: BriefingSide[];
  turns: number;
  maps: { board: string; title: string }[];
  rule_links: { rule: string; text: string }[];
}

export interface TableAxis {
  name: string;
  labels: string[];
  kind?: string;
}

/** A printed table; its cells by the label of the row. */
export interface PrintedTable {
  name: string;
  title: string;
  paragraph: string;
  rows: TableAxis;
  columns: TableAxis;
  cells: Record<string, (string | number)[]>;
  note?: string;
}

/** How a roll was read off a printed table. */
export interface Reading {
  table: string;
  row: string;
  /** Null where the column, and with it the cell, is a secret of the other side. */
  column: string | null;
  cell: string | number | null;
  lines: ReckoningLine[];
}
