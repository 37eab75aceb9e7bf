from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.map.bitboards import Bits, bits_of, members
from sandtable.kernel.map.board import Board, Hexsides, Net, Place, Segment
from sandtable.kernel.map.costs import BadCosts, CostMap, Track
from sandtable.kernel.map.hexes import Grid, Hex
from sandtable.kernel.map.paths import Ranges, distance_field, reach

from ..random_boards import boards, masks, plain_costs, some_cases

ENTER = {"clear": 1, "woods": 2, "swamp": 3}
CROSS = {"river": 1, "canal": 2}
BARRED = ("gorge",)
ALONG = {"road": 1}
PLACES = {"town": 2}

ROW = Grid(1, 6)
FAR = 1000


def cost_map(board: Board, area: Bits | None = None) -> CostMap:
    return CostMap(board, ENTER, cross=CROSS, barred=BARRED, along=ALONG, places=PLACES, area=area)


def price(board: Board, a: Hex, b: Hex) -> int | None:
    """What a step costs by the words of CostMap, worked out the long way."""
    if (a, b) in board.nets["road"].links:
        return ALONG["road"]
    if (a, b) in board.hexsides["gorge"]:
        return None
    entry = PLACES["town"] if board.places_at(b) else ENTER.get(board.terrain[b])
    if entry is None:
        return None
    return entry + sum(more for kind, more in CROSS.items() if (a, b) in board.hexsides[kind])


def priced_steps(
    board: Board,
    here: Hex,
    *,
    start: Hex,
    blocked: Bits = 0,
    stop: Bits = 0,
    entering: Mapping[int, Bits] | None = None,
    leaving: Mapping[int, Bits] | None = None,
) -> Iterator[tuple[Hex, int]]:
    if stop >> here & 1 and here != start:
        return
    for near in board.grid.neighbours(here):
        step = price(board, here, near)
        if step is not None and not blocked >> near & 1:
            step += sum(more for more, zone in (entering or {}).items() if zone >> near & 1)
            step += sum(more for more, zone in (leaving or {}).items() if zone >> here & 1)
            yield near, step


def costs_of(found: Mapping[Hex, int]) -> dict[int, int]:
    return {int(hex_): cost for hex_, cost in sorted(found.items())}


def drawn(data: st.DataObject) -> tuple[Board, Hex, Bits, Bits]:
    """A board, a hex to start from, and two sets of hexes."""
    board: Board = data.draw(boards())
    start = data.draw(st.sampled_from(board.grid.cells))
    return board, start, data.draw(masks(board.grid)), data.draw(masks(board.grid))


# ---- against an ordinary search


@some_cases
@given(st.data(), st.integers(0, 9))
def test_reach_costs_what_an_ordinary_search_finds(data: st.DataObject, mp: int) -> None:
    board, start, blocked, stop = drawn(data)
    found = reach(cost_map(board), start, mp, blocked=blocked, stop=stop)
    expected = plain_costs(
        start, mp, lambda here: priced_steps(board, here, start=start, blocked=blocked, stop=stop)
    )
    assert {h: found.cost(Hex(h)) for h in members(found.all)} == costs_of(expected)


@some_cases
@given(st.data(), st.integers(0, 12))
def test_zones_add_to_the_cost_of_entering_and_leaving(data: st.DataObject, mp: int) -> None:
    board, start, zone, other = drawn(data)
    entering, leaving = {1: zone & ~other, 3: other}, {2: zone}
    found = reach(cost_map(board), start, mp, entering=entering, leaving=leaving)
    expected = plain_costs(
        start,
        mp,
        lambda here: priced_steps(board, here, start=start, entering=entering, leaving=leaving),
    )
    assert {h: found.cost(Hex(h)) for h in members(found.all)} == costs_of(expected)


@some_cases
@given(st.data())
def test_every_path_is_worth_its_cost(data: st.DataObject) -> None:
    board, start, stop, zone = drawn(data)
    found = reach(cost_map(board), start, 8, stop=stop, entering={1: zone}, leaving={2: zone})
    for hex_ in map(Hex, members(found.all)):
        way = found.path(hex_)
        assert way is not None
        paid = [
            dict(priced_steps(board, a, start=start, stop=stop, entering={1: zone}, leaving={2: zone}))[b]
            for a, b in pairwise(way)
        ]
        assert (way[0], way[-1], sum(paid)) == (start, hex_, found.cost(hex_))


