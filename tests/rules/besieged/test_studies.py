"""What players ask beyond the view: reach, odds, previews, reasons, layers, standing orders, and Control's editing."""

from __future__ import annotations

import pytest

from sandtable.kernel import Action, StandingOrder, UnknownName
from sandtable.rules.besieged import RULEBOOK
from sandtable.rules.besieged.fight.declaring import BeginCombat, ChooseMarshal, NextAttack
from sandtable.rules.besieged.fight.retreats import CityStep
from sandtable.rules.besieged.position.declared import NO_COMBAT
from sandtable.rules.besieged.position.roster import AXIS, SOVIET
from sandtable.rules.besieged.turn.movement import MoveUnits
from sandtable.rules.besieged.turn.rail import ConvertRail

from .board import begin, hex_, pick, set_up_war, unit, war


def test_reach_tells_costs_and_where_a_zone_ends_the_march() -> None:
    g = begin(war({"ge-xl-pz": "3107", "su-8a": "3104"}), MoveUnits(AXIS))
    found = RULEBOOK.reach(g, AXIS, Action("move", (unit("ge-xl-pz"),)))
    assert found is not None
    there = found.hexes["3105"]
    assert (found.allowance, there.cost, there.left, there.ends, there.path) == (
        "6",
        "2",
        "0",
        True,
        ("3106", "3105"),
    )


def test_odds_stand_before_the_choice_of_a_hex_with_both_tables_side_by_side() -> None:
    g = begin(war({"ge-xl-pz": "3105", "su-8a": "3104"}, turn=3), BeginCombat(AXIS), NextAttack(AXIS))
    found = RULEBOOK.odds(g, AXIS, Action("attack", (hex_("3104"),)))
    assert found is not None
    assert (found.attacker.strength, found.defender.strength, found.hex) == (10, 3, "3104")
    assert [s.text for s in found.suppositions] == ["Blitzkrieg Attack Table, at 3-1"]
    assert sum(chance for _, chance in found.outcomes.items()) == 1


def test_each_table_has_its_own_odds_when_it_is_chosen() -> None:
    g = begin(war({"ge-xl-pz": "3105", "su-8a": "3104"}, turn=3), BeginCombat(AXIS), NextAttack(AXIS))
    pick(g, "attack", "3104")
    found = RULEBOOK.odds(g, AXIS, None)
    assert found is not None
    assert [(c.option, c.text) for c in found.choices] == [
        ("crt", "Combat Results Table, at 3-1"),
        ("blitzkrieg", "Blitzkrieg Attack Table, at 3-1"),
    ]


def test_a_preview_tells_the_way_its_price_and_the_odds() -> None:
    g = begin(war({"ge-i": "3107"}), MoveUnits(AXIS))
    pick(g, "move", "ge-i")
    found = RULEBOOK.preview(g, AXIS, Action("to", (hex_("3105"),)))
    assert (found.path, found.left, found.rolls) == (("3106", "3105"), "2", False)


def test_whoever_ends_his_movement_hears_of_units_that_must_attack() -> None:
    g = begin(war({"ge-i": "3105", "su-8a": "3104"}), MoveUnits(AXIS))
    (concern,) = RULEBOOK.preview(g, AXIS, Action("done")).concerns
    assert (concern.kind, concern.rule, concern.units) == ("must_attack", "Attacks", ("ge-i",))


def test_whoever_ends_his_movement_hears_of_units_that_have_not_moved() -> None:
    g = begin(war({"ge-i": "3105"}), MoveUnits(AXIS))
    (concern,) = RULEBOOK.preview(g, AXIS, Action("done")).concerns
    assert (concern.kind, concern.text) == ("unused", "1 unit has not moved: 3105")


@pytest.mark.parametrize(("before", "kind"), [(0, "cut_off"), (1, "surrender")])
def test_before_the_turn_ends_units_that_are_cut_off_are_told_with_what_that_costs(
    before: int, kind: str
) -> None:
    # Far behind the enemy, with his zones all around.
    g = begin(war({"ge-i": "2718", "su-8a": "2716", "su-9a": "2720"}), MoveUnits(AXIS))
    g.impulse, unit = 2, g.roster.numbers["ge-i"]
    g.unsupplied[unit], g.moved[unit] = before, 1
    (concern,) = RULEBOOK.preview(g, AXIS, Action("done")).concerns
    assert (concern.kind, concern.rule, concern.units) == (kind, "Supply", ("ge-i",))


