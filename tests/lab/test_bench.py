from __future__ import annotations

import json
import sys
from io import StringIO

import pytest
from rich.console import Console

from sandtable.kernel.map.board import Board
from sandtable.lab.bench import naive, suite
from sandtable.lab.bench.measuring import BenchRow
from sandtable.lab.bench.suite import BenchReport


@pytest.fixture(scope="module")
def report() -> BenchReport:
    return suite.run(suite.synthetic_board(8, 9), seconds=0)


def test_every_answer_is_checked_against_the_obvious_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(naive, "flood", lambda *_: set())
    with pytest.raises(
        AssertionError, match="supply flood without limit: the two ways give different answers"
    ):
        suite.run(suite.synthetic_board(8, 9), seconds=0)


def test_a_run_measures_floods_movement_zones_copies_digest_loading_odds_and_playouts(
    report: BenchReport,
) -> None:
    assert [row.what.split(" ")[0] for row in report.rows] == [
        "supply",
        "movement",
        "zones",
        "copy",
        "copy",
        "digest",
        "board",
        "exact",
        "exact",
        "copy",
        "decision",
        "decision",
        "decision",
    ]


def test_goals_are_set_for_flood_movement_copies_odds_and_playouts(report: BenchReport) -> None:
    assert [row.goal for row in report.rows if row.goal is not None] == [15.0, 5.0, 200.0, 100.0, 100.0, 1.0]
    assert [row.goal_us for row in report.rows if row.goal_us is not None] == [10.0]


def test_a_row_without_another_way_has_no_ratio(report: BenchReport) -> None:
    assert [row.what for row in report.rows if row.ratio is None] == [
        "digest of a state of 140 units",
        "board read from its text",
        "copy of a position of agn",
        "decision in random games of besieged-1941",
        "decision of greedy in the first turn of besieged-1941",
    ]


def test_a_goal_in_microseconds_is_met_by_being_quick_enough(report: BenchReport) -> None:
    row = next(row for row in report.rows if row.goal_us is not None)
    assert row.met == (row.ours_us <= 10.0)


def test_without_python_chess_its_row_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    row = suite.playouts(0)
    assert row.ours_us > 0
    assert (row.theirs_us, row.ratio, row.goal, row.met) == (None, None, None, None)
    report = BenchReport(board="small", python="CPython", searches="C", rows=(row,))
    assert "(python-chess is not installed; 'pip install chess' brings it)" in shown(report, width=200)


def test_the_ratio_is_theirs_over_ours(report: BenchReport) -> None:
    row = report.rows[0]
    assert row.theirs_us is not None
    assert row.ratio == pytest.approx(row.theirs_us / row.ours_us)


def test_a_report_is_plain_data(report: BenchReport) -> None:
    assert json.loads(json.dumps(report.as_json())) == report.as_json()


def test_a_missed_goal_is_told() -> None:
    missed = BenchRow(what="copy", ours_us=2.0, theirs_us=20.0, ratio=10.0, goal=200.0, met=False)
    report = BenchReport(board="small", python="CPython", searches="C", rows=(missed,))
    assert not report.met
    assert [cell.strip() for cell in shown(report).split("│")[1:-1]] == [
        "copy",
        "2.0",
        "20.0",
        "10x",
        "200x",
        "no",
    ]


def test_a_small_ratio_is_shown_with_its_decimals() -> None:
    row = BenchRow(what="playouts", ours_us=40.0, theirs_us=38.0, ratio=0.95, goal=1.0, met=False)
    report = BenchReport(board="small", python="CPython", searches="C", rows=(row,))
    assert [cell.strip() for cell in shown(report).split("│")[4:-1]] == ["0.95x", "1.00x", "no"]


def test_a_goal_in_microseconds_is_shown_as_such() -> None:
    row = BenchRow(what="copy", ours_us=8.0, goal_us=10.0, met=True)
    report = BenchReport(board="small", python="CPython", searches="C", rows=(row,))
    assert [cell.strip() for cell in shown(report).split("│")[4:-1]] == ["", "10 µs", "yes"]


def test_the_made_up_board_is_the_same_every_time() -> None:
    def drawn(board: Board) -> tuple[object, object]:
        return board.terrain, board.hexsides["river"].sides

    assert drawn(suite.synthetic_board()) == drawn(suite.synthetic_board())


def shown(report: BenchReport, width: int = 120) -> str:
    console = Console(file=StringIO(), width=width, color_system=None)
    console.print(suite.table(report))
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()
