"""What players see of the war: counters, trays, tracks, layers, and what Control may write."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest

from sandtable.kernel import Choice
from sandtable.rules.besieged import RULEBOOK
from sandtable.rules.besieged.asking.layers import layers
from sandtable.rules.besieged.position.roster import AXIS
from sandtable.rules.besieged.position.war import Role, Status, War
from sandtable.rules.besieged.seen import view as seeing
from sandtable.rules.besieged.seen.appearance import APPEARANCE
from sandtable.rules.besieged.seen.editable import editable
from sandtable.rules.besieged.seen.soundness import complaints
from sandtable.rules.besieged.state import WEATHERS

from .board import hex_, set_up_war, unit


def view(g: War) -> dict[str, Any]:
    return seeing.view(g, AXIS)


def _counter(g: War, name: str) -> dict[str, object]:
    seen = view(g)
    return next(row for row in (*seen["counters"], *seen["off_map"]) if row["unit"] == name)


@pytest.mark.rule("besieged Counters")
def test_a_counter_shows_factor_steps_and_movement_beside_what_is_printed() -> None:
    g = set_up_war("besieged-1941")
    whole = _counter(g, "ge-i")
    assert (whole["strength"], whole["steps"], whole["movement"]) == (6, 2, 4)
    g.set_steps(unit("ge-i"), 1)
    g.unsupplied[unit("ge-i")] = 1
    less = _counter(g, "ge-i")
    assert (less["strength"], less["printed"], less["steps"], less["full_steps"]) == (2, 6, 1, 2)
    assert (less["supplied"], less["movement"]) == (False, 2)


@pytest.mark.rule("besieged Counters")
def test_marks_lie_on_counters_only_where_they_hold() -> None:
    g = set_up_war("besieged-1941")
    number = unit("ge-i")
    fields = {mark.field for mark in APPEARANCE.marks} - {"supplied"}
    assert not fields & _counter(g, "ge-i").keys()
    g.locked[number], g.must_attack[number], g.role[number] = hex_("2038"), 1, Role.ATTACKS
    marked = _counter(g, "ge-i")
    assert marked["locked"]
    assert marked["must_attack"]
    assert marked["role"] == "attacks"


@pytest.mark.rule("besieged Reinforcements")
def test_the_calendar_names_who_comes_when() -> None:
    seen = view(set_up_war("besieged-1941"))
    assert [row["turn"] for row in seen["calendar"]] == [2, 3, 4]
    assert "ge-li" in seen["calendar"][0]["arrives"]
    assert seen["turn_groups"] == [["1941", 4]]
    assert view(set_up_war("besieged"))["turn_groups"][1] == ["1942", 6]


@pytest.mark.rule("besieged Victory Chart")
def test_the_trays_count_the_major_cities_of_the_axis() -> None:
    trays = {tray["title"]: tray["rows"] for tray in view(set_up_war("besieged"))["trays"]}
    assert [row["value"] for row in trays["Major Cities of the Axis"]] == ["7"]


@pytest.mark.parametrize("scenario", ["besieged-1941", "besieged"])
def test_the_whole_position_can_be_read_back_from_the_view(scenario: str) -> None:
    g = set_up_war(scenario)
    g.turn, g.impulse, g.rp[0] = 2, 1, 3
    g.remove(unit("su-8a"), Status.SURRENDERED)
    g.set_steps(unit("ge-i"), 1)
    found = json.loads(json.dumps(view(g)))
    twin = set_up_war(scenario)
    seeing.restore(twin, found)
    assert twin == g
    assert (twin.firm, twin.occupied) == (g.firm, g.occupied)


@pytest.mark.rule("besieged Zones", "besieged Supply", "besieged Control", "besieged Rail")
def test_layers_show_control_zones_supply_and_rails_of_both_sides() -> None:
    g = set_up_war("besieged-1941")
    found = {layer.name: layer for layer in layers(g)}
    assert {
        f"{side}_{kind}" for side in ("german", "soviet") for kind in ("control", "zones", "supply", "rail")
    } < set(found)
    assert not set(found["german_control"].hexes) & set(found["soviet_control"].hexes)
    for line in found["soviet_lines"].lines:
        ends = [g.grid.hex(name) for name in line]
        assert all(g.grid.distance(a, b) == 1 for a, b in itertools.pairwise(ends))


@pytest.mark.rule("besieged Weather")
def test_a_layer_shows_mud_and_snow_where_it_lies() -> None:
    g = set_up_war("besieged-1941")
    clear = layers(g)[-1]
    assert (clear.title, clear.hexes) == ("Weather: clear", ())
    g.weather = WEATHERS.index("mud")
    mud = layers(g)[-1]
    assert (mud.title, len(mud.hexes)) == ("Weather: mud", g.campaign.land.bit_count())


def test_control_may_write_everything_but_the_die_and_the_end() -> None:
    g = set_up_war("besieged-1941")
    named = {field.name for field in editable(g).fields}
    assert {*g.COLUMNS, *g.NUMBERS} - named <= {"ended", "level", "cause", "column", "die", "adjusted"}


def test_an_impossible_position_is_complained_of() -> None:
    g = set_up_war("besieged-1941")
    assert complaints(g) == []
    g.steps[unit("ge-i")] = 7
    g.turn = 9
    g.put(unit("su-8a"), g.campaign.start[unit("ge-i")])
    g.moved[unit("ge-ii")] = 2
    for name in ("ge-v", "ge-vi", "ge-vii", "ge-viii"):
        g.put(unit(name), hex_("Berlin"))
    said = " ".join(complaints(g))
    assert "7 steps of 2" in said
    assert "turn 9" in said
    assert "both sides" in said
    assert "II Corps carries a mark" in said
    assert "room for 3 units" in said


def test_every_question_has_a_hint_for_whoever_meets_it_first() -> None:
    """The page shows the term of the paragraph that a question cites, at most two sentences of it."""
    taught = {term.rule for term in RULEBOOK.terms.values()}
    asked = [kind for kind in RULEBOOK.steps.values() if issubclass(kind, Choice)]
    assert asked
    assert sorted(kind.__name__ for kind in asked if kind.rule not in taught) == []
