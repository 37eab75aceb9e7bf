"""The epoch of the database, by which a server knows that another one was put under it; and the pulse of servers."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Every database begins with an epoch of its own."""
    op.create_table("fence", sa.Column("epoch", sa.BigInteger, primary_key=True))
    op.create_table(
        "pulse",
        sa.Column("process", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.execute(f"INSERT INTO fence (epoch) VALUES ({secrets.randbits(62)})")


def downgrade() -> None:
    """Nobody is kept from writing."""
    op.drop_table("pulse")
    op.drop_table("fence")
