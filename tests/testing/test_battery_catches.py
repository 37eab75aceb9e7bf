"""The battery and the fuzzer find what is broken: each test breaks one promise of The Ford and sees it reported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from sandtable.kernel.book.rulebook import Wording
from sandtable.kernel.book.study import Layer, Odds
from sandtable.kernel.game.records import begin
from sandtable.kernel.machine.actions import Action, Seat
from sandtable.kernel.machine.engine import asked
from sandtable.kernel.refusals import Refusal
from sandtable.testing import divide, fuzz, perft, properties, random_play
from sandtable.testing.ford import RULEBOOK, FordRulebook, study
from sandtable.testing.ford.combat import Attack, Plans
from sandtable.testing.ford.movement import Move
from sandtable.testing.ford.state import SEATS, Ford

SETUP = RULEBOOK.setup("ford")


def positions(answers: int = 120, seed: int = 5) -> list[Ford]:
    """Positions of a random game, copied."""
    return [g.copy() for g, _ in random_play(RULEBOOK, SETUP, seed=seed, answers=answers)]


class Talkative(FordRulebook):
    """Shows the strength of enemy units."""

    def view(self, g: Ford, seat: Seat) -> dict[str, Any]:
        return {**super().view(g, seat), "strengths": list(g.strength)}


class Chatty(FordRulebook):
    """Lets the words of an option depend on hidden strength."""

    def wording(self, g: Ford, seat: Seat, action: Action) -> Wording:
        words = super().wording(g, seat, action)
        return Wording(text=f"{words.text} ({sum(g.strength)})", rule=words.rule)


class Peeping(FordRulebook):
    """Shows what has been sealed."""

    def view(self, g: Ford, seat: Seat) -> dict[str, Any]:
        return {**super().view(g, seat), "sealed": [action.id for _, action in g.sealed]}


class Mumbling(FordRulebook):
    """Cites a paragraph that does not exist."""

    def wording(self, g: Ford, seat: Seat, action: Action) -> Wording:
        return Wording(text="Do it", rule="99")


class Shrewd(FordRulebook):
    """Weighs attacks with the strength that the enemy really has."""

    def odds(self, g: Ford, seat: Seat, action: Action | None) -> Odds | None:
        return study.odds(g, seat, action)


class Gossiping(FordRulebook):
    """Explains with the strength that the enemy really has."""

    def why_not(self, g: Ford, seat: Seat, verb: str, what: Mapping[str, str]) -> Refusal | None:
        return Refusal("1", f"they are {sum(g.strength)} strong")


class Overheard(FordRulebook):
    """Explains to everybody with what somebody is asked."""

    def why_not(self, g: Ford, seat: Seat, verb: str, what: Mapping[str, str]) -> Refusal | None:
        return Refusal("1", f"that is no answer to: {self.prompt(g, asked(g)[0])}")


class Careless(FordRulebook):
    """Studies on the board instead of on a copy."""

    def layers(self, g: Ford, seat: Seat) -> list[Layer]:
        g.turn += 1
        return super().layers(g, seat)


class Vague(FordRulebook):
    """Cites a paragraph that does not exist in a layer."""

    def layers(self, g: Ford, seat: Seat) -> list[Layer]:
        return [Layer(name="somewhere", title="Somewhere", look="area", rule="99")]


@pytest.mark.parametrize(
    "book", [Talkative(), Chatty(), Shrewd(), Gossiping()], ids=["view", "option", "odds", "why"]
)
def test_a_leak_is_found(book: FordRulebook) -> None:
    rng = Random(1)
    assert any(properties.no_leak(book, g, rng) for g in positions())


def test_the_honest_rulebook_leaks_nothing() -> None:
    rng = Random(1)
    assert not any(properties.no_leak(RULEBOOK, g, rng) for g in positions())


def test_a_question_that_is_overheard_is_found() -> None:
    rng = Random(1)
    assert any(properties.not_overheard(Overheard(), g, rng) for g in positions())
    assert not any(properties.not_overheard(RULEBOOK, g, rng) for g in positions())


def test_every_question_is_asked_by_the_leak_test() -> None:
    asking = properties.questions(RULEBOOK, begin(RULEBOOK, SETUP), Random(1))
    assert {verb: tuple(what) for verb, what in asking} == RULEBOOK.explains


def test_a_study_that_changes_the_position_is_found() -> None:
    assert "changed it" in str(properties.studied(Careless(), begin(RULEBOOK, SETUP)))
    assert properties.studied(RULEBOOK, begin(RULEBOOK, SETUP)) is None


def test_a_study_that_cites_a_wrong_paragraph_is_found() -> None:
    assert "cites paragraph '99'" in str(properties.studied(Vague(), begin(RULEBOOK, SETUP)))


def test_a_study_that_betrays_what_is_sealed_is_found() -> None:
    sealing = [g for g in positions(400) if g.agenda and isinstance(g.agenda[-1], Plans)]
    assert any(properties.sealed_stays_sealed(Shrewd(), g) for g in sealing)


def test_a_broken_seal_is_found() -> None:
    sealing = [g for g in positions(400) if g.agenda and isinstance(g.agenda[-1], Plans)]
    assert sealing
    assert any(properties.sealed_stays_sealed(Peeping(), g) for g in sealing)
    assert not any(properties.sealed_stays_sealed(RULEBOOK, g) for g in sealing)


def test_a_wrong_paragraph_is_found() -> None:
    assert "cites paragraph '99'" in str(properties.explained(Mumbling(), begin(RULEBOOK, SETUP)))


def test_a_false_cache_is_found() -> None:
    g = begin(RULEBOOK, SETUP)
    g.red_at ^= 1 << g.grid.cells[3]
    assert "red_at" in str(properties.true_caches(RULEBOOK, g))


def test_a_column_that_is_not_declared_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert properties.declared(RULEBOOK, begin(RULEBOOK, SETUP)) is None
    monkeypatch.setattr(Ford, "COLUMNS", ("hex_of", "moved", "fought"))
    assert "'strength'" in str(properties.declared(RULEBOOK, begin(RULEBOOK, SETUP)))


def test_the_fuzzer_reports_a_dead_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(self: Attack, g: Ford) -> Sequence[Action]:
        return []

    monkeypatch.setattr(Attack, "options", none)
    report = fuzz(RULEBOOK, SETUP, seconds=20, games=1)
    assert "offers nothing" in report.findings[0].what
    assert report.findings[0].record["answers"]


def test_the_fuzzer_reports_a_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(self: Move, g: Ford, action: Action) -> None:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr(Move, "choose", crash)
    report = fuzz(RULEBOOK, SETUP, seconds=20, games=1)
    assert report.findings[0].what == "ZeroDivisionError: on purpose"


def test_the_fuzzer_reports_an_endless_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def again(self: Move, g: Ford, action: Action) -> None:
        g.then(self)

    monkeypatch.setattr(Move, "choose", again)
    monkeypatch.setattr("sandtable.testing.fuzzing.LONGEST", 50)
    report = fuzz(RULEBOOK, SETUP, seconds=20, games=1)
    assert "still going on after 50 answers" in report.findings[0].what


def test_the_fuzzer_finds_nothing_in_the_ford_and_counts_what_it_plays() -> None:
    report = fuzz(RULEBOOK, SETUP, seconds=60, games=5, seed=11)
    assert (report.games, report.findings) == (5, [])
    assert sum(report.results.values()) == 5
    assert {name.split()[0] for name in report.results} <= set(SEATS)


def test_perft_counts_of_the_ford() -> None:
    g = begin(RULEBOOK, SETUP)
    assert [perft(g, depth) for depth in (0, 1, 2)] == [1, len(divide(g, 1)), sum(divide(g, 2).values())]
    assert [perft(g, depth) for depth in (1, 2)] == [94, 7_311]
