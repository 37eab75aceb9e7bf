// The order sheets that a seat may read, and the one that is being written here: each line is kept by the server as it is
// written, which also says what may follow and what is wrong.

import { api, freshKey, Refusal } from '../api/client';
import { controlApi } from '../api/control';
import { patiently } from '../api/patience';
import type { Option } from '../api/protocol';
import { sheetsApi, type Phase, type Sheet } from '../api/sheets';
import type { Concern, Odds } from '../api/study';
import { settings } from '../app/settings.svelte';
import { heeded } from '../match/prompt/concerns';
import type { Play } from '../match/session/play.svelte';
import { CONTROL } from '../seats/seats';
import { sentence, titled } from '../ui/text';
import { aboutOf } from './lineGroups';

/** How the options that call up a subject are told from lines. */
const ABOUT = 'about ';

/** So long nothing more is written before odds are asked for: who sets a number sets it in several clicks. */
const PAUSE_MS = 200;

export class SheetDesk {
  sheets = $state.raw<Sheet[]>([]);
  /** For whom Control writes; nobody's pen is in Control's hand otherwise. */
  pen = $state<string | null>(null);
  failed = $state('');
  /** Sealing cannot be taken back, and waits for its second click. */
  sealing = $state(false);
  /** The odds of the attack that the line last written belongs to. */
  odds = $state.raw<{ line: Option; odds: Odds } | null>(null);
  /** The subject whose lines have been asked for. */
  about = $state('');
  private writing = $state(0);
  private read = '';
  private asked = 0;

  constructor(private readonly play: Play) {}

  get phase(): Phase | null {
    return this.play.session.people.phase ?? null;
  }

  /** The sheet under the pen: the seat's own, or the one that Control types in. */
  get sheet(): Sheet | null {
    const seat = this.pen ?? this.play.session.seat;
    return this.sheets.find((sheet) => sheet.seat === seat && sheet.phase === this.phase?.since) ?? null;
  }

  /** Sheets that may only be read: those of the same side, for Control all others. */
  get others(): Sheet[] {
    const { sheet } = this;
    return this.sheets.filter((other) => other !== sheet && other.phase === this.phase?.since);
  }

  /** Whether somebody writes on a sheet here now. */
  get open(): boolean {
    return this.sheet !== null && this.sheet.writable && !this.play.moment;
  }

  /** Whether this seat is one of those that write sheets now. */
  get concerns(): boolean {
    return this.phase?.seats.includes(this.play.session.seat) ?? false;
  }

  get busy(): boolean {
    return this.writing > 0;
  }

  /** What the next line may be; and where lines are told when they are asked for, what they can be asked about. */
  get options(): Option[] {
    return this.open && !this.busy ? [...(this.sheet?.next ?? []), ...this.subjects] : [];
  }

  /** Subjects whose lines are not told yet, as options that call them up. */
  readonly subjects = $derived.by(() =>
    (this.sheet?.subjects ?? []).map(({ key, title, unit, lines }): Option => {
      const text = `${title}: ${lines === 1 ? '1 line' : `${lines} lines`}`;
      return { id: `${ABOUT}${key}`, text, rule: '', target: unit ? { unit } : {}, group: key };
    }),
  );

  /** Whether nobody else still writes: the sheets are opened with this seal. */
  get isLast(): boolean {
    const { phase, sheet } = this;
    return phase !== null && sheet !== null && phase.seats.every((seat) => seat === sheet.seat || phase.sealed.includes(seat));
  }

  /** What would be regretted about sealing the sheet as it stands. */
  get regrets(): Concern[] {
    return heeded(this.sheet, settings.kept.unheeded);
  }

  /** Read the sheets again, if anything may have changed. */
  async follow(again = false): Promise<void> {
    const { session } = this.play;
    const { seat, sight } = session;
    if (!this.phase || !sight || !session.match?.mine.includes(seat)) {
      this.forget();
      return;
    }
    // Whatever changes the match may change what can be written: Control may have moved something.
    const of = `${seat} ${this.phase.since} ${sight.version} ${this.about}`;
    if (of === this.read && !again) return;
    this.read = of;
    const number = ++this.asked;
    const wanted = (): boolean => number === this.asked && session.seat === seat;
    const said = await patiently(() => sheetsApi.read(session.id, seat, this.about), wanted).catch(() => null);
    if (!wanted()) return;
    if (!said) {
      this.read = '';
      return;
    }
    const before = this.sheet;
    this.sheets = said.sheets;
    // News from others leaves the second click waiting; a sheet that reads otherwise, or is sealed, does not.
    if (!before || !this.still(before) || this.sheet?.sealed) this.sealing = false;
  }

  forget(): void {
    this.sheets = [];
    this.about = '';
    this.pen = null;
    this.read = '';
    this.failed = '';
    this.sealing = false;
    this.odds = null;
  }

  /** Whether an option is a line that can be written now. */
  offers(option: Option): boolean {
    return this.options.includes(option);
  }

  /** Have the lines about a subject told, and look at them alone. */
  async ask({ id, target }: Option): Promise<void> {
    this.about = id.slice(ABOUT.length);
    this.writing++;
    if (this.pen === null) await this.follow();
    else this.take(await this.judge(this.sheet!.lines.map((line) => line.id)));
    this.writing--;
    if (target.unit !== undefined) this.play.narrowTo(target.unit);
  }

