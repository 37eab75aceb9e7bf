"""From SVG to PNG."""

from __future__ import annotations

import struct
from pathlib import Path

from click.testing import CliRunner

from sandtable.drawing import draw_board, to_png
from sandtable.drawing.__main__ import main
from sandtable.drawing.sheet.png import font_files
from sandtable.drawing.sheet.svg import tag
from sandtable.drawing.sheet.typography import Lettering

from .tiny import tiny_board

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def size_of(png: bytes) -> tuple[int, int]:
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_a_board_becomes_a_png_of_the_width_asked_for() -> None:
    png = to_png(draw_board(tiny_board()), width=640)
    assert png.startswith(SIGNATURE)
    assert size_of(png)[0] == 640


def test_without_a_width_the_picture_is_as_wide_as_it_says() -> None:
    assert size_of(to_png(draw_board(tiny_board(), width_px=500)))[0] == 500


def test_the_typefaces_come_with_the_packages() -> None:
    names = {Path(file).name for file in font_files()}
    assert {"SourceSansPro-Regular.ttf", "SourceSerifPro-It.ttf", "SourceSansPro-Semibold.ttf"} <= names


def test_letters_leave_ink_even_where_the_system_has_no_fonts() -> None:
    # System fonts are never asked for, so ink can only come from our own typefaces.
    def page(content: str) -> str:
        letters = Lettering(size=40).set(content, 10.0, 60.0)
        return tag("svg", letters, xmlns="http://www.w3.org/2000/svg", width="200", height="80")

    assert to_png(page("Novgorod")) != to_png(page(" "))


def test_the_demo_draws_a_board_into_a_file(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["agn", "-o", str(tmp_path / "agn.png"), "--width", "600"])
    assert result.exit_code == 0
    assert size_of((tmp_path / "agn.png").read_bytes())[0] == 600


def test_the_demo_names_the_boards_when_there_is_no_such_board(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["atlantis", "-o", str(tmp_path / "a.png")])
    assert result.exit_code == 1
    assert "there is no board 'atlantis'" in result.output
