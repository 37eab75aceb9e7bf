"""Accounts: a name and a password by which a player finds his seats again on any device."""

from __future__ import annotations

import secrets
import time
import unicodedata
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Table, and_, delete, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from ..db import schema as t
from ..errors import BadRequest, Conflict, Forbidden, NotFound
from ..settings import Settings
from . import addresses, leaving, seating, tokens

# Where it stands who holds what; the columns besides the holder that name one thing.
_HOLDINGS: Final[tuple[tuple[Table, tuple[str, ...]], ...]] = (
    (t.holders, ("match", "seat")),
    (t.reminders, ("match", "seat")),
    (t.outbox, ("match", "seat", "channel")),
    (t.confirmed, ("email",)),
    (t.tokens, ("hash",)),
)
# What the database holds of a name as it is compared.
LONGEST_FOLDED: Final = 160


@dataclass(frozen=True, kw_only=True)
class Account:
    """Somebody who can log in."""

    id: str
    name: str
    folded: str
    password: str
    email: str | None
    created: float


def folded(name: str) -> str:
    """*name* as names are compared."""
    return unicodedata.normalize("NFKC", name).casefold()


def checked_name(name: str) -> str:
    """*name* without spaces around it; BadRequest if it cannot be one."""
    text = " ".join(name.split())
    if not 1 <= len(text) <= 40 or not text.isprintable():
        raise BadRequest("a name has 1 to 40 characters that can be printed")
    if len(folded(text)) > LONGEST_FOLDED:
        # Some characters stand for whole sentences.
        raise BadRequest(f"written out this name has more than {LONGEST_FOLDED} characters; choose another")
    return text


def add(db: Connection, name: str, password: str, email: str | None) -> Account:
    """A new account; *password* is the hash. Conflict if the name is taken."""
    account = Account(
        id=secrets.token_hex(8),
        name=name,
        folded=folded(name),
        password=password,
        email=email,
        created=time.time(),
    )
    try:
        db.execute(insert(t.accounts).values(**vars(account)))
    except IntegrityError:
        raise Conflict(f"the name {name!r} is taken; choose another") from None
    return account


def called(db: Connection, name: str) -> Account | None:
    """The account called *name*."""
    return _one(db, t.accounts.c.folded == folded(name))


def logged_in(db: Connection, guest: str | None) -> Account | None:
    """The account that the browser with the secret *guest* is logged in to."""
    if guest is None:
        return None
    wanted = select(t.sessions.c.account).where(
        t.sessions.c.hash == seating.hashed(guest), t.sessions.c.until > time.time()
    )
    return _one(db, t.accounts.c.id == wanted.scalar_subquery())


def require(db: Connection, guest: str | None) -> Account:
    """The account of *guest*; Forbidden if nobody is logged in."""
    found = logged_in(db, guest)
    if found is None:
        raise Forbidden("you are not logged in")
    return found


def by_key(db: Connection, key: str) -> Account | None:
    """The account that holds seats by *key*; None if that is a guest's."""
    return _one(db, t.accounts.c.id == key[1:]) if key.startswith(seating.ACCOUNT) else None


def enter(db: Connection, account: Account, guest: str | None, device: str = "") -> str:
    """Log the browser of *guest* in, with all seats it holds: its new secret, so that no older one is worth anything."""
    now = time.time()
    if guest is not None:
        _hand_over(db, seating.key_of(db, guest), seating.account_key(account.id))
        leave(db, guest)
    fresh = seating.new_secret()
    db.execute(delete(t.sessions).where(t.sessions.c.until <= now))
    row = {"hash": seating.hashed(fresh), "account": account.id, "created": now, "device": device}
    db.execute(insert(t.sessions).values(**row, until=now + seating.COOKIE_SECONDS))
    return fresh


def leave(db: Connection, guest: str) -> None:
    """Log the browser of *guest* out."""
    db.execute(delete(t.sessions).where(t.sessions.c.hash == seating.hashed(guest)))


def set_password(db: Connection, account: Account, password: str) -> None:
    """Keep another hash, log every browser out, and let no link in a letter be worth anything."""
    db.execute(update(t.accounts).where(t.accounts.c.id == account.id).values(password=password))
    db.execute(delete(t.sessions).where(t.sessions.c.account == account.id))
    tokens.revoke(db, seating.account_key(account.id))


def reset_by_hand(db: Connection, name: str) -> tuple[Account, str]:
    """The account called *name*, and a secret by which a new password is chosen for it; NotFound if there is none."""
    found = called(db, " ".join(name.split()))
    if found is None:
        raise NotFound(f"there is no account {name!r}")
    return found, tokens.issue(db, tokens.RESET, seating.account_key(found.id))


