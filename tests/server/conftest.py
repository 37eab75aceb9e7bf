"""A fresh server for every test, on every kind of database there is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from . import databases
from .playing import Server

_numbers = count(1)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which databases were tested: nobody should believe in a test that did not run."""
    terminalreporter.write_line(databases.SAID[databases.postgresql_programs() is not None])


@pytest.fixture(scope="session")
def postgresql_url() -> Iterator[str]:
    with databases.postgresql() as url:
        yield url


@pytest.fixture(params=databases.kinds())
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/matches.db"
    return databases.new_database(request.getfixturevalue("postgresql_url"), f"test_{next(_numbers)}")


@pytest.fixture
def server(database: str) -> Iterator[Server]:
    with Server(database) as running:
        yield running
