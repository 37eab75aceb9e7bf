"""Bots are found by entry point: a stranger's is no different from ours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.metadata import EntryPoint
from typing import Any

import pytest

import sandtable.bots
from sandtable.bots import Bot, RandomBot, UnknownBot, bot_names, exhibited_bots, make_bot
from sandtable.kernel import Action
from sandtable.rules.damos import RULEBOOK as DAMOS
from sandtable.testing.ford import RULEBOOK as FORD


class Last(Bot):
    """Takes the last option, whatever it is."""

    name = "last"

    def decide(self, sighting: Any, offered: Sequence[Action]) -> Action:
        return offered[-1]


def cautious(seed: int) -> Bot:
    """A stranger's way to make a bot: not a class, but it makes one."""
    return RandomBot(seed)


NO_BOT = int


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[EntryPoint]]:
    """The entry points of the group, to be added to."""
    found: list[EntryPoint] = []
    monkeypatch.setattr(
        sandtable.bots, "entry_points", lambda group: found if group == "sandtable.bots" else []
    )
    sandtable.bots._bots.cache_clear()
    yield found
    sandtable.bots._bots.cache_clear()


def entry(name: str, what: str) -> EntryPoint:
    return EntryPoint(name, f"{__name__}:{what}", "sandtable.bots")


def test_ours_are_announced_like_any_other() -> None:
    levels = ("planner-easy", "planner-hard", "planner-normal")
    assert bot_names(DAMOS) == ("greedy", "light", *levels, "random")
    assert bot_names(FORD) == ("greedy", *levels, "random")
    assert make_bot("greedy", DAMOS, seed=3).name == "greedy"


def test_a_stranger_s_bot_plays_the_rulebook_that_it_names(announced: list[EntryPoint]) -> None:
    announced += [entry("ford.last", "Last")]
    assert bot_names(FORD) == ("last",)
    assert bot_names(DAMOS) == ()
    options = [{"id": "done"}, {"id": "move:1:2"}]
    assert make_bot("last", FORD).choose({}, options) == "move:1:2"


class Shy(Last):
    """Wants nobody to look on."""

    exhibited = False


def test_a_bot_says_itself_whether_it_is_worth_watching(announced: list[EntryPoint]) -> None:
    announced += [entry("ford.last", "Last"), entry("ford.shy", "Shy"), entry("ford.made", "cautious")]
    # What is no class says nothing, and is shown.
    assert exhibited_bots(FORD) == ("last", "made")


def test_a_bot_for_every_game_stands_back_for_one_of_the_same_name(announced: list[EntryPoint]) -> None:
    announced += [entry("ford.best", "Last"), entry("*.best", "cautious")]
    assert isinstance(make_bot("best", FORD), Last)
    assert isinstance(make_bot("best", DAMOS), RandomBot)


def test_nothing_is_loaded_before_the_bot_is_wanted(announced: list[EntryPoint]) -> None:
    announced += [EntryPoint("ford.gone", "no.such.module:Bot", "sandtable.bots")]
    assert bot_names(FORD) == ("gone",)
    with pytest.raises(ModuleNotFoundError):
        make_bot("gone", FORD)


def test_what_is_no_bot_is_refused_in_a_sentence(announced: list[EntryPoint]) -> None:
    announced += [entry("ford.number", "NO_BOT")]
    with pytest.raises(UnknownBot, match=r"the entry point 'ford.number' of sandtable.bots makes 4"):
        make_bot("number", FORD, seed=4)
