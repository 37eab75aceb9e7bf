"""Whatever a seat is sent, it is sent the same where only what is hidden from it differs: every rulebook, at length."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from sandtable.kernel.machine.actions import Seat
from sandtable.testing.ford import RULEBOOK as FORD

from . import paired_worlds

# How many documents `make long` compares for every rulebook; `make long DOCUMENTS=100000` so many.
MANY = int(os.environ.get("DOCUMENTS", "2000"))
HIDING = ("airborne", "damos", "dikes", "ford", "frontline")


@pytest.fixture(autouse=True)
def _dikes(dikes_known: None) -> None:
    """They are known while a test plays them."""


def test_these_rulebooks_hide_something_and_the_others_nothing() -> None:
    assert tuple(n for n, book in paired_worlds.rulebooks().items() if paired_worlds.hides(book)) == HIDING


def test_two_worlds_that_differ_in_what_is_seen_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    def disguise(g: Any, seat: Seat, rng: Random) -> Any:
        twin = g.copy()
        twin.turn += 1
        return twin

    monkeypatch.setattr(FORD, "disguise", disguise)
    found = paired_worlds.compare(FORD, 30)
    assert any("view" in question for question in found.told_apart)


@pytest.mark.long
@pytest.mark.parametrize("name", HIDING)
def test_no_document_tells_two_worlds_apart(name: str) -> None:
    found = paired_worlds.compare(paired_worlds.rulebooks()[name], MANY, seed=1941)
    assert (found.told_apart, found.documents >= MANY) == ([], True)
