// Wire types of study queries and printed matter, under the names that the page uses. Every number is the engine's;
// fractions come as "7/12".

import type { Schemas } from './protocol';

export type ReckoningLine = Schemas['ReckoningLine'];
export type StudyLayer = Schemas['Layer'];
export type Reach = Schemas['ReachFrom'];
export type ReachHex = Schemas['ReachHex'];
export type Foresight = Schemas['PreviewOf'];
export type Concern = Schemas['Concern'];
export type FollowUp = Schemas['FollowUp'];

export type Odds = Schemas['CombatOdds'];
export type OddsForce = Schemas['Force'];
export type OddsUnit = Schemas['Fighter'];
export type OddsChoice = Schemas['Choice'];
export type Supposition = Schemas['Supposition'];
export type Pairing = Schemas['Pairing'];
export type Winner = Schemas['Winner'];

export type Luck = Schemas['Luck'];
export type LuckRoll = Schemas['RollMade'];
export type SideLuck = Schemas['LuckOf'];
export type Mark = Schemas['Mark'];

export type Afterword = Schemas['Afterword'];
export type MissedAttack = Schemas['MissedAttack'];
export type NotableRoll = Schemas['NotableRoll'];

export type Term = Schemas['Term'];
export type Briefing = Schemas['BriefingText'];
export type PrintedTable = Schemas['PrintedTable'];
export type Ruling = Schemas['Ruling'];
export type RulebookText = Schemas['RulebookText'];
export type RulebookHead = Schemas['RulebookHead'];
export type Reading = Schemas['Reading'];
