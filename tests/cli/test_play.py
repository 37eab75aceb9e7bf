"""Playing in the terminal, with somebody who types from a list."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from sandtable import new, replay
from sandtable.bots import RandomBot, make_bot
from sandtable.cli import main
from sandtable.cli.terminal import hexmap, menu
from sandtable.cli.terminal.session import Leaving, Seated
from sandtable.kernel.book.rulebook import _registered
from sandtable.kernel.game.game import Game
from sandtable.rules.damos import RULEBOOK as DAMOS
from sandtable.testing.dikes import RULEBOOK as DIKES


def typing(*lines: str) -> Callable[[str], str]:
    """Somebody who types *lines* and leaves."""
    left = list(lines)

    def ask(prompt: str) -> str:
        if not left:
            raise Leaving
        return left.pop(0)

    return ask


def sitting(*lines: str, bots: bool = False, width: int = 120) -> tuple[Game[Any], str]:
    """A sitting at The Ford in which red types *lines*: the game, and everything that was printed."""
    game = new("ford", seed=4)
    others = {"blue": make_bot("random", game.rulebook, 1)} if bots else {}
    paper = io.StringIO()
    with pytest.raises(Leaving):
        Seated(game, others, Console(file=paper, width=width), typing(*lines)).play()
    return game, paper.getvalue()


def test_the_question_the_map_and_the_options_are_shown() -> None:
    _, printed = sitting()
    assert "one more unit, or be done" in printed
    assert "Furt" in printed
    assert "red-a moves to" in printed


def test_a_number_chooses() -> None:
    game, _ = sitting("1")
    assert [row[1] for row in game.record()["answers"]] == ["done"]


def test_part_of_a_text_chooses() -> None:
    game, _ = sitting("that is")
    assert game.answers == 1


def test_words_of_a_text_choose() -> None:
    game, printed = sitting("red-a 0103")
    assert game.answers == 1
    assert "red-a moves from 0101 to 0103." in printed


def test_a_hex_with_several_options_asks_back() -> None:
    game, printed = sitting("0303")
    assert game.answers == 0
    assert "Which of these?" in printed


def test_nonsense_is_answered_with_a_hint() -> None:
    game, printed = sitting("xyzzy")
    assert game.answers == 0
    assert "Nothing here is called 'xyzzy'" in printed


def test_undo_takes_the_last_answer_back() -> None:
    game, printed = sitting("red-a 0103", "undo")
    assert game.answers == 0
    assert "Taken back." in printed


def test_undo_with_nothing_to_undo_says_why() -> None:
    _, printed = sitting("undo")
    assert "nothing can be taken back" in printed


def test_why_tells_the_paragraph() -> None:
    _, printed = sitting("why enter red-a 0108")
    assert "[1" in printed


def north(*lines: str) -> str:
    """A sitting at Army Group North in which the German player types *lines*: what was printed."""
    game = new("agn", seed=1)
    paper = io.StringIO()
    with pytest.raises(Leaving):
        Seated(game, {}, Console(file=paper, width=160), typing(*lines)).play()
    return paper.getvalue()


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("why supply Hanko Garrison", "5 hexes to unconverted Russian-held rail that leads to a source"),
        ("why supply 1st Panzer Division", "Nothing forbids it."),
        ("why strategic 1st Panzer Division Velikie Luki", "only friendly hexes are entered"),
        ("why rebuild 1st Panzer Division", "only eliminated units are rebuilt"),
        ("why fly 1st Panzer Division", "'fly' is not explained; enter, attack,"),
    ],
)
def test_why_takes_a_unit_a_hex_or_a_place_of_two_words(line: str, says: str) -> None:
    assert says in " ".join(north(line).split())


def test_a_unit_that_does_not_exist_gets_a_sentence() -> None:
    _, printed = sitting("why enter red-z 0103")
    assert "no unit 'red-z'" in printed


def test_units_can_be_looked_up() -> None:
    _, printed = sitting("units red-b")
    assert "4 of 4" in printed


def test_enemy_units_show_the_printed_strength_alone() -> None:
    _, printed = sitting("units blue")
    assert "printed 3" in printed
    assert " of " not in printed.split("strength")[-1]


def test_the_map_is_drawn_around_a_place() -> None:
    _, printed = sitting("map Furt")
    assert printed.count("0406") >= 2


def test_a_place_that_does_not_exist_gets_a_sentence() -> None:
    _, printed = sitting("map Atlantis")
    assert "'Atlantis' is not on this board" in printed


def test_the_bot_answers_and_the_log_tells_it() -> None:
    game, printed = sitting("1", "1", bots=True)
    assert "blue" in {row[0] for row in game.record()["answers"]}
    assert "blue-" in printed


class Pensive(RandomBot):
    """A bot that says what it thinks of."""

    def weighed(self) -> list[str]:
        return ["to stay where it is"]


@pytest.mark.parametrize("weighing", [False, True])
def test_what_a_bot_weighs_is_told_to_whoever_asks_for_it(weighing: bool) -> None:
    game, paper = new("ford", seed=4), io.StringIO()
    bots, console = {"blue": Pensive(1)}, Console(file=paper, width=120)
    with pytest.raises(Leaving):
        Seated(game, bots, console, typing("1", "1"), weighing=weighing).play()
    assert ("blue weighs to stay where it is" in paper.getvalue()) is weighing


def test_a_saved_game_goes_on_where_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "saved.json"
    game, _ = sitting("red-a 0103", f"save {file}")
    run_with_empty_stdin(str(file), "--seat", "red=human", "--record", str(tmp_path / "later.json"))
    again = json.loads((tmp_path / "later.json").read_text(encoding="utf-8"))
    assert again["answers"] == json.loads(json.dumps(game.record()["answers"]))


def run_with_empty_stdin(*arguments: str) -> int:
    """The exit code of ``sandtable play`` with nobody at the keyboard."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.StringIO(""))
        with pytest.raises(SystemExit) as left:
            main(["play", *arguments])
    return int(left.value.code or 0)


