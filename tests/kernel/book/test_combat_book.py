from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.book.combat_book import CombatBook
from sandtable.kernel.book.rulebook import UnknownName, steps_in
from sandtable.kernel.machine.actions import Action, Seat
from sandtable.kernel.machine.events import Rolled
from sandtable.kernel.machine.state import GameState, Setup
from sandtable.kernel.printed.paragraphs import Paragraphs
from sandtable.kernel.printed.tables import Tables


class Duels(CombatBook[GameState]):
    """A book of duels."""

    name = "duels"
    title = "Duels"
    behaviour = 1
    steps = steps_in()

    @property
    def tables(self) -> Tables:
        return Tables([])

    @property
    def paragraphs(self) -> Paragraphs:
        return Paragraphs([])


SETUP = Setup("duel")
BOOK = Duels()


def test_a_book_of_combats_has_no_scenarios() -> None:
    assert BOOK.scenarios == ()


@pytest.mark.parametrize("ask", [BOOK.board, BOOK.start, lambda _: BOOK.view(GameState(SETUP), Seat(0))])
def test_whoever_wants_to_play_is_told_that_there_is_no_board(ask: Any) -> None:
    with pytest.raises(UnknownName, match="Duels has no board game yet; its combats can be resolved"):
        ask(SETUP)


def test_a_single_combat_wins_no_game() -> None:
    assert BOOK.result(GameState(SETUP)) is None


def test_actions_and_rolls_still_have_words() -> None:
    g = GameState(SETUP)
    assert BOOK.wording(g, Seat(0), Action("strike", (2,))).text == "strike:2"
    assert BOOK.sentence(g, Rolled("1", (4,))) == "The dice fall 4 [1]."
