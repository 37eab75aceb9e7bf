"""Accounts, clocks, standing orders, reminders, substitutes and Control."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_TABLES = ("outbox", "reminders", "sessions", "accounts", "orders", "notices")
_COLUMNS = ("moved", "said", "clock", "deadline", "paused", "control", "substitutes")


def _match() -> sa.Column[str]:
    return sa.Column(
        "match", sa.String(24), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )


def upgrade() -> None:
    """Matches gain what they did not have; nobody keeps time in those that are there already."""
    op.add_column("matches", sa.Column("clock", sa.JSON))
    op.add_column("matches", sa.Column("deadline", sa.Float))
    op.add_column("matches", sa.Column("paused", sa.JSON))
    op.add_column("matches", sa.Column("control", sa.String(8), nullable=False, server_default="none"))
    op.add_column("matches", sa.Column("substitutes", sa.JSON, nullable=False, server_default="[]"))
    op.add_column("matches", sa.Column("moved", sa.Float, nullable=False, server_default="0"))
    op.add_column("matches", sa.Column("said", sa.Integer, nullable=False, server_default="0"))
    op.execute("UPDATE matches SET moved = changed")
    op.create_index("ix_matches_deadline", "matches", ["deadline"])
    op.create_index("matches_by_move", "matches", ["over", "moved"])
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("match", sa.String(24), sa.ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("lines", sa.JSON, nullable=False),
    )
    op.create_index("ix_notices_match", "notices", ["match"])
    op.create_table(
        "orders",
        _match(),
        sa.Column("seat", sa.String(80), primary_key=True),
        sa.Column("document", sa.JSON, nullable=False),
    )
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("folded", sa.String(160), nullable=False, unique=True),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("email", sa.String(254)),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(24), sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_index("ix_sessions_account", "sessions", ["account"])
    op.create_table(
        "reminders",
        _match(),
        sa.Column("seat", sa.String(80), primary_key=True),
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("webhook", sa.Text),
        sa.Column("email", sa.String(254)),
        sa.Column("last", sa.Float, nullable=False),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("match", sa.String(24), sa.ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.String(80), nullable=False),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("channel", sa.String(16), nullable=False),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.UniqueConstraint("match", "seat", "guest", "channel", name="one_reminder_at_a_time"),
    )
    op.create_index("ix_outbox_due", "outbox", ["due"])


def downgrade() -> None:
    """Drop what people need; the matches stay."""
    for table in _TABLES:
        op.drop_table(table)
    op.drop_index("ix_matches_deadline", "matches")
    op.drop_index("matches_by_move", "matches")
    # One by one: a table that is made anew would take everything along that hangs on it.
    for column in _COLUMNS:
        op.drop_column("matches", column)
