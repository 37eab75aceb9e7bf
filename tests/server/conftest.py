"""A fresh server for every test, on every kind of database there is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from sandtable.kernel.book import rulebook as registry
from sandtable.server import worker_pool
from sandtable.server.db import steady_time, store
from sandtable.server.http import websocket
from sandtable.server.people import passwords
from sandtable.server.play import checker
from sandtable.testing.dikes import RULEBOOK as DIKES

from . import databases
from .playing import CheckedHere, Server
from .post import MailServer, mail_server


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which databases were tested: nobody should believe in a test that did not run."""
    terminalreporter.write_line(databases.SAID[databases.postgresql_programs() is not None])


@pytest.fixture
def dikes_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The team game of the tests is known by name, and forgotten afterwards: other tests list what everybody has."""
    monkeypatch.setitem(registry._registered, DIKES.name, DIKES)


@pytest.fixture(scope="session")
def postgresql_url() -> Iterator[str]:
    with databases.postgresql() as url:
        yield url


def _database_of(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/matches.db"
    return databases.emptied(request.getfixturevalue("postgresql_url"))


@pytest.fixture(params=databases.kinds())
def each_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return _database_of(request, tmp_path)


@pytest.fixture(params=databases.kinds_at_length())
def each_at_length(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Every kind in ``make long``, one of them every day."""
    return _database_of(request, tmp_path)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Let so many seconds pass, without anybody waiting."""
    real, counted, passed = time.time, steady_time.since_boot, [0.0]
    monkeypatch.setattr(time, "time", lambda: real() + passed[0])
    monkeypatch.setattr(steady_time, "since_boot", lambda: counted() + passed[0])

    def pass_by(seconds: float) -> None:
        passed[0] += seconds

    return pass_by


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Set the clock of the machine on by so many seconds, or back: nothing else passes."""
    real, wrong = time.time, [0.0]
    monkeypatch.setattr(time, "time", lambda: real() + wrong[0])

    def put(seconds: float) -> None:
        wrong[0] += seconds

    return put


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long a busy machine takes: sockets send what happens and no pings, and nobody gives up waiting for a file."""
    monkeypatch.setattr(websocket, "PING_SECONDS", 3600.0)
    monkeypatch.setattr(store, "BUSY_MILLISECONDS", 300_000)


@pytest.fixture
def database(each_database: str) -> str:
    """Every kind; a module whose tests ask the database nothing special may use one alone."""
    return each_database


@pytest.fixture
def everywhere(each_database: str) -> Iterator[Server]:
    """A server on every kind of database, also where the other tests of a module use one."""
    with Server(each_database) as running:
        yield running


@pytest.fixture
def server(database: str) -> Iterator[Server]:
    with Server(database) as running:
        yield running


@pytest.fixture
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hash costs as little as it can; what it costs in earnest is the library's default."""
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


@pytest.fixture
def checked_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Records are checked in this process, for tests of what is found in them; that they are checked beside the server,
    within a budget, the tests of checking show."""
    beside = worker_pool._Worker

    def worker(module: str) -> object:
        return CheckedHere(module) if module == checker.__name__ else beside(module)

    monkeypatch.setattr(worker_pool, "_Worker", worker)


@pytest.fixture(scope="module")
def post_office() -> Iterator[MailServer]:
    with mail_server() as running:
        yield running


@pytest.fixture
def mail(post_office: MailServer) -> MailServer:
    """A mail server with an empty box, which takes everything."""
    post_office.letters.clear()
    post_office.to_recipients.clear()
    return post_office
