"""Drafts of order sheets, the phase in which they are written, and its clock; talk among the seats of a side."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """No match so far asks for order sheets."""
    op.add_column("matches", sa.Column("terms", sa.JSON, nullable=False, server_default="{}"))
    op.add_column("matches", sa.Column("phase", sa.JSON))
    op.add_column("remarks", sa.Column("readers", sa.Text))
    op.create_table(
        "drafts",
        sa.Column("match", sa.String(24), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.String(80), primary_key=True),
        sa.Column("phase", sa.Integer, nullable=False),
        sa.Column("lines", sa.JSON, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )


def downgrade() -> None:
    """Whoever writes has to begin anew."""
    op.drop_table("drafts")
    op.drop_column("remarks", "readers")
    for name in ("phase", "terms"):
        op.drop_column("matches", name)