  async add(line: Option): Promise<void> {
    const { sheet } = this;
    if (!sheet || !this.offers(line)) return;
    if (line.id.startsWith(ABOUT)) return this.ask(line);
    const ids = sheet.lines.map(({ id }) => id);
    await this.write([...ids, line.id], line);
  }

  async remove(at: number): Promise<void> {
    const { sheet } = this;
    if (!sheet || this.busy) return;
    this.odds = null;
    await this.write(sheet.lines.flatMap(({ id }, i) => (i === at ? [] : [id])));
  }

  /** Change the number of a line: it is written anew in its place, if there is such a line. */
  async alter(at: number, by: number): Promise<void> {
    const { sheet } = this;
    const line = sheet?.lines[at];
    if (!sheet || !line || line.amount === undefined || this.busy) return;
    const before = sheet.lines.slice(0, at).map(({ id }) => id);
    const after = sheet.lines.slice(at + 1).map(({ id }) => id);
    const wanted = line.amount + by;
    if (wanted <= 0) return this.remove(at);
    this.writing++;
    const judged = await this.judge(before).catch(() => null);
    this.writing--;
    const other = judged?.next.find((option) => aboutOf(option) === aboutOf(line) && option.amount === wanted);
    if (other) await this.write([...before, other.id, ...after], other);
    else this.say(`${titled(sheet.seat)} cannot make that ${wanted}.`);
  }

  /** Seal the sheet: at once while others still write, for it can be taken back; after a second click where it cannot, or
   * where something would be regretted. */
  async seal(): Promise<void> {
    const { sheet, play } = this;
    if (!sheet || sheet.refusal || this.busy) return;
    const doubtful = this.isLast || this.regrets.length > 0;
    const asks = settings.kept.confirm === 'always' || (settings.kept.confirm !== 'never' && doubtful);
    if (asks && !this.sealing) {
      this.sealing = true;
      return;
    }
    this.sealing = false;
    await this.answer(sheet.option);
    if (!this.failed) play.announcer.tell(`The sheet of ${titled(sheet.seat)} is sealed.`);
  }

  /** Take the sealed sheet back, and go on writing. */
  async reopen(): Promise<void> {
    const { sheet } = this;
    if (sheet?.reopens) await this.answer(sheet.reopens);
  }

  private async answer(option: string): Promise<void> {
    const { session } = this.play;
    const { id, sight } = session;
    if (!sight) return;
    const [seat, version] = [this.pen ?? session.seat, sight.version];
    this.writing++;
    this.failed = await session.request(() =>
      this.pen === null
        ? api.answer(id, { seat, option, version, key: freshKey() })
        : controlApi.answerFor(id, { seat, option, version, reason: 'typed in from paper' }),
    );
    this.writing--;
    await this.follow(true);
  }

  private async write(lines: string[], touched: Option | null = null): Promise<void> {
    const { sheet, play } = this;
    if (!sheet) return;
    this.failed = '';
    this.writing++;
    try {
      const { seat, phase, version } = sheet;
      const kept = await sheetsApi.write(play.session.id, {
        seat,
        by: this.pen ? 'control' : 'seat',
        lines,
        phase,
        version,
        about: this.about,
      });
      this.take(kept);
      play.clearNarrowed();
      if (touched) void this.reckon(kept, touched);
    } catch (why) {
      this.say(why instanceof Error ? sentence(why.message) : 'That line could not be written.');
      if (why instanceof Refusal) await this.follow(true);
    } finally {
      this.writing--;
    }
  }

  private judge(lines: string[]): Promise<Sheet> {
    const { sheet, play } = this;
    return sheetsApi.judge(play.session.id, { seat: sheet!.seat, by: this.pen ? 'control' : 'seat', lines, about: this.about });
  }

  /** The exact odds of what is planned, when nothing more has been written for a moment. */
  private async reckon(sheet: Sheet, touched: Option): Promise<void> {
    await new Promise((after) => setTimeout(after, PAUSE_MS));
    if (!this.still(sheet)) return;
    const lines = sheet.lines.map(({ id }) => id);
    const given = { seat: sheet.seat, by: this.pen ? ('control' as const) : ('seat' as const), lines, line: touched.id, about: this.about };
    const said = await patiently(
      () => sheetsApi.odds(this.play.session.id, given),
      () => this.still(sheet),
    ).catch(() => null);
    if (this.still(sheet)) this.odds = said?.odds ? { line: touched, odds: said.odds } : null;
  }

  /** Whether the sheet says what it said; news from others brings it anew with the same lines. */
  private still(sheet: Sheet): boolean {
    const now = this.sheet;
    return now?.seat === sheet.seat && now.lines.map(({ id }) => id).join(' ') === sheet.lines.map(({ id }) => id).join(' ');
  }

  private take(sheet: Sheet): void {
    this.sheets = this.sheets.map((other) => (other.seat === sheet.seat ? sheet : other));
    this.sealing = false;
  }

  private say(words: string): void {
    this.failed = words;
    this.play.announcer.tell(words);
  }

  /** Control takes up the pen for a seat, or lays it down. */
  writeFor(seat: string | null): void {
    this.pen = this.play.session.seat === CONTROL ? seat : null;
    this.about = '';
    this.odds = null;
    this.sealing = false;
    this.play.clearNarrowed();
  }
}
