"""Why not: every refusal has its paragraph and its reason."""

from __future__ import annotations

import pytest

from sandtable.kernel.book.rulebook import UnknownName
from sandtable.kernel.machine.actions import Seat
from sandtable.kernel.machine.engine import asked, options
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.operations import OperationsPhase
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Fate, Front
from sandtable.rules.damos.series.replacements import ReplacementPhase, SpendPoints
from sandtable.rules.damos.series.strategic import StrategicPhase
from sandtable.testing.randomplay import random_play

from .positions import activate, choose, go, play, position, react, shake, tire, unit, wear


def why(g: Front, verb: str, mark: str, hex_: str = "", *, seat: Seat = AXIS) -> str:
    """The refusal as a player reads it; "yes" where there is none."""
    what = {"unit": mark, "hex": hex_} if hex_ else {"unit": mark}
    refusal = RULEBOOK.why_not(g, seat, verb, what)
    return "yes" if refusal is None else str(refusal)


# ---- enter, attack, rally, activate


FRONT = """
    F4 .  s  .  .  .  .  .
      .  .  .  f4 .  .  .  .
    P4 .  ~  .  .  .  .  .
"""


@pytest.mark.rule("damos 7.0")
@pytest.mark.parametrize(
    ("hex_", "answer"),
    [
        ("0102", "yes"),
        ("0101", "the force is in that hex already [7.0]"),
        ("0303", "nobody enters sea and lake hexes [3.0]"),
        ("0108", "the way costs 8 movement points and the force has 6 left [7.0]"),
        (
            "0204",
            "combat is fought by moving into the enemy's hex, and that hex is not next to the force [2.7]",
        ),
    ],
)
def test_why_a_unit_may_not_enter_a_hex(hex_: str, answer: str) -> None:
    assert why(position(FRONT), "enter", "F4", hex_) == answer


@pytest.mark.rule("damos 7.0")
def test_entering_is_asked_of_the_whole_force_once_it_is_active() -> None:
    g = position(FRONT.replace("F4", "F4+P2"))
    assert why(g, "enter", "F4", "0105") == "yes"
    activate(g, "F4+P2")
    go(g, "0102", "0202", "0102")
    assert why(g, "enter", "F4", "0105") == "the way costs 4 movement points and the force has 3 left [7.0]"


@pytest.mark.rule("damos 7.0")
def test_only_one_force_is_active() -> None:
    g = activate(position(FRONT), "F4")
    assert why(g, "enter", "P4", "0302") == "one force activates at a time, and another is active now [7.0]"


@pytest.mark.rule("damos 7.0")
def test_nobody_moves_in_the_other_sides_phase() -> None:
    g = position(FRONT, phasing=SOVIET)
    assert why(g, "enter", "F4", "0102").endswith("when they are active [7.0]")
    assert why(g, "activate", "F4") == (
        "forces activate in their own side's Operations Phase, one after another [7.0]"
    )


@pytest.mark.rule("damos 7.0")
def test_nobody_asks_for_the_units_of_others() -> None:
    g = position(FRONT)
    assert why(g, "enter", "f4", "0203") == "the unit is not one of yours [2.1]"


@pytest.mark.rule("damos 3.0")
def test_a_hex_behind_water_and_enemies_is_closed() -> None:
    g = position("F4 f4 . .")
    assert (
        why(g, "enter", "F4", "0103")
        == "no open way leads there: water, enemies or closed hexes lie between [3.0]"
    )


@pytest.mark.rule("damos 2.8")
def test_a_demoralized_unit_enters_no_enemy_zone() -> None:
    g = shake(position(FRONT), "F4")
    assert why(g, "enter", "F4", "0203") == "a demoralized force may not enter an enemy zone of control [2.8]"


@pytest.mark.rule("damos AGS 4.7")
def test_quarrelling_allies_are_kept_apart() -> None:
    g = position("hF4 rF4 . .")
    assert why(g, "enter", "hF4", "0102") == "Hungarians and Romanians never share a hex [AGS 4.7]"


