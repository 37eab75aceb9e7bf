"""Matches, answers, changes, snapshots, links and holders."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def _match() -> sa.Column[str]:
    return sa.Column(
        "match", sa.String(24), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "matches",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("scenario", sa.String(80), nullable=False),
        sa.Column("rulebook", sa.String(80), nullable=False),
        sa.Column("behaviour", sa.Integer, nullable=False),
        sa.Column("setup", sa.JSON, nullable=False),
        sa.Column("mode", sa.String(16), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("salt", sa.String(128), nullable=False),
        sa.Column("foreign_rolls", sa.Integer, nullable=False),
        sa.Column("opening", sa.JSON, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("answers", sa.Integer, nullable=False),
        sa.Column("waiting", sa.JSON, nullable=False),
        sa.Column("proposal", sa.JSON),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("result", sa.JSON),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )
    op.create_index("matches_by_change", "matches", ["over", "changed"])
    op.create_table(
        "answers",
        _match(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("who", sa.String(80), nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("note", sa.JSON),
        sa.Column("told", sa.JSON, nullable=False),
        sa.Column("closed", sa.Boolean, nullable=False),
    )
    op.create_table(
        "changes",
        _match(),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.String(80), nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("key", sa.String(80), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.UniqueConstraint("match", "key", name="one_change_a_key"),
    )
    op.create_table(
        "snapshots",
        _match(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("document", sa.Text, nullable=False),
    )
    op.create_table(
        "links",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("match", sa.String(24), sa.ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.String(80), nullable=False),
        sa.Column("invitation", sa.Boolean, nullable=False),
    )
    op.create_index("ix_links_match", "links", ["match"])
    op.create_table(
        "holders",
        _match(),
        sa.Column("seat", sa.String(80), primary_key=True),
        sa.Column("guest", sa.String(64), primary_key=True),
    )
    op.create_index("holders_by_guest", "holders", ["guest"])


def downgrade() -> None:
    """Drop everything."""
    for table in ("holders", "links", "snapshots", "changes", "answers", "matches"):
        op.drop_table(table)
