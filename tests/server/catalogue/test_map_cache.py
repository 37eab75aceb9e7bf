"""Maps are drawn before anybody asks for them, kept, and never out of date."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from click.testing import CliRunner

from sandtable import catalog
from sandtable.cli.keeping.serve import serve
from sandtable.drawing import press
from sandtable.drawing.press import Order, key
from sandtable.kernel.map.board import Board
from sandtable.kernel.map.boardtext import format_board, parse_board
from sandtable.server import app
from sandtable.server.catalogue import map_cache, printed
from sandtable.server.catalogue.map_cache import NotKept, Pictures, ship

from ..databases import sqlite_alone
from ..playing import Server

database = sqlite_alone

THEMES = ("light", "dark")


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package that came without pictures."""
    empty = tmp_path / "shipped"
    empty.mkdir()
    for module in (map_cache, app):
        monkeypatch.setattr(module, "Pictures", partial(Pictures, shipped=empty))
    return empty


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where one server keeps what it drew."""
    return tmp_path / "kept"


@pytest.fixture
def fresh(database: str, shipped: Path, folder: Path) -> Iterator[Server]:
    with Server(database, pictures=str(folder)) as running:
        yield running


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> list[Order]:
    """The page shows The Ford alone, which is drawn at once."""
    shown = [printed.picture("ford", theme, numbers=False) for theme in THEMES]
    monkeypatch.setattr(map_cache, "shown_by_the_page", lambda: shown)
    return shown


@pytest.fixture
def idle(monkeypatch: pytest.MonkeyPatch) -> None:
    """This process draws nothing."""

    def refuse(_: Order) -> bytes:
        raise AssertionError("a map was drawn by the server itself")

    monkeypatch.setattr(press, "draw", refuse)
    monkeypatch.setattr(map_cache, "draw", refuse)


def test_every_picture_that_the_page_shows_is_there_before_it_is_asked_for(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(_: Order) -> bytes:
        raise AssertionError("a map had to be drawn; 'make pictures' draws what has changed")

    monkeypatch.setattr(map_cache, "_by_another", refuse)
    player = server.player()
    shown = {s["board"] for s in player.get("/api/scenarios").document}
    assert {"agn", "ags", "barbarossa", "ford"} <= shown
    for board in shown:
        for theme in THEMES:
            reply = player.get(f"/api/boards/{board}.svg?theme={theme}&numbers=false")
            assert reply.status == 200, board
            assert reply.text.startswith("<svg")


@pytest.mark.usefixtures("idle")
def test_what_has_never_been_drawn_is_drawn_by_another_process_and_kept(fresh: Server, folder: Path) -> None:
    assert fresh.player().get("/api/boards/ford.svg").status == 200
    wanted = printed.picture("ford", "light", numbers=True)
    assert [file.name for file in folder.iterdir()] == [f"{key(wanted)}.svg.gz"]


def test_what_one_server_drew_the_next_one_finds(
    fresh: Server, folder: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = fresh.player().get("/api/boards/ford.svg")
    monkeypatch.setattr(map_cache, "_by_another", None)
    with Server(database, pictures=str(folder)) as another:
        assert another.player().get("/api/boards/ford.svg").text == drawn.text


def test_a_picture_is_drawn_although_it_cannot_be_kept(database: str, shipped: Path, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with Server(database, pictures=str(file / "below")) as server:
        assert server.player().get("/api/boards/ford.svg").status == 200


def test_a_board_that_has_changed_has_another_picture(fresh: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    player = fresh.player()
    before = player.get("/api/boards/ford.svg")
    changed = parse_board(format_board(printed.board("ford")).replace("Furt", "Vadum"))
    monkeypatch.setattr(printed, "board", lambda _: changed)
    after = player.get("/api/boards/ford.svg", if_none_match=before.headers["etag"])
    assert after.status == 200
    assert ("Vadum" in before.text, "Vadum" in after.text) == (False, True)


def test_a_kept_picture_is_sent_as_it_is_kept(fresh: Server, folder: Path) -> None:
    packed = fresh.player().get("/api/boards/ford.svg", accept_encoding="gzip")
    plain = fresh.player().get("/api/boards/ford.svg", accept_encoding="identity")
    assert (packed.headers["content-encoding"], "content-encoding" in plain.headers) == ("gzip", False)
    (file,) = folder.iterdir()
    assert int(packed.headers["content-length"]) == file.stat().st_size
    assert plain.text == packed.text == gzip.decompress(file.read_bytes()).decode()


def test_drawing_that_fails_is_the_servers_fault(fresh: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Order("no board", "", "light", False)
    monkeypatch.setattr(printed, "picture", lambda *_, **__: broken)
    assert fresh.player().get("/api/boards/ford.svg").status == 500


def test_the_package_is_shipped_with_exactly_what_the_page_shows(shipped: Path, small: list[Order]) -> None:
    (shipped / "outdated.svg.gz").touch()
    assert (ship(shipped), ship(shipped)) == (2, 0)
    assert {file.name for file in shipped.iterdir()} == {f"{key(wanted)}.svg.gz" for wanted in small}


def _serving(monkeypatch: pytest.MonkeyPatch, database: str, **environment: Any) -> tuple[int, str, str]:
    # As if it had served until somebody stopped it.
    monkeypatch.setattr(uvicorn.Server, "run", lambda server, **_: setattr(server, "started", True))
    done = CliRunner(env=environment).invoke(serve, ["--database", database, "--port", "0"])
    return done.exit_code, done.stderr, done.stdout.partition(" at ")[0]


@pytest.mark.usefixtures("small", "shipped")
def test_what_was_not_shipped_is_drawn_once_before_the_server_listens(
    database: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = _serving(monkeypatch, database, SANDTABLE_PICTURES=str(folder))
    assert first == (0, "Drawing 2 maps, this once\n", "Sandtable is")
    assert _serving(monkeypatch, database, SANDTABLE_PICTURES=str(folder)) == (0, "", "Sandtable is")


@pytest.mark.usefixtures("small", "shipped")
def test_a_server_that_cannot_keep_maps_says_so_and_serves(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.touch()
    code, said, served = _serving(monkeypatch, database, SANDTABLE_PICTURES=str(file))
    assert (code, served) == (0, "Sandtable is")
    assert said.endswith(
        f"sandtable: maps cannot be kept in {file}: File exists; whoever opens one first will wait for it\n"
    )


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path, small: list[Order]) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NotKept, match=f"^maps cannot be kept in {tmp_path}/file/below: Not a directory$"):
        Pictures(str(tmp_path / "file" / "below")).draw(small[0])


def test_maps_are_kept_in_the_cache_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/player")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert Pictures().folder == Path("/home/player/.cache/sandtable/pictures")
    monkeypatch.setenv("XDG_CACHE_HOME", "/elsewhere")
    assert Pictures().folder == Path("/elsewhere/sandtable/pictures")


def test_the_board_of_a_rulebook_that_is_added_later_is_among_the_pictures_to_be_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (book,) = [b for b in catalog.rulebooks() if b.name == "ford"]
    own: Board = parse_board(format_board(printed.board("ford")).replace("name ford", "name newcomer"))
    monkeypatch.setattr(type(book), "board", lambda *_: own)
    assert {format_board(own)} == {
        o.board for o in map_cache.shown_by_the_page() if "name newcomer" in o.board
    }
