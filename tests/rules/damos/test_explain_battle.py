"""Why not, around battles and set-up: every refusal has its paragraph and its reason."""

from __future__ import annotations

import pytest

from sandtable.kernel.game.records import begin
from sandtable.kernel.machine.engine import options, top
from sandtable.kernel.map.hexes import Hex
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.combat.concerted import ConcertedMarch
from sandtable.rules.damos.series.combat.retreat import Retreat
from sandtable.rules.damos.series.movement import Act
from sandtable.rules.damos.series.operations import OperationsPhase
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Fate
from sandtable.rules.damos.series.setup import PlaceUnit, chain_needed, to_place
from sandtable.rules.damos.series.strategic import StrategicPhase
from sandtable.testing.randomplay import random_play

from .exclusive.theater import theater
from .positions import activate, answers, go, play, position, shake, tire, unit, units, wear
from .test_explain import why

FIELD = """
    .  .  .  .  .  .  .  .
      F4 P8 .  f4 .  f5 .  .
    .  .  .  .  .  .  .  .
"""


# ---- concerted attacks


@pytest.mark.rule("damos 8.1")
@pytest.mark.parametrize(
    ("mark", "hex_", "answer"),
    [
        ("P8", "0204", "yes"),
        ("P8", "0203", "no enemy force is in that hex [8.1]"),
        ("P8", "0206", "the target is 4 hexes away and the zone of influence reaches 2 [8.1]"),
        ("F4", "0204", "only a force with a zone of influence makes a concerted attack [8.1]"),
    ],
)
def test_why_a_unit_may_not_attack_in_concert(mark: str, hex_: str, answer: str) -> None:
    assert why(position(FIELD, turn=3), "concerted", mark, hex_) == answer


@pytest.mark.rule("damos 8.1")
def test_spent_and_demoralized_units_attack_nobody_in_concert() -> None:
    assert why(tire(position(FIELD), "P8"), "concerted", "P8", "0204") == "P8 is spent [7.0]"
    assert "a demoralized force may not attack [2.8]" in why(
        shake(position(FIELD), "P8"), "concerted", "P8", "0204"
    )


@pytest.mark.rule("damos 8.1")
def test_an_assault_that_cannot_be_paid_for_is_explained() -> None:
    g = position(FIELD, turn=3, counters={"P8": {"ma": 3}})
    assert why(g, "concerted", "P8", "0204").startswith("no open way leaves enough movement points")


@pytest.mark.rule("damos 8.1")
def test_concerted_attacks_belong_to_the_operations_phase() -> None:
    g = position(FIELD, StrategicPhase(), turn=3)
    assert why(g, "concerted", "P8", "0204").endswith("before a force activates [8.1]")


@pytest.mark.rule("damos 8.1")
def test_a_force_on_its_way_to_a_concerted_attack_does_nothing_else() -> None:
    g = position(FIELD, turn=3)
    answers(g, "concerted grand_assault 0204")
    assert why(g, "enter", "P8", "0203") == (
        "the force is on its way to a concerted attack and does nothing else [8.1]"
    )
    assert why(g, "enter", "F4", "0203") == "one force activates at a time, and another is active now [7.0]"


# ---- picking up


@pytest.mark.rule("damos 7.0")
def test_why_a_unit_is_not_picked_up() -> None:
    g = tire(position("F4 F3+F2 F1 .\n . . . .", turn=3), "F2")
    assert why(g, "pick_up", "F3") == "units are picked up by an active force, on its way [7.0]"
    activate(g, "F4")
    assert why(g, "pick_up", "F3") == "units are picked up in the hex where the force is [7.0]"
    go(g, "0102")
    assert why(g, "pick_up", "F3") == "yes"
    assert why(g, "pick_up", "F2") == "F2 is spent [7.0]"
    assert why(g, "pick_up", "F4") == "the unit is part of the force already [7.0]"


@pytest.mark.rule("damos 7.0")
def test_a_unit_whose_allowance_is_used_up_is_not_picked_up() -> None:
    g = activate(position("F4 . F3 . .\n . . . . .", turn=3, counters={"F3": {"ma": 2}}), "F4")
    go(g, "0103")
    assert why(g, "pick_up", "F3").startswith("what the force has spent, and one point more, is beyond")


@pytest.mark.rule("damos 8.1")
def test_an_assault_takes_nobody_along_above_the_limit() -> None:
    g = position(
        ". . . . . . .\n . P9+F3+F2+F1 F4 f5 . . .\n. . . . . . .",
        turn=3,
    )
    answers(g, "concerted grand_assault 0204", "all", "move 0203")
    assert why(g, "pick_up", "F4") == "an assault takes units along within the stacking limit only [8.1]"


# ---- ships


