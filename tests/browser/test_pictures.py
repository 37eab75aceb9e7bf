"""Maps are there when the page asks for them, and there is paper until they have come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Response, expect

from .table import TableServer, begin, open_lobby

BOARDS = ("agn", "ags", "barbarossa", "ford")


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server would keep what it had to draw."""
    return tmp_path_factory.mktemp("pictures") / "drawn"


@pytest.fixture(scope="module")
def table(drawn: Path) -> Iterator[TableServer]:
    server = TableServer(f"sqlite:///{drawn.parent}/matches.db", pictures=str(drawn))
    server.start()
    yield server
    server.kill()


def test_nobody_waits_for_a_map_in_the_lobby_at_the_table_or_in_the_dark(
    table: TableServer, drawn: Path, sightseer: Callable[..., Page]
) -> None:
    page, maps = sightseer(), list[str]()

    def note(response: Response) -> None:
        if "/api/boards/" in response.url and ".svg" in response.url:
            maps.append(f"{response.status} {response.headers.get('content-encoding')} {response.url}")

    page.on("response", note)
    open_lobby(page, table.address)
    for board in BOARDS:
        expect(page.locator(f".map img[src*='/{board}.svg']").first).to_be_attached()
    page.evaluate("document.querySelectorAll('img').forEach(picture => picture.loading = 'eager')")
    page.wait_for_function("() => [...document.querySelectorAll('.map img')].every(p => p.naturalWidth > 0)")
    page.get_by_role("button", name="Light or dark").click()
    page.wait_for_function(
        "() => [...document.querySelectorAll('.map img')].every(p => p.currentSrc.includes('theme=dark') && p.complete)"
    )
    begin(page, "The Ford", "red")
    assert {line.split(" ")[1] for line in maps} == {"gzip"}
    for board in BOARDS:
        for theme in ("light", "dark"):
            assert any(f"/{board}.svg?theme={theme}" in line for line in maps), (board, theme)
    assert not drawn.exists()


def test_until_a_map_has_come_there_is_paper(table: TableServer, sightseer: Callable[..., Page]) -> None:
    page = sightseer()
    page.route("**/api/boards/*.svg?*", lambda route: None)
    page.goto(table.address, wait_until="commit")
    lead = page.locator(".lead .sheet")
    expect(lead).to_be_visible()
    expect(lead).not_to_have_class("come")
    paper = lead.evaluate("sheet => getComputedStyle(sheet, '::before').maskImage")
    assert paper.startswith('url("data:image/svg+xml')
    page.unroute_all(behavior="ignoreErrors")
