"""Talk at the table, how far each seat has heard it, and the notes that a seat keeps for itself."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def _match(*, primary_key: bool = False) -> sa.Column[str]:
    foreign = sa.ForeignKey("matches.id", ondelete="CASCADE")
    return sa.Column("match", sa.String(24), foreign, primary_key=primary_key, nullable=False)


def upgrade() -> None:
    """Nothing has been said yet."""
    op.create_table(
        "remarks",
        sa.Column("id", sa.Integer, primary_key=True),
        _match(),
        sa.Column("token", sa.String(32), nullable=False),
        sa.Column("key", sa.String(80), nullable=False),
        sa.Column("seat", sa.String(80), nullable=False),
        sa.Column("line", sa.String(80)),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("withdrawn", sa.Boolean, nullable=False),
        sa.UniqueConstraint("match", "token", name="one_remark_a_token"),
        sa.UniqueConstraint("match", "key", name="one_remark_a_key"),
    )
    op.create_index("remarks_by_match", "remarks", ["match", "id"])
    op.create_table(
        "hearings",
        _match(primary_key=True),
        sa.Column("seat", sa.String(80), primary_key=True),
        sa.Column("upto", sa.Integer, nullable=False),
    )
    op.create_table(
        "notes",
        _match(primary_key=True),
        sa.Column("seat", sa.String(80), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )


def downgrade() -> None:
    """All words are lost."""
    for table in ("notes", "hearings", "remarks"):
        op.drop_table(table)