@some_cases
@given(st.data())
def test_a_step_costs_what_the_tables_say(data: st.DataObject) -> None:
    board: Board = data.draw(boards())
    costs = cost_map(board)
    steps = [(a, b) for a in board.grid.cells for b in board.grid.neighbours(a)]
    assert [costs.step(a, b) for a, b in steps] == [price(board, a, b) for a, b in steps]


@some_cases
@given(st.data())
def test_a_field_holds_the_cheapest_way_from_every_hex(data: st.DataObject) -> None:
    board: Board = data.draw(boards())
    goals = data.draw(masks(board.grid))
    costs = cost_map(board)
    field = distance_field(costs, goals)
    reached = [reach(costs, start, FAR) for start in board.grid.cells]
    assert [field.of(r.start) for r in reached] == [
        min((c for goal in members(goals) if (c := r.cost(Hex(goal))) is not None), default=None)
        for r in reached
    ]


# ---- one thing at a time, on a row of six hexes


def row(terrain: str = "clear clear clear clear clear clear", **printed: str) -> Board:
    """A row of hexes; keywords name hexsides ("0102-0103")."""
    return Board(
        "row",
        ROW,
        dict(zip(ROW.cells, terrain.split(), strict=True)),
        hexsides={kind: Hexsides(ROW, map(sides, names.split())) for kind, names in printed.items()},
        nets={"road": Net(ROW, [Segment(ROW.hex("0103"), ROW.hex("0104"), "", {})])},
        places=[
            Place("Luga", ROW.hex("0105"), "town", "SU"),
            Place("Luga Camp", ROW.hex("0105"), "camp", "SU"),
        ],
    )


def sides(names: str) -> tuple[Hex, Hex]:
    a, b = names.split("-")
    return ROW.hex(a), ROW.hex(b)


def arrivals(costs: CostMap, mp: int, *, blocked: str = "", stop: str = "", start: str = "0101") -> str:
    found = reach(costs, ROW.hex(start), mp, blocked=hexes(blocked), stop=hexes(stop))
    return " ".join(f"{ROW.name(Hex(h))}:{found.cost(Hex(h))}" for h in members(found.all))


def hexes(names: str) -> Bits:
    return bits_of(ROW.hex(name) for name in names.split())


def test_movement_pays_for_each_hex_entered() -> None:
    assert (
        arrivals(CostMap(row("clear woods clear swamp clear clear"), ENTER), 6)
        == "0101:0 0102:2 0103:3 0104:6"
    )


def test_terrain_that_is_not_named_is_prohibited() -> None:
    assert arrivals(CostMap(row("clear clear sea clear clear clear"), ENTER), 9) == "0101:0 0102:1"


def test_a_river_costs_extra() -> None:
    board = row(river="0101-0102")
    assert arrivals(CostMap(board, ENTER, cross={"river": 2}), 4) == "0101:0 0102:3 0103:4"


def test_two_kinds_of_hexside_add_up() -> None:
    board = row(river="0101-0102", slope="0101-0102")
    assert CostMap(board, ENTER, cross={"river": 2, "slope": 1}).step(*sides("0101-0102")) == 4


def test_a_barred_hexside_is_not_crossed() -> None:
    assert arrivals(CostMap(row(gorge="0102-0103"), ENTER, barred=["gorge"]), 9) == "0101:0 0102:1"


def test_barred_outweighs_costly() -> None:
    board = row(river="0102-0103")
    assert CostMap(board, ENTER, cross={"river": 1}, barred=["river"]).step(*sides("0102-0103")) is None


def test_a_road_costs_its_own_price_whatever_lies_around_it() -> None:
    board = row("clear clear clear sea clear clear", gorge="0103-0104")
    costs = CostMap(board, ENTER, barred=["gorge"], along={"road": 2})
    assert arrivals(costs, 5, start="0103") == "0101:2 0102:1 0103:0 0104:2 0105:3 0106:4"


def test_a_dear_road_is_left_unused() -> None:
    assert CostMap(row(), ENTER, along={"road": 5}).step(*sides("0103-0104")) == 1


