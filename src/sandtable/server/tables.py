"""The tables of the database. Changing them needs a migration in ``migrations/versions``."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA: Final = MetaData()


def _match() -> Column[str]:
    return Column("match", String(24), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)


matches: Final = Table(
    "matches",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("scenario", String(80), nullable=False),
    Column("rulebook", String(80), nullable=False),
    Column("behaviour", Integer, nullable=False),
    Column("setup", JSON, nullable=False),
    Column("mode", String(16), nullable=False),
    Column("listed", Boolean, nullable=False),
    # seat -> "person", "open" or the name of a bot
    Column("seats", JSON, nullable=False),
    # The secret of the dice stays here until the match is over.
    Column("secret", LargeBinary, nullable=False),
    Column("salt", String(128), nullable=False),
    # Rolls that were taken over from another match, whose dice were others.
    Column("foreign_rolls", Integer, nullable=False),
    Column("opening", JSON, nullable=False),
    Column("version", Integer, nullable=False),
    Column("answers", Integer, nullable=False),
    # seat -> since when it has been asked
    Column("waiting", JSON, nullable=False),
    Column("proposal", JSON),
    Column("over", Boolean, nullable=False),
    Column("result", JSON),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Index("matches_by_change", "over", "changed"),
)

answers: Final = Table(
    "answers",
    METADATA,
    _match(),
    Column("number", Integer, primary_key=True),
    Column("who", String(80), nullable=False),
    Column("action", Text, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("note", JSON),
    # The lines of the log, each with the seats that may read it.
    Column("told", JSON, nullable=False),
    # Whether undo may not go back behind this answer.
    Column("closed", Boolean, nullable=False),
)

changes: Final = Table(
    "changes",
    METADATA,
    _match(),
    Column("version", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("seat", String(80), nullable=False),
    Column("what", Text, nullable=False),
    Column("key", String(80), nullable=False),
    Column("at", Float, nullable=False),
    UniqueConstraint("match", "key", name="one_change_a_key"),
)

snapshots: Final = Table(
    "snapshots",
    METADATA,
    _match(),
    Column("number", Integer, primary_key=True),
    Column("document", Text, nullable=False),
)

# Whoever shows one of these secrets may take the seat; only their hashes are kept.
links: Final = Table(
    "links",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("match", String(24), ForeignKey("matches.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", String(80), nullable=False),
    Column("invitation", Boolean, nullable=False),
)

holders: Final = Table(
    "holders",
    METADATA,
    _match(),
    Column("seat", String(80), primary_key=True),
    Column("guest", String(64), primary_key=True),
    Index("holders_by_guest", "guest"),
)
