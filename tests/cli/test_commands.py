"""The command line as a user meets it: real processes' exit codes, one sentence for bad input, JSON and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sandtable import new
from sandtable.cli import output
from sandtable.kernel.game.codec import dumps

from .commanding import complaint, run


def finished_game(file: Path) -> None:
    """A record of a whole game in *file*."""
    game = new("ford", seed=3)
    while not game.over:
        for seat in game.asked:
            game.choose(seat, game.options(seat)[-1].id)
    file.write_text(dumps(game.record()), encoding="utf-8")


def test_scenarios_lists_the_ford(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "scenarios", "--json")
    assert code == 0
    assert {"ford", "ford-counterstroke"} <= {entry["scenario"] for entry in json.loads(out)}


def test_on_a_narrow_screen_options_stand_below_their_scenario(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output.console, "_width", 80)
    _, out, _ = run(capsys, "scenarios")
    assert "ford  The Ford (ford; red, blue)\n    turns = 6 | 4 | 10; night = False | True" in out


def test_one_cell_of_a_table_comes_with_its_provenance(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "table", "ford", "combat", "--row", "6", "--column", "3:1", "--json")
    assert (code, json.loads(out)) == (0, {"value": "D1", "provenance": "printed"})


def test_a_cell_in_words_names_table_and_paragraph(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "table", "ford", "combat", "--row", "6", "--column", "3:1")
    assert (code, out.strip()) == (0, "D1  (printed, combat [2.3])")


def test_a_user_s_table_replaces_ours(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    ours = Path("src/sandtable/testing/ford/tables/combat.toml").read_text(encoding="utf-8")
    (tmp_path / "combat.toml").write_text(ours.replace('6 = ["DR", "D1"', '6 = ["DR", "X"'), encoding="utf-8")
    arguments = (
        "table",
        "ford",
        "combat",
        "--row",
        "6",
        "--column",
        "1:1",
        "--json",
        "--tables",
        str(tmp_path),
    )
    assert json.loads(run(capsys, *arguments)[1])["value"] == "X"


def test_the_rules_of_a_paragraph_name_code_and_tests(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "rules", "ford", "2.4", "--json")
    trace = json.loads(out)
    assert code == 0
    assert any("Retreat" in place for place in trace["code"])
    assert trace["tests"]


def test_fuzz_plays_the_games_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "fuzz", "ford", "--games", "3", "--seconds", "60", "--json")
    assert code == 0
    assert json.loads(out)["games"] == 3
    assert json.loads(out)["findings"] == []


def test_replay_verifies_a_whole_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    finished_game(tmp_path / "game.json")
    code, out, _ = run(capsys, "replay", str(tmp_path / "game.json"), "--verify", "--json")
    assert code == 0
    assert json.loads(out)["verified"] is True


def test_replay_of_a_game_that_is_over_tells_everything_and_that_of_a_seat_what_it_heard(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    finished_game(tmp_path / "game.json")
    logs = {}
    for seat in ("", "control", "spectator"):
        given = ("--seat", seat) if seat else ()
        _, out, _ = run(capsys, "replay", str(tmp_path / "game.json"), "--to", "8", *given, "--json")
        logs[seat] = json.loads(out)["log"]
    assert logs[""] == logs["control"]
    assert len(logs["spectator"]) <= len(logs["control"])


def test_replay_looks_back_at_a_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    finished_game(tmp_path / "game.json")
    code, out, _ = run(capsys, "replay", str(tmp_path / "game.json"), "--afterword")
    assert code == 0
    assert "Red lost" in out
    assert "The turning point" in out
    _, out, _ = run(capsys, "replay", str(tmp_path / "game.json"), "--afterword", "--json")
    assert json.loads(out)["afterword"]["sides"]["red"]["units"] >= 0


def test_replay_names_the_answer_that_was_tampered_with(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    finished_game(tmp_path / "game.json")
    record = json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))
    record["answers"][4][2] = "0" * 16
    (tmp_path / "game.json").write_text(json.dumps(record), encoding="utf-8")
    code, _, err = run(capsys, "replay", str(tmp_path / "game.json"), "--verify")
    assert code == 2
    assert "answer 5" in err


def test_a_board_is_drawn_as_svg_and_png(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for name in ("ford.svg", "ford.png"):
        assert run(capsys, "board", "ford", "-o", str(tmp_path / name))[0] == 0
    assert (tmp_path / "ford.svg").read_text(encoding="utf-8").startswith("<svg")
    assert (tmp_path / "ford.png").read_bytes().startswith(b"\x89PNG")


BAD_INPUT = [
    (("board", "atlantis", "-o", "x.svg"), "no scenario or board 'atlantis'"),
    (("board", "agn", "-o", "x.gif"), "should end in .svg or .png"),
    (("board", "agn", "-o", "no/such/folder/x.svg"), "cannot be written"),
    (("board", "-o", "x.svg"), "name a scenario or a board"),
    (("table", "chess"), "no rulebook 'chess'"),
    (("table", "ford", "weather"), "no table 'weather'; there are combat, terrain"),
    (("table", "ford", "combat", "--row", "7", "--column", "3:1"), "7 is no die; there are 1, 2"),
    (("table", "ford", "combat", "--row", "-1", "--column", "3:1"), "-1 is no die"),
    (("table", "ford", "combat", "--row", "1"), "one cell needs --column too"),
    (("table", "ford", "--tables", "nowhere"), "nowhere is no folder"),
    (("rules", "ford", "9.9"), "no paragraph '9.9'"),
    (("fuzz", "waterloo"), "no scenario 'waterloo'"),
    (("fuzz", "ford", "--seconds", "soon"), "'soon' is not a valid float"),
    (("replay", "nowhere.json"), "cannot be read"),
    (("conquer",), "No such command 'conquer'"),
    (("scenarios", "--frobnicate"), "No such option '--frobnicate'"),
]


@pytest.mark.parametrize(("arguments", "says"), BAD_INPUT, ids=[" ".join(a) for a, _ in BAD_INPUT])
def test_bad_input_gets_one_sentence_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], says: str
) -> None:
    assert says in complaint(capsys, *arguments)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("name = ", "not TOML"),
        ('name = "combat"', "title is missing"),
        (
            'name = "combat"\ntitle = "x"\nparagraph = "1"\nsource = "x"\nprovenance = "guessed"',
            "provenance is 'guessed'",
        ),
    ],
)
def test_a_malformed_table_file_is_named_with_its_key(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, says: str
) -> None:
    (tmp_path / "combat.toml").write_text(text, encoding="utf-8")
    code, _, err = run(capsys, "table", "ford", "--tables", str(tmp_path))
    assert code == 2
    assert "combat.toml" in err
    assert says in err


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"rulebook": "ford"}', '{"rulebook": "chess", "format": "x"}']
)
def test_a_file_that_is_no_record_gets_a_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str
) -> None:
    (tmp_path / "x.json").write_text(text, encoding="utf-8")
    code, _, err = run(capsys, "replay", str(tmp_path / "x.json"))
    assert code == 2
    assert err.count("\n") == 1
