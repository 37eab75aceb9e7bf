"""How Alembic reaches the database: by the connection that the store hands over."""

from __future__ import annotations

from alembic import context

from sandtable.server.db.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()
