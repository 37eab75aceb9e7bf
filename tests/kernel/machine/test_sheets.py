from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.machine.actions import (
    DICE,
    SEAL,
    UNSEAL,
    Action,
    BadAction,
    Seat,
    parse_action,
    rolled,
    sheet,
)
from sandtable.kernel.machine.engine import (
    LONGEST_SHEET,
    Endless,
    answer,
    asked,
    completed,
    lines,
    may_unseal,
    options,
    read_draft,
    refusal,
    settle,
    sheets_asked,
    stuck,
    unsealed,
    wording,
    written,
)
from sandtable.kernel.machine.steps import Sheets
from sandtable.kernel.refusals import Refusal, Refused

from ..playing import EAST, LEFT, WEST, Add, Pick, Throw, Tiny, few_cases, heard, some_cases

ONE, TWO, THREE = (Action("raise", (n,)) for n in (1, 2, 3))
orders = st.lists(
    st.builds(Action, st.sampled_from(["move", "hold"]), st.tuples(st.integers(0, 99))), max_size=8
)


class Write(Sheets[Tiny]):
    """[5] Each seat raises some of three piles, each of them once; raising two of them only is refused."""

    rule = "5"

    def seats(self, g: Tiny) -> tuple[Seat, ...]:
        return (WEST, EAST)

    def lines(self, g: Tiny, seat: Seat, draft: Sequence[Action]) -> Sequence[Action]:
        return [line for line in (ONE, TWO, THREE) if line not in draft]

    def refusal(self, g: Tiny, seat: Seat, action: Action) -> Refusal | None:
        return Refusal("5.1", "two piles are not enough") if len(action.lines) == 2 else None

    def completed(self, g: Tiny, seat: Seat, draft: Sequence[Action]) -> Sequence[Action]:
        return (*draft, *self.lines(g, seat, draft)) if len(draft) == 2 else draft

    def reveal(self, g: Tiny, answers: Mapping[Seat, Action]) -> None:
        for seat in (WEST, EAST):
            for line in answers[seat].lines:
                g.score += (10 if seat == EAST else 1) * line.args[0]


class QuietWrite(Write):
    """[5] The same, and whoever has nothing to write is not asked."""

    quiet = True

    def lines(self, g: Tiny, seat: Seat, draft: Sequence[Action]) -> Sequence[Action]:
        return super().lines(g, seat, draft) if seat == WEST else []


class Counted(Write):
    """[5] The same, noting what it was asked for."""

    def __init__(self) -> None:
        self.listed: list[tuple[Seat, tuple[Action, ...]]] = []

    def lines(self, g: Tiny, seat: Seat, draft: Sequence[Action]) -> Sequence[Action]:
        self.listed.append((seat, tuple(draft)))
        return super().lines(g, seat, draft)


class EndlessSheet(Write):
    """[5] There is always one more line."""

    def lines(self, g: Tiny, seat: Seat, draft: Sequence[Action]) -> Sequence[Action]:
        return [ONE]


@some_cases
@given(orders)
def test_a_sheet_is_read_back_from_its_id_with_all_its_lines(drawn: list[Action]) -> None:
    found = parse_action(sheet(drawn).id)
    assert found == sheet(drawn)
    assert (found.is_sheet, found.lines) == (True, tuple(drawn))


@pytest.mark.parametrize(
    "text", ["sheet;", "sheet;;hold", "sheet;move:01", "sheet;:1", "move;hold", ";", ";hold"]
)
def test_a_text_that_is_no_sheet_is_refused(text: str) -> None:
    with pytest.raises(BadAction):
        parse_action(text)


def test_whoever_plans_a_sheet_as_a_whole_may_hand_it_over() -> None:
    g = Tiny(Write())
    twice = sheet((ONE, ONE, Action("sell", (9,)), TWO))
    # Lines that may not be written are left out, and the rest is completed.
    assert written(g, WEST, lambda offered: twice) == sheet((ONE, TWO, THREE))