@pytest.mark.rule("damos AGN 4.7")
def test_finns_are_kept_out_of_leningrad() -> None:
    g = position("nF4 C . .", names={"0102": "Leningrad"})
    g.finns_from = 1
    assert why(g, "enter", "nF4", "Leningrad") == "Finns never enter Leningrad [AGN 4.7]"


@pytest.mark.rule("damos AGN 1.3", "damos AGS 1.3")
def test_hexes_out_of_play_and_neutral_hexes_are_closed() -> None:
    g = position("F4 . . .", board_areas={"in_play": "0101 0102 0103", "neutral": "0103"})
    assert why(g, "enter", "F4", "0104") == "the hex lies outside the area in play [AGN 1.3]"
    assert why(g, "enter", "F4", "0103") == "the hex lies in a neutral country, closed to all [AGN 1.3]"


@pytest.mark.rule("damos 8.0")
@pytest.mark.parametrize(
    ("hex_", "answer"),
    [
        ("0102", "yes"),
        ("0202", "no enemy is in that hex [8.0]"),
        ("0201", "that hexside cannot be crossed [3.0]"),
    ],
)
def test_why_a_unit_may_not_attack(hex_: str, answer: str) -> None:
    g = position(
        "F4 f4 . .\n  f3 . . .", counters={"F4": {"ma": 1}}, sides={"water": [("0101", "0201")]}, turn=3
    )
    assert why(g, "attack", "F4", hex_) == answer


@pytest.mark.rule("damos 7.0")
def test_points_that_are_gone_are_counted() -> None:
    g = activate(position("F4 . | f4@s .", counters={"F4": {"ma": 2}}, turn=3), "F4")
    go(g, "0102")
    assert why(g, "attack", "F4", "0103") == "entering costs 3 movement points and the force has 1 left [7.0]"


@pytest.mark.rule("damos 2.8")
@pytest.mark.parametrize(
    ("picture", "allowance", "answer"),
    [
        ("F4 . . .\n  . . . .", 6, "yes"),
        ("F4 . . .\n  . . . .", 1, "rallying costs 2 movement points [7.0]"),
        ("F4 f4 . .\n  . . . .", 6, "no force rallies in an enemy zone of control [2.8]"),
        (". . . . F4 .\n  . . . . . .", 6, "a force needs a line of supply to rally [2.8]"),
    ],
)
def test_why_a_unit_may_not_rally(picture: str, allowance: int, answer: str) -> None:
    g = shake(position(picture, counters={"F4": {"ma": allowance}}), "F4")
    assert why(g, "rally", "F4") == answer


@pytest.mark.rule("damos 2.8")
def test_a_steady_unit_has_nothing_to_rally_from() -> None:
    assert why(position(FRONT), "rally", "F4") == "the force is not demoralized [2.8]"


@pytest.mark.rule("damos 7.0")
def test_why_a_unit_may_not_activate() -> None:
    g = tire(position(FRONT.replace("P4", "P4+P3")), "P3")
    assert why(g, "activate", "F4") == "yes"
    assert why(g, "activate", "P3") == "P3 is spent [7.0]"
    activate(g, "P4")
    choose(g, "stop")
    assert why(g, "activate", "F4").startswith("a ZOI-capable force has activated")


@pytest.mark.rule("damos 5.0")
def test_units_off_the_map_do_nothing() -> None:
    g = position(FRONT, pool=["F9"], due={"F8": 5})
    assert why(g, "activate", "F9") == "F9 is not on the map [2.4]"
    assert why(g, "enter", "F8", "0102") == "F8 is due as a reinforcement on turn 5 [5.0]"


# ---- react


def window(picture: str, **more: object) -> Front:
    g = position(picture, turn=3, **more)  # type: ignore[arg-type]
    activate(g, "P9")
    go(g, "0202")
    return g


