"""A server that sends mail, for everything that goes by letter."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ..databases import sqlite_alone
from ..playing import Server
from ..post import MailServer, mailing

database = sqlite_alone


@pytest.fixture
def server(database: str, mail: MailServer) -> Iterator[Server]:
    with mailing(database, mail) as running:
        yield running


@pytest.fixture
def on_every_database(each_database: str, mail: MailServer) -> Iterator[Server]:
    with mailing(each_database, mail) as running:
        yield running