def test_the_cheapest_of_several_roads_is_used() -> None:
    board = row("clear clear swamp swamp clear clear")
    board.nets["track"] = board.nets["road"]
    assert CostMap(board, ENTER, along={"road": 1, "track": 2}).step(*sides("0103-0104")) == 1


def test_a_place_costs_its_own_price() -> None:
    costs = CostMap(row("clear clear clear clear swamp clear"), ENTER, places={"town": 1})
    assert costs.enter(ROW.hex("0105")) == 1


def test_the_first_place_with_a_price_decides() -> None:
    assert CostMap(row(), ENTER, places={"camp": 2, "town": 4}).enter(ROW.hex("0105")) == 4
    assert CostMap(row(), ENTER, places={"camp": 2}).enter(ROW.hex("0105")) == 2


def test_hexes_outside_the_area_are_not_entered_even_by_road() -> None:
    costs = CostMap(row(), ENTER, along={"road": 1}, area=hexes("0101 0102 0103"))
    assert arrivals(costs, 9) == "0101:0 0102:1 0103:2"


def test_a_step_out_of_the_area_may_not_be_taken() -> None:
    assert CostMap(row(), ENTER, area=hexes("0101 0102")).step(*sides("0102-0103")) is None


def test_kinds_that_the_board_does_not_have_cost_nothing() -> None:
    costs = CostMap(row(), ENTER | {"ice": 9}, cross={"moat": 9}, barred=["wall"], along={"tram": 9})
    assert arrivals(costs, 2) == "0101:0 0102:1 0103:2"


def test_hexes_out_of_play_are_not_entered() -> None:
    board = Board("part", ROW, dict.fromkeys(ROW.cells, "clear"), areas={"in_play": hexes("0101 0102")})
    assert arrivals(CostMap(board, ENTER), 9) == "0101:0 0102:1"


def test_blocked_hexes_are_not_entered() -> None:
    assert arrivals(CostMap(row(), ENTER), 9, blocked="0103") == "0101:0 0102:1"


def test_stop_hexes_are_entered_but_not_left() -> None:
    assert arrivals(CostMap(row(), ENTER), 9, stop="0103") == "0101:0 0102:1 0103:2"


def test_the_start_may_be_left_even_if_it_is_a_stop_hex() -> None:
    assert arrivals(CostMap(row(), ENTER), 1, stop="0101") == "0101:0 0102:1"


def test_without_points_a_unit_stays_where_it_is() -> None:
    assert arrivals(CostMap(row(), ENTER), 0) == "0101:0"


def test_points_left_are_those_not_paid() -> None:
    found = reach(CostMap(row(), ENTER), ROW.hex("0101"), 5)
    assert found.left(ROW.hex("0104")) == 2


def test_a_hex_out_of_reach_has_neither_cost_nor_path_nor_points_left() -> None:
    found = reach(CostMap(row(), ENTER), ROW.hex("0101"), 2)
    there = ROW.hex("0106")
    assert (found.cost(there), found.path(there), found.left(there)) == (None, None, None)


def test_of_equal_ways_the_path_is_always_the_same() -> None:
    grid = Grid(3, 3)
    costs = CostMap(Board("open", grid, dict.fromkeys(grid.cells, "clear")), ENTER)
    way = reach(costs, grid.hex("0101"), 9).path(grid.hex("0303"))
    assert way is not None
    assert [grid.name(hex_) for hex_ in way] == ["0101", "0201", "0302", "0303"]


def test_a_minimum_move_may_enter_any_neighbour_that_is_not_prohibited() -> None:
    costs = CostMap(row("clear swamp clear sea clear clear", gorge="0104-0105"), ENTER, barred=["gorge"])
    assert costs.beside(ROW.hex("0101")) == hexes("0102")
    assert costs.beside(ROW.hex("0103")) == hexes("0102")
    assert costs.beside(ROW.hex("0105")) == hexes("0106")


def test_no_way_leads_through_a_blocked_hex_in_a_field() -> None:
    field = distance_field(CostMap(row(), ENTER), hexes("0101"), blocked=hexes("0103"))
    assert [field.of(cell) for cell in ROW.cells] == [0, 1, 2, None, None, None]


