// State of judging: the form that is filled in, its odds as one types, and the log that the team shares.

import { Refusal, freshKey } from '../api/client';
import { judgingApi, type JudgementEntry, type JudgementLog, type JudgingForm, type JudgingForms, type Weighed } from '../api/judging';
import { sentence } from '../ui/text';
import { emptyValues, formOf, toldOf, valuesOf, type Values } from './formValues';

/** How long one pauses in typing before what stands there is weighed. */
const PAUSE = 250;
/** How often the log is looked at for what others have entered. */
const ROUND = 4000;
const KEPT = 'sandtable.judging';

export class JudgeDesk {
  forms = $state.raw<JudgingForms | null>(null);
  form = $state.raw<JudgingForm | null>(null);
  values = $state<Values>({});
  dice = $state('');
  note = $state('');
  sides = $state('');
  reason = $state('');
  /** The entry that is corrected. */
  correcting = $state.raw<JudgementEntry | null>(null);
  weighed = $state.raw<Weighed | null>(null);
  weighing = $state(false);
  /** The secret of the log; none before the first judgement. */
  secret = $state<string | null>(null);
  log = $state.raw<JudgementLog | null>(null);
  /** The entry that was judged last at this screen. */
  last = $state<number | null>(null);
  busy = $state(false);
  failed = $state('');
  private question = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private key = freshKey();

  constructor(
    readonly rulebook: string,
    secret: string | null,
    private readonly opened: (secret: string) => void,
  ) {
    this.secret = secret;
  }

  async open(): Promise<void> {
    try {
      const [forms] = await Promise.all([judgingApi.forms(this.rulebook), this.look()]);
      this.forms = forms;
      this.choose(forms.forms[0]!);
    } catch (why) {
      this.failed = words(why);
    }
  }

  /** Look at the log now and then, until that is called off. */
  watch(): () => void {
    const timer = setInterval(() => void this.look().catch(() => undefined), ROUND);
    return () => clearInterval(timer);
  }

  choose(form: JudgingForm): void {
    this.form = form;
    this.values = emptyValues(form.fields);
    this.weighed = null;
    this.correcting = null;
    this.failed = '';
  }

  clear(): void {
    if (this.form) this.choose(this.form);
    this.dice = '';
    this.note = '';
    this.reason = '';
  }

  /** What stands in the form is weighed, once no more is typed; only the latest answer counts. */
  weigh(): void {
    const { form } = this;
    if (!form) return;
    const told = toldOf(form, $state.snapshot<Values>(this.values));
    const question = ++this.question;
    clearTimeout(this.timer);
    if (!form.weighed || Object.keys(told).length <= Object.keys(form.fixed).length) {
      this.weighed = null;
      this.weighing = false;
      return;
    }
    this.weighing = true;
    this.timer = setTimeout(() => {
      judgingApi.weigh(this.rulebook, told).then(
        (found) => this.answered(question, found),
        (why: unknown) => this.answered(question, { missing: '', wrong: words(why), reckoning: [], chances: [] }),
      );
    }, PAUSE);
  }

  /** Judge what stands in the form, and enter it into the log, which is begun if there is none. */
  async judge(): Promise<void> {
    const { form, correcting } = this;
    if (!form || this.busy) return;
    this.busy = true;
    this.failed = '';
    try {
      this.secret ??= await this.begin();
      const told = toldOf(form, $state.snapshot<Values>(this.values));
      const sides = this.sides.split(',').flatMap((side) => side.trim() || []);
      const given = { told, dice: this.dice, note: this.note, sides, key: this.key };
      const entered = correcting
        ? await judgingApi.correct(this.secret, { ...given, of: correcting.number, reason: this.reason })
        : await judgingApi.enter(this.secret, given);
      this.key = freshKey();
      this.last = entered.number;
      this.correcting = null;
      this.dice = '';
      this.reason = '';
      await this.look();
    } catch (why) {
      this.failed = words(why);
    } finally {
      this.busy = false;
    }
  }

  async withdraw(entry: JudgementEntry, reason: string): Promise<void> {
    if (!this.secret || this.busy) return;
    this.busy = true;
    this.failed = '';
    try {
      await judgingApi.withdraw(this.secret, { of: entry.number, reason, key: freshKey() });
      await this.look();
    } catch (why) {
      this.failed = words(why);
    } finally {
      this.busy = false;
    }
  }

  /** Take an entry back into the form, to be judged anew with a reason; its dice stay unless others are typed. */
  correct(entry: JudgementEntry): void {
    if (!this.forms) return;
    this.form = formOf(this.forms.forms, entry.given);
    this.values = valuesOf(this.form.fields, entry.given);
    this.note = entry.note;
    this.sides = entry.sides.join(', ');
    this.dice = '';
    this.reason = '';
    this.failed = '';
    this.correcting = entry;
  }

  get result(): JudgementEntry | null {
    return this.log?.entries.find(({ number }) => number === this.last) ?? null;
  }

  private answered(question: number, found: Weighed): void {
    if (question !== this.question) return;
    this.weighed = found;
    this.weighing = false;
  }

  private async begin(): Promise<string> {
    const { log } = await judgingApi.begin(this.rulebook);
    keep(this.rulebook, log);
    this.opened(log);
    return log;
  }

  private async look(): Promise<void> {
    if (this.secret) this.log = await judgingApi.log(this.secret);
  }
}

/** The log of this rulebook that was last kept in this browser. */
export function keptLog(rulebook: string): string | null {
  try {
    return (JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Record<string, string>)[rulebook] ?? null;
  } catch {
    return null;
  }
}

function keep(rulebook: string, log: string): void {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Record<string, string>;
    localStorage.setItem(KEPT, JSON.stringify({ ...kept, [rulebook]: log }));
  } catch {
    // The link in the address is enough.
  }
}

function words(why: unknown): string {
  if (why instanceof Refusal) return sentence(why.message);
  return why instanceof Error ? why.message : 'It could not be judged.';
}
