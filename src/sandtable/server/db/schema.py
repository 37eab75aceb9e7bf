"""The tables of the database. Changing them needs a migration in ``migrations/versions``."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
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
    # What players have added to the dice since: from which roll on, which seat, its text.
    Column("salts", JSON, nullable=False),
    # How many rolls have been seen when it last went back.
    Column("rolls_seen", Integer, nullable=False),
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
    # When it last changed in any way, and when in one that everybody may know of.
    Column("changed", Float, nullable=False),
    Column("moved", Float, nullable=False),
    # How often Control has spoken; what it says to one seat is no new version, which others would notice.
    Column("said", Integer, nullable=False),
    # Its terms and how much every seat has left; None where nobody counts.
    Column("clock", JSON),
    # When the time of a seat runs out that loses without being told; None where nobody does.
    Column("deadline", Float, index=True),
    # Why and since when Control has stopped it.
    Column("paused", JSON),
    # Whether there is a seat for Control: "none", "open" or "person".
    Column("control", String(8), nullable=False),
    # The seats of persons for whom a bot plays.
    Column("substitutes", JSON, nullable=False),
    # The match from which it was forked while that went on: what is hidden there is hidden here as long.
    Column("forked_from", String(24)),
    # Lines of answers that were set aside when the match went back, the latest last: where each begins and ends.
    Column("aside", JSON, nullable=False),
    # The open seats whose players have left for good.
    Column("vacated", JSON, nullable=False),
    # What was agreed for order sheets: how long all may write, and whether a side reads its own drafts.
    Column("terms", JSON, nullable=False),
    # While order sheets are written: since which version, by whom, and how much time is left; None where none are.
    Column("phase", JSON),
    Index("matches_by_change", "over", "changed"),
    Index("matches_by_move", "over", "moved"),
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
    # How many lines of the log there were by then, in all and by who may read them; None if nobody has counted.
    Column("lines", JSON),
)

# The answers of each line that was set aside; it is called by the version that set it aside.
set_aside: Final = Table(
    "set_aside",
    METADATA,
    _match(),
    Column("line", Integer, primary_key=True),
    Column("rows", JSON, nullable=False),
)

# Whoever shows one of these secrets may take the seat; only their hashes are kept.
links: Final = Table(
    "links",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("match", String(24), ForeignKey("matches.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", String(80), nullable=False),
    Column("invitation", Boolean, nullable=False),
    # A link to another device of the same player leads there once, before this time; None where it leads on.
    Column("until", Float),
)

holders: Final = Table(
    "holders",
    METADATA,
    _match(),
    Column("seat", String(80), primary_key=True),
    Column("guest", String(64), primary_key=True),
    Index("holders_by_guest", "guest"),
)

# What is said about a match beside its answers: announcements, pauses, substitutes; after which answer it is read.
notices: Final = Table(
    "notices",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("match", String(24), ForeignKey("matches.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("number", Integer, nullable=False),
    Column("lines", JSON, nullable=False),
)

# What a seat has ordered to be answered when it is asked.
orders: Final = Table(
    "orders",
    METADATA,
    _match(),
    Column("seat", String(80), primary_key=True),
    Column("document", JSON, nullable=False),
)

# The order sheet that a seat is writing; it is no part of the game, nor of any version of the match.
drafts: Final = Table(
    "drafts",
    METADATA,
    _match(),
    Column("seat", String(80), primary_key=True),
    # The version with which its phase began: a draft of an earlier one is waste paper.
    Column("phase", Integer, nullable=False),
    # The ids of its lines.
    Column("lines", JSON, nullable=False),
    Column("version", Integer, nullable=False),
    Column("changed", Float, nullable=False),
)

accounts: Final = Table(
    "accounts",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("name", String(80), nullable=False),
    # The name as it is compared: two that look alike but for capitals are one.
    Column("folded", String(160), nullable=False, unique=True),
    Column("password", Text, nullable=False),
    Column("email", String(254)),
    Column("created", Float, nullable=False),
)

# Which browsers are logged in; only the hash of a browser's secret is kept.
sessions: Final = Table(
    "sessions",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("account", String(24), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("until", Float, nullable=False),
    Column("created", Float, nullable=False),
    # What the browser calls itself, in a few words.
    Column("device", String(80), nullable=False),
)

# Addresses of which somebody, with an account or without, has shown that he reads what goes there.
confirmed: Final = Table(
    "confirmed",
    METADATA,
    Column("guest", String(64), primary_key=True),
    Column("email", String(254), primary_key=True, index=True),
    Column("at", Float, nullable=False),
)

# Whoever shows one of these secrets confirms an address or sets a new password, once; only their hashes are kept.
tokens: Final = Table(
    "tokens",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("guest", String(64), nullable=False, index=True),
    Column("email", String(254)),
    Column("until", Float, nullable=False),
)

# Whoever holds a seat may be told when it is asked: by a webhook, by e-mail or both.
reminders: Final = Table(
    "reminders",
    METADATA,
    _match(),
    Column("seat", String(80), primary_key=True),
    Column("guest", String(64), primary_key=True),
    Column("webhook", Text),
    Column("email", String(254)),
    # When the last one went out, so that none follows at its heels.
    Column("last", Float, nullable=False),
    # Channel -> why the last one did not arrive; None where all did.
    Column("trouble", JSON),
)

# Letters that have to go out; a row goes when it has been delivered or is not wanted any more.
outbox: Final = Table(
    "outbox",
    METADATA,
    Column("id", Integer, primary_key=True),
    # A reminder belongs to a seat of a match, every other letter to nobody but its reader.
    Column("match", String(24), ForeignKey("matches.id", ondelete="CASCADE")),
    Column("seat", String(80)),
    Column("guest", String(64), nullable=False),
    Column("channel", String(16), nullable=False),
    Column("due", Float, nullable=False, index=True),
    Column("tries", Integer, nullable=False),
    Column("kind", String(16), nullable=False, default="reminder"),
    # Where a letter goes, or what somebody typed who has forgotten his password.
    Column("target", String(254)),
    UniqueConstraint("match", "seat", "guest", "channel", name="one_reminder_at_a_time"),
)

# What is said at the table. It is no part of the game, and is called by its token: numbers would tell of private words.
remarks: Final = Table(
    "remarks",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("match", String(24), ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("token", String(32), nullable=False),
    Column("key", String(80), nullable=False),
    Column("seat", String(80), nullable=False),
    # The seat between which and Control it was said in private; None where it was said to all.
    Column("line", String(80)),
    # The seats of a side among which it was said, "|north|south|"; None elsewhere. Its line is empty then.
    Column("readers", Text),
    # Empty where it was withdrawn.
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("withdrawn", Boolean, nullable=False),
    UniqueConstraint("match", "token", name="one_remark_a_token"),
    UniqueConstraint("match", "key", name="one_remark_a_key"),
    Index("remarks_by_match", "match", "id"),
)

# The last remark that each seat has read.
hearings: Final = Table(
    "hearings",
    METADATA,
    _match(),
    Column("seat", String(80), primary_key=True),
    Column("upto", Integer, nullable=False),
)

# What a seat has written down for itself.
notes: Final = Table(
    "notes",
    METADATA,
    _match(),
    Column("seat", String(80), primary_key=True),
    Column("text", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("changed", Float, nullable=False),
)

# Who has tried passwords or caused letters, as a hash: until when that is remembered, the later the more it was.
allowances: Final = Table(
    "allowances",
    METADATA,
    Column("whom", String(64), primary_key=True),
    Column("spent", Float, nullable=False, index=True),
)

# Logs of judged combats that a Control team shares: found by a hash of their secret link.
judging_logs: Final = Table(
    "judging_logs",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("rulebook", String(80), nullable=False),
    Column("created", Float, nullable=False),
    # When it was last read or written in, give or take a day.
    Column("used", Float, nullable=False),
)

# Matches between bots for whoever looks on.
exhibitions: Final = Table("exhibitions", METADATA, _match())

judgements: Final = Table(
    "judgements",
    METADATA,
    Column("log", String(64), ForeignKey("judging_logs.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    # What is sent again under the same key is the same entry.
    Column("key", String(64), nullable=False),
    Column("entry", JSON, nullable=False),
    UniqueConstraint("log", "key", name="one_judgement_a_key"),
)

# One row: another number whenever the contents are replaced, by which whoever still writes what it knew before is kept out.
fence: Final = Table("fence", METADATA, Column("epoch", BigInteger, primary_key=True, autoincrement=False))

# When each process that serves has last written: what shows that it can.
pulse: Final = Table(
    "pulse",
    METADATA,
    Column("process", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
)

# For every start of a machine that serves: steady time less the seconds since that start, which never changes, and both
# clocks when it was last heard of.
steady_time: Final = Table(
    "steady_time",
    METADATA,
    Column("boot", String(36), primary_key=True),
    Column("anchor", Float, nullable=False),
    Column("steady", Float, nullable=False),
    Column("wall", Float, nullable=False),
)

# What says something of the database and its servers themselves, and so is in no backup.
NOT_CARRIED: Final = (fence.name, pulse.name, steady_time.name)