def test_a_field_without_goals_is_empty() -> None:
    assert distance_field(CostMap(row(), ENTER), 0).rings == ()


@pytest.mark.parametrize("what", ["enter", "along", "places"])
def test_a_step_costs_at_least_one_point(what: str) -> None:
    given: dict[str, dict[str, int]] = {"enter": {}, "along": {}, "places": {}} | {what: {"clear": 0}}
    with pytest.raises(BadCosts, match=rf"^{what} 'clear' costs 0 points; it must cost at least 1$"):
        CostMap(row(), given["enter"], along=given["along"], places=given["places"])


def test_a_hexside_costs_no_less_than_nothing() -> None:
    with pytest.raises(BadCosts, match=r"^cross 'river' costs -1 points; it must cost at least 0$"):
        CostMap(row(), ENTER, cross={"river": -1})


@some_cases
@given(st.data())
def test_an_open_track_leads_where_a_map_with_that_track_in_it_does(data: st.DataObject) -> None:
    board = data.draw(boards())
    links = board.nets["road"].links if "road" in board.nets else Hexsides(board.grid)
    open_ = bits_of(h for h in board.grid.cells if data.draw(st.booleans()))
    start = data.draw(st.sampled_from(board.grid.cells))
    both = Hexsides(board.grid, (s for s in links.sides if open_ >> s[0] & open_ >> s[1] & 1))
    laid = reach(CostMap(board, ENTER, cross=CROSS, tracks={both: 1}), start, 6)
    today = reach(CostMap(board, ENTER, cross=CROSS), start, 6, track=Track(board.grid, links, open_, 1))
    assert today.layers == laid.layers
    for hex_ in members(today.all):
        assert today.path(Hex(hex_)) == laid.path(Hex(hex_))


# ---- ranges from memory


@some_cases
@given(st.data())
def test_a_range_from_memory_is_what_a_new_search_would_find(data: st.DataObject) -> None:
    board = data.draw(boards())
    costs, known = cost_map(board), Ranges(size=3)
    links = board.nets["road"].links
    blocked, open_ = data.draw(masks(board.grid)), data.draw(masks(board.grid))
    for _ in range(6):
        # A little changes between one question and the next, as it does in a game.
        blocked ^= 1 << data.draw(st.sampled_from(board.grid.cells))
        open_ ^= 1 << data.draw(st.sampled_from(board.grid.cells))
        start = data.draw(st.sampled_from(board.grid.cells[:2]))
        track = data.draw(st.sampled_from([None, Track(board.grid, links, open_, 1)]))
        found = known.reach(costs, start, 3, blocked, track)
        fresh = reach(costs, start, 3, blocked=blocked, track=track)
        assert (found.layers, found.all) == (fresh.layers, fresh.all)
        assert [found.path(Hex(h)) for h in members(found.all)] == [
            fresh.path(Hex(h)) for h in members(fresh.all)
        ]


def test_a_range_is_remembered_while_nothing_changes_in_or_next_to_it() -> None:
    costs, known, start = CostMap(row(), ENTER), Ranges(size=9), ROW.hex("0101")
    found = known.reach(costs, start, 2, 0)
    assert known.reach(costs, start, 2, hexes("0105 0106")) is found
    assert known.reach(costs, start, 2, hexes("0104")) is not found


def test_beyond_its_size_the_memory_forgets_the_oldest() -> None:
    costs, known = CostMap(row(), ENTER), Ranges(size=2)
    first = known.reach(costs, ROW.hex("0101"), 2, 0)
    second = known.reach(costs, ROW.hex("0102"), 2, 0)
    assert known.reach(costs, ROW.hex("0101"), 2, 0) is first
    known.reach(costs, ROW.hex("0103"), 2, 0)
    assert known.reach(costs, ROW.hex("0102"), 2, 0) is second
    assert known.reach(costs, ROW.hex("0101"), 2, 0) is not first


def test_with_a_limit_only_near_ways_are_looked_for() -> None:
    costs = CostMap(row(), ENTER)
    whole = distance_field(costs, hexes("0101"))
    assert distance_field(costs, hexes("0101"), limit=1).rings == whole.rings[:2]
