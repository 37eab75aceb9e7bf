"""Answers that were set aside when a match went back, and seats whose players have left for good."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """What was thrown away earlier is gone, and whoever has left is not known."""
    for name in ("aside", "vacated"):
        op.add_column("matches", sa.Column(name, sa.JSON, nullable=False, server_default="[]"))
    op.create_table(
        "set_aside",
        sa.Column("match", sa.String(24), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("line", sa.Integer, primary_key=True),
        sa.Column("rows", sa.JSON, nullable=False),
    )


def downgrade() -> None:
    """What was set aside is thrown away."""
    op.drop_table("set_aside")
    for name in ("vacated", "aside"):
        op.drop_column("matches", name)