MEET = """
    .  .  .  .  .  .
      P9 .  p5 .  f5 .
    .  .  .  .  p3 .
"""


@pytest.mark.rule("damos 2.6.1")
@pytest.mark.parametrize(
    ("mark", "answer"),
    [
        ("p5", "yes"),
        ("f5", "no unit in its hex that may react projects a zone of influence [2.6.1]"),
        ("p3", "the hex is 3 hexes away and the zone of influence reaches 1 [2.6]"),
        ("P9", "the unit is not one of yours [2.1]"),
    ],
)
def test_why_a_unit_may_not_react(mark: str, answer: str) -> None:
    assert why(window(MEET), "react", mark, seat=SOVIET) == answer


@pytest.mark.rule("damos 2.6.1")
def test_a_unit_that_has_tried_or_is_spent_or_demoralized_does_not_react() -> None:
    g = window("""
        .  .  p7 .  .  .
          P9 .  p5+p4+p3 . . .
        .  .  .  .  .  .
    """)
    react(g, "p5", 1, 1)
    assert why(g, "react", "p5", seat=SOVIET) == "the unit has tried already in this activation [2.6.1]"
    tire(g, "p4")
    shake(g, "p3")
    assert why(g, "react", "p4", seat=SOVIET) == "a spent unit may not react [2.6.1]"
    assert why(g, "react", "p3", seat=SOVIET) == "a demoralized unit may not react [2.6.1]"


@pytest.mark.rule("damos 2.6.1")
def test_nobody_reacts_when_nothing_happens() -> None:
    assert why(position(MEET), "react", "p5", seat=SOVIET).startswith("units react when an enemy force")


@pytest.mark.rule("damos 2.6.1")
def test_a_reaction_needs_a_way_and_room() -> None:
    sea = window(MEET, sides={"water": [("0202", "0203")]})
    choices = [a.verb for a in options(sea)]
    assert choices == ["pass", "slip_away"]
    assert why(sea, "react", "p5", seat=SOVIET) == (
        "no way within its range leads there past enemies and closed hexsides [2.6.1]"
    )
    full = window("""
        .  .  p7 .  .  .
          P9 .  p5+p4+p3 . . .
        .  .  .  .  .  .
    """)
    react(full, "p5+p4+p3", 6, 6)
    assert why(full, "react", "p7", seat=SOVIET) == "there is no room in the stack [2.3]"


# ---- supply


@pytest.mark.rule("damos 2.10", "damos AGN 4.3.1", "damos AGN 4.3.2")
def test_why_a_unit_has_no_supply() -> None:
    g = position(". F1 . . F4 . . . f4 .\n  . . . . . . . . . .", turn=3)
    assert why(g, "supply", "F1") == "yes"
    assert why(g, "supply", "F4") == (
        "no path of at most 3 hexes to converted German-held rail that leads to a source of supply [AGN 4.3.1]"
    )
    assert why(g, "supply", "f4") == "yes"


@pytest.mark.rule("damos 2.10")
def test_the_enemy_is_blamed_where_he_cuts_the_line() -> None:
    g = position(". f4 . F4\n  ~ ~ ~ ~", turn=3)
    assert why(g, "supply", "F4") == (
        "enemy units or their zones of control cut every line of supply [AGN 4.3.1]"
    )


@pytest.mark.rule("damos 2.10")
def test_a_unit_off_the_map_needs_no_supply() -> None:
    assert why(position(FRONT, pool=["F9"]), "supply", "F9") == "F9 is not on the map [2.10]"


# ---- strategic


