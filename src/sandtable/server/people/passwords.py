"""Passwords: kept as argon2id hashes, judged by their length alone, and never compared faster for one name than another."""

from __future__ import annotations

import threading
import unicodedata
from functools import cache
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from ..errors import BadRequest

SHORTEST: Final = 10
LONGEST: Final = 200
HASHER: PasswordHasher = PasswordHasher()
# A hash costs much memory on purpose; whoever logs in waits rather than that the server runs out of it.
_AT_ONCE: Final = threading.Semaphore(2)


def checked(password: str) -> str:
    """*password* as it is hashed; BadRequest if it is too short or too long."""
    text = _same_everywhere(password)
    if not SHORTEST <= len(text) <= LONGEST:
        raise BadRequest(f"a password has {SHORTEST} to {LONGEST} characters, this one has {len(text)}")
    return text


def hashed(password: str) -> str:
    """What is kept of a checked *password*."""
    with _AT_ONCE:
        return HASHER.hash(password)


def fits(kept: str | None, password: str) -> bool:
    """Whether *password* is the one of which *kept* is kept; where there is none it takes as long to say no."""
    with _AT_ONCE:
        try:
            right = HASHER.verify(kept or _nobodys(HASHER), _same_everywhere(password[: 2 * LONGEST]))
        except (VerificationError, InvalidHashError):
            return False
    return right and kept is not None


def outdated(kept: str) -> bool:
    """Whether *kept* was made at a lower cost than passwords are hashed at today."""
    return HASHER.check_needs_rehash(kept)


def _same_everywhere(password: str) -> str:
    """Keyboards compose accents differently; the password is the same."""
    return unicodedata.normalize("NFKC", password)


@cache
def _nobodys(hasher: PasswordHasher) -> str:
    return hasher.hash("a password that belongs to nobody")