def refresh_password(db: Connection, account: Account, password: str) -> None:
    """Keep a better hash of the same password."""
    db.execute(update(t.accounts).where(t.accounts.c.id == account.id).values(password=password))


def set_email(db: Connection, account: Account, email: str | None) -> None:
    """Keep another e-mail address, or none; another has to be confirmed."""
    if email != account.email:
        db.execute(update(t.accounts).where(t.accounts.c.id == account.id).values(email=email))
        addresses.replace(db, seating.account_key(account.id), account.email, email)


def remove(db: Connection, account: Account, settings: Settings) -> list[str]:
    """Forget the account: its seats are held by nobody, and its links lead nowhere; the matches that it leaves."""
    key = seating.account_key(account.id)
    mine = select(t.holders.c.match, t.holders.c.seat).where(t.holders.c.guest == key)
    held = db.execute(mine.order_by(t.holders.c.match, t.holders.c.seat)).all()
    for match in sorted({match for match, _ in held}):
        # In the same order by all who take several.
        seating.claimed(db, match)
    for table, _ in _HOLDINGS:
        db.execute(delete(table).where(table.c.guest == key))
    for match, seat in held:
        leaving.leave(db, match, seat, settings)
    db.execute(delete(t.accounts).where(t.accounts.c.id == account.id))
    return sorted({match for match, _ in held})


def described(db: Connection, account: Account | None, settings: Settings) -> dict[str, Any]:
    """The account as its owner sees it, and whether letters can go to anybody here."""
    mail = addresses.mail_is_sent(settings)
    if account is None:
        return {"account": None, "mail": mail}
    key = seating.account_key(account.id)
    wanted = select(func.count(t.holders.c.match.distinct())).where(t.holders.c.guest == key)
    return {
        "account": {
            "name": account.name,
            "email": account.email,
            "confirmed": addresses.is_confirmed(db, key, account.email),
            "created": account.created,
            "matches": db.execute(wanted).scalar_one(),
        },
        "mail": mail,
    }


def _one(db: Connection, condition: Any) -> Account | None:
    row = db.execute(select(t.accounts).where(condition)).one_or_none()
    return Account(**row._mapping) if row else None


def _hand_over(db: Connection, old: str, new: str) -> None:
    """Everything that *old* held is held by *new*; what both held is held once."""
    if old == new or old.startswith(seating.ACCOUNT):
        # Whoever changes from one account to another takes nothing along.
        return
    for table, columns in _HOLDINGS:
        other = table.alias()
        twice = exists().where(other.c.guest == new, *(other.c[c] == table.c[c] for c in columns))
        db.execute(delete(table).where(table.c.guest == old, twice))
        db.execute(update(table).where(table.c.guest == old).values(guest=new))


def belongings(db: Connection, account: Account) -> dict[str, Any]:
    """Everything that the owner of *account* has left with us: seats, reminders, confirmed addresses, words."""
    key = seating.account_key(account.id)
    seats = (
        select(t.holders.c.match, t.matches.c.scenario, t.holders.c.seat, t.matches.c.over)
        .join(t.matches, t.matches.c.id == t.holders.c.match)
        .where(t.holders.c.guest == key)
        .order_by(t.matches.c.created, t.holders.c.seat)
    )
    wanted = t.reminders.c.match, t.reminders.c.seat, t.reminders.c.webhook, t.reminders.c.email
    reminders = select(*wanted).where(t.reminders.c.guest == key).order_by(*wanted[:2])
    addresses = select(t.confirmed.c.email).where(t.confirmed.c.guest == key).order_by(t.confirmed.c.email)
    sits = select(t.holders.c.match, t.holders.c.seat).where(t.holders.c.guest == key).subquery()
    words = select(t.remarks.c.match, t.remarks.c.seat, t.remarks.c.text, t.remarks.c.at).join(
        sits, and_(sits.c.match == t.remarks.c.match, sits.c.seat == t.remarks.c.seat)
    )
    written = select(t.notes.c.match, t.notes.c.seat, t.notes.c.text).join(
        sits, and_(sits.c.match == t.notes.c.match, sits.c.seat == t.notes.c.seat)
    )
    return {
        "confirmed_addresses": list(db.execute(addresses).scalars()),
        "seats": [dict(row._mapping) for row in db.execute(seats)],
        "reminders": [dict(row._mapping) for row in db.execute(reminders)],
        "remarks": [
            dict(row._mapping)
            for row in db.execute(words.where(~t.remarks.c.withdrawn).order_by(t.remarks.c.id))
        ],
        "notes": [
            dict(row._mapping) for row in db.execute(written.order_by(t.notes.c.match, t.notes.c.seat))
        ],
    }
