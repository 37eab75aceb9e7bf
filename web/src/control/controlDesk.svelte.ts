// State of Control's panel while it is open: the page that is turned up, and an edit that is being written.

import { fieldKey, type EditField, type Written } from './positionFields';

export type DeskPage = 'evening' | 'answer' | 'edit' | 'announce' | 'pause' | 'rewind';

export class ControlDesk {
  page = $state<DeskPage>('answer');
  unit = $state('');
  /** What is written and not sent yet, also of units and hexes that were chosen before. */
  written = $state.raw<ReadonlyMap<string, Written>>(new Map());
  reason = $state('');
  /** The field whose hex is being pointed out on the map. */
  picking = $state.raw<EditField | null>(null);
  /** Put aside, so that the map can be reached. */
  folded = $state(false);

  constructor(page: DeskPage = 'answer') {
    this.page = page;
  }

  write(field: EditField, text: string): void {
    const written = new Map(this.written);
    if (text === field.value) written.delete(fieldKey(field));
    else written.set(fieldKey(field), { field, text });
    this.written = written;
  }

  value(field: EditField): string {
    return this.written.get(fieldKey(field))?.text ?? field.value;
  }

  choose(unit: string): void {
    this.unit = unit;
    this.picking = null;
  }

  /** Wait for a click on the map; on a narrow screen the desk lies in its way. */
  pick(field: EditField, narrow: boolean): void {
    this.picking = field;
    this.folded = narrow;
  }

  /** A hex was pointed out; whether anybody had asked for one. */
  picked(hex: string): boolean {
    if (!this.picking) return false;
    this.write(this.picking, hex);
    this.stopPicking();
    return true;
  }

  stopPicking(): void {
    this.picking = null;
    this.folded = false;
  }

  /** The edit was made. */
  clear(): void {
    this.written = new Map();
    this.reason = '';
  }
}
