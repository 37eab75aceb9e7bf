"""[AGS 4.7, 4.8] Hungarians and Romanians: they never meet, and they come late (R-63)."""

from __future__ import annotations

import pytest

from sandtable.kernel.game.records import begin
from sandtable.kernel.machine.engine import settle
from sandtable.kernel.map.hexes import Hex
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.combat.retreat import Retreat, retreat_hexes
from sandtable.rules.damos.series.exclusive.closed import may_act, quarrel
from sandtable.rules.damos.series.operations import OperationsPhase
from sandtable.rules.damos.series.position.roster import AXIS, Nation
from sandtable.rules.damos.series.position.state import Fate, Origin
from sandtable.rules.damos.series.replacements import entry_hexes
from sandtable.rules.damos.series.setup import set_up_hexes
from sandtable.rules.damos.series.strategic import StrategicMove

from ..positions import activate, answers, at, names_of, offered, position, unit, units
from .theater import theater

FIELD = """
    .  .  .  .  .
      .  hC4 rF4 .  .
    .  .  .  .  .
"""


@pytest.mark.rule("damos AGS 4.7")
def test_hungarians_never_move_through_a_hex_with_romanians() -> None:
    g = activate(position(FIELD, areas=("south",)), "hC4")
    assert "0203" not in offered(g, "move")
    assert "0204" in offered(g, "move")


@pytest.mark.rule("damos AGS 4.7")
def test_germans_stack_with_either() -> None:
    g = activate(position(FIELD.replace("hC4", "C4"), areas=("south",)), "C4")
    assert "0203" in offered(g, "move")


@pytest.mark.rule("damos AGS 4.7")
def test_a_german_force_with_hungarians_is_bound_as_they_are() -> None:
    g = activate(position(FIELD.replace("hC4", "hC4+C4"), areas=("south",)), "hC4+C4")
    assert "0203" not in offered(g, "move")
    answers(g, "drop_off hC4")
    assert "0203" in offered(g, "move")


@pytest.mark.rule("damos AGS 4.7")
def test_strategic_movement_keeps_them_apart_too() -> None:
    g = position(FIELD, areas=("south",), germany=5)
    g.then(StrategicMove(units(g, "hC4")))
    assert "0203" not in offered(g, "move")


@pytest.mark.rule("damos AGS 4.7")
def test_a_german_who_has_picked_up_romanians_picks_up_no_hungarians() -> None:
    g = position(". C4 . .", areas=("south",), due={"hC2": 9, "rC2": 9})
    for mark in ("hC2", "rC2"):
        g.bring(unit(g, mark), g.grid.hex("0102"), 2)
    g.offered = {}
    answers(g, "activate 0102", "take C4", "take rC2", "go")
    assert offered(g, "pick_up") == []


@pytest.mark.rule("damos AGS 4.7")
def test_reinforcements_and_set_up_keep_them_apart() -> None:
    g = theater("ags", {"hu-1-mot": "4632"})
    assert "4632" not in names_of(g, entry_hexes(g, unit(g, "ro-i")))
    assert "4732" in names_of(g, entry_hexes(g, unit(g, "ro-i")))
    assert "4632" not in names_of(g, set_up_hexes(g, unit(g, "ro-ii")))


@pytest.mark.rule("damos AGS 4.7")
def test_a_retreat_enters_such_a_hex_only_if_no_other_is_open() -> None:
    g = position(FIELD, areas=("south",))
    here = g.grid.hex("0202")
    assert "0203" not in names_of(g, retreat_hexes(g, units(g, "hC4"), here, (here,)))


@pytest.mark.rule("damos AGS 4.7")
def test_and_then_all_hungarians_and_romanians_on_the_map_are_out_of_the_game() -> None:
    g = position(
        """
        rF4 ~  ~  rF3
          hC4 ~  hF2 F4
    """,
        areas=("south",),
        pool=["rF9"],
    )
    here = g.grid.hex("0201")
    g.then(Retreat(units(g, "hC4"), here, (here,), 1, 1))
    settle(g)
    assert [g.fate[unit(g, mark)] for mark in ("hC4", "rF4", "hF2", "rF3")] == [Fate.GONE] * 4
    assert at(g, "F4") == "0204"
    assert at(g, "rF9") == "pool"


@pytest.mark.rule("damos AGS 4.7")
def test_nothing_happens_where_only_one_of_them_stands() -> None:
    g = position(FIELD, areas=("south",))
    quarrel(g, g.grid.hex("0202"))
    assert at(g, "hC4") == "0202"


# ---- 4.8


@pytest.mark.rule("damos AGS 4.8")
@pytest.mark.parametrize(("turn", "acts"), [(1, False), (2, True)])
def test_units_set_up_in_romania_or_hungary_do_not_act_on_turn_1_germans_among_them(
    turn: int, acts: bool
) -> None:
    g = begin(RULEBOOK, RULEBOOK.setup("ags"))
    g.turn = turn
    free: set[str] = set()
    bound: set[str] = set()
    for number in g.roster.of_side[AXIS]:
        if g.hex_of[number] >= 0:
            country = g.campaign.board.country[Hex(g.hex_of[number])]
            (free if may_act(g, number) is None else bound).add(country)
    assert bound == (set() if acts else {"RO", "HU"})
    assert free == ({"DE", "RO", "HU"} if acts else {"DE"})


@pytest.mark.rule("damos AGS 4.8")
def test_a_german_set_up_in_romania_is_bound_by_it() -> None:
    g = begin(RULEBOOK, RULEBOOK.setup("ags"))
    germans = [
        u for u in g.roster.of_side[AXIS] if g.nation(u) is Nation.GERMAN and g.origin[u] == Origin.ROMANIA
    ]
    assert germans
    g.turn = 1
    refusal = may_act(g, germans[0])
    assert refusal is not None
    assert refusal.rule == "AGS 4.8"


@pytest.mark.rule("damos AGS 4.8")
def test_they_are_not_offered_for_activation_on_turn_1() -> None:
    g = theater("ags", {"ro-i": "4725", "ge-1-geb": "3631"}, turn=1)
    g.origin[unit(g, "ro-i")] = Origin.ROMANIA
    g.then(OperationsPhase())
    assert offered(g, "activate") == ["3631"]
