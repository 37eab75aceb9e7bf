"""Arrays tell what the view tells, in the same shape always, and nothing else."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from sandtable.catalog import playable
from sandtable.kernel import Seat
from sandtable.kernel.game.views import view
from sandtable.rl.episode import Episode
from sandtable.rl.observation import NOWHERE, Arrays, Layout

SLOTS = 512
SCENARIOS = [scenario.name for book in playable() for scenario in book.scenarios]
# With how many picks, so that something has happened.
PAIRED = {"ford": 40, "dikes": 8, "agn": 60, "frontline-1943": 12, "arnhem": 12}


def layout_of(episode: Episode) -> Layout:
    return Layout(episode.rulebook, episode.setup, episode.slots)


def played(scenario: str, picks: int, seed: int = 1) -> Episode:
    episode, rng = Episode(scenario, seed=seed, slots=SLOTS), Random(seed)
    while episode.picks < picks and not episode.over:
        seat = episode.asked[0]
        episode.pick(seat, rng.randrange(len(episode.page(seat).actions)))
    return episode


def same(one: Arrays, other: Arrays) -> bool:
    return one.keys() == other.keys() and all(np.array_equal(one[name], other[name]) for name in one)


@pytest.mark.parametrize("scenario", [*SCENARIOS, "dikes"])
def test_every_scenario_has_arrays_of_the_shapes_that_are_told(scenario: str) -> None:
    episode = Episode(scenario)
    layout = layout_of(episode)
    arrays = layout.read(episode.view(Seat(0)))
    assert {name: array.shape for name, array in arrays.items()} == layout.shapes
    assert {name for name, array in arrays.items() if array.dtype != np.float32} == {"action_mask"}
    for names in (layout.plane_names, layout.unit_columns, layout.global_names, layout.option_columns):
        assert len(set(names)) == len(names)


@pytest.mark.parametrize(("scenario", "picks"), PAIRED.items())
def test_positions_that_a_seat_cannot_tell_apart_give_it_equal_arrays(scenario: str, picks: int) -> None:
    rng = Random(5)
    told_apart = 0
    for number in range(1, 4):
        episode = played(scenario, picks * number // 3)
        layout = layout_of(episode)
        for seat in map(Seat, range(len(episode.seats))):
            other = episode.copy()
            other.g = episode.rulebook.disguise(episode.g, seat, rng)
            other.g.told = None
            assert same(layout.read(episode.view(seat)), layout.read(other.view(seat)))
            told_apart += episode.g.digest() != other.g.digest()
    assert told_apart > 0


@pytest.mark.parametrize("scenario", ["ford", "agn", "dikes"])
def test_a_whole_view_as_a_server_sends_it_gives_the_same_arrays(scenario: str) -> None:
    episode = played(scenario, 6)
    layout = layout_of(episode)
    while any(episode.view(seat)["written"] for seat in episode.asked):
        seat = next(seat for seat in episode.asked if episode.view(seat)["written"])
        episode.pick(seat, len(episode.page(seat).actions) - 1)
    for seat in map(Seat, range(len(episode.seats))):
        whole = view(episode.rulebook, episode.g, seat)
        assert same(layout.read(episode.view(seat)), layout.read(whole))


def test_units_stand_on_planes_and_rows_where_the_view_has_them() -> None:
    episode = Episode("ford")
    layout = layout_of(episode)
    arrays = layout.read(episode.view(Seat(0)))
    row = arrays["units"][layout.unit_names.index("red-a")]
    column = {name: number for number, name in enumerate(layout.unit_columns)}
    assert [row[column[name]] for name in ("on the map", "own", "row", "column", "strength")] == [
        1,
        1,
        0,
        0,
        4,
    ]
    plane = {name: number for number, name in enumerate(layout.plane_names)}
    assert arrays["planes"][plane["red: units"], 0, 0] == 1
    assert arrays["planes"][plane["red: strength"], 0, 0] == 4
    assert arrays["planes"][plane["red: units"]].sum() == 6
    assert arrays["planes"][plane["blue: units"]].sum() == 5


def test_a_strength_that_is_not_known_is_told_as_printed_and_as_unknown() -> None:
    episode = Episode("ford")
    layout = layout_of(episode)
    row = layout.read(episode.view(Seat(0)))["units"][layout.unit_names.index("blue-d")]
    column = {name: number for number, name in enumerate(layout.unit_columns)}
    assert (row[column["strength"]], row[column["strength known"]], row[column["own"]]) == (3, 0, 0)


def test_a_row_of_an_option_names_its_unit_and_the_hex_it_points_at() -> None:
    episode = Episode("ford")
    layout = layout_of(episode)
    said = episode.view(Seat(0))
    rows = layout.read(said)["options"]
    column = {name: number for number, name in enumerate(layout.option_columns)}
    number = next(
        n for n, option in enumerate(said["options"]) if option["target"] == {"unit": "red-c", "hex": "0304"}
    )
    assert [rows[number, column[name]] for name in ("offered", "unit", "row", "column")] == [1, 2, 2, 3]
    done = next(n for n, option in enumerate(said["options"]) if option["id"] == "done")
    assert rows[done, column["unit"]] == rows[done, column["row"]] == NOWHERE
    assert rows[done, column["part: end"]] == 1


def test_the_last_slot_turns_the_page_and_says_so() -> None:
    episode = Episode("ford", slots=8)
    layout = layout_of(episode)
    arrays = layout.read(episode.view(Seat(0)))
    assert arrays["action_mask"].tolist() == [1] * 8
    assert arrays["options"][-1, layout.option_columns.index("turns the page")] == 1


def test_lines_that_stand_on_a_sheet_are_seen_by_who_wrote_them_alone() -> None:
    episode = Episode("dikes")
    layout = layout_of(episode)
    before = [layout.read(episode.view(Seat(n))) for n in range(3)]
    episode.pick(Seat(0), 0)
    after = [layout.read(episode.view(Seat(n))) for n in range(3)]
    assert [same(old, new) for old, new in zip(before, after, strict=True)] == [False, True, True]
