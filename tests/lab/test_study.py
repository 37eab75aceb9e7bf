"""Studies: a plan is read, its points are played, and what changes the games is told with its uncertainty."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sandtable import catalog
from sandtable.kernel.printed.changes import Change
from sandtable.kernel.refusals import SandtableError
from sandtable.lab.executors import Processes
from sandtable.lab.matches import at_hand
from sandtable.lab.study.design import fixtures, points
from sandtable.lab.study.findings import difference, mean, slope, study
from sandtable.lab.study.plan import BadStudy, Plan, examples, find_plan, parse_plan
from sandtable.lab.study.telling import told

HEAD = 'title = "t"\nscenario = "ford"\ngames = 3\n'
TURNS = '[[factor]]\nname = "turns"\noption = "turns"\nvalues = [4, 6]\n'
NIGHT = '[[factor]]\nname = "night"\noption = "night"\nvalues = [false, true]\n'


def plan(*factors: str, head: str = HEAD) -> Plan:
    return parse_plan(head + "".join(factors), "study")


def names(found: Plan) -> list[str]:
    return [point.name for point in points(found)]


def test_a_grid_has_every_combination() -> None:
    assert names(plan(TURNS, NIGHT)) == [
        "turns 4, night false",
        "turns 4, night true",
        "turns 6, night false",
        "turns 6, night true",
    ]


def hypercube(seed: int) -> Iterator[tuple[int, str]]:
    found = plan(
        '[[factor]]\nname = "cost"\ntable = "terrain"\nrow = "woods"\ncolumn = "movement"\nlow = 1\nhigh = 8\n',
        NIGHT,
        head=HEAD + f'design = "latin-hypercube"\npoints = 8\nseed = {seed}\n',
    )
    for point in points(found):
        yield int(point.levels["cost"].name), point.levels["night"].name


def test_a_latin_hypercube_covers_every_level_of_every_factor_evenly() -> None:
    costs, nights = zip(*hypercube(1), strict=True)
    assert sorted(costs) == list(range(1, 9))
    assert sorted(nights) == ["false"] * 4 + ["true"] * 4


def test_a_latin_hypercube_is_drawn_by_the_seed() -> None:
    assert list(hypercube(1)) == list(hypercube(1)) != list(hypercube(2))


def test_every_point_is_played_with_the_same_seeds_and_as_often() -> None:
    found = study(plan(TURNS, NIGHT))
    assert [[match.seed for match in games] for games in found.games] == [[1941, 1942, 1943]] * 4


def test_a_study_does_not_depend_on_who_plays_it() -> None:
    assert study(plan(TURNS), on=Processes(2)).as_json() == study(plan(TURNS)).as_json()


def test_a_level_changes_what_is_printed_and_no_other_point() -> None:
    found = plan(
        '[[factor]]\nname = "cost"\ntable = "terrain"\nrow = "woods"\ncolumn = "movement"\nvalues = [2, 5]\n'
    )
    book = catalog.rulebook_of("ford")
    costs = [
        at_hand(type(book), point.changes).tables["terrain"].look_up(row="woods", column="movement")
        for point in points(found)
    ]
    assert costs == [2, 5]


def test_the_mean_has_the_interval_of_its_scatter() -> None:
    found = mean([1.0, 3.0])
    assert (found.mean, round(found.high - found.mean, 2)) == (2.0, 1.96)


def test_a_difference_is_that_of_the_means() -> None:
    found = difference([1.0, 3.0], [5.0, 7.0])
    assert (found.mean, round(found.high - found.mean, 2)) == (4.0, 2.77)


def test_the_effect_of_a_number_is_the_best_line_from_the_lowest_to_the_highest() -> None:
    assert slope([(8, 1.0), (9, 2.0), (10, 3.0)]).mean == pytest.approx(2.0)
    assert slope([(8, 1.0), (9, 5.0), (10, 1.0)]).mean == pytest.approx(0.0)


def test_the_report_has_the_points_the_effects_and_a_plot(tmp_path: Path) -> None:
    text, page = told(study(plan(TURNS)), "short").write(tmp_path, "short")
    assert "| turns | games | red wins |" in text.read_text("utf-8")
    assert "| turns | 4 | 6 | red wins |" in text.read_text("utf-8")
    assert "![red wins by point](images/short-wins.svg)" in text.read_text("utf-8")
    assert (tmp_path / "images" / "short-wins.svg").read_text("utf-8").startswith("<?xml")
    assert "<svg" in page.read_text("utf-8")


@pytest.mark.parametrize("name", examples())
def test_every_study_that_comes_along_can_be_played(name: str) -> None:
    found = find_plan(name, lambda file: file.read_text("utf-8"))
    book = catalog.rulebook_of(found.scenario)
    board = book.board(book.setup(found.scenario))
    assert [place for place in found.places if place not in board.places] == []
    games = fixtures(found, book, points(found))
    assert len({repr((game.changes, game.setup.options)) for game in games}) == len(points(found))


def complaint(text: str) -> str:
    with pytest.raises(SandtableError) as refused:
        study(parse_plan(text, "study"))
    return str(refused.value)


BAD: list[tuple[str, str]] = [
    ("title = ", "study: "),
    (HEAD, "factor: Field required"),
    (HEAD + "weather = 1\n" + TURNS, "weather: Extra inputs are not permitted"),
    (HEAD + '[[factor]]\nname = "x"\nvalues = [1]\n', "a factor varies one of option, table, file or level"),
    (HEAD + '[[factor]]\nname = "x"\noption = "turns"\n', "a factor has values, or else low and high"),
    (
        HEAD + '[[factor]]\nname = "x"\noption = "turns"\nlow = 4\nhigh = 6\n',
        "a grid needs values; 'x' has low",
    ),
    (HEAD + TURNS + TURNS, "two factors are called 'turns'"),
    (HEAD + TURNS.replace("4", "5"), "option 'turns' may be 6, 4, 10, not 5"),
    (
        HEAD + '[[factor]]\nname = "x"\nfile = "units.toml"\nkey = "ma"\nvalues = [1]\n',
        "no file 'units.toml'",
    ),
]


@pytest.mark.parametrize(("text", "says"), BAD, ids=[says for _, says in BAD])
def test_what_will_not_do_is_said_before_the_first_game(text: str, says: str) -> None:
    assert says in complaint(text)


def test_an_unknown_study_is_named_with_those_that_there_are() -> None:
    def read(file: Path) -> Any:
        raise AssertionError(file)

    with pytest.raises(BadStudy, match="no study 'waterloo'; there are minsk, movement, rail, thrust"):
        find_plan("waterloo", read)


@pytest.mark.parametrize(
    ("scenario", "file", "key", "value"),
    [
        ("besieged", "scenario/schedule.toml", "supply.range.clear", 9),
        ("frontline-1943", "scenario/war.toml", "flags.ussr", [9] * 13),
    ],
)
def test_the_schedule_of_a_war_can_be_varied(scenario: str, file: str, key: str, value: Any) -> None:
    book = at_hand(type(catalog.rulebook_of(scenario)), (Change(file, key, value),))
    schedule = book.start(book.setup(scenario)).campaign.schedule
    for part in key.split("."):
        schedule = schedule[part]
    assert schedule == value
