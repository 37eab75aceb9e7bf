"""What letters say: plain words, nothing of any position, and no words of a stranger to whoever did not ask for them."""

from __future__ import annotations

from typing import Final, NamedTuple

from sandtable import catalog

from ..db import steady_time
from ..db.match_store import Match
from ..match import clocks

_SWITCHED_OFF: Final = "You asked for this at the board; there it can be switched off."


class Letter(NamedTuple):
    """A subject, which is all that a webhook is told, a link, and what e-mail says around it."""

    subject: str
    link: str
    before: str = ""
    after: str = ""

    @property
    def short(self) -> str:
        """In one line."""
        return f"{self.subject} {self.link}".rstrip()

    @property
    def text(self) -> str:
        """As the text of an e-mail."""
        parts = (self.before or self.subject, self.link, self.after)
        return "\n\n".join(part for part in parts if part) + "\n"


def reminder(match: Match, seat: str, public_url: str) -> Letter:
    """That *seat* is asked: nothing that only one seat may know, and no link that opens a seat."""
    return Letter(f"{_title(match)}: {_wanted(match, seat)}.", _table(match, public_url), after=_SWITCHED_OFF)


def trial(match: Match, public_url: str) -> Letter:
    """A test of where reminders go."""
    subject = f"{_title(match)}: a test. You will be reminded here."
    return Letter(subject, _table(match, public_url), after=_SWITCHED_OFF)


def confirmation(public_url: str, secret: str) -> Letter:
    """Whether an address is its owner's. He may never have heard of us, so nobody's words but ours stand in it."""
    return Letter(
        "Sandtable: please confirm your e-mail address",
        # After the '#' it is seen by no server on the way, and stands in no log.
        f"{public_url.rstrip('/')}/#confirm={secret}",
        f"Somebody gave this address at the wargame table {public_url}. If it was you, open this link and confirm it:",
        "The link works once, within two days. If it was not you, do nothing: nothing else will be sent to you.",
    )


def reset(public_url: str, secret: str, name: str) -> Letter:
    """How to choose a new password."""
    return Letter(
        "Sandtable: a new password",
        reset_link(public_url, secret),
        f"Somebody, probably you, wants a new password for the account {name!r} at {public_url}. Choose it here:",
        "The link works once, within an hour. If it was not you, do nothing: the password stays as it is.",
    )


def changed(public_url: str, what: str, name: str) -> Letter:
    """That something was done to an account, for whoever did not do it."""
    return Letter(
        f"Sandtable: your {what} was changed",
        "",
        f"The {what} of the account {name!r} at {public_url} was changed. If it was you, all is well.",
        "If it was not you, somebody else has got into your account: ask the keeper of the server for help.",
    )


def reset_link(public_url: str, secret: str) -> str:
    """Where a new password is chosen."""
    return f"{public_url.rstrip('/')}/#reset={secret}"


def _wanted(match: Match, seat: str) -> str:
    """What is wanted of *seat*, in words that everybody might read: whose turn it is, a proposal, and the clock."""
    proposal = "a proposal waits for your answer"
    if seat not in match.waiting:
        return proposal
    turn = "it is your turn"
    if seat in match.undecided():
        turn = f"{turn}, and {proposal}"
    left = clocks.left(match, seat, steady_time.now()) if seat in clocks.running(match) else None
    return turn if left is None or left <= 0 else f"{turn}, with {_span(left)} left"


def _span(seconds: float) -> str:
    """A time as one speaks of it, never longer than it is."""
    for unit, length in (("day", clocks.DAY), ("hour", 3600.0), ("minute", 60.0)):
        if seconds >= length * (2 if unit != "minute" else 1):
            count = int(seconds // length)
            return f"{count} {unit}{'' if count == 1 else 's'}"
    return "less than a minute"


def _title(match: Match) -> str:
    return catalog.rulebook(match.rulebook).scenario(match.scenario).title


def _table(match: Match, public_url: str) -> str:
    return f"{public_url.rstrip('/')}/match/{match.id}" if public_url else ""
