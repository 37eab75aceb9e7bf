"""Forks of matches that go on."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """What was forked before stays as it was."""
    op.add_column("matches", sa.Column("forked_from", sa.String(24)))


def downgrade() -> None:
    """Forget what was forked."""
    op.drop_column("matches", "forked_from")