def test_what_is_no_sheet_has_no_lines() -> None:
    assert (ONE.is_sheet, ONE.lines, sheet().lines) == (False, (), ())


def test_the_next_line_depends_on_the_draft() -> None:
    g = Tiny(Write())
    assert lines(g, WEST) == [ONE, TWO, THREE]
    assert lines(g, WEST, (TWO,)) == [ONE, THREE]
    assert lines(g, WEST, (TWO, ONE, THREE)) == []


def test_nobody_else_has_lines_to_write() -> None:
    g = Tiny(Write())
    answer(g, sheet(), WEST)
    assert (lines(g, WEST), lines(g, Seat(7)), lines(Tiny(Pick(WEST)), WEST)) == ((), (), ())
    with pytest.raises(Refused, match="no order sheet"):
        completed(g, WEST)


def test_the_sheet_that_needs_no_writing_is_offered() -> None:
    assert options(Tiny(Write()), WEST) == (sheet(),)


def test_a_sheet_is_one_sealed_answer_and_is_carried_out_with_the_last() -> None:
    g = Tiny(Write(), Add(5))
    answer(g, sheet((ONE, TWO, THREE)), EAST)
    assert (asked(g), g.score, g.told, len(g.sealed)) == ((WEST,), 0, [], 1)
    answer(g, sheet((THREE,)), WEST)
    assert (g.score, g.sealed, g.agenda) == (635, (), [])


def test_written_orders_are_not_read_out() -> None:
    g = Tiny(Write())
    for seat in (WEST, EAST):
        answer(g, sheet((ONE,)), seat)
    assert heard(g, WEST) == []


@pytest.mark.parametrize(
    ("given_", "why"),
    [
        (LEFT, "is no order sheet"),
        (sheet((ONE, ONE)), "line 2 of the sheet"),
        (sheet((LEFT,)), "line 1 of the sheet"),
        (sheet((ONE, TWO)), "two piles are not enough"),
        (sheet([ONE] * (LONGEST_SHEET + 1)), "no order sheet has more than"),
    ],
)
def test_a_sheet_is_refused_with_its_reason_and_nothing_changes(given_: Action, why: str) -> None:
    g = Tiny(Write())
    before = g.digest()
    with pytest.raises(Refused, match=why):
        answer(g, given_, WEST)
    assert g.digest() == before


def test_no_sheet_passes_for_a_roll_or_a_choice() -> None:
    assert refusal(Tiny(Throw()), sheet((rolled((1, 1)),)), DICE)
    assert refusal(Tiny(Pick(WEST)), sheet((LEFT,)), WEST)


def test_other_sheets_make_other_positions() -> None:
    found = set()
    for drawn in (sheet(), sheet((ONE,)), sheet((TWO,)), sheet((ONE, TWO, THREE)), sheet((TWO, ONE, THREE))):
        g = Tiny(Write())
        answer(g, drawn, WEST)
        found.add(g.digest())
    assert len(found) == 5


@few_cases
@given(st.integers(0, 1000))
def test_whatever_is_written_from_the_listed_lines_is_completed_and_sealed(seed: int) -> None:
    g, rng = Tiny(Write()), Random(seed)
    assert refusal(g, written(g, WEST, rng.choice), WEST) is None


def test_a_sheet_is_written_line_by_line_until_it_is_sealed() -> None:
    g, wanted = Tiny(Write()), iter((TWO, SEAL))
    shown: list[Sequence[Action]] = []

    def pick(listed: Sequence[Action]) -> Action:
        shown.append(listed)
        return next(wanted)

    assert written(g, WEST, pick) == sheet((TWO,))
    assert shown == [(ONE, TWO, THREE, SEAL), (ONE, THREE, SEAL)]
    assert written(Tiny(Pick(WEST)), WEST, lambda listed: listed[0]) == LEFT


