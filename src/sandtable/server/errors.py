"""What the server refuses, each with the status it answers with; the text is one sentence fit to be shown."""

from __future__ import annotations

from typing import ClassVar

from sandtable.kernel.refusals import SandtableError


class ServerError(SandtableError):
    """Something a client asked for that it cannot have."""

    status: ClassVar[int] = 400


class BadRequest(ServerError):
    """A request that makes no sense."""


class Misread(ServerError):
    """A document that is not of the form that it should have."""

    status = 422


class NotFound(ServerError):
    """A match, board or page that does not exist."""

    status = 404


class Forbidden(ServerError):
    """Something that this client may not see or do."""

    status = 403


class Damaged(ServerError):
    """Something in the database that cannot be read."""

    status = 500


class Conflict(ServerError):
    """Something that cannot be done to the match as it stands."""

    status = 409


class Stale(Conflict):
    """An answer to a position that is no longer on the board."""


class NoSuchMethod(ServerError):
    """A method that is used nowhere here."""

    status = 405


class TooMuch(ServerError):
    """A client that asks too often."""

    status = 429


class TooSlow(ServerError):
    """A body that does not come."""

    status = 408


class TooLarge(ServerError):
    """A body larger than the server takes."""

    status = 413


class Unavailable(ServerError):
    """Something that cannot be had now, and soon may."""

    status = 503


class HeadTooLarge(ServerError):
    """An address or headers larger than the server takes."""

    status = 431