@pytest.mark.rule("damos 6.0")
@pytest.mark.parametrize(
    ("hex_", "answer"),
    [
        ("0103", "yes"),
        ("0101", "the force is in that hex already [6.0]"),
        ("0107", "the hex is next to an enemy unit [6.0]"),
        ("0108", "strategic movement never enters an enemy's hex [6.0]"),
        ("0109", "only friendly hexes are entered by strategic movement [6.0]"),
        (
            "0106",
            "the way costs 5 movement points and twice the allowance is 4 [6.0]",
        ),
    ],
)
def test_why_a_unit_may_not_go_there_by_strategic_movement(hex_: str, answer: str) -> None:
    g = position(
        "F4 . . . . . . f4 .\n  . . . . . . . . .",
        StrategicPhase(),
        turn=3,
        germany=8,
        counters={"F4": {"ma": 2}},
    )
    assert why(g, "strategic", "F4", hex_) == answer


@pytest.mark.rule("damos 6.0")
def test_why_a_unit_may_not_use_strategic_movement_at_all() -> None:
    g = position("F4+F3 . F2 . . . F1\n  . . . . . . .", StrategicPhase(), turn=3)
    tire(g, "F4")
    assert why(g, "strategic", "F3") == "yes"
    assert why(g, "strategic", "F4") == "the unit is spent [6.0]"
    assert why(g, "strategic", "F1") == "strategic movement needs a line of supply [6.0]"
    assert why(play(g, OperationsPhase()), "strategic", "F3").startswith("strategic movement belongs")


# ---- place, rebuild, restore


@pytest.mark.rule("damos AGN 4.12", "damos AGS 4.10")
@pytest.mark.parametrize(
    ("hex_", "answer"),
    [
        ("0201", "yes"),
        ("0102", "Germans enter at the west edge of Germany, in the south also of Romania [AGN 4.12]"),
        ("0101", "there is no room in the stack [AGN 4.1]"),
        ("0301", "an enemy unit is in that hex [AGN 4.12]"),
        ("0302", "nobody enters sea and lake hexes [3.0]"),
    ],
)
def test_why_a_reinforcement_may_not_be_placed(hex_: str, answer: str) -> None:
    g = position(
        "F1+F2+F3+F4 . .\n  . . .\nf4 ~ .", ReplacementPhase(), turn=3, due={"P6": 3, "P5": 3, "P4": 4}
    )
    assert why(g, "place", "P6", hex_) == answer


@pytest.mark.rule("damos 5.0")
def test_why_a_unit_is_not_being_placed_now() -> None:
    g = position(
        "F1 . .\n  . . .", ReplacementPhase(), turn=3, pool=["F9", "F8"], due={"P6": 3, "P5": 3, "P4": 4}
    )
    g.fate[unit(g, "F8")] = Fate.GONE
    assert why(g, "place", "F1", "0101") == "F1 is on the map already [5.0]"
    assert why(g, "place", "P5", "0101") == "P5 is not the unit being placed now [5.0]"
    assert why(g, "place", "P4", "0101") == "P4 comes on turn 4 [AGN 4.12]"
    assert why(g, "place", "F9", "0101").startswith("F9 is eliminated and must be rebuilt")
    assert why(g, "place", "F8", "0101") == "F8 is out of the game for good [10.0]"


@pytest.mark.rule("damos AGN 6.0")
def test_why_a_unit_may_not_be_set_up_somewhere() -> None:
    g = next(iter(random_play(RULEBOOK, RULEBOOK.setup("agn", {"setup": "free"}), seed=1, answers=1)))[0]
    first = next(a for a in options(g) if a.verb == "unit").args[0]
    other = g.roster[next(u for u in g.roster.of_side[SOVIET] if u != first and g.fate[u] == Fate.SET_UP)]
    choose(g, f"unit {g.roster[first].id}")
    assert why(g, "place", g.roster[first].id, "1626", seat=SOVIET) == "yes"
    assert why(g, "place", g.roster[first].id, "Leningrad", seat=SOVIET) == "yes"
    assert why(g, "place", g.roster[first].id, "1111", seat=SOVIET) == (
        "behind the border Russians are set up in towns and cities of their own side [AGN 6.0]"
    )
    assert why(g, "place", other.id, "1626", seat=SOVIET) == (
        f"{other.name} is not the unit being set up now [AGN 6.0]"
    )