def test_what_was_listed_while_a_sheet_was_written_is_not_listed_again_when_it_is_sealed() -> None:
    step = Counted()
    g, wanted = Tiny(step), iter((TWO, ONE, THREE))
    drawn = written(g, WEST, lambda listed: next(wanted))
    asked_for = len(step.listed)
    answer(g, drawn, WEST)
    assert step.listed[asked_for:] == []
    # Another sheet is judged as if nobody had written before, and the next position knows nothing of this one.
    assert g.drafts == {}
    answer(g, sheet((ONE, TWO, THREE)), EAST)
    assert [draft for seat, draft in step.listed if seat == EAST] == [(), (ONE,), (ONE, TWO)]


def test_a_sheet_that_was_not_written_here_is_refused_for_what_is_not_listed() -> None:
    g = Tiny(Write())
    written(g, WEST, lambda listed: listed[0])
    no = refusal(g, sheet((ONE, ONE)), WEST)
    assert no is not None
    assert no.reason.startswith("line 2 of the sheet")


def test_a_sheet_that_never_is_full_is_a_defect_of_the_rulebook() -> None:
    with pytest.raises(Endless):
        written(Tiny(EndlessSheet()), WEST, lambda listed: listed[0])


def test_a_quiet_step_seals_for_whoever_has_nothing_to_write() -> None:
    g = Tiny(QuietWrite())
    settle(g)
    assert (asked(g), g.sealed) == ((WEST,), ((EAST, sheet()),))


def test_a_sealed_sheet_that_could_not_be_written_is_found_in_a_typed_in_position() -> None:
    g = Tiny(Write())
    answer(g, sheet((ONE,)), WEST)
    assert stuck(g) is None
    g.sealed = ((WEST, sheet((ONE, ONE))),)
    assert "could not choose any more" in str(stuck(g))


def test_a_sheet_reads_as_its_lines_do() -> None:
    g = Tiny(Write())
    assert wording(g, WEST, sheet((ONE, TWO, THREE))).text == "Seal this sheet: raise:1; raise:2; raise:3"
    assert wording(g, WEST, sheet()).text == "Seal an empty sheet"
    assert (wording(g, WEST, SEAL).text, wording(g, WEST, SEAL).rule) == ("Seal the sheet", "5")


def test_a_sealed_sheet_is_taken_back_while_another_seat_writes() -> None:
    g = Tiny(Write())
    before = g.digest()
    assert not may_unseal(g, WEST)
    assert refusal(g, UNSEAL, WEST) is not None
    answer(g, sheet((ONE,)), WEST)
    assert may_unseal(g, WEST)
    assert unsealed(g, WEST).digest() == before
    assert asked(g) == (EAST,)
    answer(g, UNSEAL, WEST)
    assert (asked(g), g.digest()) == ((WEST, EAST), before)
    answer(g, sheet((ONE,)), WEST)
    answer(g, sheet(), EAST)
    assert refusal(g, UNSEAL, WEST) is not None
    with pytest.raises(Refused):
        unsealed(g, WEST)


def test_nothing_but_a_sheet_is_taken_back() -> None:
    assert refusal(Tiny(Pick(WEST)), UNSEAL, WEST) is not None
    assert refusal(Tiny(Throw()), UNSEAL, WEST) is not None


def test_every_line_of_a_draft_is_judged_after_those_that_hold() -> None:
    g = Tiny(Write())
    judged = read_draft(g, WEST, (ONE, ONE, LEFT, TWO))
    assert [(line, no is None) for line, no in judged] == [
        (ONE, True),
        (ONE, False),
        (LEFT, False),
        (TWO, True),
    ]
    assert "'raise:1' is not among the lines" in str(judged[1].refusal)
    with pytest.raises(Refused):
        read_draft(Tiny(Pick(WEST)), WEST, ())


def test_all_who_write_are_known_whoever_has_sealed() -> None:
    g = Tiny(Write())
    answer(g, sheet(), EAST)
    assert sheets_asked(g) == (WEST, EAST)
    assert sheets_asked(Tiny(Pick(WEST))) == ()
