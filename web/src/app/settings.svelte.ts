// User settings, kept in this browser.

const KEY = 'sandtable.settings';

export interface Kept {
  theme: 'auto' | 'light' | 'dark';
  /** When a choice wants a second click before it counts: where it cannot be taken back, always, or never. */
  confirm: 'dice' | 'always' | 'never';
  /** Kinds of concerns that are not warned of. */
  unheeded: string[];
  follow: boolean;
  /** The whole map, small, in a corner of a wide screen. */
  minimap: boolean;
  column: boolean;
  /** The board as a list beside the map. */
  list: boolean;
  /** Keys of one character act wherever the focus is; else only on the map. */
  letters: boolean;
  layers: Record<string, boolean>;
  /** The coach line under the prompt, and what it has taught already. */
  coach: boolean;
  taught: string[];
  /** How one is called when it becomes one's turn while one looks elsewhere. */
  notify: boolean;
  sound: boolean;
}

const USUAL: Kept = {
  theme: 'auto',
  confirm: 'dice',
  unheeded: [],
  follow: true,
  minimap: true,
  column: true,
  list: false,
  letters: true,
  layers: {},
  coach: true,
  taught: [],
  notify: false,
  sound: false,
};

function read(): Kept {
  try {
    const kept = { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) };
    return ['dice', 'always', 'never'].includes(kept.confirm) ? kept : { ...kept, confirm: USUAL.confirm };
  } catch {
    return { ...USUAL };
  }
}

const dark = matchMedia('(prefers-color-scheme: dark)');

class Settings {
  kept = $state<Kept>(read());
  private systemDark = $state(dark.matches);

  constructor() {
    dark.addEventListener('change', (e) => (this.systemDark = e.matches));
  }

  get theme(): 'light' | 'dark' {
    if (this.kept.theme !== 'auto') return this.kept.theme;
    return this.systemDark ? 'dark' : 'light';
  }

  toggleTheme(): void {
    this.kept.theme = this.theme === 'dark' ? 'light' : 'dark';
  }

  /** Warn of concerns of this kind, or don't. */
  heed(kind: string, on: boolean): void {
    this.kept.unheeded = [...this.kept.unheeded.filter((other) => other !== kind), ...(on ? [] : [kind])];
  }

  /** Switch the coach on, from the beginning, or off. */
  teach(on: boolean): void {
    this.kept.coach = on;
    if (on) this.kept.taught = [];
  }

  /** Called by the page in an effect: whatever is set is stored and shown. */
  apply(): void {
    document.documentElement.dataset['theme'] = this.theme;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      // A browser that keeps nothing still plays.
    }
  }
}

export const settings = new Settings();
