"""``simulate`` and ``arena`` as a user meets them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sandtable.kernel.book.rulebook import _registered
from sandtable.rules.damos import RULEBOOK as DAMOS

from .commanding import complaint, run


def test_simulate_prints_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "simulate", "ford", "--games", "3", "--seed", "5", "--json")
    assert code == 0
    found = json.loads(out)
    assert (found["games"], found["bots"]) == (3, {"red": "greedy", "blue": "greedy"})


def test_simulate_in_words_names_the_winners(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "simulate", "ford", "--games", "2", "--option", "turns=4")
    assert code == 0
    assert "2 games of ford (red greedy, blue greedy)" in out
    assert "95% interval" in out


def test_arena_rates_the_bots(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(_registered, "damos", DAMOS)
    code, out, _ = run(capsys, "arena", "agn", "--bots", "greedy,random", "--games", "1", "--json")
    assert code == 0
    assert [row["bot"] for row in json.loads(out)["bots"]] == ["greedy", "random"]


def test_simulate_goes_on_where_it_was(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    command = ("simulate", "ford", "--seed", "5", "--json", "--games")
    kept = ("--out", str(tmp_path / "games"))
    assert run(capsys, *command, "2", *kept)[0] == 0
    assert run(capsys, *command, "3", *kept) == run(capsys, *command, "3")


def test_a_study_of_a_file_prints_one_document_and_writes_a_report(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    plan = tmp_path / "night.toml"
    plan.write_text(
        'title = "Night"\nscenario = "ford"\ngames = 2\n'
        '[[factor]]\nname = "night"\noption = "night"\nvalues = [false, true]\n',
        encoding="utf-8",
    )
    code, out, err = run(capsys, "study", str(plan), "--report", str(tmp_path / "found"), "--json")
    assert (code, [point["levels"] for point in json.loads(out)["points"]]) == (
        0,
        [{"night": "false"}, {"night": "true"}],
    )
    assert "night.html" in err
    assert (tmp_path / "found" / "night.md").read_text("utf-8").startswith("# Night\n")


BAD_INPUT = [
    (("study", "waterloo"), "no study 'waterloo'; there are minsk, movement, rail, thrust"),
    (("study", "nowhere.toml"), "nowhere.toml cannot be read"),
    (("simulate", "waterloo"), "no scenario 'waterloo'"),
    (("simulate", "ford", "--seat", "green=random"), "no seat 'green'; there are red, blue"),
    (
        ("simulate", "ford", "--seat", "red=napoleon"),
        "no bot 'napoleon' for The Ford; there are greedy, planner-easy",
    ),
    (("simulate", "ford", "--seat", "red"), "--seat 'red' should name two things, such as red=greedy"),
    (("simulate", "ford", "--option", "weather=rain"), "no option 'weather'"),
    (("simulate", "ford", "--option", "turns=5"), "option 'turns' may be 6, 4, 10"),
    (("simulate", "ford", "--games", "0"), "0 is not in the range"),
    (("simulate", "ford", "--on", "slurm"), "'slurm' is not one of 'processes', 'ray'"),
    (("simulate", "ford", "--address", "auto"), "--address 'auto' is that of a Ray cluster; "),
    (
        ("simulate", "ford", "--ray", "auto", "--address", "ray://head:1"),
        "--ray 'auto' and --address 'ray://head:1' are different clusters",
    ),
    (("arena", "ford", "--bots", "random,napoleon"), "no bot 'napoleon'"),
    (("arena", "ford", "--bots", "random"), "two or more different bots"),
    (("arena", "agn", "ags", "--option", "turns=13"), "--option 'turns=13' belongs to one scenario"),
    (("arena", "--sprt", "x"), "--sprt 'x' should be two differences in Elo, such as 0,50"),
    (("arena", "--bots", "greedy,random,napoleon"), "no scenario of the league has a bot 'napoleon'"),
    (("play", "waterloo"), "no scenario 'waterloo'"),
    (("play", "ford", "--seat", "red=napoleon"), "no bot 'napoleon'"),
    (("play", "ford", "--seat", "green=human"), "no seat 'green'"),
]


@pytest.mark.parametrize(("arguments", "says"), BAD_INPUT, ids=[" ".join(a) for a, _ in BAD_INPUT])
def test_bad_input_gets_one_sentence_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], says: str
) -> None:
    assert says in complaint(capsys, *arguments)
