// State of the board, without a screen: what lies where, what is lit, what is narrowed, what a click or a key means.

import type { BoardMap, Counter, HexCard, Option, Target } from '../api/protocol';
import type { Reach } from '../api/study';
import { placeWords, unitWords } from './boardText';
import { counterAt, counterWidth, fanned, onFan, piled, stacked, type Placed, type Stack } from './drawing/stacks';
import { cardWords } from './drawing/hexCards';
import { Grid } from './grid';
import { Cursor, litHexes } from './input/cursor';
import { PLAIN, type Look } from './look';
import { clicked, fitting, lit, type Click, type Lit, type Narrowed } from './targets';
import type { Box, Point } from './viewport/camera';

export interface Hit {
  hex: string | null;
  unit: string | null;
  /** A hexside that can be chosen, where the point lies close to one. */
  hexside?: string;
}

/** A hexside is meant within so much of a cell; beside a counter within less. */
const CLOSE = 0.24;
const BESIDE_COUNTER = 0.17;

export class BoardState {
  readonly grid: Grid;
  readonly cursor: Cursor;
  readonly width: number;
  counters: readonly Counter[] = [];
  cards: readonly HexCard[] = [];
  options: readonly Option[] = [];
  narrowed: Narrowed = {};
  selected: string | null = null;
  /** The side of whoever looks on; nobody's where he only watches. */
  own: string | null = null;
  /** The hex that is fought for. */
  contested: string | null = null;
  /** The hex whose stack is taken up, and the units of it that are picked. */
  taken: string | null = null;
  picked: ReadonlySet<string> = new Set();
  fan: string | null = null;
  /** Where a fan may lie: the part of the sheet that is in sight when it opens. */
  room: Box;
  stacks: Stack[] = [];
  reach: Reach | null = null;
  /** Names of places are written over the counters that hide them. */
  named = false;
  /** The hex whose fan has opened by itself. */
  private opened: string | null = null;
  private known: { options: readonly Option[]; narrowed: Narrowed; lit: Lit } | null = null;

  constructor(
    map: BoardMap,
    private readonly look: Look = PLAIN,
  ) {
    this.grid = new Grid(map);
    this.cursor = new Cursor(this.grid);
    this.room = this.grid.extent;
    this.width = counterWidth(this.grid);
  }

  /** A new position. What was narrowed stays as long as an option still fits it. */
  set(counters: readonly Counter[], options: readonly Option[]): void {
    this.counters = counters;
    this.options = options;
    if (!fitting(options, this.narrowed).length) this.narrowed = {};
    this.stacks = stacked(counters, this.grid, this.lit.units, this.look);
    // A fan that has opened by itself closes with the question for which it did.
    const only = this.onlyChoice();
    if (only !== null || this.fan === this.opened) this.fan = only;
    this.opened = only;
    if (this.fan !== null && (this.stackIn(this.fan)?.counters.length ?? 0) < 2) this.fan = null;
  }

  /** What can be chosen: worked out once for each set of options and what is narrowed of it. */
  get lit(): Lit {
    const { options, narrowed } = this;
    if (this.known?.options !== options || this.known.narrowed !== narrowed)
      this.known = { options, narrowed, lit: lit(options, narrowed) };
    return this.known.lit;
  }

  /** Every hex with something lit in it, in reading order. */
  get litHexes(): string[] {
    return litHexes(this.lit, this.counters, this.grid);
  }

  stackIn(hex: string): Stack | undefined {
    return this.stacks.find((stack) => stack.hex === hex);
  }

  /** All counters in painting order; the fanned stack comes last and lies on top. */
  placed(): Placed[] {
    const rest = this.stacks.filter((stack) => stack.hex !== this.fan);
    const open = this.fan === null ? undefined : this.stackIn(this.fan);
    return [...rest.flatMap((stack) => piled(stack, this.width)), ...(open ? fanned(open, this.width, this.room) : [])];
  }

  fanPlaced(): Placed[] {
    const open = this.fan === null ? undefined : this.stackIn(this.fan);
    return open ? fanned(open, this.width, this.room) : [];
  }

  /** What is under a point of the map: an open fan first, then the hex and the topmost counter of its pile. */
  hit(p: Point): Hit {
    const inFan = counterAt(this.fanPlaced(), p);
    if (inFan) return { hex: inFan.counter.hex, unit: inFan.counter.unit };
    const hex = this.grid.at(p)?.id ?? null;
    const stack = hex === null || hex === this.fan ? undefined : this.stackIn(hex);
    const on = stack ? counterAt(piled(stack, this.width), p) : null;
    const hexside = this.grid.hexsideAt(p, this.lit.hexsides, on ? BESIDE_COUNTER : CLOSE);
    return hexside === null ? { hex, unit: on?.counter.unit ?? null } : { hex, unit: null, hexside };
  }

