"""An episode is a game: what is picked from slots is what the rules allow, and its record replays."""

from __future__ import annotations

from random import Random

import pytest

import sandtable
from sandtable.kernel import SEAL, Seat, options, sheet
from sandtable.rl.episode import BadPick, Episode, Page

RED, BLUE = Seat(0), Seat(1)


def played(episode: Episode, seed: int = 1) -> Episode:
    """*episode* after random picks to its end."""
    rng = Random(seed)
    while not episode.finished:
        seat = episode.asked[0]
        page = episode.page(seat)
        slots = [*range(len(page.actions)), *([episode.slots - 1] if page.more else [])]
        episode.pick(seat, rng.choice(slots))
    return episode


@pytest.mark.parametrize(("scenario", "slots"), [("ford", 128), ("ford", 5), ("dikes", 128), ("dikes", 4)])
def test_the_record_of_an_episode_replays(scenario: str, slots: int) -> None:
    episode = played(Episode(scenario, seed=3, slots=slots))
    game = sandtable.replay(episode.record())
    assert game.over
    assert game.digest() == episode.g.digest()


def test_what_is_offered_is_what_the_rules_allow() -> None:
    episode = Episode("ford")
    assert tuple(episode.page(RED).actions) == tuple(options(episode.g, RED))
    assert episode.page(BLUE) == Page((), more=False)


def test_every_option_is_on_some_page_and_the_last_page_cannot_be_turned() -> None:
    episode = Episode("ford", slots=8)
    allowed = tuple(options(episode.g, RED))
    seen = [*episode.page(RED).actions]
    while episode.page(RED).more:
        episode.pick(RED, 7)
        seen += episode.page(RED).actions
    assert tuple(seen) == allowed
    with pytest.raises(BadPick, match="slot 7 is not offered to 'red'"):
        episode.pick(RED, 7)


def test_a_slot_that_is_not_offered_is_refused_and_nothing_happens() -> None:
    episode = Episode("ford")
    before = episode.g.digest()
    many = len(episode.page(RED).actions)
    with pytest.raises(BadPick, match=f"slot 400 is not offered to 'red'; it may pick 0 to {many - 1}"):
        episode.pick(RED, 400)
    with pytest.raises(BadPick, match="'blue' is not asked now; red may pick"):
        episode.pick(BLUE, 0)
    assert (episode.g.digest(), episode.picks) == (before, 0)


def test_a_sheet_is_written_line_by_line_and_sealed_as_one_answer() -> None:
    episode = Episode("dikes")
    north = Seat(0)
    first = episode.page(north).actions[0]
    episode.pick(north, 0)
    assert north in episode.asked
    assert episode.view(north)["written"] == [first.id]
    assert episode.view(Seat(1))["written"] == []
    episode.pick(north, list(episode.page(north).actions).index(SEAL))
    assert north not in episode.asked
    assert dict(episode.g.sealed)[north] == sheet([first])


def test_the_seats_of_the_side_that_has_won_are_rewarded_alike() -> None:
    ends = [played(Episode("dikes", seed=n), n) for n in range(40)]
    for episode in ends:
        result = episode.rulebook.result(episode.g)
        assert result is not None
        league = {"league": 1.0, "duke": -1.0, "draw": 0.0}[result.winner]
        assert episode.returns() == {"north": league, "south": league, "duke": -league}
    assert len({tuple(episode.returns().values()) for episode in ends}) > 1


def test_a_game_that_is_cut_short_is_neither_over_nor_rewarded() -> None:
    episode = played(Episode("agn", longest=20))
    assert (episode.picks, episode.cut_short, episode.over) == (20, True, False)
    assert set(episode.returns().values()) == {0.0}


def test_a_copy_goes_its_own_way() -> None:
    episode = Episode("dikes", seed=2)
    episode.pick(Seat(0), 0)
    twin = episode.copy()
    before = episode.record()
    played(twin)
    assert episode.record() == before
    assert played(episode).record() == twin.record()


def test_without_a_seed_the_dice_wait() -> None:
    episode = Episode("ford", seed=None)
    rng = Random(4)
    while episode.dice is None:
        seat = episode.asked[0]
        episode.pick(seat, rng.randrange(len(episode.page(seat).actions)))
    assert episode.asked == ()
    with pytest.raises(BadPick, match="is no roll of"):
        episode.roll((9, 9, 9))
    episode.roll(tuple(1 for _ in episode.dice.sides))
    assert episode.record()["answers"][-1][0] == "dice"