def test_a_railway_that_could_go_on_is_not_left_unawares() -> None:
    g = war({"ge-i": "2735"}, turn=1)
    g.take_control(g.campaign.hexes(["Brest-Litovsk"]), AXIS)
    begin(g, ConvertRail(AXIS, 1, ()))
    (concern,) = RULEBOOK.preview(g, AXIS, Action("done")).concerns
    assert (concern.kind, concern.rule) == ("railheads", "Conversion")


@pytest.mark.parametrize(
    ("verb", "what", "rule"),
    [
        ("enter", {"unit": "ge-i", "hex": "3104"}, "Movement"),
        ("enter", {"unit": "su-8a", "hex": "3104"}, "Sequence"),
        ("attack", {"unit": "ge-i", "hex": "3104"}, "Attacks"),
        ("rail", {"unit": "ge-i"}, "Rail"),
        ("sail", {"unit": "ge-i"}, "Sea"),
        ("drop", {"unit": "ge-i"}, "Airborne"),
        ("replace", {"unit": "ge-i"}, "Replacements"),
        ("retreat", {"unit": "ge-i", "hex": "3106"}, "Retreats"),
        ("advance", {"unit": "ge-i"}, "Advances"),
        ("supply", {"unit": "ge-i"}, "Supply"),
        ("attack", {"hex": "3104"}, "Attacks"),
        ("choose", {"hex": "3104"}, "Movement"),
        ("join", {"unit": "ge-i"}, "Movement"),
    ],
)
def test_every_no_has_its_paragraph(verb: str, what: dict[str, str], rule: str) -> None:
    g = begin(war({"ge-i": "3105", "su-8a": "3104"}), MoveUnits(AXIS))
    no = RULEBOOK.why_not(g, AXIS, verb, what)
    assert no is not None
    assert no.rule == rule


def test_what_may_be_done_has_no_reason_against_it() -> None:
    g = begin(war({"ge-i": "3105"}), MoveUnits(AXIS))
    assert RULEBOOK.why_not(g, AXIS, "enter", {"unit": "ge-i", "hex": "3106"}) is None
    assert RULEBOOK.why_not(g, AXIS, "move", {"unit": "ge-i"}) is None
    with pytest.raises(UnknownName, match="is not explained"):
        RULEBOOK.why_not(g, AXIS, "dance", {})


def test_layers_show_control_zones_supply_and_railways_of_both_sides() -> None:
    names = [layer.name for layer in RULEBOOK.layers(set_up_war(), AXIS)]
    kinds = ("control", "zones", "supply", "lines", "rail")
    assert names == [
        *(f"{side}_{kind}" for side in ("german", "soviet") for kind in kinds),
        "major_cities",
        "weather",
    ]


def order(question: str, answer: str, hex_name: str = "") -> StandingOrder:
    return StandingOrder(question=question, answer=answer, hex=hex_name)


@pytest.mark.rule("besieged City Step")
@pytest.mark.parametrize(("answer", "action"), [("always", "stay"), ("never", "retreat"), ("ask", None)])
def test_a_standing_order_holds_cities_or_gives_them_up(answer: str, action: str | None) -> None:
    g = war({"su-8a": "Minsk", "ge-i": "2334"})
    g.declared = NO_COMBAT._replace(hex=hex_("Minsk"))
    begin(g, CityStep(2, 2))
    found = RULEBOOK.standing(g, SOVIET, [order("hold_city", answer)])
    assert (found.verb if found else None) == action


@pytest.mark.rule("besieged Field Marshals")
def test_a_standing_order_keeps_field_marshals_out_of_a_defence() -> None:
    g = war({"su-8a": "Moscow", "ge-i": "1923"})
    g.declared = NO_COMBAT._replace(hex=hex_("Moscow"))
    g.phasing = int(AXIS)
    g.agenda = []
    g.then(ChooseMarshal(SOVIET, AXIS))
    assert RULEBOOK.standing(g, SOVIET, [order("marshal", "never")]) == Action("nobody")
    assert RULEBOOK.standing(g, SOVIET, [order("marshal", "always", "1922")]) == Action("marshal", (9,))
    assert RULEBOOK.standing(g, SOVIET, []) is None
    assert "names no unit" in str(
        RULEBOOK.order_complaint(g, SOVIET, StandingOrder(question="marshal", answer="never", unit="su-8a"))
    )


def test_control_can_write_every_column_and_number_that_is_kept() -> None:
    g = set_up_war()
    named = {field.name for field in RULEBOOK.editable(g).fields}
    assert named == {*g.COLUMNS, *g.NUMBERS}


def test_what_cannot_be_is_complained_of() -> None:
    g = set_up_war()
    assert RULEBOOK.complaints(g) == []
    g.steps[unit("su-8a")] = 9
    assert RULEBOOK.complaints(g) == ["8th Army has 9 steps of 2"]
