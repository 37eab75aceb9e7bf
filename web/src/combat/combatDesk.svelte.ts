// State of the combat panel: which combat is looked at; the one at hand, one that a choice would start, or one of the
// past.

import { api } from '../api/client';
import type { Combat, LogLine, Option } from '../api/protocol';
import type { Odds } from '../api/study';
import { styleOf, type Style } from '../board/drawing/livery';
import { hexWords } from '../board/grid';
import { toScreen } from '../board/viewport/camera';
import type { Play } from '../match/session/play.svelte';
import { fraction, near } from '../ui/fractions';
import { beforeDice, fightAt, lastFight, outcomeOf, type Fight } from './combatLog';

export class CombatDesk {
  /** The edge of the map that does not hide the combat. */
  edge = $state<'left' | 'right'>('left');
  /** The player has asked for the sheet: it takes the focus. One that lays itself on the table does not. */
  called = $state(false);
  private past = $state.raw<{ fight: Fight; odds: Odds | null; battle: Combat | null } | null>(null);
  private proposed = $state.raw<{ text: string; odds: Odds; hex: string | null } | null>(null);
  /** The odds of the combat at hand as they were last told: they stay while the dice fall. */
  private kept = $state.raw<Odds | null>(null);
  private foldedByHand = $state<boolean | null>(null);
  private chosen: Odds | null = null;
  private underWay = $state(false);
  /** How many answers had been given when the combat at hand came up. */
  private since = 0;
  /** What was chosen last where the same could be chosen. */
  private readonly habits = new Map<string, string>();

  constructor(private readonly play: Play) {}

  get open(): boolean {
    return this.play.panel === 'combat';
  }

  /** A combat of the past is looked at. */
  get isPast(): boolean {
    return this.past !== null;
  }

  /** Folded to a strip: by hand, or because something is to be chosen on the map, or is going on there since. */
  get folded(): boolean {
    const onMap = this.play.options.some(({ target }) => target.unit !== undefined || target.hex !== undefined);
    return this.foldedByHand ?? (!this.past && !this.proposed && !this.choices.length && (onMap || this.isOutdated));
  }

  set folded(folded: boolean) {
    this.foldedByHand = folded;
  }

  get odds(): Odds | null {
    if (this.past) return this.past.odds;
    return this.proposed?.odds ?? this.play.study.odds ?? this.kept;
  }

  get battle(): Combat | null {
    if (this.past) return this.past.battle;
    return this.proposed ? null : (this.play.view?.position.combat ?? null);
  }

  /** The hex that is fought for, as far as it is known: of the combat, of the choice that would start it, or as the odds or the log name it. */
  get hex(): string | null {
    const { selected, study } = this.play;
    const known = this.battle?.hex ?? this.proposed?.hex;
    if (known) return known;
    const told = this.past?.fight ?? lastFight(this.play.log);
    const there = told?.lines[0]!.hexes?.[0];
    if (this.past || (!this.underWay && this.fight)) return there ?? null;
    return study.odds?.hex || ((told && told.answer >= this.since ? there : null) ?? selected);
  }

  get fight(): Fight | null {
    if (this.past) return this.past.fight;
    if (this.proposed || (!this.battle && this.play.study.lastOdds)) return null;
    return lastFight(this.play.log);
  }

  get title(): string {
    if (this.proposed) return this.proposed.text;
    const hex = this.past || this.underWay || this.fight ? this.hex : null;
    const cell = hex ? this.play.board?.state.grid.cell(hex) : undefined;
    return `${this.past ? 'Past combat' : 'Combat'}${cell ? ` in ${hexWords(cell)}` : ''}`;
  }

  /** The choices of the player, each with its odds; only in the combat at hand. */
  get choices(): Odds['choices'] {
    if (this.past || this.proposed || !this.open) return [];
    return (this.play.study.odds?.choices ?? []).filter(({ option }) => this.play.options.some((o) => o.id === option));
  }

  /** The colours of the sides of a combat. */
  colours(odds: Odds | null = this.odds): { attacker: Style; defender: Style } | null {
    const { livery } = this.play.look;
    if (!odds) return null;
    const [attacker, defender] = [styleOf({ side: odds.attacker.side }, livery), styleOf({ side: odds.defender.side }, livery)];
    return attacker === defender ? null : { attacker, defender };
  }

  /** Of several choices the one with the best odds for the player, or with the best losses where the odds are even. */
  get best(): Odds['choices'][number] | null {
    const [first, second] = this.leading;
    return first && !second ? first : null;
  }

  /** The choice that lies ready for the second click: the best, or of several that are as good what was chosen here before. */
  get usual(): Odds['choices'][number] | null {
    const { leading } = this;
    return this.best ?? leading.find(({ option }) => option === this.habits.get(this.question)) ?? null;
  }

