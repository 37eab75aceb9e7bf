// Stack layout: where counters lie, stacks with a small offset, and a stack fanned out so that each counter can be
// chosen.

import type { Counter } from '../../api/protocol';
import type { Grid } from '../grid';
import { clamp, type Box, type Point, type Size } from '../viewport/camera';

/** A counter's place: the middle of it on the map, its width there, and its height in the pile. */
export interface Placed {
  counter: Counter;
  at: Point;
  width: number;
  depth: number;
}

export interface Stack {
  hex: string;
  at: Point;
  counters: Counter[];
}

/** Counters are two thirds of a cell wide. */
export const COUNTER_SHARE = 0.66;
const STEP_SHARE = 0.05;
const SHOWN = 4;
const FAN_GAP = 1.1;
/** How far apart the two sides of a contested hex lie, in counters. */
const BESIDE = 0.5;

export function counterWidth(grid: Grid): number {
  return grid.pitch * COUNTER_SHARE;
}

/** The stacks of a position in reading order, the strongest on top and lit units above them; a counter on an unknown hex is left out. */
export function stacked(counters: readonly Counter[], grid: Grid, lit: ReadonlySet<string> = new Set()): Stack[] {
  const stacks = new Map<string, Stack>();
  for (const counter of counters) {
    const cell = grid.cell(counter.hex);
    if (!cell) continue;
    const stack = stacks.get(counter.hex);
    if (stack) stack.counters.push(counter);
    else stacks.set(counter.hex, { hex: counter.hex, at: { x: cell.x, y: cell.y }, counters: [counter] });
  }
  for (const stack of stacks.values())
    stack.counters.sort((a, b) => Number(lit.has(a.unit)) - Number(lit.has(b.unit)) || strengthOf(a) - strengthOf(b));
  return [...stacks.values()].sort((a, b) => a.at.y - b.at.y || a.at.x - b.at.x);
}

/** The piles of a hex: one, or where both sides stand in it one for each, beside the other. */
export function piles(stack: Stack, width: number): Stack[] {
  const sides = [...new Set(stack.counters.map(({ side }) => side))].sort();
  return sides.map((side, i) => ({
    hex: stack.hex,
    at: { x: stack.at.x + (i - (sides.length - 1) / 2) * width * BESIDE, y: stack.at.y },
    counters: stack.counters.filter((counter) => counter.side === side),
  }));
}

/** A stack at rest, in the order in which it is painted: each pile with its last counter on top. */
export function piled(stack: Stack, width: number): Placed[] {
  return piles(stack, width)
    .flatMap((pile) => onePile(pile, width))
    .map((placed, depth) => ({ ...placed, depth }));
}

/** Those deeper than the fourth lie exactly beneath. */
function onePile(stack: Stack, width: number): Placed[] {
  const shown = Math.min(stack.counters.length, SHOWN);
  const step = width * STEP_SHARE;
  return stack.counters.map((counter, i) => {
    const level = Math.max(0, i - (stack.counters.length - shown));
    const off = step * (level - (shown - 1) / 2);
    return { counter, at: { x: stack.at.x + off, y: stack.at.y - off }, width, depth: i };
  });
}

/** A stack fanned out in rows around its hex, in the order of the pile from the left; at the edge of the sheet it gives way. */
export function fanned(stack: Stack, width: number, sheet?: Box): Placed[] {
  const count = stack.counters.length;
  if (count === 1) return piled(stack, width);
  const columns = count <= 4 ? count : Math.ceil(Math.sqrt(count));
  const rows = Math.ceil(count / columns);
  const pitch = width * FAN_GAP;
  const shift = sheet ? inside(stack.at, { width: columns * pitch, height: rows * pitch }, sheet) : { x: 0, y: 0 };
  return stack.counters.map((counter, i) => {
    const row = Math.floor(i / columns);
    const inRow = row === rows - 1 ? count - row * columns : columns;
    const at = {
      x: stack.at.x + shift.x + ((i % columns) - (inRow - 1) / 2) * pitch,
      y: stack.at.y + shift.y + (row - (rows - 1) / 2) * pitch,
    };
    return { counter, at, width, depth: i };
  });
}

function strengthOf({ strength, printed }: Counter): number {
  return strength ?? printed;
}

/** How far something of a size around a point must go to lie on the sheet. */
function inside(at: Point, size: Size, sheet: Box): Point {
  const along = (middle: number, length: number, start: number, room: number): number =>
    clamp(middle, start + Math.min(length, room) / 2, start + room - Math.min(length, room) / 2) - middle;
  return { x: along(at.x, size.width, sheet.x, sheet.width), y: along(at.y, size.height, sheet.y, sheet.height) };
}

/** The topmost counter under a point; `placed` is in painting order. */
export function counterAt(placed: readonly Placed[], p: Point): Placed | null {
  for (let i = placed.length - 1; i >= 0; i--) {
    const it = placed[i]!;
    const half = it.width / 2;
    if (Math.abs(p.x - it.at.x) <= half && Math.abs(p.y - it.at.y) <= half) return it;
  }
  return null;
}

/** Whether a point is on a fan or the paper around it: a fan stays open while the pointer is there. */
export function onFan(placed: readonly Placed[], p: Point): boolean {
  return placed.some((it) => Math.abs(p.x - it.at.x) <= it.width * 0.62 && Math.abs(p.y - it.at.y) <= it.width * 0.62);
}
