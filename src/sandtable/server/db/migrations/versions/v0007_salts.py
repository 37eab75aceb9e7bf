"""What players add to the dice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """To the dice of matches that have begun nothing was added."""
    op.add_column("matches", sa.Column("salts", sa.JSON, nullable=False, server_default="[]"))
    op.add_column("matches", sa.Column("rolls_seen", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    """The dice fall as the secret alone has it."""
    op.drop_column("matches", "rolls_seen")
    op.drop_column("matches", "salts")
