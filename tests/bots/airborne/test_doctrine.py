"""By which doctrine the bots of the airborne operation play: greedy by one, the planner by others for each side."""

from __future__ import annotations

from functools import partial

import pytest

from sandtable.bots.airborne.doctrine import GREEDY, Doctrine
from sandtable.bots.airborne.greedy import Greedy
from sandtable.bots.airborne.ground import attacks, plan, weigh
from sandtable.bots.airborne.objectives import goals_of, objectives
from sandtable.bots.airborne.planner import AirbornePlaybook
from sandtable.bots.airborne.seasoned import ALLIES as ALLIES_IN_THE_OPERATION
from sandtable.bots.airborne.seasoned import ALLIES_AT_ARNHEM, GERMANS_AT_ARNHEM
from sandtable.bots.airborne.sighting import Sighting
from sandtable.kernel import Action, Hex
from sandtable.kernel.chance.dice import SeededDice
from sandtable.kernel.game.records import begin
from sandtable.kernel.machine.actions import DICE, rolled
from sandtable.kernel.machine.engine import answer, asked, dice_asked, written
from sandtable.rules.airborne import RULEBOOK
from sandtable.rules.airborne.position.corridor import Corridor
from sandtable.rules.airborne.turn.drafts import TO
from tests.rules.airborne.board import ALLIES, GERMANS, cell, corridor, number, start

NORTH_END, SOUTH_END = "03460", "03560"
ABOUT_THE_NORTH_END = ("03360", "03361", "03459", "03460", "03461")


def before_weak_germans() -> Corridor:
    """A battalion next to an alarm company that everybody sees."""
    g = corridor("br-1para 01616", "ge-krafft 01617")
    krafft = number(g, "ge-krafft")
    g.status[krafft] = 1
    g.known_hex[krafft] = g.hex_of[krafft]
    g.prepared[number(g, "br-1para")] = 1
    return g


def attacked(g: Corridor, doctrine: Doctrine) -> list[int]:
    """The cells that a side of Allies would attack, or prepare for."""
    return [target for target, _, _ in attacks(Sighting(g, ALLIES, doctrine), [number(g, "br-1para")])]


def test_only_units_that_are_fit_attack() -> None:
    g = before_weak_germans()
    assert attacked(g, Doctrine(fit=3)) == [g.hex_of[number(g, "ge-krafft")]]
    g.status[number(g, "br-1para")] = 2
    assert attacked(g, Doctrine(fit=3)) == []
    assert attacked(g, Doctrine(fit=2)) != []


def test_an_attack_is_worth_more_at_what_counts_for_victory() -> None:
    g = before_weak_germans()
    bridge = Hex(objectives(g, ALLIES)[0].cell)
    next_to_it = g.grid.neighbours(bridge)[0]
    attacker, defender = number(g, "br-1para"), number(g, "ge-krafft")

    def more(target: Hex, from_: Hex) -> float:
        g.hex_of[attacker], g.hex_of[defender] = int(from_), int(target)
        worths = [
            weigh(Sighting(g, ALLIES, Doctrine(at_objective=points)), int(target), (attacker,))
            for points in (0.0, 0.5)
        ]
        assert None not in worths
        return float(worths[1] or 0.0) - float(worths[0] or 0.0)

    assert round(more(next_to_it, g.grid.neighbours(next_to_it)[0]), 6) == 0.5
    assert more(Hex(g.grid.hex("01617")), Hex(g.grid.hex("01616"))) == 0.0


def at_the_bridge(*placed: str, known: str = "") -> Corridor:
    """Units about the road bridge at Arnhem, of which everybody sees the Germans."""
    g = corridor(*placed, *(f"{unit} {where}" for unit, where in _pairs(known)))
    for unit, _ in _pairs(known):
        g.known_hex[number(g, unit)] = g.hex_of[number(g, unit)]
    return g


def _pairs(text: str) -> list[tuple[str, str]]:
    words = text.split()
    return list(zip(words[::2], words[1::2], strict=True))


def sheet_of(g: Corridor, **doctrine: float) -> list[Action]:
    """What the airborne division is ordered on the ground."""
    return plan(Sighting(g, ALLIES, Doctrine(**doctrine))).lines  # type: ignore[arg-type]


def goes_to(g: Corridor, unit: str, **doctrine: float) -> str:
    """The cell to which a unit is ordered, if it is."""
    ways = [
        line.args[1]
        for line in sheet_of(g, **doctrine)
        if line.verb == TO and line.args[0] == number(g, unit)
    ]
    return g.grid.name(Hex(ways[-1])) if ways else ""


def test_all_the_land_about_the_end_of_a_bridge_that_is_to_be_held_is_worth_going_for() -> None:
    g = start()
    named = {g.grid.name(Hex(goal.cell)) for goal in goals_of(Sighting(g, ALLIES, Doctrine(about_end=6.0)))}
    assert named == {*ABOUT_THE_NORTH_END, SOUTH_END}
    assert goals_of(Sighting(g, ALLIES, GREEDY)) == objectives(g, ALLIES)


