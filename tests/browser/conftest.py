"""A server and browsers for every test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from .table import FLAGS, PATIENCE, TableServer, browser_program

DESKTOP = {"width": 1440, "height": 900}
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=browser_program(), args=list(FLAGS), timeout=PATIENCE
        )
        yield running
        running.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TableServer]:
    server = TableServer(f"sqlite:///{tmp_path}/matches.db")
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="package")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """One server for many tests, each with people and matches of its own."""
    server = TableServer(f"sqlite:///{tmp_path_factory.mktemp('club')}/matches.db", login_rate=0)
    server.start()
    yield server
    server.kill()


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Somebody with a browser of their own; whatever goes wrong in it fails the test."""
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
def member(visitor: Callable[..., Page]) -> Callable[..., Page]:
    """A visitor whose browser draws no printed maps: what people do with each other needs none, and they take seconds."""

    def come(**how: object) -> Page:
        page = visitor(**how)
        page.route("**/api/boards/*.svg*", lambda route: route.abort())
        return page

    return come