def test_without_anybody_at_the_keyboard_the_record_is_saved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_with_empty_stdin("ford", "--seed", "2", "--record", str(tmp_path / "x.json")) == 0
    assert json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))["rulebook"] == "ford"


def test_bots_play_to_the_end_without_asking_anybody(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seats = ("--seat", "red=random", "--seat", "blue=random")
    assert run_with_empty_stdin("ford", "--seed", "2", *seats, "--record", str(tmp_path / "x.json")) == 0
    assert json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))["result"]["winner"]


def own_counterattack_table(folder: Path) -> Path:
    """A folder with a Counterattack Table in which nobody ever loses anything."""
    table = (files("sandtable.rules.damos") / "tables" / "counterattack.toml").read_text("utf-8")
    harmless = re.sub(r'"\d/\d"', '"0/0"', table)
    (folder / "counterattack.toml").write_text(harmless, encoding="utf-8")
    return folder


def test_a_game_may_be_begun_with_tables_of_one_s_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "x.json"
    mine = own_counterattack_table(tmp_path)
    assert run_with_empty_stdin("agn", "--seed", "2", "--tables", str(mine), "--record", str(file)) == 0
    record = json.loads(file.read_text(encoding="utf-8"))
    assert list(record["setup"]["tables"]) == ["counterattack"]
    game: Game[Any] = replay(record)
    assert DAMOS.tables_for(game.state.setup)["counterattack"].look_up(row=6, column="1:1") == "0/0"


def test_a_saved_game_keeps_its_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "x.json"
    run_with_empty_stdin("agn", "--seed", "2", "--record", str(file))
    mine = own_counterattack_table(tmp_path)
    assert run_with_empty_stdin(str(file), "--tables", str(mine)) == 2
    assert "keeps the tables that it was begun with" in capsys.readouterr().err


def test_a_folder_without_tables_gets_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_with_empty_stdin("agn", "--tables", str(tmp_path)) == 2
    assert "holds no table files" in capsys.readouterr().err


def test_army_group_north_draws_its_rivers_and_hides_what_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(_registered, "damos", DAMOS)
    game = new("agn", seed=1)
    view = game.view("german")
    board = DAMOS.board(game.state.setup)
    window = hexmap.Window(board.grid, board.hex("Riga"), 12)
    drawn = hexmap.draw_window(board, view["position"], view["seats"], window).plain
    assert "Jelgava" in drawn
    assert "║" in drawn
    assert len(drawn.splitlines()) == 3 * hexmap.ROWS


