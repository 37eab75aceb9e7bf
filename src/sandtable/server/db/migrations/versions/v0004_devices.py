"""Links that bring one's own seat to another device, once and soon."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Links that are there already lead on without an end."""
    op.add_column("links", sa.Column("until", sa.Float))


def downgrade() -> None:
    """Whatever should end soon ends now."""
    op.execute("DELETE FROM links WHERE until IS NOT NULL")
    op.drop_column("links", "until")
