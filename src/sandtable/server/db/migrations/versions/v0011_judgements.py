"""Logs of judged combats that a Control team shares, and matches between bots for whoever looks on."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Nothing has been judged yet."""
    op.create_table(
        "judging_logs",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("rulebook", sa.String(80), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "judgements",
        sa.Column(
            "log", sa.String(64), sa.ForeignKey("judging_logs.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("entry", sa.JSON, nullable=False),
        sa.UniqueConstraint("log", "key", name="one_judgement_a_key"),
    )
    op.create_table(
        "exhibitions",
        sa.Column("match", sa.String(24), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    )


def downgrade() -> None:
    """All judgements are lost."""
    for table in ("exhibitions", "judgements", "judging_logs"):
        op.drop_table(table)
