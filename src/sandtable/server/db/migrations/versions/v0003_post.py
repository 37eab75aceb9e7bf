"""Confirmed addresses, single-use tokens, letters that belong to no match, devices, and reminders that did not arrive."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

# So long does a session last; those that are there began so long before they end.
_SESSION_SECONDS = 400 * 24 * 3600


def upgrade() -> None:
    """No address that is there already has been confirmed."""
    op.create_table(
        "confirmed",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("email", sa.String(254), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("ix_confirmed_email", "confirmed", ["email"])
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("email", sa.String(254)),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_index("ix_tokens_guest", "tokens", ["guest"])
    op.add_column("sessions", sa.Column("created", sa.Float, nullable=False, server_default="0"))
    op.add_column("sessions", sa.Column("device", sa.String(80), nullable=False, server_default=""))
    op.execute(f"UPDATE sessions SET created = until - {_SESSION_SECONDS}")
    op.add_column("reminders", sa.Column("trouble", sa.JSON))
    # Nothing hangs on the outbox, so that SQLite may make it anew.
    with op.batch_alter_table("outbox") as outbox:
        outbox.add_column(sa.Column("kind", sa.String(16), nullable=False, server_default="reminder"))
        outbox.add_column(sa.Column("target", sa.String(254)))
        outbox.alter_column("match", existing_type=sa.String(24), nullable=True)
        outbox.alter_column("seat", existing_type=sa.String(80), nullable=True)


def downgrade() -> None:
    """Letters that belong to no match are lost."""
    op.execute("DELETE FROM outbox WHERE kind <> 'reminder'")
    with op.batch_alter_table("outbox") as outbox:
        outbox.alter_column("seat", existing_type=sa.String(80), nullable=False)
        outbox.alter_column("match", existing_type=sa.String(24), nullable=False)
        outbox.drop_column("target")
        outbox.drop_column("kind")
    op.drop_column("reminders", "trouble")
    op.drop_column("sessions", "device")
    op.drop_column("sessions", "created")
    op.drop_table("tokens")
    op.drop_table("confirmed")
