"""The greedy bot plays whole games, sensibly enough to beat whoever plays at random."""

from __future__ import annotations

import pytest

from sandtable.bots.damos.greedy import JUDGEMENTS
from sandtable.lab.matches import play
from sandtable.rules.damos import RULEBOOK

GERMANS = {"german": "greedy", "soviet": "random"}
RUSSIANS = {"german": "random", "soviet": "greedy"}


@pytest.mark.parametrize("scenario", ["agn", "ags"])
def test_greedy_germans_beat_random_russians(scenario: str) -> None:
    assert play(RULEBOOK, RULEBOOK.setup(scenario), GERMANS, 1).result.winner == "german"


@pytest.mark.parametrize("scenario", ["agn", "ags"])
def test_greedy_russians_beat_random_germans(scenario: str) -> None:
    assert play(RULEBOOK, RULEBOOK.setup(scenario), RUSSIANS, 1).result.winner == "soviet"


@pytest.mark.parametrize(
    "options", [{"setup": "free"}, {"turns": 13}, {"thrust": True}, {"pause": True}], ids=str
)
def test_greedy_plays_every_option_of_the_scenario_to_the_end(options: dict[str, int | str | bool]) -> None:
    both = {"german": "greedy", "soviet": "greedy"}
    assert play(RULEBOOK, RULEBOOK.setup("agn", options), both, 3).result.winner in ("german", "soviet")


def test_there_is_a_judgement_for_every_kind_of_question() -> None:
    assert {"end_phase", "stop", "pass", "posture", "retreat", "absorb", "save", "place"} <= set(JUDGEMENTS)
