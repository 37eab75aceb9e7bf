"""The running log as a Control team meets it: typed lines in, a file out that nothing can take back."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sandtable.cli import main
from sandtable.judging.export import spreadsheet_cell
from sandtable.kernel.book.rulebook import register
from sandtable.rules.airborne import RULEBOOK as AIRBORNE
from sandtable.rules.besieged import RULEBOOK as BESIEGED
from sandtable.rules.frontline import RULEBOOK as FRONTLINE

register(AIRBORNE)
register(BESIEGED)
register(FRONTLINE)


class Control:
    """A Control team with a keyboard, and the log in front of it."""

    def __init__(
        self, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.file = file
        self.monkeypatch = monkeypatch
        self.capsys = capsys
        self.out = self.err = ""

    def types(self, *lines: str, rulebook: str = "besieged") -> int:
        """Sit down, type *lines*, leave; the exit code."""
        self.monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        with pytest.raises(SystemExit) as left:
            main(["adjudicate", rulebook, "--log", str(self.file)])
        self.out, self.err = self.capsys.readouterr()
        return int(left.value.code or 0)

    def entries(self) -> list[dict[str, Any]]:
        """What the file holds after its first line."""
        return [json.loads(line) for line in self.file.read_text(encoding="utf-8").splitlines()[1:]]


@pytest.fixture
def control(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Control:
    return Control(tmp_path / "combats.jsonl", monkeypatch, capsys)


# ---- entering


def test_a_combat_is_entered_in_the_words_of_resolve(control: Control) -> None:
    assert control.types("--attacker 25 --defender 5 --die 6 --note Kursk") == 0
    (entry,) = control.entries()
    assert (entry["kind"], entry["note"], entry["typed"]) == ("combat", "Kursk", [[6]])
    assert entry["given"] == {"attacker": "25", "defender": "5"}
    assert entry["outcome"]["result"] == "DE"
    assert "At 5-1 the die of 6 is 6 on the CRT: DE." in control.out
    assert "25 against 5 is 5-1" in control.out


def test_without_dice_they_are_rolled_and_noted(control: Control) -> None:
    control.types("--attacker 25 --defender 5")
    (entry,) = control.entries()
    assert entry["typed"] == []
    assert entry["rolled"] == [[entry["outcome"]["die"]]]


def test_every_rulebook_that_adjudicates_can_be_kept(control: Control) -> None:
    line = "--attacker men=14,tanks=3,air=3,me=2,lsp=2 --defender men=4,tanks=1,air=3,me=5 --dice 2,6"
    control.types(line, rulebook="frontline")
    assert control.entries()[0]["outcome"]["result"] == "orange"


def test_a_combat_may_be_described_by_a_file(control: Control, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("attacker = 25\ndefender = 5\nriver = true\n", encoding="utf-8")
    control.types(f"--describe {tmp_path / 'a.toml'} --die 6")
    assert control.entries()[0]["outcome"]["row"] == 5


ROUND = """
flags = "german=1"

[[card]]
side = "german"
value = 2
use = "die"
combat = "Kiev"

