// Invitations: what the page behind a link to a seat says before somebody sits down.

import type { Invitation } from '../../api/seats';
import { titled } from '../../ui/text';
import { CONTROL } from '../seats';

/** What the card says: a headline, what to know before the click, and the words on the button. */
export interface Words {
  headline: string;
  notes: string[];
  button: string;
}

export function words(it: Invitation, title: string): Words {
  const umpire = it.seat === CONTROL;
  const side = umpire ? 'the umpire' : `the ${titled(it.seat)} side`;
  if (it.over)
    return { headline: `This game of ${title} is over`, notes: ['You can look at how it was played.'], button: 'Look at the game' };
  if (it.kind === 'own') return ownSeat(it, `${side} of ${title}`);
  if (it.mine.length) return guestAtHome(it, `${umpire ? 'be' : 'play'} ${side} of ${title}`);
  const notes = it.taken
    ? ['Somebody has sat down here by this link already. You still may: whoever of you acts first keeps the seat.']
    : [];
  const invited = it.by ? `${it.by} invites you` : 'You are invited';
  return { headline: `${invited} to ${umpire ? 'be' : 'play'} ${side} of ${title}`, notes, button: 'Sit down' };
}

function ownSeat(it: Invitation, seat: string): Words {
  const notes = [`You are ${seat} on another device. Nothing changes there: you hold the seat on both.`];
  notes.push(
    it.once
      ? 'The link works once. If somebody else sent it to you, do not use it: it is meant for the player’s own devices.'
      : 'If somebody else sent you this link, do not use it: it is meant for the player’s own devices.',
  );
  return { headline: 'Take your seat along to this device', notes, button: 'Take my seat along' };
}

function guestAtHome(it: Invitation, what: string): Words {
  const own = it.mine.map((seat) => (seat === CONTROL ? 'the umpire' : titled(seat))).join(' and ');
  return {
    headline: `An invitation to ${what}`,
    notes: [
      `You are ${own} in this game. Send the address of this page to a friend; sit down here only if you want to play this side as well.`,
    ],
    button: 'Sit down here too',
  };
}
