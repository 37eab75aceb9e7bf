"""The switch late_reports: own units whose radio sets fail are seen a turn late by other commands (17.7, A-78)."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.kernel import CONTROL, Seat, sheet
from sandtable.kernel.game.codec import decode, encode
from sandtable.rules.airborne import RULEBOOK
from sandtable.rules.airborne.air_phase.lines import air_lines
from sandtable.rules.airborne.position.corridor import Corridor
from sandtable.rules.airborne.position.sight import as_known_to, look_around, report_in
from sandtable.rules.airborne.turn.ending import EndOfTurn
from sandtable.rules.airborne.turn.events import Marched, Stepped, TurnReport
from sandtable.rules.airborne.turn.orders import Orders
from sandtable.testing.properties import check_position

from .board import cell, corridor, move, number, order

BEFORE, SETS_WORK = 4, 23
PARAS, GUARDS = "br-1para", "gd-2ig"
HERE, THERE = "01616", "01618"


def marched(turn: int = BEFORE, **switches: bool) -> Corridor:
    """A battalion of 1st Airborne went from HERE to THERE and lost a point; the Guards are far off."""
    g = corridor(f"{PARAS} {HERE}", f"{GUARDS} 01640", turn=turn, scenario="market-garden", **switches)
    report_in(g, range(len(g.hex_of)))
    order(g, f"move {PARAS} tactical", f"to {PARAS} {THERE}")
    g.told = []
    move(g)
    g.status[number(g, PARAS)] -= 1
    return g


def command_of(g: Corridor, unit: str) -> Seat:
    return Seat(g.campaign.units[number(g, unit)].command)


def counter(g: Corridor, seat: Seat) -> dict[str, object]:
    return next(row for row in RULEBOOK.view(g, seat)["counters"] if row["unit"] == PARAS)


@pytest.mark.rule("airborne 17.7")
def test_other_commands_see_a_unit_out_of_signal_where_it_was_a_turn_ago() -> None:
    g = marched(late_reports=True)
    late = counter(g, command_of(g, GUARDS))
    assert (late["hex"], late["strength"], late["age"]) == (HERE, 4, 1)
    assert "ammo" not in late
    for seat in (command_of(g, PARAS), CONTROL):
        assert (counter(g, seat)["hex"], counter(g, seat)["strength"]) == (THERE, 3)


@pytest.mark.rule("airborne 17.7")
@pytest.mark.parametrize(("turn", "switches"), [(BEFORE, {}), (SETS_WORK, {"late_reports": True})])
def test_without_the_switch_and_with_sets_that_work_everybody_sees_it_as_it_is(
    turn: int, switches: dict[str, bool]
) -> None:
    g = marched(turn, **switches)
    assert counter(g, command_of(g, GUARDS))["hex"] == THERE


@pytest.mark.rule("airborne 17.7")
def test_the_march_is_told_to_its_own_command_alone() -> None:
    g = marched(late_reports=True)
    told = [one for one in g.told or () if isinstance(one.event, Marched | Stepped)]
    assert {type(one.event) for one in told} == {Marched, Stepped}
    assert all(one.heard_by(command_of(g, PARAS)) for one in told)
    assert not any(one.heard_by(command_of(g, GUARDS)) for one in told)


@pytest.mark.rule("airborne 17.7")
def test_the_next_sheets_bring_the_report() -> None:
    g = marched(late_reports=True)
    Orders().reveal(g, {Seat(n): sheet(()) for n in range(len(g.campaign.commands))})
    assert counter(g, command_of(g, GUARDS))["hex"] == THERE


@pytest.mark.rule("airborne 17.7")
def test_the_report_of_a_turn_counts_what_each_command_has_heard() -> None:
    g = marched(late_reports=True)
    g.told = []
    EndOfTurn().run(g)
    heard = {
        name: [one.event.status for one in g.told if isinstance(one.event, TurnReport) and one.heard_by(seat)]
        for name, seat in ((PARAS, command_of(g, PARAS)), (GUARDS, command_of(g, GUARDS)))
    }
    assert heard == {PARAS: [8], GUARDS: [9]}


@pytest.mark.rule("airborne 17.7")
def test_bots_and_bombers_reckon_with_what_was_heard() -> None:
    g = marched(late_reports=True)
    guards = command_of(g, GUARDS)
    assert as_known_to(g, 0, guards).hex_of[number(g, PARAS)] == cell(g, HERE)
    beside = corridor(
        f"{PARAS} 02079", "ge-krafft 02080", turn=BEFORE, scenario="market-garden", late_reports=True
    )
    look_around(beside)
    air = next(Seat(n) for n, command in enumerate(beside.campaign.commands) if command.air)
    supported = {line.args[0] for line in air_lines(beside, air, ()) if line.verb == "strike"}
    assert cell(beside, "02080") in supported
    assert cell(beside, "02079") not in supported


@pytest.mark.rule("airborne 17.7")
def test_nothing_that_others_read_betrays_where_it_is() -> None:
    g = marched(late_reports=True)
    g.agenda.clear()
    g.then(Orders())
    # With all that a saved position says of its set-up.
    saved = decode(RULEBOOK, encode(RULEBOOK, g))
    assert list(check_position(RULEBOOK, saved, Random(1))) == []
