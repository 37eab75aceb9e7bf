"""A server that reminds, and somewhere for its reminders to go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from ..playing import Server
from ..post import Hook, by_hand, webhook


@pytest.fixture
def hook() -> Iterator[Hook]:
    with webhook() as found:
        yield found


@pytest.fixture
def server(database: str) -> Iterator[Server]:
    settings: dict[str, Any] = {
        "private_webhooks": True,
        "public_url": "https://table.example/",
        "bot_workers": 0,
    }
    with Server(database, **settings) as running:
        by_hand(running)
        yield running