  /** Whether an open fan should stay open with the pointer at a point. */
  staysFanned(p: Point): boolean {
    return this.fan !== null && (onFan(this.fanPlaced(), p) || this.grid.at(p)?.id === this.fan);
  }

  /** The units that are lit in a hex: with more than one, a click on the closed pile fans it. */
  litUnitsIn(hex: string): string[] {
    const { units } = this.lit;
    return (this.stackIn(hex)?.counters ?? []).filter(({ unit }) => units.has(unit)).map(({ unit }) => unit);
  }

  /** While units of the open fan are to be chosen it stays, wherever the pointer goes; not where they can be sent somewhere. */
  get choosingInFan(): boolean {
    return this.fan !== null && this.litUnitsIn(this.fan).length > 1 && !this.lit.hexes.size && this.reach === null;
  }

  isLit(hit: Hit): boolean {
    const { hexes, units } = this.lit;
    if (hit.hexside !== undefined) return true;
    return (hit.hex !== null && (hexes.has(hit.hex) || this.litUnitsIn(hit.hex).length > 0)) || (hit.unit !== null && units.has(hit.unit));
  }

  /** Whether somebody else stands in a hex, so that to choose it is to aim at him. */
  isAim(hex: string): boolean {
    return this.own !== null && (this.stackIn(hex)?.counters.some(({ side }) => side !== this.own) ?? false);
  }

  /** What a click there means; "fan" when the pile must be opened first. Nothing is changed but the selection. */
  click(hit: Hit): Click | { kind: 'fan'; hex: string } | { kind: 'nothing' } {
    if (hit.hex === null) return { kind: 'nothing' };
    this.selected = hit.hex;
    if (hit.hexside !== undefined) return clicked(this.options, this.narrowed, { hexside: hit.hexside });
    const target: Target = { hex: hit.hex };
    const choosable = this.litUnitsIn(hit.hex);
    const hexIsLit = this.lit.hexes.has(hit.hex);
    if (this.fan !== hit.hex && choosable.length > 1 && !hexIsLit) return { kind: 'fan', hex: hit.hex };
    if (hit.unit !== null) target.unit = hit.unit;
    // A pile with one lit unit means that unit, wherever it lies in the pile.
    if (this.fan !== hit.hex && choosable.length === 1) target.unit = choosable[0]!;
    return clicked(this.options, this.narrowed, target);
  }

  /** The hex in which all units that can be chosen lie, if nothing else can: its fan opens by itself, unless they can all go at once. */
  private onlyChoice(): string | null {
    const { hexes, units } = this.lit;
    if (hexes.size || units.size < 2 || this.options.some(({ part }) => part === 'all')) return null;
    const where = new Set(this.counters.filter(({ unit }) => units.has(unit)).map(({ hex }) => hex));
    return where.size === 1 ? [...where][0]! : null;
  }

  /** Whether a counter can be dragged: it is of the force now moving, or a choice begins with it. */
  canBeCarried(hit: Hit): boolean {
    if (hit.unit !== null && this.lit.units.has(hit.unit)) return true;
    if (hit.hex !== null && hit.hex === this.reach?.from && this.lit.hexes.size > 0) return true;
    if (this.optionsAt(hit).length === 1 || this.optionsAt(hit).some(({ part }) => part === 'force')) return true;
    // While one force acts another can be taken up: the first is done then.
    const own = this.counters.find(({ unit }) => unit === hit.unit)?.side === this.own;
    return own && this.options.some(({ part }) => part === 'stop');
  }

  narrow(to: Narrowed): void {
    this.narrowed = to;
  }

  /** The options that a target stands for, for previews. */
  optionsAt(hit: Hit): Option[] {
    const target: Target =
      hit.hexside === undefined ? { ...(hit.hex && { hex: hit.hex }), ...(hit.unit && { unit: hit.unit }) } : { hexside: hit.hexside };
    const answer = hit.hex === null ? null : clicked(this.options, this.narrowed, target);
    if (answer?.kind === 'answer') return [answer.option];
    return answer?.kind === 'several' ? answer.options : [];
  }

  /** A hex in words: "1410 Novgorod, city, Northern control; 3rd Division, in supply." With what is told of it. */
  describe(hex: string, told: readonly string[] = []): string {
    const cell = this.grid.cell(hex);
    if (!cell) return hex;
    // From the top of the stack down.
    const units = (this.stackIn(hex)?.counters ?? []).map((counter) => unitWords(counter, this.look)).reverse();
    const cards = this.cards.filter((card) => card.hex === hex).map((card) => cardWords(card, this.look));
    const isLit = this.litHexes.includes(hex) ? ' Can be chosen.' : '';
    return `${[placeWords(cell, told), ...units, ...cards].join('; ')}.${isLit}`;
  }
}
