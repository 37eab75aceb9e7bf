"""How often passwords may be tried and letters caused: all processes at one database count together."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing

import pytest
from sqlalchemy import select

from sandtable.server.db import schema as t
from sandtable.server.db.store import Store
from sandtable.server.errors import TooMuch
from sandtable.server.people.rate_limits import RateLimits
from sandtable.server.settings import Settings

from ..playing import Server

# One in a thousand seconds for long, and three at once.
TERMS = Settings(login_rate=0.001, login_burst=3, letter_rate=0.001, letter_burst=3)
Keepers = tuple[RateLimits, RateLimits]


@pytest.fixture
def stores(database: str) -> Iterator[tuple[Store, Store]]:
    """Two processes at one database."""
    with ExitStack() as open_stores:
        one, other = (open_stores.enter_context(closing(Store(database))) for _ in range(2))
        one.migrate()
        yield one, other


@pytest.fixture
def keepers(stores: tuple[Store, Store]) -> Keepers:
    return RateLimits(TERMS, stores[0]), RateLimits(TERMS, stores[1])


def allowed(let: Callable[..., None], *whom: str) -> bool:
    try:
        let(*whom)
    except TooMuch:
        return False
    return True


def test_tries_are_counted_for_the_name_as_well_as_for_the_address(keepers: Keepers) -> None:
    keeper, _ = keepers
    tries = [allowed(keeper.let_try, f"address {n}", "name anna") for n in range(4)]
    assert tries == [True, True, True, False]
    assert allowed(keeper.let_try, "address 9", "name otto")


@pytest.mark.parametrize("what", ["let_try", "let_send"])
def test_what_one_process_has_counted_another_does_not_allow_again(keepers: Keepers, what: str) -> None:
    turns = [allowed(getattr(keepers[n % 2], what), "address one") for n in range(5)]
    assert turns == [True, True, True, False, False]


def test_of_many_tries_through_two_processes_at_once_no_more_are_allowed_than_of_one(
    keepers: Keepers,
) -> None:
    with ThreadPoolExecutor(16) as pool:
        found = list(pool.map(lambda n: allowed(keepers[n % 2].let_try, f"a {n}", "name anna"), range(16)))
    assert sum(found) == TERMS.login_burst


def test_tries_and_letters_are_counted_apart(keepers: Keepers) -> None:
    keeper, _ = keepers
    assert [allowed(keeper.let_try, "address one") for _ in range(4)][-1] is False
    assert allowed(keeper.let_send, "address one")


def test_a_refused_try_counts_for_nobody(keepers: Keepers) -> None:
    keeper, other = keepers
    for _ in range(3):
        keeper.let_try("name anna")
    assert [allowed(keeper.let_try, "address one", "name anna") for _ in range(5)] == [False] * 5
    assert [allowed(other.let_try, "address one") for _ in range(3)] == [True] * 3


def test_whoever_waits_may_try_again_once_for_every_span_of_waiting(
    keepers: Keepers, later: Callable[[float], None]
) -> None:
    keeper, other = keepers
    for _ in range(3):
        keeper.let_try("name anna")
    later(1001)
    assert [allowed(other.let_try, "name anna") for _ in range(2)] == [True, False]
    later(10_000)
    assert [allowed(other.let_try, "name anna") for _ in range(4)] == [True, True, True, False]


def test_what_was_long_ago_is_forgotten_and_nothing_that_is_kept_can_be_read(
    keepers: Keepers, stores: tuple[Store, Store], later: Callable[[float], None]
) -> None:
    for n in range(5):
        keepers[0].let_try(f"address 192.0.2.{n}", f"name anna{n}")
    with stores[1].reading() as db:
        rows = db.execute(select(t.allowances)).all()
    assert len(rows) == 10
    assert not [row for row in rows if "anna" in str(row) or "192.0" in str(row)]
    later(1001)
    keepers[1].let_try("address 192.0.2.9")
    with stores[0].reading() as db:
        assert len(db.execute(select(t.allowances)).all()) == 1


def test_where_the_clock_was_put_back_nobody_waits_until_the_old_time_comes_again(
    keepers: Keepers, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper, now = keepers[0], time.time()
    for _ in range(3):
        keeper.let_try("name anna")
    monkeypatch.setattr(time, "time", lambda: now - 1_000_000)
    assert [allowed(keeper.let_try, "name anna") for _ in range(4)] == [True, True, True, False]


def test_where_the_rate_is_nothing_nothing_is_counted(stores: tuple[Store, Store]) -> None:
    keeper = RateLimits(Settings(login_rate=0, letter_rate=0), stores[0])
    assert all(allowed(keeper.let_try, "name anna") for _ in range(50))
    with stores[0].reading() as db:
        assert db.execute(select(t.allowances)).all() == []


@pytest.mark.usefixtures("quick_passwords")
def test_who_guesses_at_two_processes_and_after_a_restart_guesses_no_more(database: str) -> None:
    guess = {"name": "Anna", "password": "wrong wrong wrong"}
    terms = {"login_rate": 0.001, "login_burst": 3, "shared": True, "bot_workers": 0}
    with Server(database, **terms) as one, Server(database, **terms) as other:
        statuses = [s.player().post("/api/account/login", guess).status for s in (one, other, one, other)]
        one.restart()
        assert one.player().post("/api/account/login", guess).status == 429
    assert statuses == [403, 403, 403, 429]