  /** The choices that no other is better than. */
  private get leading(): Odds['choices'] {
    const { choices, odds } = this;
    const attacks = odds?.attacker.side === this.play.side;
    const sign = attacks ? 1 : -1;
    const worth = (choice: Odds['choices'][number]): [number, number] => [
      sign * near(fraction(choice.winner.attacker)),
      sign * (near(fraction(choice.defender_loses_mean)) - near(fraction(choice.attacker_loses_mean))),
    ];
    const ranked = choices.map((choice) => ({ choice, worth: worth(choice) }));
    ranked.sort((a, b) => b.worth[0] - a.worth[0] || b.worth[1] - a.worth[1]);
    const [first] = ranked;
    return ranked.filter(({ worth: [odds, losses] }) => odds === first!.worth[0] && losses === first!.worth[1]).map(({ choice }) => choice);
  }

  /** What makes two questions the same for a player: what can be chosen. */
  private get question(): string {
    return this.choices.map(({ option }) => option).join(' ');
  }

  /** Keep the odds of what is chosen now: they are shown while its dice fall. */
  async decide(option: Option): Promise<void> {
    this.habits.set(this.question, option.id);
    this.chosen = await this.play.weigh(this.play.study.oddsOf({ option: option.id }));
  }

  /** After each new position: a combat that begins lays itself on the table, one that has ended stays to be read. */
  follow(): void {
    const { study, view, session, log } = this.play;
    const now = Boolean(study.odds ?? view?.position.combat);
    if (now && !this.underWay) {
      this.putAway();
      this.since = session.sight?.answers ?? 0;
      // Control enters the dice of one combat after another at its desk: there the sheet waits until it is called.
      if (this.play.panel !== 'control') this.lay(this.hex, false);
    }
    this.kept = study.odds ?? this.chosen ?? this.kept;
    this.chosen = null;
    const fight = lastFight(log);
    const begun = fight !== null && fight.answer >= this.since;
    // It was taken back before it began, or a whole phase has gone by since.
    if (!now && ((this.underWay && !begun) || this.isOld)) this.close();
    // What the player has unfolded stays so while others go on.
    if (now !== this.underWay || session.asked) this.foldedByHand = null;
    this.underWay = now;
  }

  /** The player goes on to something else: what is over is put away. */
  goOn(): void {
    if (!this.underWay) this.close();
    else this.putAway();
  }

  toggle(): void {
    const { pending, foresight } = this.play;
    if (this.open) this.close();
    else if (pending && foresight?.odds) this.propose(pending, foresight.odds);
    else this.lay(this.hex);
  }

  propose(option: Option, odds: Odds): void {
    this.putAway();
    this.proposed = { text: option.text, odds, hex: option.target.hex ?? null };
    this.lay(option.target.hex);
  }

  /** Open a combat of the past from a line of the log. */
  async reopen(line: LogLine): Promise<void> {
    const { session, study } = this.play;
    const fight = fightAt(session.log, session.log.indexOf(line));
    if (!fight) return;
    this.putAway();
    this.past = { fight, odds: null, battle: null };
    this.lay(this.hex);
    const [odds, moment] = await Promise.all([
      study.oddsOf({ at: beforeDice(fight) }),
      api.moment(session.id, session.seat, beforeDice(fight)).catch(() => null),
    ]);
    if (this.past?.fight === fight) this.past = { fight, odds, battle: moment?.view.position.combat ?? null };
  }

  close(): void {
    if (this.open) this.play.panel = null;
    this.putAway();
  }

  /** Another seat takes the screen: it may not see what this one knew. */
  forget(): void {
    this.underWay = false;
    this.habits.clear();
    this.close();
  }

  /** The rulebook's sentence about how it ended. */
  get outcome(): LogLine | null {
    return this.fight && outcomeOf(this.fight);
  }

  /** It is over, and the game has gone on. */
  private get isOutdated(): boolean {
    const { fight } = this;
    return !this.underWay && fight !== null && fight.from + fight.lines.length < this.play.log.length;
  }

  /** The combat that lies here to be read was fought before the phase that went before this one. */
  private get isOld(): boolean {
    const { fight } = this;
    if (!fight || this.past || this.proposed) return false;
    return this.play.log.slice(fight.from).filter(({ role }) => role === 'phase').length > 1;
  }

  /** Lay the sheet on the table, away from the hex that it is about. */
  private lay(hex: string | null | undefined, called = true): void {
    const { board } = this.play;
    this.called = called;
    const cell = hex ? board?.state.grid.cell(hex) : undefined;
    if (board && cell) this.edge = toScreen(board.viewport.camera, cell).x < board.viewport.size.width / 2 ? 'right' : 'left';
    this.play.panel = 'combat';
    this.foldedByHand = null;
  }

  private putAway(): void {
    this.past = null;
    this.proposed = null;
    if (!this.underWay) this.kept = null;
  }
}
