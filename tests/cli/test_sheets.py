"""``sandtable sheets``: paper for the table."""

from __future__ import annotations

from pathlib import Path

from sandtable import catalog
from sandtable.drawing.papers import units_of

from .commanding import Capture, complaint, run


def test_every_command_and_control_have_their_paper(capsys: Capture, tmp_path: Path) -> None:
    folder = tmp_path / "paper"
    code, out, _ = run(capsys, "sheets", "frontline-1943", "-o", str(folder))
    assert code == 0
    assert out.count("\n") == 4
    assert sorted(f.name for f in folder.iterdir()) == [
        "frontline-1943-axis_allies.pdf",
        "frontline-1943-control.pdf",
        "frontline-1943-germany.pdf",
        "frontline-1943-soviets.pdf",
    ]
    assert all(f.read_bytes().startswith(b"%PDF-") for f in folder.iterdir())


def test_the_same_paper_is_the_same_file(capsys: Capture, tmp_path: Path) -> None:
    for folder in ("a", "b"):
        run(capsys, "sheets", "frontline-1943", "-o", str(tmp_path / folder), "--seat", "control")
    name = "frontline-1943-control.pdf"
    assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_a_game_without_order_sheets_has_none_to_print(capsys: Capture, tmp_path: Path) -> None:
    said = complaint(capsys, "sheets", "besieged", "-o", str(tmp_path))
    assert "played without order sheets" in said


def test_a_seat_that_there_is_not_is_named(capsys: Capture, tmp_path: Path) -> None:
    said = complaint(capsys, "sheets", "frontline-1943", "-o", str(tmp_path), "--seat", "italy")
    assert "there are germany, axis_allies, soviets, control" in said


def test_a_command_has_its_units_on_paper_with_what_they_hold_and_when_they_come() -> None:
    book = catalog.rulebook_of("arnhem")
    listed = units_of(book, book.scenario("arnhem"), "british_airborne")
    assert ("1st Parachute Battalion", "1st Airborne Division", "4", "4", "0", "turn 1") in listed
    assert not any("SS" in name for name, *_ in listed)
    frontline = catalog.rulebook_of("frontline-1943")
    assert units_of(frontline, frontline.scenario("frontline-1943"), "germany") == []
