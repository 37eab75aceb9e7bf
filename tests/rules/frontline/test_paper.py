"""What each command has on paper: its nations turn by turn, its hand, and the sheets it writes."""

from __future__ import annotations

import pytest

from sandtable.kernel import Paper, Sheets
from sandtable.rules.frontline import RULEBOOK


def paper_of(scenario: str, seat: str) -> Paper:
    return RULEBOOK.paper(RULEBOOK.scenario(scenario), seat)


@pytest.mark.rule("frontline Military Flags", "frontline Military Effectiveness")
def test_a_command_reads_effectiveness_flags_and_industry_of_every_turn() -> None:
    nation, hand = paper_of("frontline-1943", "germany").handouts
    assert nation.title == "Germany"
    assert len(nation.rows) == 8
    assert nation.rows[0] == ("Jun-Aug 1943", "5", "3", "6", "3", "2", "8")
    assert nation.rows[2][0] == "Dec 1943-Feb 1944 *"
    assert hand.rows[0][:3] == ("Schwerpunkt", "Germany", "+3")


@pytest.mark.rule("frontline Pool")
def test_the_allies_have_a_table_for_each_nation_that_takes_part() -> None:
    titles = [handout.title for handout in paper_of("frontline-1943", "axis_allies").handouts]
    assert titles == ["Finland", "Romania", "Hungary", "Advantage Cards"]
    assert "Italy" in [handout.title for handout in paper_of("frontline", "axis_allies").handouts]


@pytest.mark.parametrize(
    ("seat", "writes", "not_"),
    [
        ("germany", "GiveUp", "Allot"),
        ("axis_allies", "Commit", "GiveUp"),
        ("stavka", "Allot", "PlaceFlags"),
        ("north", "PlaceFlags", "Allot"),
    ],
)
def test_a_command_has_forms_for_the_sheets_that_it_writes(seat: str, writes: str, not_: str) -> None:
    forms = paper_of("frontline-1943-fronts", seat).forms
    assert writes in forms
    assert not_ not in forms
    assert all(issubclass(RULEBOOK.steps[name], Sheets) for name in forms)
