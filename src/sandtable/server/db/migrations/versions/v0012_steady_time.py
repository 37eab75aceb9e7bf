"""Steady time, held to the wall once for every start of a machine; lines counted by snapshots; when logs were used."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Every start of a machine is still to come; whoever has judged has used his log when he began it."""
    op.create_table(
        "steady_time",
        sa.Column("boot", sa.String(36), primary_key=True),
        sa.Column("anchor", sa.Float, nullable=False),
        sa.Column("steady", sa.Float, nullable=False),
        sa.Column("wall", sa.Float, nullable=False),
    )
    op.add_column("snapshots", sa.Column("lines", sa.JSON))
    op.add_column("judging_logs", sa.Column("used", sa.Float, nullable=False, server_default="0"))
    op.execute("UPDATE judging_logs SET used = created")


def downgrade() -> None:
    """Time is what the wall says."""
    op.drop_column("judging_logs", "used")
    op.drop_column("snapshots", "lines")
    op.drop_table("steady_time")
