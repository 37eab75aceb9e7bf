// Wire types of a match, under the names that the page uses. They are made from the server's own description of what it
// sends and takes (schema.ts, by `make web/src/api/schema.ts`); what a field means is said there.

import type { components } from './schema';

export type Schemas = components['schemas'];

export type Option = Schemas['Option'];
export type Target = Schemas['Target'];
export type Counter = Schemas['Counter'];
export type OffMap = Schemas['OffMap'];
export type Combat = Schemas['Combat'];
export type CombatSide = Schemas['CombatSide'];
export type Tray = Schemas['Tray'];
export type HandCard = Schemas['HandCard'];
export type HexCard = Schemas['HexCard'];
export type TrayRow = Schemas['TrayRow'];
export type Arrival = Schemas['Arrival'];
export type Standing = Schemas['Standing'];
export type Position = Schemas['Position'];
export type View = Schemas['View'];
export type LogLine = Schemas['LogLine'];
/** What part a line plays in the log. */
export type Role = NonNullable<LogLine['role']>;
export type Proposal = Schemas['Proposal'];
export type Clock = Schemas['ClockState'];
export type SeatState = Schemas['SeatState'];

/** What a seat may know now. The log is the tail of the whole. */
export type Sight = Schemas['Message'];
export type LiveFrame = Schemas['LiveFrame'];
/** The position after one of the answers. */
export type Moment = Schemas['PastMoment'];
/** A change of the match is stored, as this version; what came of it is told by the live socket. */
export type Accepted = Schemas['Accepted'];
/** What the server would not do, and why. */
export type Refused = Schemas['Error'];
export type Why = Schemas['Refusal'];

export type Scenario = Schemas['Scenario'];
/** How a game looks, and the words it uses. */
export type Appearance = Schemas['Appearance'];
export type Measure = Schemas['Measure'];
export type Figure = Schemas['Figure'];
export type CounterMark = Schemas['CounterMark'];
export type Fate = Schemas['Fate'];
export type Switch = Schemas['Switch'];
export type Match = Schemas['Summary'];
/** What everybody may know of a match besides its board. */
export type PublicState = Partial<Pick<Sight, 'seats' | 'clock' | 'paused' | 'control' | 'proposal' | 'aside' | 'phase'>>;
/** A match to begin. */
export type Wanted = Schemas['NewMatch'];
export type ClockTerms = Schemas['Clock'];
export type NewMatch = Schemas['Begun'];

export type BoardMap = Schemas['Board'];
export type BoardHex = Schemas['Cell'];
export type Paragraph = Schemas['Paragraph'];
export type NewsEntry = Schemas['NewsEntry'];