[[combat]]
name = "Kiev"
side = "german"
against = "soviet"
attacker = [{ hex = "Zhitomir", men = 10, me = 5, lsp = 1 }]
defender = [{ hex = "Kiev", men = 10, me = 5, lsp = 1 }]
"""


def test_a_round_is_one_entry_and_each_of_its_combats_a_line_of_the_spreadsheet(
    control: Control, tmp_path: Path
) -> None:
    (tmp_path / "round.toml").write_text(ROUND, encoding="utf-8")
    sheet, report = tmp_path / "log.csv", tmp_path / "log.md"
    control.types(
        f"--describe {tmp_path / 'round.toml'} --dice 4,3 --note 'Turn 3'",
        f"export {sheet}",
        f"export {report}",
        rulebook="frontline",
    )
    (entry,) = control.entries()
    assert entry["outcome"]["combats"]["Kiev"]["difference"] == 3
    (row,) = csv.DictReader(io.StringIO(sheet.read_text(encoding="utf-8")))
    assert (row["name"], row["result"], row["attacker_loses.men"]) == ("Kiev", "blue", "2")
    assert row["combat"].endswith("[combat]")
    assert "- Kiev: The odds are 1:1." in report.read_text(encoding="utf-8")
    assert "| | **Kiev: attacker's score** | |" in report.read_text(encoding="utf-8")


def test_the_odds_of_a_round_are_shown_combat_by_combat(control: Control, tmp_path: Path) -> None:
    (tmp_path / "round.toml").write_text(ROUND, encoding="utf-8")
    control.types(f"odds --describe {tmp_path / 'round.toml'}", rulebook="frontline")
    assert "Kiev: results" in control.out
    assert "Kiev: outcomes" in control.out


def test_a_round_is_corrected_like_a_combat(control: Control, tmp_path: Path) -> None:
    (tmp_path / "round.toml").write_text(ROUND, encoding="utf-8")
    control.types(
        f"--describe {tmp_path / 'round.toml'} --dice 4,3",
        "correct --dice 6,1 --reason 'the dice were read wrong'",
        rulebook="frontline",
    )
    first, second = control.entries()
    assert first["given"] == second["given"]
    assert second["outcome"]["combats"]["Kiev"]["difference"] == 7


def test_a_file_that_was_changed_corrects_the_combat_it_described(control: Control, tmp_path: Path) -> None:
    file = tmp_path / "round.toml"
    file.write_text(ROUND, encoding="utf-8")
    control.types(f"--describe {file} --dice 4,3", rulebook="frontline")
    file.write_text(ROUND.replace("value = 2", "value = 1"), encoding="utf-8")
    control.types(f"correct --describe {file} --reason 'a smaller card'", rulebook="frontline")
    assert control.entries()[1]["outcome"]["combats"]["Kiev"]["difference"] == 2


def test_the_word_resolve_may_stand_before_a_combat(control: Control) -> None:
    control.types("resolve --attacker 25 --defender 5 --die 6")
    assert control.entries()[0]["outcome"]["result"] == "DE"


def test_questions_lead_through_a_combat(control: Control) -> None:
    answers = {
        "attacker": "25",
        "defender": "5",
        "river": "y",
        "terrain": "forest",
        "field_marshal": "attacker",
    }
    asked = [a.name for a in BESIEGED.adjudicator.asked] if BESIEGED.adjudicator else []
    control.types("ask", *(answers.get(name, "") for name in asked if name != "cities"), "6", "at night")
    (entry,) = control.entries()
    assert (entry["outcome"]["row"], entry["note"]) == (5, "at night")


def test_a_question_that_must_be_answered_is_asked_again(control: Control) -> None:
    control.types("ask", "combat", "", "25")
    assert "attacker is needed" in control.err
    assert "the questions were not answered to the end, and nothing is entered" in control.err
    assert control.entries() == []


def test_a_wrong_word_is_asked_for_again(control: Control) -> None:
    control.types("ask", "combat", "25", "5", "", "", "fog")
    assert "'fog' is none of clear, light_mud, mud, snow" in control.err


def test_only_what_belongs_to_the_procedure_is_asked(control: Control) -> None:
    control.types("ask", "sudden_death", "16", "10", "", "the autumn")
    (entry,) = control.entries()
    assert entry["outcome"]["winner"] == "russian"


def test_a_correction_that_needs_other_dice_says_so(control: Control) -> None:
    control.types(
        "--attacker status=9 --defender status=3 --ground town --dice 6,2",
        "correct --ground open --reason 'no houses there'",
        rulebook="airborne",
    )
    says = "the dice of entry 1 no longer fit: the dice given are 2, but 2d6 is to be rolled; give --dice"
    assert says in control.err
    assert len(control.entries()) == 1


def test_breaking_off_goes_back_to_the_prompt_and_enters_nothing(
    control: Control, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = iter(["ask", "", "", "list", "quit"])

    def typed(prompt: str) -> str:
        line = next(said)
        if not line:
            raise KeyboardInterrupt
        return line

    monkeypatch.setattr("builtins.input", typed)
    assert control.types() == 0
    assert control.err.count("broken off, and nothing is entered; 'quit' leaves") == 2
    assert "Nothing is entered yet." in control.out


def test_odds_are_shown_and_nothing_is_entered(control: Control) -> None:
    control.types("odds --attacker 25 --defender 5")
    assert "DE*" in control.out
    assert control.entries() == []


# ---- correcting


def test_a_correction_keeps_the_dice_and_the_old_entry(control: Control) -> None:
    control.types("--attacker 6 --defender 6 --die 5", "correct --terrain forest --reason 'a wood'")
    old, new = control.entries()
    assert (old["outcome"]["row"], new["outcome"]["row"]) == (5, 4)
    assert (new["kind"], new["of"], new["reason"], new["typed"]) == ("correction", 1, "a wood", [[5]])


def test_a_correction_may_leave_an_option_out_and_change_the_dice(control: Control) -> None:
    control.types(
        "--attacker 6 --defender 6 --river --die 5", "correct --without river --die 9 --reason misread"
    )
    assert control.entries()[1]["outcome"]["row"] == 9
    assert "river" not in control.entries()[1]["given"]


def test_an_earlier_combat_is_corrected_by_its_number(control: Control) -> None:
    control.types(
        "--attacker 6 --defender 6 --die 5",
        "--attacker 9 --defender 3 --die 5",
        "correct 1 --drm 1 --reason r",
    )
    assert [entry["of"] for entry in control.entries()] == [None, None, 1]


def test_a_correction_asks_for_its_reason(control: Control) -> None:
    control.types("--attacker 6 --defender 6 --die 5", "correct --drm 1", "Control forgot a leader")
    assert control.entries()[1]["reason"] == "Control forgot a leader"


def test_without_a_reason_nothing_is_corrected(control: Control) -> None:
    control.types("--attacker 6 --defender 6 --die 5", "correct --drm 1", "", "undo")
    assert len(control.entries()) == 1
    assert "to correct a combat the log needs a reason" in control.err
    assert "to withdraw a combat the log needs a reason" in control.err


def test_what_was_corrected_is_corrected_no_more(control: Control) -> None:
    control.types(
        "--attacker 6 --defender 6 --die 5", "correct --drm 1 --reason r", "correct 1 --drm 2 --reason r"
    )
    assert len(control.entries()) == 2
    assert "entry 1 is no combat that stands; corrected by 2: r" in control.err


def test_undo_withdraws_the_last_combat_and_erases_nothing(control: Control) -> None:
    control.types("--attacker 6 --defender 6 --die 5", "undo entered twice", "undo again")
    old, withdrawal = control.entries()
    assert old["outcome"]["row"] == 5
    assert (withdrawal["kind"], withdrawal["of"], withdrawal["reason"]) == ("withdrawal", 1, "entered twice")
    assert "there is no combat to correct" in control.err


def test_undoing_a_correction_lets_the_old_entry_stand_again(control: Control) -> None:
    control.types(
        "--attacker 6 --defender 6 --die 5",
        "correct --drm 1 --reason leader",
        "undo no leader after all",
        "correct --drm 2 --reason 'two of them'",
    )
    assert [entry["of"] for entry in control.entries()] == [None, 1, 2, 1]
    assert control.entries()[3]["outcome"]["row"] == 7


# ---- looking


def test_the_list_shows_what_became_of_every_entry(control: Control) -> None:
    control.types("--attacker 25 --defender 5 --die 6", "correct --drm 1 --reason leader", "list")
    flat = " ".join(control.out.split())
    assert "corrected by 2: leader" in flat
    assert "corrects 1: leader" in flat


def test_one_entry_is_shown_again_with_its_reckoning(control: Control) -> None:
    control.types("--attacker 25 --defender 5 --die 6 --note 'the [bridge]'")
    control.types("show 1")
    assert "the [bridge]" in control.out
    assert "25 against 5 is 5-1" in control.out


def test_help_names_the_commands_and_the_options(control: Control) -> None:
    control.types("help")
    assert "correct [N]" in control.out
    assert "--field-marshal" in control.out


def test_quit_leaves_and_the_rest_is_not_read(control: Control) -> None:
    assert control.types("quit", "--attacker 25 --defender 5 --die 6") == 0
    assert control.entries() == []


# ---- exporting


def test_the_log_is_exported_as_a_spreadsheet(control: Control, tmp_path: Path) -> None:
    line = "--attacker men=14,tanks=3,air=3,me=2,lsp=2 --defender men=4,tanks=1,air=3,me=5 --dice 2,6"
    control.types(line, "undo 'wrong, front'", f"export {tmp_path / 'x.csv'}", rulebook="frontline")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "x.csv").read_text(encoding="utf-8"))))
    assert [row["entry"] for row in rows] == ["1", "2"]
    assert (rows[0]["result"], rows[0]["defender_loses.men"], rows[0]["dice"]) == ("orange", "3", "2,6")
    assert (rows[0]["status"], rows[1]["reason"]) == ("withdrawn by 2: wrong, front", "wrong, front")


def test_the_words_of_an_exported_combat_can_be_entered_again(control: Control, tmp_path: Path) -> None:
    control.types(
        "--attacker 6 --defender 6 --river --field-marshal attacker --field-marshal defender --turn 'Jul/Aug 1943' --die 5",
        f"export {tmp_path / 'x.csv'}",
    )
    (row,) = csv.DictReader(io.StringIO((tmp_path / "x.csv").read_text(encoding="utf-8")))
    # An apostrophe tells a spreadsheet that no formula begins here.
    assert row["combat"].startswith("'--attacker 6")
    control.types(f"{row['combat'][1:]} --dice {row['dice']}")
    first, second = control.entries()
    assert (first["given"], first["outcome"]) == (second["given"], second["outcome"])


@pytest.mark.parametrize(
    ("note", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
        ("-2+3", "'-2+3"),
        ("\t=1+1", "'\t=1+1"),
        ("\r=1+1", "'\r=1+1"),
        ("-2", "-2"),
        ("+1.5", "+1.5"),
        ("Kursk = lost", "Kursk = lost"),
    ],
)
def test_text_that_begins_like_a_formula_is_text_to_a_spreadsheet(note: str, cell: str) -> None:
    assert spreadsheet_cell(note) == cell


@pytest.mark.parametrize("number", [-3, 0, 2.5, None])
def test_numbers_stay_numbers_in_a_spreadsheet(number: float | None) -> None:
    assert spreadsheet_cell(number) is number


def test_notes_reach_the_spreadsheet_as_text(control: Control, tmp_path: Path) -> None:
    control.types("--attacker 6 --defender 6 --die 5 --note '=1+1'", f"export {tmp_path / 'x.csv'}")
    (row,) = csv.DictReader(io.StringIO((tmp_path / "x.csv").read_text(encoding="utf-8")))
    assert row["note"] == "'=1+1"


def test_the_log_is_exported_as_a_report(control: Control, tmp_path: Path) -> None:
    control.types("--attacker 25 --defender 5 --die 6 --note Kursk", f"export {tmp_path / 'x.md'}")
    text = (tmp_path / "x.md").read_text(encoding="utf-8")
    assert "## 1. Kursk (combat, " in text
    assert "- All defending units are eliminated." in text
    assert "| +5 | 25 against 5 is 5-1 | CRT |" in text


# ---- what cannot be


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("attack them", "'attack' is no command; a combat begins with --"),
        ("--attacker 25", "--defender is missing"),
        ("--attacker 25 --defender 5 --die 11", "the dice given are 11"),
        ("--attacker 25 --defender 5 --die six", "'six' is no roll"),
        ("--attacker 25 --defender 5 --frobnicate", "No such option"),
        ("--attacker 25 --defender 5 --weather fog", "'fog' is not one of"),
        ("--attacker '25", "a quotation mark is missing its partner"),
        ("correct --drm 1", "there is no combat to correct in the log yet"),
        ("undo 7 why", "there is no entry 7; the log has 0"),
        ("show", "say which entry"),
        ("export", "say which file"),
        ("export x.pdf", "x.pdf should end in .csv or .md"),
    ],
)
def test_what_cannot_be_gets_a_sentence_and_the_log_goes_on(control: Control, line: str, says: str) -> None:
    assert control.types(line, "--attacker 25 --defender 5 --die 6") == 0
    assert says in control.err
    assert control.err.count("\n") == 1
    assert len(control.entries()) == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("chess", "--log", "x"), "no rulebook 'chess'"),
        (("ford", "--log", "x"), "rulebook 'ford' adjudicates no single combats"),
        (("besieged",), "Missing option '--log'"),
        (("besieged", "--log", "no/such/folder/x"), "no/such/folder/x cannot be written"),
    ],
)
def test_a_log_that_cannot_be_kept_is_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], says: str
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["adjudicate", *arguments])
    assert left.value.code == 2
    assert says in capsys.readouterr().err


# ---- the machine dies


SITTING = """
import sys
from sandtable.cli import main
from sandtable.judging.export import spreadsheet_cell
from sandtable.kernel.book.rulebook import register
from sandtable.rules.besieged import RULEBOOK
register(RULEBOOK)
main(["adjudicate", "besieged", "--log", sys.argv[1]])
"""


def test_what_was_shown_survives_a_killed_process(control: Control) -> None:
    with subprocess.Popen(
        [sys.executable, "-u", "-c", SITTING, str(control.file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as sitting:
        assert sitting.stdin is not None
        assert sitting.stdout is not None
        sitting.stdin.write("--attacker 25 --defender 5 --die 6\n")
        sitting.stdin.flush()
        for line in sitting.stdout:
            if "eliminated" in line:
                break
        sitting.kill()
    control.types("correct --drm 1 --reason leader")
    assert [entry["kind"] for entry in control.entries()] == ["combat", "correction"]
    assert control.entries()[1]["outcome"]["row"] == 7


# ---- a typed 0 is a value


def test_a_correction_to_nothing_is_a_correction(control: Control) -> None:
    control.types(
        "--attacker men=10,me=2,lsp=1 --defender men=10,me=2 --fortification 2 --dice 3,3",
        "correct --fortification 0 --reason 'no layers there'",
        rulebook="frontline",
    )
    first, second = control.entries()
    assert (first["outcome"]["column"], second["outcome"]["column"]) == ("1:3", "1:1")
    assert second["given"]["fortification"] == 0


def test_no_cities_and_no_fuel_are_told(control: Control) -> None:
    control.types("--procedure sudden_death --turn 10 --cities 0")
    assert control.entries()[0]["outcome"]["winner"] == "russian"


@pytest.mark.rule("airborne 2.2")
def test_a_unit_without_fuel_is_told_so(control: Control) -> None:
    control.types("--procedure movement --troop mech --route open=1 --fuel 0", rulebook="airborne")
    assert "mech without fuel cannot move [2.2]" in control.err


def test_tables_that_a_new_file_no_longer_has_are_gone(control: Control, tmp_path: Path) -> None:
    file = tmp_path / "round.toml"
    file.write_text("winter = true\n" + ROUND.replace("german=1", "german=2"), encoding="utf-8")
    control.types(f"--describe {file} --dice 4,3", rulebook="frontline")
    bare = ROUND[ROUND.index("[[combat]]") :]
    file.write_text(bare, encoding="utf-8")
    control.types(f"correct --describe {file} --reason 'no card was played'", rulebook="frontline")
    entry = control.entries()[1]
    assert sorted(entry["given"]) == ["combat"]
    assert entry["outcome"]["combats"]["Kiev"]["difference"] == 1


def test_what_was_typed_outlives_a_new_file(control: Control, tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text("attacker = 25\ndefender = 5\nriver = true\n", encoding="utf-8")
    control.types(f"--describe {file} --drm 1 --die 6")
    file.write_text("attacker = 20\ndefender = 5\n", encoding="utf-8")
    control.types(f"correct --describe {file} --reason 'no river'")
    assert control.entries()[1]["given"] == {"attacker": 20, "defender": 5, "drm": 1}


# ---- question by question

QUESTIONS = ["ask", "men=10,me=2,lsp=1", "men=10,me=2,lsp=1", *[""] * 11]


def test_every_answer_is_checked_when_it_is_given_and_none_is_lost(control: Control) -> None:
    answers = ["ask", "men=ten,me=2", "men=10", *QUESTIONS[1:], "3,3", "the bridge"]
    control.types(*answers, rulebook="frontline")
    (entry,) = control.entries()
    assert entry["given"] == {"attacker": ["men=10,me=2,lsp=1"], "defender": ["men=10,me=2,lsp=1"]}
    assert control.err.splitlines() == [
        "sandtable: attacker's men is 'ten'; it should be a whole number",
        "sandtable: the attacker lacks 'me', its Military Effectiveness; men=14,tanks=3,air=3,me=2,lsp=2 would do",
    ]


def test_dice_that_do_not_fit_are_asked_for_again(control: Control) -> None:
    control.types(*QUESTIONS, "7,3", "the bridge", "six", "6,3", rulebook="frontline")
    (entry,) = control.entries()
    assert (entry["typed"], entry["note"]) == ([[6, 3]], "the bridge")


def test_one_may_go_back_to_the_answer_before(control: Control) -> None:
    control.types("ask", "men=9,me=2", "back", *QUESTIONS[1:], "3,3", "", rulebook="frontline")
    assert control.entries()[0]["given"]["attacker"] == ["men=10,me=2,lsp=1"]


def test_what_is_wrong_at_the_end_is_answered_anew_and_the_rest_kept(control: Control) -> None:
    without = ["ask", "", *QUESTIONS[2:]]
    control.types(*without, "mood", "attacker", "men=10,me=2,lsp=1", "3,3", "", rulebook="frontline")
    (entry,) = control.entries()
    assert entry["given"] == {"attacker": ["men=10,me=2,lsp=1"], "defender": ["men=10,me=2,lsp=1"]}
    assert "the combat lacks 'attacker'" in control.err
    assert "'mood' was not asked" in control.err


def test_a_question_of_yes_or_no_takes_nothing_else(control: Control) -> None:
    answers = list(QUESTIONS)
    answers.insert(4, "perhaps")
    control.types(*answers, "3,3", "", rulebook="frontline")
    assert "'perhaps' is neither yes nor no" in control.err
    assert len(control.entries()) == 1


@pytest.mark.parametrize("rulebook", ["airborne", "besieged", "damos", "frontline"])
def test_questions_that_are_not_answered_enter_nothing(control: Control, rulebook: str) -> None:
    assert control.types("ask", "", "x", rulebook=rulebook) == 0
    assert control.entries() == []


# ---- logs of other times


def test_an_entry_says_by_which_rules_it_was_judged(control: Control) -> None:
    control.types("--attacker status=4 --defender status=9 --dice 1", rulebook="airborne")
    assert control.entries()[0]["behaviour"] == AIRBORNE.behaviour


def test_a_log_of_earlier_rules_is_read_and_a_correction_says_so(control: Control) -> None:
    control.types("--attacker status=4 --defender status=9 --dice 1", rulebook="airborne")
    head, line = control.file.read_text(encoding="utf-8").splitlines()
    entry = json.loads(line)
    del entry["behaviour"], entry["described"]
    control.file.write_text(f"{head}\n{json.dumps(entry)}\n", encoding="utf-8")
    control.types("show 1", "correct --dice 2 --reason read", rulebook="airborne")
    assert "Entry 1 was judged by earlier rules; this is what those of today make of it." in control.out
    assert len(control.entries()) == 2
