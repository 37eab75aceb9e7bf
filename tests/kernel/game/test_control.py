from __future__ import annotations

from typing import Any, cast

import pytest

from sandtable.kernel.game.control import Change, edited, impossible, read_changes
from sandtable.kernel.machine.actions import CONTROL, SPECTATOR
from sandtable.kernel.machine.engine import answer, asked, options
from sandtable.kernel.machine.events import Edited, Rolled, Told
from sandtable.kernel.machine.state import cache_complaints
from sandtable.kernel.refusals import Refused
from sandtable.testing.ford import RULEBOOK
from sandtable.testing.ford.combat import Plans
from sandtable.testing.ford.state import BLUE, RED, Ford

from ..playing import game_with_sealed_plans, random_game


def fresh() -> Ford:
    return random_game(1, 0).state


def test_an_edit_sets_an_entry_and_a_number() -> None:
    after = edited(RULEBOOK, fresh(), [Change("strength", 0, 1), Change("turn", -1, 3)], "a slip")
    assert (after.strength[0], after.turn) == (1, 3)


def test_an_edit_leaves_the_position_before_it_alone() -> None:
    g = fresh()
    before = g.digest()
    edited(RULEBOOK, g, [Change("strength", 0, 1)], "a slip")
    assert g.digest() == before


def test_derived_matter_is_worked_out_afresh() -> None:
    g = fresh()
    empty = next(h for h in g.grid.cells if g.unit_at[h] < 0)
    after = edited(RULEBOOK, g, [Change("hex_of", 0, empty)], "misplaced")
    assert after.unit_at[empty] == 0
    assert cache_complaints(after) == []


def test_what_is_asked_stays_asked_and_its_options_are_listed_afresh() -> None:
    g = fresh()
    options(g)
    after = edited(RULEBOOK, g, [Change("moved", 0, 1)], "it has moved")
    assert asked(after) == asked(g)
    assert not any(action.args[:1] == (0,) for action in options(after))


def test_everybody_hears_that_control_stepped_in_and_control_alone_what_changed() -> None:
    g = fresh()
    g.told = []
    after = edited(RULEBOOK, g, [Change("strength", 0, 1)], "a slip")
    told = after.told or []
    public = Edited((), "a slip")
    for seat in (RED, BLUE, SPECTATOR):
        assert [t.event for t in told if t.heard_by(seat)] == [public]
    assert [t.event for t in told if t.heard_by(CONTROL)] == [
        public,
        Edited((Change("strength", 0, 1),), "a slip"),
    ]


def test_what_was_told_before_an_edit_is_not_lost() -> None:
    g = fresh()
    g.told = [Told(Rolled("1", (3,)))]
    after = edited(RULEBOOK, g, [Change("strength", 0, 1)], "a slip")
    assert (after.told or [])[0] == Told(Rolled("1", (3,)))


@pytest.mark.parametrize("reason", ["", "  ", "\n"])
def test_nothing_is_changed_without_a_reason(reason: str) -> None:
    with pytest.raises(Refused, match="Control changes nothing without a reason"):
        edited(RULEBOOK, fresh(), [Change("turn", -1, 3)], reason)


def test_an_edit_changes_something() -> None:
    with pytest.raises(Refused, match="at least one change"):
        edited(RULEBOOK, fresh(), [], "a slip")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (Change("weather", 0, 1), "the position has no 'weather' to edit; it has hex_of, strength"),
        (Change("unit_at", 0, 1), "the position has no 'unit_at' to edit"),
        (Change("agenda", 0, 1), "the position has no 'agenda' to edit"),
        (Change("strength", 99, 1), "'strength' has entries 0 to 8, not 99"),
        (Change("strength", -1, 1), "'strength' has entries 0 to 8, not -1"),
        (Change("turn", 0, 1), "'turn' is a plain number: its entry is -1, not 0"),
        (Change("strength", 0, 99), "the position would be impossible: red-a has strength 99 of 4"),
        (Change("hex_of", 0, 0), "the position would be impossible: hex 0 is not on the map"),
        (Change("hex_of", 0, 9999), "the position would be impossible"),
        (Change("hex_of", 0, -7), "the position would be impossible"),
        (Change("moved", 0, 2**70), "the position would be impossible"),
        (Change("turn", -1, 1000), "turn 1000 is none of the 6 turns"),
        (Change("holder", -1, 7), "7 is no side that could hold the town"),
    ],
)
def test_what_cannot_be_is_refused(change: Change, complaint: str) -> None:
    g = fresh()
    before = g.digest()
    with pytest.raises(Refused, match=complaint):
        edited(RULEBOOK, g, [change], "a slip")
    assert g.digest() == before


def test_two_units_in_one_hex_are_refused() -> None:
    g = fresh()
    with pytest.raises(Refused, match="two units are in one hex"):
        edited(RULEBOOK, g, [Change("hex_of", 0, g.hex_of[1])], "a slip")


def test_changes_that_only_together_make_sense_are_made_together() -> None:
    g = fresh()
    swapped = [Change("hex_of", 0, g.hex_of[1]), Change("hex_of", 1, g.hex_of[0])]
    assert edited(RULEBOOK, g, swapped, "swapped").hex_of[:2] == [g.hex_of[1], g.hex_of[0]]


def test_a_unit_under_attack_cannot_be_taken_away() -> None:
    g = game_with_sealed_plans().state
    step = g.agenda[-1]
    assert isinstance(step, Plans)
    defender = g.unit_at[step.target]
    with pytest.raises(Refused, match="the unit under attack is gone"):
        edited(RULEBOOK, g, [Change("hex_of", defender, -1), Change("strength", defender, 0)], "lost")


def test_an_edit_after_which_sealed_answers_make_no_sense_is_refused() -> None:
    g = game_with_sealed_plans().state
    answer(g, options(g, RED)[0], RED)
    g.sealed = tuple((BLUE, action) for _, action in g.sealed)
    with pytest.raises(Refused, match="what is asked now would make no sense any more: seat 1 has sealed"):
        edited(RULEBOOK, g, [Change("turn", -1, 3)], "a slip")


@pytest.mark.parametrize(
    "row",
    [(), ("turn",), ("turn", -1), ("turn", -1, 3, 4), (5, -1, 3), ("turn", "x", 3), ("turn", -1, 1.5), ("turn", -1, True), "turn", None, 5],
)  # fmt: skip
def test_a_row_that_is_no_change_is_refused(row: object) -> None:
    with pytest.raises(Refused, match="is no change; a name, an entry"):
        read_changes(cast(Any, [row]))


def test_rows_become_changes() -> None:
    assert read_changes([["turn", -1, 3], ("moved", 0, 1)]) == (Change("turn", -1, 3), Change("moved", 0, 1))


def test_a_sound_position_is_not_impossible() -> None:
    assert impossible(RULEBOOK, fresh()) is None
