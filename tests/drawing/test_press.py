"""Pictures by order: what goes into one, and that nothing else does."""

from __future__ import annotations

import ast
import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from sandtable import boards
from sandtable.drawing import THEMES, draw_board, press
from sandtable.drawing.press import CODE, Order, draw, key, order
from sandtable.kernel.map.boardtext import parse_board
from sandtable.testing import ford

PACKAGE = Path(press.__file__).parent.parent
FORD = order(ford.RULEBOOK.board(ford.RULEBOOK.setup("ford")), "light", numbers=False)


@pytest.mark.parametrize(
    "other",
    [
        FORD._replace(board=FORD.board.replace("title ", "title New ")),
        FORD._replace(outline="sandtable-outline 1\n"),
        FORD._replace(theme="dark"),
        FORD._replace(numbers=True),
    ],
    ids=["board", "outline", "theme", "numbers"],
)
def test_whatever_is_ordered_otherwise_has_another_key(other: Order) -> None:
    assert key(other) != key(FORD)


def test_another_artist_gives_another_key(monkeypatch: pytest.MonkeyPatch) -> None:
    before = key(FORD)
    monkeypatch.setattr(press, "_artist", lambda: "another")
    key.cache_clear()
    assert key(FORD) != before
    key.cache_clear()


def test_the_same_order_has_the_same_key_in_every_process() -> None:
    told = f"from sandtable.drawing.press import *; print(key(Order(*{tuple(FORD)!r})))"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == key(FORD)


def test_all_code_that_has_a_hand_in_a_picture_counts() -> None:
    counted = {file for pattern in CODE for file in PACKAGE.glob(pattern)}
    todo, used = [PACKAGE / "drawing/press.py"], set()
    while todo:
        file = todo.pop()
        if file not in used:
            used.add(file)
            todo += _imported(file)
    assert PACKAGE / "kernel/map/hexes.py" in used <= counted


def test_a_compiled_board_is_ordered_with_its_coast() -> None:
    wanted = order(boards.load("agn"), "dark", numbers=True)
    assert wanted == Order(boards.board_text("agn"), boards.outline_text("agn"), "dark", True)


def test_a_board_that_only_has_the_name_of_a_compiled_one_is_ordered_as_it_is() -> None:
    text = FORD.board.replace("name ford", "name agn")
    assert order(parse_board(text), "light", numbers=False) == FORD._replace(board=text)


def test_an_order_gives_the_picture_of_its_board() -> None:
    board = ford.RULEBOOK.board(ford.RULEBOOK.setup("ford"))
    plain = draw_board(board, theme=THEMES["light"], show_numbers=False, bare=True)
    assert gzip.decompress(draw(FORD)).decode() == plain


def test_another_process_draws_the_same_bytes() -> None:
    command = [sys.executable, "-m", "sandtable.drawing.press"]
    done = subprocess.run(command, input=json.dumps(FORD).encode(), capture_output=True, check=True)
    assert done.stdout == draw(FORD)


def _imported(file: Path) -> list[Path]:
    """The files of the package from which *file* takes something by name."""
    found = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.level or (node.module or "").startswith("sandtable")):
            inside = (node.module or "").removeprefix("sandtable").strip(".").split(".")
            folder = file.parent if node.level else PACKAGE
            named = folder.joinpath(*(part for part in inside if part))
            places = [named, *(named / alias.name for alias in node.names)]
            found += [p for place in places for p in (place.with_suffix(".py"), place / "__init__.py")]
    return [place for place in found if place.is_file() and place != PACKAGE / "__init__.py"]