def test_single_choices_stand_above_long_lists() -> None:
    moves = [{"id": f"move:{n}", "text": f"Move to {n}", "rule": "", "target": {}} for n in range(20)]
    groups = menu.grouped([*moves, {"id": "stop", "text": "Stop", "rule": "", "target": {}}])
    assert [len(rows) for rows in groups] == [1, 20]


def test_a_hex_number_wins_over_the_number_of_an_option() -> None:
    options = [
        {"id": "a", "text": "Stay", "rule": "", "target": {}},
        {"id": "move:7", "text": "Move to 1", "rule": "", "target": {"hex": "1"}},
    ]
    assert [option["id"] for _, option in menu.matches(options, "1")] == ["move:7"]


# ---- order sheets


def at_the_dikes(*lines: str, bots: tuple[str, ...] = ()) -> tuple[Game[Any], str]:
    """A sitting at The Dikes in which everybody who is no bot types *lines*, one after another."""
    game: Game[Any] = Game(DIKES, DIKES.setup("dikes"))
    paper = io.StringIO()
    seated = Seated(
        game,
        {seat: RandomBot(1) for seat in bots},
        Console(file=paper, width=120),
        typing(*lines),
    )
    with pytest.raises(Leaving):
        seated.play()
    return game, paper.getvalue()


def test_an_order_sheet_is_written_line_by_line_and_sealed_as_one_answer() -> None:
    game, printed = at_the_dikes("north-1 seizes 0101/0102", "north-2 seizes 0201/0202", "seal")
    (row,) = game.record()["answers"]
    assert (row[0], row[1].count("seize"), game.asked) == ("north", 2, ("south", "duke"))
    assert "line 1: north-1 seizes 0101/0102" in printed


def test_the_last_line_of_a_sheet_is_taken_back() -> None:
    game, _ = at_the_dikes("north-1 seizes 0101/0102", "undo", "seal")
    assert [row[1] for row in game.record()["answers"]] == ["sheet"]


def test_a_sheet_that_is_refused_says_why_and_stays() -> None:
    game, printed = at_the_dikes("north-1 marches to 0102", "north-2 marches to 0202", "seal", "undo", "seal")
    assert "one party of a command marches in a turn" in printed
    assert [row[1].count("march") for row in game.record()["answers"]] == [1]


def test_bots_write_their_sheets_before_anybody_is_asked() -> None:
    game, _ = at_the_dikes(bots=("south", "duke"))
    assert [(row[0], row[1].startswith("sheet")) for row in game.record()["answers"]] == [
        ("south", True),
        ("duke", True),
    ]


def test_whoever_sits_as_control_is_asked_what_the_rules_leave_to_him(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(_registered, "dikes", DIKES)
        patch.setattr("sys.stdin", io.StringIO("league has\nquit\n"))
        game: Game[Any] = Game(DIKES, DIKES.setup("dikes"), controlled=True)
        here, there = DIKES.board(game.state.setup).hex("0202"), DIKES.board(game.state.setup).hex("0203")
        game.edit([("hex_of", 0, int(here)), ("hex_of", 4, int(there))], "closer together")
        dike = DIKES.board(game.state.setup).grid.side_number(here, there)
        for seat, line in (
            ("north", f"sheet;seize:0:{dike}"),
            ("south", "sheet"),
            ("duke", f"sheet;seize:4:{dike}"),
        ):
            game.choose(seat, line)
        file = tmp_path / "evening.json"
        file.write_text(json.dumps(game.record()), "utf-8")
        seats = [
            word for seat in ("north", "south", "duke", "control") for word in ("--seat", f"{seat}=human")
        ]
        with pytest.raises(SystemExit):
            main(["play", str(file), *seats])
    printed = capsys.readouterr().out
    assert "you play north and south and duke and control" in printed
    assert "League has the dike 0202/0203" in printed
    assert json.loads(file.read_text("utf-8"))["answers"][-1][:2] == ["control", "award:0"]


def test_without_control_a_saved_game_goes_on_with_what_holds_then() -> None:
    game = new("ford", seed=4)
    assert not game.controlled
    assert replay(game.record(), controlled=True).controlled
