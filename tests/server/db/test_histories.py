"""Servers and databases come to harm under play, and all that anybody saw could have happened one call at a time."""

from __future__ import annotations

import os

import pytest

from .. import databases
from ..histories.calls import NO, OK, UNKNOWN, Call
from ..histories.checker import Stored, faults_of_claims, faults_of_match
from ..histories.run import run

# How often `make long` does harm; `make long FAULTS=1000` does it a thousand times.
MANY = int(os.environ.get("FAULTS", "40"))


def test_a_server_that_is_killed_loses_nothing_and_doubles_nothing() -> None:
    found = run("sqlite", 2, seed=1941, tables=3, servers=1, kills_alone=True)
    assert found.faults == []
    assert found.acknowledged > 2


@pytest.mark.long
@pytest.mark.parametrize("kind", databases.kinds())
def test_two_servers_and_their_database_come_to_all_kinds_of_harm(kind: str) -> None:
    found = run(kind, MANY, seed=1941)
    print(found)
    assert found.faults == []


# ---- the checker itself: what it must notice

M = "m"
STORED = [Stored(2, "red", "a", "k2"), Stored(3, "blue", "b", "k3")]


def answer(key: str, begin: float, end: float, version: int, outcome: str = OK) -> Call:
    seat, option = {"k2": ("red", "a"), "k3": ("blue", "b")}.get(key, ("red", "x"))
    given = {"kind": "answer", "match": M, "who": "p", "seat": seat, "option": option, "key": key}
    return Call(begin=begin, end=end, version=version, outcome=outcome, **given)  # type: ignore[arg-type]


def look(begin: float, end: float, version: int, seen: str = "") -> Call:
    return Call(
        kind="read",
        match=M,
        who="p",
        begin=begin,
        end=end,
        outcome=OK,
        version=version,
        seat="red",
        seen=seen or str(version),
    )


WELL = [answer("k2", 1, 2, 2), look(2, 3, 2), answer("k3", 4, 6, 3), look(5, 7, 2), look(6, 7, 3)]


def test_a_history_that_could_have_been_is_believed() -> None:
    assert faults_of_match(WELL, STORED) == []


@pytest.mark.parametrize(
    ("calls", "word"),
    [
        ([*WELL, answer("lost", 8, 9, 4)], "acknowledged, and is not stored"),
        ([answer("k2", 1, 2, 2, NO), *WELL[1:]], "refused, and is stored"),
        ([*WELL, look(7, 8, 2)], "too early"),
        ([look(0, 0.5, 2), *WELL], "too early"),
        ([*WELL, look(7, 8, 9)], "not in the store"),
        ([*WELL, look(6.5, 8, 3, "something else")], "looked different"),
        ([answer("k2", 1, 2, 2), answer("k3", 0.1, 0.5, 3)], "too early"),
    ],
    ids=["lost", "refused", "stale", "foreseen", "unstored", "different", "reordered"],
)
def test_a_history_that_could_not_have_been_is_noticed(calls: list[Call], word: str) -> None:
    assert any(word in fault for fault in faults_of_match(calls, STORED))


def test_an_answer_of_which_nobody_knows_may_be_stored_later_or_never() -> None:
    unsure = [answer("k2", 1, float("inf"), 0, UNKNOWN), answer("never", 1, float("inf"), 0, UNKNOWN)]
    assert faults_of_match([*unsure, *WELL[1:]], STORED) == []


@pytest.mark.parametrize(
    ("stored", "word"),
    [
        ([*STORED, Stored(4, "red", "a", "k2")], "stored twice"),
        ([STORED[0]._replace(option="z"), STORED[1]], "stored as red: z"),
        ([STORED[1]], "missing"),
    ],
    ids=["twice", "otherwise", "gap"],
)
def test_a_store_that_does_not_fit_is_noticed(stored: list[Stored], word: str) -> None:
    assert any(word in fault for fault in faults_of_match(WELL, stored))


def claim(kind: str, who: str, *, key: str = "", seen: str = "") -> Call:
    return Call(kind=kind, match=M, who=who, begin=0, end=1, outcome=OK, key=key, seen=seen)


@pytest.mark.parametrize(
    ("calls", "holders", "word"),
    [
        ([claim("sit", "a"), claim("sit", "b")], ["a"], "all sat down"),
        ([claim("take", "a", key="l"), claim("take", "b", key="l")], ["a"], "all used it"),
        ([claim("mine", "a", seen="blue"), claim("mine", "b", seen="blue")], ["a"], "all hold"),
        ([claim("sit", "a"), claim("mine", "b", seen="blue")], ["b"], "does not hold"),
        ([claim("sit", "a")], ["a", "b"], "in the store"),
    ],
    ids=["sat", "used", "hold", "other", "store"],
)
def test_a_seat_with_two_players_is_noticed(calls: list[Call], holders: list[str], word: str) -> None:
    assert any(word in fault for fault in faults_of_claims(calls, {M: holders}))
