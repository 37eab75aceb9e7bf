"""``sandtable resolve`` and ``sandtable odds`` as a Control team uses them."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sandtable import catalog
from sandtable.kernel.book import rulebook as registry
from sandtable.rules.damos import RULEBOOK

from .commanding import complaint, run

EXAMPLE = (
    "damos",
    "--attacker",
    "armor:4 mechanized:5 foot:9",
    "--defender",
    "mechanized:2 armor:10",
    "--plan",
    "penetration",
    "--posture",
    "counterattack",
)
DICE = ("--dice", "6,6,4 6,6 6")
Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _damos(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rulebook is known, whether it is installed or not."""
    catalog.rulebooks()
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    registry.register(RULEBOOK)


def answered(capsys: Capture, *arguments: str) -> dict[str, Any]:
    code, out, err = run(capsys, *arguments, "--json")
    assert (code, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found


def test_the_example_of_the_rulebook(capsys: Capture) -> None:
    found = answered(capsys, "resolve", *EXAMPLE, *DICE)
    assert (found["attacker"]["inflicts"], found["defender"]["inflicts"]) == ("6", "4")
    assert (found["attacker"]["row"], found["defender"]["row"]) == (18, 11)
    assert found["counterattack"] == {"column": "1:3", "die": 6, "defender_loses": 1, "attacker_loses": 3}
    assert (found["attacker_inflicted"], found["defender_inflicted"], found["winner"]) == (7, 7, "defender")
    assert {"of": "attacker's modifier", "what": "penetration plan", "value": 2, "rule": "8.3"} in found[
        "reckoning"
    ]


def test_a_ruling_in_words_shows_numbers_with_paragraphs_and_ends_with_the_result(capsys: Capture) -> None:
    code, out, _ = run(capsys, "resolve", *EXAMPLE, *DICE)
    assert code == 0
    words = " ".join(out.split())
    assert "+2 penetration plan [8.3]" in words
    assert "The defender counterattacks at 1:3 and rolls 6" in words
    assert "The defender wins, 7 inflicted by the attacker against 7 by the defender" in words


def test_without_dice_they_are_rolled(capsys: Capture) -> None:
    found = answered(capsys, "resolve", *EXAMPLE)
    assert len(found["attacker"]["dice"]) == 3


def test_odds_are_exact_and_sum_to_one(capsys: Capture) -> None:
    found = answered(capsys, "odds", *EXAMPLE)
    assert found["exact"] is True
    assert sum(Fraction(chance) for chance in found["winner"].values()) == 1
    assert sum(Fraction(chance) for chance in found["attacker_loses"].values()) == 1
    assert "defender_eliminated" in found


def test_odds_in_words_draw_bars_and_name_the_policy(capsys: Capture) -> None:
    code, out, _ = run(capsys, "odds", *EXAMPLE, "--policy", "weakest")
    assert code == 0
    assert "█" in out
    assert "attacker loses" in out
    assert "'weakest'" in out


@pytest.mark.parametrize("command", [("resolve", *EXAMPLE, *DICE), ("odds", *EXAMPLE)])
def test_both_commands_say_by_which_policy_with_which_reroll_and_who_pays(
    capsys: Capture, command: tuple[str, ...]
) -> None:
    code, out, _ = run(capsys, *command, "--policy", "first", "--air")
    words = " ".join(out.split())
    assert code == 0
    assert "Decisions inside the combat are taken by the policy 'first'" in words
    assert "the unit named first the rest" in words
    assert "the lowest die of the German roll is rolled again if it shows 3 or less" in words
    assert "nobody pays for losses with them" in words


def test_all_options_of_the_description_are_taken(capsys: Capture) -> None:
    found = answered(
        capsys,
        "resolve",
        *EXAMPLE[:-2],
        "--defender-demoralized",
        "--terrain",
        "woods+town",
        "--hexside",
        "major_river",
        "--attacker-no-los",
        "--defender-no-los",
        "--air",
        "--attacker-side",
        "german",
    )
    assert found["posture"] == "demoralized"
    assert (found["attacker"]["sp"], found["defender"]["sp"]) == (8, 14)
    assert found["attacker"]["drm"] == 2 - 4 + 1


def test_twelve_to_one(capsys: Capture) -> None:
    found = answered(
        capsys,
        *("resolve", "damos", "--attacker", "foot:12", "--defender", "foot:1"),
        *("--plan", "standard", "--posture", "steadfast"),
    )
    assert (found["automatic"], found["winner"]) == ("12:1", "attacker")


def test_a_combat_may_be_described_in_a_file(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "combat.toml"
    file.write_text(
        """
        plan = "standard"
        posture = "steadfast"
        attacker-no-los = true

        [[attacker]]
        kind = "armor"
        sp = 8
        name = "8th Panzer Division"

        [[defender]]
        kind = "foot"
        sp = 6
        nation = "soviet"
        """,
        encoding="utf-8",
    )
    found = answered(capsys, "resolve", "damos", "--describe", str(file))
    assert found["units"]["attacker"][0]["name"] == "8th Panzer Division"
    assert found["attacker"]["drm"] == -4


def test_an_option_on_the_line_wins_over_the_file(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "combat.toml"
    file.write_text('plan = "standard"\nposture = "steadfast"\n', encoding="utf-8")
    more = ("--attacker", "armor:8", "--defender", "foot:6", "--plan", "grand_assault")
    found = answered(capsys, "resolve", "damos", "--describe", str(file), *more)
    assert found["plan"] == "grand_assault"


def test_a_table_of_one_s_own_is_used(capsys: Capture, tmp_path: Path) -> None:
    ours = Path("src/sandtable/rules/damos/tables/counterattack.toml").read_text(encoding="utf-8")
    (tmp_path / "counterattack.toml").write_text(ours.replace('6 = ["1/3"', '6 = ["0/5"'), encoding="utf-8")
    found = answered(capsys, "resolve", *EXAMPLE, *DICE, "--tables", str(tmp_path))
    assert found["counterattack"]["attacker_loses"] == 5


@pytest.mark.parametrize("command", [("resolve", *EXAMPLE), ("odds", *EXAMPLE), ("table", "damos", "crt")])
def test_a_table_of_one_s_own_that_cannot_be_read_is_refused_with_its_cell(
    capsys: Capture, tmp_path: Path, command: tuple[str, ...]
) -> None:
    ours = Path("src/sandtable/rules/damos/tables/combat_matrix.toml").read_text(encoding="utf-8")
    file = tmp_path / "combat_matrix.toml"
    file.write_text(ours.replace('"A+1LP D-1DRM"', '"attacker suffers"'), encoding="utf-8")
    code, _, err = run(capsys, *command, "--tables", str(tmp_path))
    assert code == 2
    assert f"{file}: row 'counterattack', column 'penetration'" in " ".join(err.split())
    assert "such as 'A+1LP'" in " ".join(err.split())


def test_the_help_lists_the_options_of_the_rulebook(capsys: Capture) -> None:
    code, out, _ = run(capsys, "resolve", "damos", "--help")
    assert code == 0
    assert "--defender-demoralized" in out
    assert "--dice" in out


BAD_INPUT = [
    (("resolve", *EXAMPLE, "--luck", "7"), "No such option '--luck'"),
    (("resolve", *EXAMPLE, "--plan", "rush"), "'rush' is not one of 'meeting'"),
    (("resolve", *EXAMPLE, "--dice", "6;6"), "'6;6' is no roll"),
    (("resolve", *EXAMPLE, "--dice", "6,6"), "3d6 are to be rolled"),
    (("resolve", *EXAMPLE, "--dice", "6,6,7"), "3d6 are to be rolled"),
    (("resolve", *EXAMPLE, "--terrain", "clear+city"), "[AGN 2.1]"),
    (("odds", *EXAMPLE, "--posture", "delay"), "[8.4]"),
    (("odds", *EXAMPLE, "--dice", "6"), "No such option '--dice'"),
    (("resolve", "damos", "--attacker", "armor:4"), "--defender is missing"),
    (("resolve", "damos", "--describe", "nowhere.toml"), "nowhere.toml cannot be read"),
    (("resolve", "ford"), "'ford' adjudicates no single combats"),
    (("resolve", "chess"), "no rulebook 'chess'"),
    (("resolve",), "Missing command"),
]


@pytest.mark.parametrize(("arguments", "says"), BAD_INPUT, ids=[" ".join(a) for a, _ in BAD_INPUT])
def test_bad_input_gets_one_sentence_and_exit_code_2(
    capsys: Capture, arguments: tuple[str, ...], says: str
) -> None:
    assert says in complaint(capsys, *arguments)


@pytest.mark.parametrize(
    ("text", "says"),
    [("plan = ", "is not TOML"), ('mood = "grim"', "has 'mood', which is unknown; it may hold attacker")],
)
def test_a_bad_description_file_is_named_with_its_key(
    capsys: Capture, tmp_path: Path, text: str, says: str
) -> None:
    file = tmp_path / "combat.toml"
    file.write_text(text, encoding="utf-8")
    code, _, err = run(capsys, "resolve", "damos", "--describe", str(file))
    assert (code, err.count("\n")) == (2, 1)
    assert says in err