@pytest.mark.rule("damos AGN 4.6")
def test_why_a_unit_is_not_shipped() -> None:
    g = theater("agn", {"ge-1-inf": "1727", "ge-1-pz": "1727"}, OperationsPhase(), turn=3)
    assert why(g, "ship", "ge-1-inf", "1521") == "Riga or Tallinn must be in German hands first [AGN 4.6]"
    assert why(g, "ship", "ge-1-inf", "1520") == "ships go to Riga, Tallinn and Helsinki alone [AGN 4.6]"
    g.take_control(g.grid.hex("1521"), AXIS)
    assert why(g, "ship", "ge-1-pz", "1521") == "ships carry at most 5 strength points [AGN 4.6]"
    assert why(wear(g, **{"ge-1-pz": 5}), "ship", "ge-1-pz", "1521") == "yes"


@pytest.mark.rule("damos AGN 4.6")
def test_nobody_ships_without_the_baltic() -> None:
    assert "is not on this map [AGN 4.6]" in why(position(FIELD), "ship", "F4", "0203")


# ---- retreats


@pytest.mark.rule("damos 8.11")
def test_why_a_beaten_force_may_not_retreat_there() -> None:
    g = position(
        """
        .  .  .  P8 .  .  .  .
          .  .  ~  f4 .  .  p9 .
        .  .  .  .  .  .  .  .
    """,
        turn=3,
    )
    start = g.grid.hex("0204")
    play(g, Retreat(units(g, "f4"), start, (start,), 2, 3))
    expected = {
        "0206": "a retreat goes from hex to hex, and that one is not next to the force [8.11]",
        "0203": "nobody enters sea and lake hexes [3.0]",
        "0104": "enemies are in that hex [8.11]",
        "0105": "an enemy zone of control there would destroy the force [8.11]",
        "0304": "a retreat leads nearer to a source of supply while such a hex is open [8.11]",
    }
    allowed = {g.grid.name(Hex(a.args[0])) for a in options(g) if a.verb == "retreat"}
    for hex_, answer in expected.items():
        assert why(g, "retreat", "f4", hex_, seat=SOVIET) == answer
    assert allowed == {"0205", "0305"}
    for hex_ in allowed:
        assert why(g, "retreat", "f4", hex_, seat=SOVIET) == "yes"
    assert why(g, "retreat", "p9", "0205", seat=SOVIET).endswith("when it is told to [8.11]")


# ---- set-up and entry


@pytest.mark.rule("damos AGN 6.0")
def test_why_units_are_not_set_up_somewhere() -> None:
    g = begin(RULEBOOK, RULEBOOK.setup("agn", {"setup": "free"}))
    play(g, PlaceUnit(unit(g, "su-41-rc")))
    assert why(g, "place", "su-41-rc", "Novgorod", seat=SOVIET) == "yes"
    others = [u for u in to_place(g, SOVIET) if u != unit(g, "su-41-rc")]
    for number in others[chain_needed(g) - 1 :]:
        g.fate[number] = Fate.GONE
    assert why(g, "place", "su-41-rc", "Novgorod", seat=SOVIET).startswith(
        "the chain along the border needs all 10 units that are left: it is open at 1626"
    )
    play(g, PlaceUnit(unit(g, "ge-1-inf")))
    assert why(g, "place", "ge-1-inf", "Helsinki") == (
        "Germans are set up in Germany, in the south also in Romania [AGN 6.0]"
    )
    play(g, PlaceUnit(unit(g, "ge-163-inf")))
    assert why(g, "place", "ge-163-inf", "Memel") == (
        "Finns, and the Germans with them, are set up in Finland [AGN 6.0]"
    )
    play(g, PlaceUnit(unit(g, "fi-2-inf")))
    assert why(g, "place", "fi-2-inf", "Hanko") == "an enemy unit is in that hex [AGN 6.0]"


# ---- what is offered is never refused


@pytest.mark.parametrize("scenario", ["agn", "barbarossa"])
def test_what_is_offered_around_battles_is_never_refused(scenario: str) -> None:
    asked = 0
    for g, _ in random_play(RULEBOOK, RULEBOOK.setup(scenario), seed=31, answers=1200):
        step = top(g)
        if not isinstance(step, Act | ConcertedMarch | Retreat):
            continue
        moved = step.units[0]
        for action in options(g):
            if action.verb in ("pick_up", "retreat", "ship"):
                asked += 1
                who = action.args[0] if action.verb == "pick_up" else moved
                what = {"unit": g.roster[who].id}
                if action.verb != "pick_up":
                    what["hex"] = g.grid.name(Hex(action.args[0]))
                seat = (AXIS, SOVIET)[g.side_of[moved]]
                assert RULEBOOK.why_not(g, seat, action.verb, what) is None
    assert asked > 20
