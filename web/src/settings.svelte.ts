// What a player has set for good: kept in this browser.

const KEY = 'sandtable.settings';

export interface Kept {
  theme: 'auto' | 'light' | 'dark';
  /** When a click on the map wants a second one before it counts. */
  confirm: 'touch' | 'always' | 'never';
  follow: boolean;
  column: boolean;
  list: boolean;
  layers: Record<string, boolean>;
}

const USUAL: Kept = { theme: 'auto', confirm: 'touch', follow: true, column: true, list: false, layers: {} };

function read(): Kept {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) };
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
