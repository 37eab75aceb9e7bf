// Counter styles by side: colour and shape, so that nothing rests on hue alone.

export interface Style {
  shape: keyof typeof SHAPES;
  body: string;
  ink: string;
  frame: string;
  frameInk: string;
  edge: string;
}

/** Outlines of a counter 120 units wide around the origin. */
export const SHAPES = {
  square: 'M-56-60H56Q60-60 60-56V56Q60 60 56 60H-56Q-60 60-60 56V-56Q-60-60-56-60Z',
  round: 'M-40-60H40Q60-60 60-40V40Q60 60 40 60H-40Q-60 60-60 40V-40Q-60-60-40-60Z',
  cut: 'M-45-60H45L60-45V45L45 60H-45L-60 45V-45Z',
  notched: 'M-60-60H60V-10L50 0L60 10V60H-60V10L-50 0L-60-10Z',
  slanted: 'M-60-60H40L60-40V60H-60Z',
} as const;

export const STYLES: Record<string, Style> = {
  field_grey: { shape: 'square', body: '#b7bdb2', ink: '#171a15', frame: '#e9ece5', frameInk: '#171a15', edge: '#3d423a' },
  brown_red: { shape: 'round', body: '#8a4030', ink: '#fff6e8', frame: '#f3dcc6', frameInk: '#4a170c', edge: '#431a10' },
  blue_white: { shape: 'cut', body: '#f4f7fa', ink: '#123f7c', frame: '#d5e2f1', frameInk: '#123f7c', edge: '#123f7c' },
  olive: { shape: 'notched', body: '#5d6638', ink: '#fbf9e9', frame: '#e6e6c9', frameInk: '#2b3014', edge: '#2b3014' },
  sand: { shape: 'slanted', body: '#dcc391', ink: '#33240a', frame: '#f6ebd0', frameInk: '#33240a', edge: '#6d5320' },
  stone: { shape: 'square', body: '#d9d6ce', ink: '#2b2925', frame: '#f3f1ec', frameInk: '#2b2925', edge: '#6a665d' },
};

/** Whether a colour is light rather than dark. */
export function isLight(colour: string): boolean {
  return [1, 3, 5].reduce((sum, i) => sum + parseInt(colour.slice(i, i + 2), 16), 0) > 3 * 128;
}

/** For rulebooks that send no livery of their own. */
const USUAL: Record<string, string> = {
  german: 'field_grey',
  axis: 'field_grey',
  soviet: 'brown_red',
  red: 'brown_red',
  finnish: 'blue_white',
  blue: 'blue_white',
  romanian: 'sand',
  hungarian: 'olive',
  allied: 'olive',
  british: 'sand',
  american: 'olive',
  polish: 'blue_white',
};

const FORMATIONS = ['#c8442f', '#2f6fb0', '#e0a92e', '#3f8a55', '#7a4c9c', '#26241f', '#d97fa6', '#5fb3b8', '#9a6a34', '#f7f3e8'] as const;

/** The colour of a formation: the same for the same name, always. */
export function formationColour(name: string): string {
  let mixed = 7;
  for (const letter of name) mixed = (mixed * 31 + letter.charCodeAt(0)) % 99991;
  return FORMATIONS[mixed % FORMATIONS.length]!;
}

export type Livery = Readonly<Record<string, string>>;

/** The style of a nation, or else of a side. */
export function styleOf(who: { side: string; nation?: string }, livery: Livery = {}): Style {
  return STYLES[styleName(who, livery)]!;
}

/** What that style is called. */
export function styleName(who: { side: string; nation?: string }, livery: Livery = {}): string {
  for (const word of [who.nation, who.side]) {
    const name = word === undefined ? undefined : (livery[word] ?? USUAL[word]);
    if (name !== undefined && STYLES[name]) return name;
  }
  return 'stone';
}
