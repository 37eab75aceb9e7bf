// Prepared answers: what the player has said beforehand. Questions that follow a choice are answered on its card, and
// sent one after another as they come; proposals can be taken without asking from now on. Nothing is sent that is not
// offered, and if others have moved meanwhile the player is asked after all.

import type { Option, View } from '../../api/protocol';
import type { FollowUp } from '../../api/study';
import type { Play } from './play.svelte';

/** To be asked when the question comes. */
export const ASK = -1;

interface Card {
  option: string;
  questions: readonly FollowUp[];
  /** The answer to each question, by its number. */
  picked: readonly number[];
}

export class PreparedAnswers {
  private card = $state.raw<Card | null>(null);
  /** What was picked before where the same was asked. */
  private readonly habits = new Map<string, number>();
  private queue: readonly string[] = [];
  /** Where the others stood when the answers were given; null where that does not matter. */
  private others: string | null = null;
  /** The paragraphs whose proposals are taken without asking. */
  unasked = $state.raw<readonly string[]>([]);

  constructor(private readonly play: Play) {}

  /** The questions that follow an option, as far as they are known. */
  of(option: string): Card | null {
    return this.card?.option === option ? this.card : null;
  }

  /** Ask what follows an option, so that it can be answered on its card. */
  async look(option: Option): Promise<void> {
    if (this.card?.option === option.id) return;
    const questions = (await this.play.weigh(this.play.study.foresee(option)))?.follow_ups ?? [];
    if (!this.play.session.offers(option) || this.card?.option === option.id) return;
    this.card = { option: option.id, questions, picked: questions.map((one) => this.habits.get(habit(one)) ?? one.usual) };
  }

  pick(question: number, answer: number): void {
    const { card } = this;
    const asked = card?.questions[question];
    if (!card || !asked) return;
    this.card = { ...card, picked: card.picked.map((one, n) => (n === question ? answer : one)) };
    this.habits.set(habit(asked), answer);
  }

  forget(): void {
    this.card = null;
  }

  /** An option is chosen: the answers given along with it wait for their questions, up to the first that is to be asked. */
  along(option: Option): string[] {
    const card = this.of(option.id);
    if (!card) return [];
    const last = card.picked.indexOf(ASK);
    const given = last === -1 ? card.questions : card.questions.slice(0, last);
    return given.flatMap(({ answers }, n) => answers[card.picked[n]!]?.options ?? []);
  }

  /** These are answered one after another. */
  begin(answers: readonly string[], whileOthersStand = false): void {
    this.queue = answers;
    this.others = whileOthersStand ? this.standing : null;
  }

  drop(): void {
    this.queue = [];
  }

  get waits(): boolean {
    return this.queue.length > 0;
  }

  /** The next of the answers that were decided on, as long as they are offered and nobody has come in between. */
  async goOn(): Promise<boolean> {
    const { options, session } = this.play;
    if (!this.queue.length) return false;
    if (!options.length) return true;
    const [first, ...rest] = this.queue;
    const option = options.find(({ id }) => id === first);
    const moved = this.others !== null && this.others !== this.standing;
    this.queue = option && !moved ? rest : [];
    if (moved) session.say({ text: 'The other side has moved meanwhile: what you had prepared is asked again.', rule: '', kind: 'info' });
    if (!option || moved) return false;
    await session.answer(option);
    return true;
  }

  /** Whether a proposal is taken without asking. */
  takes(proposed: NonNullable<View['proposed']>): boolean {
    return !proposed.asks || this.unasked.includes(this.paragraph(proposed));
  }

  /** Proposals of this kind are taken without asking from now on, or no more. */
  toggle(rule: string): void {
    this.unasked = this.unasked.includes(rule) ? this.unasked.filter((one) => one !== rule) : [...this.unasked, rule];
  }

  paragraph({ options: [first] }: NonNullable<View['proposed']>): string {
    return this.play.session.view?.options.find(({ id }) => id === first)?.rule ?? '';
  }

  /** Everybody else's units on the map, and where they are. */
  private get standing(): string {
    const { session, side: own } = this.play;
    return (session.view?.position.counters ?? [])
      .filter(({ side }) => side !== own)
      .map(({ unit, hex }) => `${unit} ${hex}`)
      .join();
  }
}

/** What makes two questions the same for a player. */
function habit({ prompt, answers }: FollowUp): string {
  return [prompt, ...answers.map(({ text }) => text)].join('|');
}
