"""Control reads the position of the series in words."""

from __future__ import annotations

import pytest

from sandtable.kernel.book.editing import HEXES, WORD
from sandtable.kernel.game.control import Change, edited
from sandtable.kernel.game.records import begin
from sandtable.kernel.machine.events import Edited
from sandtable.kernel.refusals import Refused
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.seen.soundness import KNOWN
from sandtable.rules.damos.series.position.combat import Role
from sandtable.rules.damos.series.position.state import Front

# Dice that have fallen stay as they fell.
DICE = {"attacker_dice", "defender_dice"}


def start(scenario: str) -> Front:
    return begin(RULEBOOK, RULEBOOK.setup(scenario))


@pytest.mark.parametrize("scenario", ["agn", "barbarossa"])
def test_everything_in_the_position_has_a_name(scenario: str) -> None:
    g = start(scenario)
    described = RULEBOOK.editable(g)
    assert {field.name for field in described.fields} == {*g.COLUMNS, *g.NUMBERS} - DICE - {*KNOWN}
    assert {field.name for field in described.fields if field.kind == HEXES} == set(g.SETS)
    assert described.units == tuple(counter.id for counter in g.roster.counters)


@pytest.mark.parametrize("scenario", ["agn", "barbarossa"])
def test_every_number_that_stands_for_a_word_has_one(scenario: str) -> None:
    g = start(scenario)
    for field in RULEBOOK.editable(g).fields:
        if field.kind == WORD:
            found = getattr(g, field.name)
            assert {*(found if isinstance(found, list) else [found])} <= field.words.keys(), field.name


def test_columns_of_units_and_of_areas_have_an_entry_for_each() -> None:
    g = start("barbarossa")
    described = RULEBOOK.editable(g)
    for field in described.fields:
        if field.of_units:
            assert len(getattr(g, field.name)) == len(described.units)
        elif field.entries:
            assert len(getattr(g, field.name)) == len(field.entries)


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("battle_attacker_cat", "Attacker: loss points it inflicts in the counterattack"),
        ("battle_defender_cat", "Defender: loss points it inflicts in the counterattack"),
        ("battle_attacker_paid", "Attacker: loss points it has paid with replacement points"),
        ("battle_defender_paid", "Defender: loss points it has paid with replacement points"),
        ("dropped", "Dropped off in this phase"),
    ],
)
def test_the_numbers_of_a_combat_say_what_they_are(name: str, title: str) -> None:
    titles = {field.name: field.title for field in RULEBOOK.editable(start("agn")).fields}
    assert titles[name] == title


def test_the_log_of_control_calls_a_unit_by_its_name() -> None:
    g = start("agn")
    unit = g.roster.numbers["su-23-rd"]
    told = RULEBOOK.sentence(g, Edited((("sp", unit, 2),), "a slip"))
    assert told == "The changes by Control: 23rd Rifle Division: strength points 2."


def test_control_writes_into_the_combat_under_its_flat_names() -> None:
    g = start("agn")
    g.battle = g.battle.noting(Role.DEFENDER, dice=(2, 5))
    after = edited(
        RULEBOOK, g, [Change("battle_surplus", -1, 3), Change("defender_dice", 1, 6)], "a die was misread"
    )
    assert (after.battle.surplus, after.battle.defender.dice) == (3, (2, 6))
    assert (g.battle.surplus, g.battle.defender.dice) == (0, (2, 5))


def test_control_gives_a_hex_to_the_other_side_and_takes_it_back() -> None:
    g = start("agn")
    hex_ = next(h for h in range(2000) if g.campaign.land >> h & 1 and not g.axis_control >> h & 1)
    after = edited(RULEBOOK, g, [Change("axis_control", hex_, 1)], "a slip")
    assert after.axis_control == g.axis_control | 1 << hex_
    assert edited(RULEBOOK, after, [Change("axis_control", hex_, 0)], "no").axis_control == g.axis_control


@pytest.mark.parametrize(("at", "value"), [(10**12, 1), (0, 2)])
def test_control_gives_no_hex_that_there_is_not_and_nothing_between_yes_and_no(at: int, value: int) -> None:
    with pytest.raises(Refused):
        edited(RULEBOOK, start("agn"), [Change("axis_control", at, value)], "why not")
