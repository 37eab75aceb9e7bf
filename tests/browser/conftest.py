"""A server and browsers for every test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from .table import FLAGS, PATIENCE, SIZES, TableServer, browser_program

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
    """Somebody whose maps are blank paper: what people do at the table needs no printed ones, and they take seconds."""

    def come(**how: object) -> Page:
        page = sightseer(**how)
        page.route(
            "**/api/boards/*.svg*", lambda route: route.fulfill(content_type="image/svg+xml", body=PAPER)
        )
        return page

    return come


@pytest.fixture(params=SIZES)
def anybody(request: pytest.FixtureRequest, visitor: Callable[..., Page]) -> Callable[..., Page]:
    """Somebody at a desk, and then somebody with a phone: the same must be possible for both."""
    return partial(visitor, **SIZES[request.param])


@pytest.fixture
def member(visitor: Callable[..., Page]) -> Callable[..., Page]:
    """The same, among others."""
    return visitor
