from __future__ import annotations

import pytest

from sandtable import catalog
from sandtable.kernel.book import rulebook as module
from sandtable.kernel.book.book import Book
from sandtable.kernel.book.rulebook import UnknownName, steps_in
from sandtable.kernel.printed.paragraphs import Paragraphs
from sandtable.kernel.printed.tables import Tables


class Duels(Book):
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


BOOK = Duels()


def test_a_book_of_combats_has_no_scenarios_and_nothing_of_play() -> None:
    assert BOOK.scenarios == ()
    assert [
        name for name in ("board", "setup", "start", "result", "view", "sentence") if hasattr(BOOK, name)
    ] == []


def test_what_a_book_may_leave_out_is_empty() -> None:
    assert (BOOK.adjudicator, dict(BOOK.livery), dict(BOOK.terms), BOOK.briefing("duel")) == (
        None,
        {},
        {},
        None,
    )


def test_a_scenario_that_does_not_exist_is_named() -> None:
    with pytest.raises(UnknownName, match="Duels has no scenario 'duel'; it has"):
        BOOK.scenario("duel")


def test_whoever_wants_to_play_is_told_that_there_is_no_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_registered", {"duels": BOOK})
    assert catalog.rulebook("duels") is BOOK
    with pytest.raises(UnknownName, match="Duels has no board game yet; its combats can be resolved"):
        catalog.rulebook_to_play("duels")