def test_whoever_stands_about_the_end_of_a_bridge_goes_into_it_when_it_is_bare() -> None:
    g = at_the_bridge("br-1para 03459", "br-2para 03360", "br-3para 03459")
    g.status[number(g, "br-2para")] = 2
    two = {"about_end": 6.0, "into_end": 2}
    assert [goes_to(g, unit, **two) for unit in ("br-1para", "br-3para")] == [NORTH_END, NORTH_END]
    assert goes_to(g, "br-2para", **two) != NORTH_END
    assert goes_to(g, "br-1para", about_end=6.0) == ""


def test_nobody_steps_into_the_end_of_a_bridge_in_which_an_enemy_is_known() -> None:
    g = at_the_bridge("br-1para 03360", known="ge-krafft 03460")
    assert goes_to(g, "br-1para", about_end=6.0, into_end=4, least=99.0) == ""


def test_whoever_holds_one_end_of_a_bridge_is_not_called_into_the_other() -> None:
    g = at_the_bridge("br-1para 03560")
    assert goes_to(g, "br-1para", about_end=6.0, into_end=4) == ""


def test_nobody_crosses_the_river_to_step_into_the_end_of_a_bridge() -> None:
    g = at_the_bridge("br-1para 03559", "br-2para 03459", known="ge-krafft 03460")
    pressing = {"about_end": 6.0, "into_end": 4, "presses": True, "least": 99.0}
    assert goes_to(g, "br-1para", **pressing) == SOUTH_END
    assert goes_to(g, "br-2para", **pressing) == ""


def test_whoever_stands_next_to_an_enemy_in_the_end_of_a_bridge_presses_him() -> None:
    g = at_the_bridge("br-1para 03559", known="ge-krafft 03560")
    waiting = {"about_end": 6.0, "worth_leaving": 0.0, "least": 99.0}
    assert goes_to(g, "br-1para", **waiting) != ""
    assert goes_to(g, "br-1para", **waiting, presses=True) == ""


def test_whoever_holds_the_end_of_a_bridge_attacks_its_other_end_alone() -> None:
    g = at_the_bridge("br-1para 03460", known="ge-krafft 03461")
    g.status[number(g, "ge-krafft")] = 1
    g.prepared[number(g, "br-1para")] = 1

    def attacked_by(doctrine: Doctrine) -> list[int]:
        return [target for target, _, _ in attacks(Sighting(g, ALLIES, doctrine), [number(g, "br-1para")])]

    assert attacked_by(Doctrine()) == [cell(g, "03461")]
    assert attacked_by(Doctrine(guards_stay=True)) == []
    g.hex_of[number(g, "ge-krafft")] = g.known_hex[number(g, "ge-krafft")] = cell(g, SOUTH_END)
    assert attacked_by(Doctrine(guards_stay=True, least=-9.0)) == [cell(g, SOUTH_END)]


def test_a_side_that_is_worn_down_attacks_nobody() -> None:
    g = before_weak_germans()
    assert attacked(g, Doctrine(reserve=3)) != []
    assert attacked(g, Doctrine(reserve=4)) == []


def test_only_what_is_left_in_the_bridgehead_counts_where_one_does() -> None:
    g = before_weak_germans()
    g.hex_of[number(g, "br-2para")] = cell(g, "03559")
    assert attacked(g, Doctrine(reserve=4)) == []
    g.hex_of[number(g, "br-2para")] = cell(g, "03459")
    assert attacked(g, Doctrine(reserve=4)) != []


@pytest.mark.parametrize("wrong", [{"about_end": -1.0}, {"into_end": -1}, {"into_end": 5}, {"reserve": -1}])
def test_a_doctrine_that_makes_no_sense_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Doctrine(**wrong)  # type: ignore[arg-type]


def test_the_planner_plays_each_side_by_a_doctrine_of_its_own() -> None:
    arnhem, operation = start(), start("market-garden")
    usual = AirbornePlaybook().usual()
    germans = next(seat for seat in operation.seats_of(GERMANS))
    assert usual.sight(RULEBOOK, arnhem, ALLIES).doctrine == ALLIES_AT_ARNHEM != GREEDY
    assert usual.sight(RULEBOOK, arnhem, GERMANS).doctrine == GERMANS_AT_ARNHEM != GREEDY
    assert usual.sight(RULEBOOK, operation, ALLIES).doctrine == ALLIES_IN_THE_OPERATION
    assert usual.sight(RULEBOOK, operation, germans).doctrine == GREEDY
    assert Greedy().sight(RULEBOOK, arnhem, ALLIES).doctrine == GREEDY


def test_greedy_plays_as_it_always_has() -> None:
    dice, bot = SeededDice(30401), Greedy()
    g = begin(RULEBOOK, RULEBOOK.setup("arnhem"))
    g.told = None
    rolls = 0
    while g.turn < 5:
        seat = asked(g)[0]
        if seat == DICE:
            answer(g, rolled(dice.roll(dice_asked(g), rolls)), DICE)
            rolls += 1
            continue
        seen = bot.sight(RULEBOOK, g, seat)
        answer(g, written(g, seat, partial(bot.decide, seen)), seat)
    assert (rolls, g.digest()[:16]) == (9, "db1f42c06fef3755")