@pytest.mark.rule("damos 5.0")
def test_why_a_unit_may_not_be_rebuilt_or_restored() -> None:
    g = wear(position("F4 . .\n  . . .", turn=3, pool=["P6"]), F4=2)
    assert why(g, "rebuild", "P6").startswith("points are spent in the Reinforcement")
    g.axis_rp = 2
    play(g, SpendPoints())
    assert (why(g, "rebuild", "P6"), why(g, "restore", "F4")) == ("yes", "yes")
    assert why(g, "rebuild", "F4").startswith("only eliminated units are rebuilt")
    assert why(wear(g, F4=4), "restore", "F4") == "no unit is rebuilt beyond its printed strength [5.0]"
    g.axis_rp = 0
    assert why(g, "rebuild", "P6") == "there are no replacement points left [5.0]"


@pytest.mark.rule("damos 5.0")
def test_a_unit_needs_a_hex_to_be_rebuilt_in() -> None:
    g = wear(position("F4 . .\n  F3 . .\nf4 . .", turn=3, pool=["P6"]), F4=2)
    g.axis_rp = 2
    play(g, SpendPoints())
    assert why(g, "rebuild", "P6") == "yes"
    choose(g, "rebuild P6")
    assert asked(g) == (AXIS,)


# ---- names


@pytest.mark.parametrize(
    ("verb", "what", "complaint"),
    [
        ("fly", {"unit": "F4"}, "'fly' is not explained; enter, attack, activate, react"),
        ("enter", {"unit": "F4"}, "say which hex is meant; given is only unit"),
        ("activate", {}, "say which unit is meant; given is only nothing"),
        ("enter", {"unit": "F4", "hex": "9999"}, "'9999' is not on this board"),
        ("supply", {"unit": "Guderian"}, "there is no unit 'Guderian'; units have ids such as 'F4'"),
    ],
)
def test_unknown_names_are_named(verb: str, what: dict[str, str], complaint: str) -> None:
    with pytest.raises(UnknownName) as caught:
        RULEBOOK.why_not(position(FRONT), AXIS, verb, what)
    assert complaint in str(caught.value)


# ---- a hex that was pointed at


def why_there(g: Front, hex_: str, *, seat: Seat = AXIS) -> str:
    refusal = RULEBOOK.why_not(g, seat, "choose", {"hex": hex_})
    return "yes" if refusal is None else str(refusal)


@pytest.mark.rule("damos 7.0")
@pytest.mark.parametrize(
    ("hex_", "answer"),
    [
        ("0303", "nobody enters sea and lake hexes [3.0]"),
        ("0204", "only your own units activate now, and the enemy stands there [7.0]"),
        ("0107", "only your own units activate now, and none of your units stands there [7.0]"),
        ("0101", "yes"),
    ],
)
def test_a_hex_that_is_no_choice_in_the_operations_phase(hex_: str, answer: str) -> None:
    assert why_there(play(position(FRONT), OperationsPhase()), hex_) == answer


@pytest.mark.rule("damos 6.0")
def test_an_enemy_is_no_choice_in_the_strategic_movement_phase() -> None:
    g = play(position(FRONT), StrategicPhase())
    assert why_there(g, "0204") == (
        "only your own units are moved strategically now, and the enemy stands there [6.0]"
    )


def test_a_hex_that_answers_nothing_is_told_what_is_asked() -> None:
    g = activate(position(FRONT), "F4")
    assert why_there(g, "0108") == (
        "that hex is no answer to what is asked now: F4 in 0101 may act: it has 6 movement points left [7.0]"
    )


@pytest.mark.rule("damos 8.1")
def test_whoever_is_not_asked_hears_nothing_of_what_the_other_is_asked() -> None:
    g = play(position(FRONT), OperationsPhase())
    assert why_there(g, "0101", seat=SOVIET) == (
        "you are not asked anything now; the game waits for somebody else [4.0]"
    )
