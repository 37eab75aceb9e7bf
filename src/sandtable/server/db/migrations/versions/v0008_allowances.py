"""How often passwords were tried and letters caused, for all processes together."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Nobody has tried anything yet."""
    op.create_table(
        "allowances",
        sa.Column("whom", sa.String(64), primary_key=True),
        sa.Column("spent", sa.Float, nullable=False),
    )
    op.create_index("ix_allowances_spent", "allowances", ["spent"])


def downgrade() -> None:
    """Every process counts for itself."""
    op.drop_table("allowances")
