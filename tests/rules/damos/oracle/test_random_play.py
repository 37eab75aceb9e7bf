"""Lively random games, held against the oracles at every window, combat, rail phase and turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

import pytest

from .comparing import Fight, RailPhase, lines_of_supply, reactions
from .scattering import scattered
from .watching import Moment, watched, whole_game

GAMES = (("agn", 3), ("ags", 11))
SCATTERED = 12

Complaints = dict[str, list[str]]


@cache
def complaints() -> Complaints:
    """What the oracles have to say about all the games, by subject."""
    return heard(
        [*((f"{name} {seed}", whole_game(name, seed)) for name, seed in GAMES), *thrown(range(SCATTERED))]
    )


def thrown(seeds: Iterable[int]) -> Iterator[tuple[str, Iterator[Moment]]]:
    """Some play from positions thrown together."""
    for seed in seeds:
        for name in ("agn", "ags"):
            yield f"{name} scattered {seed}", watched(scattered(name, seed), seed=seed, answers=150)


def heard(games: Iterable[tuple[str, Iterator[Moment]]]) -> Complaints:
    """Watch the games and collect what differs."""
    found: Complaints = {"reaction": [], "supply": [], "rail": [], "combat": []}
    for game, moments in games:
        rails, fight = RailPhase(), Fight()
        for m in moments:
            for subject, said in (
                ("reaction", reactions(m)),
                ("supply", lines_of_supply(m)),
                ("rail", rails.watch(m)),
                ("combat", fight.watch(m)),
            ):
                found[subject] += [f"{game}, {sentence}" for sentence in said]
    return found


@pytest.mark.rule("damos 2.6.1")
def test_whoever_may_react_is_asked_and_rolls_with_the_modifiers_of_the_text() -> None:
    assert complaints()["reaction"] == []


@pytest.mark.rule("damos 2.10", "damos AGN 4.3.2")
def test_who_has_a_line_of_supply_when_units_begin_to_move() -> None:
    assert complaints()["supply"] == []


@pytest.mark.rule("damos AGN 4.3.1")
def test_every_line_that_may_be_extended_is_and_no_other() -> None:
    assert complaints()["rail"] == []


@pytest.mark.rule("damos 8.2")
def test_strengths_modifiers_losses_and_winner_of_every_combat() -> None:
    assert complaints()["combat"] == []


@pytest.mark.long
@pytest.mark.rule("damos 8.2", "damos 2.6.1")
def test_more_games_bring_no_complaint() -> None:
    games = [(f"{name} {seed}", whole_game(name, seed)) for name in ("agn", "ags") for seed in range(20, 30)]
    found = heard([*games, *thrown(range(100, 250))])
    assert found == {"reaction": [], "supply": [], "rail": [], "combat": []}
