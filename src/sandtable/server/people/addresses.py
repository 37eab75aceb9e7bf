"""E-mail addresses: what is one, and which of them their owners have confirmed. Nothing else goes to any other."""

from __future__ import annotations

import re
import time
from typing import Final

from sqlalchemy import Connection, delete, exists, func, insert, select, update

from ..db import schema as t
from ..db import steady_time
from ..errors import BadRequest, TooMuch
from ..settings import Settings
from . import tokens

EMAIL: Final = "email"
# The kinds of letters that belong to no match.
CONFIRMATION: Final = "confirm"
RESET: Final = "reset"
FORGOTTEN: Final = "forgotten"
NEW_PASSWORD: Final = "new password"
NEW_ADDRESS: Final = "new address"
NO_MAIL: Final = "this server sends no mail; ask its keeper"
_WORD: Final = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL: Final = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS: Final = re.compile(rf"{_WORD}(?:\.{_WORD})*@{_LABEL}(?:\.{_LABEL})+")


def checked(address: str | None) -> str | None:
    """*address* without spaces around it if mail can go there; None stays None."""
    text = (address or "").strip()
    if text and (len(text) > 254 or not _ADDRESS.fullmatch(text)):
        raise BadRequest("this is no e-mail address; 'name@example.org' is one")
    return text or None


def mail_is_sent(settings: Settings) -> bool:
    """Whether this server sends mail: it needs somebody who takes it, and an address to put into letters."""
    return bool(settings.smtp and settings.public_url)


def require_mail(settings: Settings) -> None:
    """BadRequest where no mail is sent."""
    if not mail_is_sent(settings):
        raise BadRequest(NO_MAIL)


def is_confirmed(db: Connection, guest: str, email: str | None) -> bool:
    """Whether the holder with the key *guest* has confirmed *email*."""
    wanted = select(t.confirmed.c.at).where(t.confirmed.c.guest == guest, t.confirmed.c.email == email)
    return db.execute(wanted).one_or_none() is not None


def confirm(db: Connection, guest: str, email: str) -> None:
    """The holder reads what goes to *email*; other letters that ask him to say so are worth nothing now."""
    if not is_confirmed(db, guest, email):
        db.execute(insert(t.confirmed).values(guest=guest, email=email, at=time.time()))
    same = t.tokens.c.guest == guest, t.tokens.c.email == email, t.tokens.c.kind == tokens.CONFIRM
    db.execute(delete(t.tokens).where(*same))


def ask_to_confirm(db: Connection, guest: str, email: str | None, settings: Settings) -> None:
    """Write down that a letter has to ask whether *email* is the holder's, if it is not confirmed and none waits."""
    if email is None or not mail_is_sent(settings) or is_confirmed(db, guest, email):
        return
    if tokens.issued(db, tokens.CONFIRM, guest=guest, email=email) >= tokens.MOST[tokens.CONFIRM]:
        raise TooMuch(
            "letters enough have gone to this address; look among your unwanted mail, or wait a day"
        )
    same = t.outbox.c.guest == guest, t.outbox.c.kind == CONFIRMATION, t.outbox.c.target == email
    if not db.execute(select(exists().where(*same))).scalar_one():
        queue(db, CONFIRMATION, guest, email)


def queue(db: Connection, kind: str, guest: str, target: str | None, due: float | None = None) -> None:
    """Write down a letter that belongs to no match."""
    at = steady_time.now() if due is None else due
    row = {"kind": kind, "guest": guest, "target": target, "channel": EMAIL, "due": at, "tries": 0}
    db.execute(insert(t.outbox).values(**row))


def tell(db: Connection, kind: str, guest: str, email: str | None, settings: Settings) -> None:
    """Write down a letter that tells the holder what was done to his account, if he has confirmed *email*."""
    if email and mail_is_sent(settings) and is_confirmed(db, guest, email):
        queue(db, kind, guest, email)


def readers(db: Connection, address: str) -> list[str]:
    """The keys of all accounts that have confirmed *address*, whatever its capitals."""
    wanted = select(t.confirmed.c.guest).where(func.lower(t.confirmed.c.email) == address.lower())
    return list(db.execute(wanted).scalars())


def replace(db: Connection, guest: str, old: str | None, new: str | None) -> None:
    """Another address, or none, instead of *old*: it is confirmed anew, and no link in a letter is worth anything."""
    both = [address for address in (old, new) if address]
    db.execute(delete(t.confirmed).where(t.confirmed.c.guest == guest, t.confirmed.c.email.in_(both)))
    tokens.revoke(db, guest)
    db.execute(delete(t.outbox).where(t.outbox.c.guest == guest, t.outbox.c.match.is_(None)))
    mine = t.reminders.c.guest == guest
    db.execute(update(t.reminders).where(mine, t.reminders.c.email == old).values(email=new))
    nowhere = t.reminders.c.webhook.is_(None), t.reminders.c.email.is_(None)
    db.execute(delete(t.reminders).where(mine, *nowhere))
