"""Devices: the browsers that are logged in to an account."""

from __future__ import annotations

import time
from typing import Any, Final

from sqlalchemy import Connection, delete, select

from ..db import schema as t
from . import seating
from .accounts import Account

# By these words browsers and systems give themselves away; the first that is found counts, for most claim to be others.
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
)
# So much of the hash of a browser's secret names it to its owner; it opens nothing.
_NAME_LENGTH: Final = 16


def described(user_agent: str) -> str:
    """What a browser calls itself, in a few words; nothing where it says nothing that we know."""
    browser = next((name for mark, name in _BROWSERS if mark in user_agent), "")
    system = next((name for mark, name in _SYSTEMS if mark in user_agent), "")
    return f"{browser} on {system}" if browser and system else browser or system


def of(db: Connection, account: Account, guest: str | None) -> list[dict[str, Any]]:
    """The browsers that are logged in, the latest first; *guest* is the one that asks."""
    here = seating.hashed(guest) if guest else ""
    wanted = select(t.sessions).where(t.sessions.c.account == account.id, t.sessions.c.until > time.time())
    rows = db.execute(wanted.order_by(t.sessions.c.created.desc())).all()
    return [
        {
            "id": row.hash[:_NAME_LENGTH],
            "device": row.device,
            "since": row.created,
            "here": row.hash == here,
        }
        for row in rows
    ]


def leave(db: Connection, account: Account, device: str) -> None:
    """Log one browser of the account out."""
    named = t.sessions.c.hash.startswith(device, autoescape=True)
    db.execute(delete(t.sessions).where(t.sessions.c.account == account.id, named))


def leave_all(db: Connection, account: Account) -> None:
    """Log every browser of the account out."""
    db.execute(delete(t.sessions).where(t.sessions.c.account == account.id))
