"""The conformance battery: what any rulebook, ours or a stranger's, runs against itself with one line in a test file.

    from sandtable.testing import conformance
    from my_rules import RULEBOOK

    TestConformance = conformance.battery(RULEBOOK)

It plays random games of every scenario under every option and holds the rulebook to its promises: saved positions
come back the same, records replay, undo restores, caches equal a rebuild, nothing leaks through the fog, and every
game ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

from sandtable.kernel import Rulebook, SeededDice, Setup, Step
from sandtable.kernel.game.game import Game
from sandtable.kernel.printed.scenarios import DRAW

from . import properties
from .fuzzing import LONGEST
from .randomplay import describe, random_answer, random_play
from .randomplay import setups as every_one

SAMPLES = 25


def battery(
    rulebook: Rulebook[Any],
    *,
    games: int = 2,
    answers: int = 400,
    samples: int | None = None,
    seed: int = 1941,
    secrets: bool = True,
    guesses: bool = True,
    setups: Sequence[Setup] | None = None,
) -> type:
    """A class of tests for *rulebook*: *games* whole games of every setup, closely checked over the first *answers*.

    What takes its time is asked in ``SAMPLES`` of their positions; ``samples`` says in how many where each takes long.
    ``secrets=False`` and ``guesses=False`` say that the game hides nothing or that no bot guesses at it. ``setups``
    names the setups to play where a rulebook has too many for one run.
    """
    cases = list(setups) if setups is not None else every_one(rulebook)
    every_setup = pytest.mark.parametrize("setup", cases, ids=[describe(s) for s in cases])

    @cache
    def played(case: int) -> list[Any]:
        found = []
        for g, _ in random_play(rulebook, cases[case], seed=seed, answers=answers):
            kept = g.copy()
            # A copy starts with an empty log; the leak test must read what was told on the way here.
            kept.told, g.told = g.told, []
            found.append(kept)
        return found[:: max(1, len(found) // (samples or SAMPLES))]

    def positions(setup: Setup) -> list[Any]:
        """Some positions of a random game, spread over its length: copies, for the game is played once."""
        found = []
        for g in played(cases.index(setup)):
            found.append(g.copy())
            found[-1].told = list(g.told or ())
        return found

    class Conformance:
        """The promises of one rulebook."""

        @every_setup
        def test_saved_positions_come_back_the_same(self, setup: Setup) -> None:
            assert not [w for g in positions(setup) if (w := properties.round_trip(rulebook, g))]

        @every_setup
        def test_copies_are_independent(self, setup: Setup) -> None:
            seen = positions(setup)
            assert not [w for g in seen if (w := properties.declared(rulebook, g))]
            assert not [w for g in seen if (w := properties.copies(rulebook, g))]

        @every_setup
        def test_refused_answers_change_nothing(self, setup: Setup) -> None:
            assert not [w for g in positions(setup) if (w := properties.refuses(rulebook, g))]

        @every_setup
        def test_caches_equal_a_rebuild_and_positions_are_sound(self, setup: Setup) -> None:
            for g, _ in random_play(rulebook, setup, seed=seed + 1, answers=answers):
                assert not properties.true_caches(rulebook, g)
                assert not properties.sound(rulebook, g)

        @every_setup
        def test_options_and_log_are_in_words_with_a_paragraph(self, setup: Setup) -> None:
            assert not [w for g in positions(setup) if (w := properties.explained(rulebook, g))]

        @every_setup
        def test_studies_change_nothing_and_cite_known_paragraphs(self, setup: Setup) -> None:
            assert not [w for g in positions(setup) if (w := properties.studied(rulebook, g))]

        @every_setup
        def test_what_is_drawn_is_on_the_map(self, setup: Setup) -> None:
            assert not [w for g in positions(setup) if (w := properties.drawable(rulebook, g))]

        @every_setup
        def test_nothing_leaks_through_the_fog(self, setup: Setup) -> None:
            rng = Random(seed)
            seen = positions(setup)
            assert not [w for g in seen if (w := properties.no_leak(rulebook, g, rng))]
            if secrets:
                assert any(properties.disguises(rulebook, g, rng) for g in seen), "nothing was ever hidden"

        @every_setup
        def test_no_question_answers_with_what_another_seat_is_asked(self, setup: Setup) -> None:
            rng = Random(seed)
            assert not [w for g in positions(setup) if (w := properties.not_overheard(rulebook, g, rng))]

        @every_setup
        def test_sealed_answers_stay_sealed(self, setup: Setup) -> None:
            every = max(1, answers // samples) if samples else 1
            for number, (g, _) in enumerate(random_play(rulebook, setup, seed=seed + 2, answers=answers)):
                assert number % every or not properties.sealed_stays_sealed(rulebook, g)

        @every_setup
        def test_whatever_is_written_from_the_listed_lines_can_be_sealed(self, setup: Setup) -> None:
            rng = Random(seed)
            assert not [w for g in positions(setup) if (w := properties.sheets_are_sound(rulebook, g, rng))]

        @every_setup
        def test_every_game_ends_with_a_result_and_replays(self, setup: Setup) -> None:
            for number in range(games):
                game = _random_game(rulebook, setup, seed + number)
                assert game.over
                assert game.result is not None
                assert game.result["winner"] in (*rulebook.scenario(setup.scenario).every_side, DRAW)
                assert not properties.replays(rulebook, game)

        @every_setup
        def test_undo_restores_and_never_crosses_a_roll(self, setup: Setup) -> None:
            rng = Random(seed)
            game: Game[Any] = Game(rulebook, setup, SeededDice(seed))
            digests = {game.answers: game.digest()}
            for _ in range(min(answers, 150)):
                if game.over:
                    break
                random_answer(game, rng)
                digests[game.answers] = game.digest()
                assert not properties.undo_restores(game, digests)
                assert not properties.never_across_a_roll(game)

        def test_every_step_is_known_to_the_codec_and_carries_its_paragraph(self) -> None:
            for name, step in rulebook.steps.items():
                assert issubclass(step, Step)
                assert step.rule in rulebook.paragraphs, f"{name} carries rule {step.rule!r}"
                opening = (step.__doc__ or "").removeprefix("[").partition("]")[0]
                assert step.rule in opening.split(", "), f"{name}'s docstring opens with its paragraph"

    if guesses:

        @every_setup
        def test_guesses_fit_the_view(self: Conformance, setup: Setup) -> None:
            rng = Random(seed)
            assert not [w for g in positions(setup) if (w := properties.guesses_fit(rulebook, g, rng))]

        Conformance.test_guesses_fit_the_view = test_guesses_fit_the_view  # type: ignore[attr-defined]
    return Conformance


def _random_game(rulebook: Rulebook[Any], setup: Setup, seed: int) -> Game[Any]:
    rng = Random(seed)
    game: Game[Any] = Game(rulebook, setup, SeededDice(seed), controlled=seed % 2 == 1)
    while not game.over and game.answers < LONGEST:
        random_answer(game, rng)
    return game
