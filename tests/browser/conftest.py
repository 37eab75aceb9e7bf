"""A server and browsers for every test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, StorageState, expect, sync_playwright

from .positions import HEADERS
from .table import FLAGS, ON_A_PHONE, PATIENCE, SIZES, TableServer, browser_program

# A whole game is played again and looked back on before everything about its end is known.
LONG = 3 * PATIENCE
DESKTOP = {"width": 1440, "height": 900}
PAPER = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One for all of these tests, and not for longer: as long as it runs, so does a loop that other tests would not expect."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=browser_program(), args=list(FLAGS), timeout=PATIENCE
        )
        yield running
        running.close()


@pytest.fixture(scope="package")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """One server for many tests, each with people and matches of its own."""
    server = TableServer(f"sqlite:///{tmp_path_factory.mktemp('club')}/matches.db", login_rate=0)
    server.start()
    yield server
    server.kill()


class BroughtIn(NamedTuple):
    """A match that was brought in from a record, and what lets a browser sit down at it."""

    match: str
    state: StorageState


@pytest.fixture(scope="package")
def bring_in(club: TableServer, browser: Browser) -> Callable[..., BroughtIn]:
    """Bring a record in, once for all who want it: a process of its own checks each, and takes its time.

    Whoever changes anything there plays in a fork of it (``positions.forked``).
    """
    known: dict[str, BroughtIn] = {}

    def brought(name: str, record: Callable[[], Any], **terms: Any) -> BroughtIn:
        if name not in known:
            context = browser.new_context()
            wanted = {"record": record(), **terms}
            reply = context.request.post(
                f"{club.address}/api/matches/import", data=wanted, headers=HEADERS, timeout=LONG
            )
            assert reply.ok, reply.text()
            known[name] = BroughtIn(reply.json()["match"], context.storage_state())
            context.close()
        return known[name]

    return brought


@pytest.fixture
def table(club: TableServer) -> TableServer:
    """The same, for whoever plays there alone."""
    return club


@pytest.fixture
def own_table(tmp_path: Path) -> Iterator[TableServer]:
    """A server for one test: it may be killed, and nobody else has been there."""
    server = TableServer(f"sqlite:///{tmp_path}/matches.db")
    server.start()
    yield server
    server.kill()


@pytest.fixture
def sightseer(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Somebody with a browser of their own that draws the printed maps; whatever goes wrong in it fails the test."""
    complaints: list[str] = []
    contexts = []

    def come(**how: object) -> Page:
        context = browser.new_context(**{"viewport": DESKTOP, **how})  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield come
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def visitor(sightseer: Callable[..., Page]) -> Callable[..., Page]:
    """Somebody whose maps are blank paper and lie still: what people do at the table needs no printed ones, and they take
    seconds, as do all the frames of a map that glides.
    """

    def come(**how: object) -> Page:
        page = sightseer(**{"reduced_motion": "reduce", **how})
        page.route(
            "**/api/boards/*.svg*", lambda route: route.fulfill(content_type="image/svg+xml", body=PAPER)
        )
        return page

    return come


@pytest.fixture(params=SIZES)
def large_or_small(request: pytest.FixtureRequest, visitor: Callable[..., Page]) -> Callable[..., Page]:
    """Somebody at a desk, and then somebody with a phone: for tests of what lies where."""
    return partial(visitor, **SIZES[request.param])


@pytest.fixture(params=["desktop", pytest.param("phone", marks=ON_A_PHONE)])
def anybody(request: pytest.FixtureRequest, visitor: Callable[..., Page]) -> Callable[..., Page]:
    """Somebody at a desk every day, and at length somebody with a phone: the same must be possible for both."""
    return partial(visitor, **SIZES[request.param])


@pytest.fixture
def member(visitor: Callable[..., Page]) -> Callable[..., Page]:
    """The same, among others."""
    return visitor
