from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.map.bitboards import Bits, bits_of, members
from sandtable.kernel.map.board import Board, Hexsides
from sandtable.kernel.map.flood import beside, flood, flood_along, hops, hops_along, trace, traced_ways
from sandtable.kernel.map.hexes import Grid, Hex

from ..random_boards import all_sides, boards, masks, plain_distances, some_cases

ROW = Grid(1, 8)


def hexes(names: str, grid: Grid = ROW) -> Bits:
    return bits_of(grid.hex(name) for name in names.split())


def names(mask: Bits, grid: Grid = ROW) -> str:
    return " ".join(grid.name(Hex(hex_)) for hex_ in members(mask & grid.everywhere))


def listed(mask: Bits) -> list[Hex]:
    return [Hex(hex_) for hex_ in members(mask)]


def drawn(data: st.DataObject) -> tuple[Grid, Hexsides, Bits, Bits]:
    """A grid with gorges, where a flood begins and what is open to it."""
    board: Board = data.draw(boards())
    return board.grid, board.hexsides["gorge"], data.draw(masks(board.grid)), data.draw(masks(board.grid))


@some_cases
@given(st.data())
def test_a_flood_reaches_what_a_plain_search_reaches(data: st.DataObject) -> None:
    grid = data.draw(boards()).grid
    sources, open_ = data.draw(masks(grid)), data.draw(masks(grid))
    assert members(flood(grid, sources, open_)) == sorted(plain_distances(grid, listed(sources), open_))


@some_cases
@given(st.data())
def test_a_flood_does_not_cross_barred_hexsides(data: st.DataObject) -> None:
    grid, gorges, sources, open_ = drawn(data)
    expected = plain_distances(grid, listed(sources), open_, gorges)
    assert members(flood(grid, sources, open_, barred=gorges)) == sorted(expected)


@some_cases
@given(st.data(), st.integers(0, 4))
def test_a_limited_flood_stops_at_its_limit(data: st.DataObject, limit: int) -> None:
    grid, gorges, sources, open_ = drawn(data)
    distances = plain_distances(grid, listed(sources), open_, gorges)
    expected = sorted(hex_ for hex_, distance in distances.items() if distance <= limit)
    assert members(flood(grid, sources, open_, limit=limit, barred=gorges)) == expected


@some_cases
@given(st.data())
def test_hops_count_the_steps_of_a_plain_search(data: st.DataObject) -> None:
    grid, gorges, sources, open_ = drawn(data)
    found = hops(grid, sources, open_, barred=gorges)
    assert {hex_: found.of(hex_) for hex_ in listed(found.all)} == plain_distances(
        grid, listed(sources), open_, gorges
    )


@some_cases
@given(st.data())
def test_a_flood_along_a_net_leaves_it_nowhere(data: st.DataObject) -> None:
    board: Board = data.draw(boards())
    grid, links = board.grid, board.nets["road"].links
    sources, open_ = data.draw(masks(grid)), data.draw(masks(grid))
    off_road = Hexsides(grid, (side for side in all_sides(grid) if side not in links))
    expected = plain_distances(grid, listed(sources), open_, off_road)
    assert members(flood_along(links, grid, sources, open_)) == sorted(expected)


@some_cases
@given(st.data())
def test_beside_are_the_neighbours_over_open_hexsides(data: st.DataObject) -> None:
    board: Board = data.draw(boards())
    grid, gorges = board.grid, board.hexsides["gorge"]
    mask = data.draw(masks(grid))
    near = {n for hex_ in listed(mask) for n in grid.neighbours(hex_) if (hex_, n) not in gorges}
    assert set(members(beside(grid, mask, gorges) & grid.everywhere)) == {*members(mask), *near}


def test_a_source_counts_even_where_it_is_closed() -> None:
    assert names(flood(ROW, hexes("0103"), hexes("0101 0102 0104"))) == "0101 0102 0103 0104"


def test_a_flood_without_sources_is_empty() -> None:
    assert flood(ROW, 0, ROW.everywhere) == 0


def test_a_flood_along_a_net_can_be_limited() -> None:
    links = Hexsides(ROW, all_sides(ROW))
    assert names(flood_along(links, ROW, hexes("0101"), ROW.everywhere, limit=2)) == "0101 0102 0103"


def test_hops_can_be_limited() -> None:
    assert names(hops(ROW, hexes("0101"), ROW.everywhere, limit=1).all) == "0101 0102"


def test_hops_without_sources_lead_nowhere() -> None:
    assert hops(ROW, 0, ROW.everywhere).rings == ()


def test_a_hex_no_way_leads_to_has_no_distance() -> None:
    assert hops(ROW, hexes("0101"), hexes("0102")).of(ROW.hex("0105")) is None


def test_nearer_hexes_bring_a_retreat_closer_to_its_source() -> None:
    found = hops(ROW, hexes("0101"), ROW.everywhere)
    assert names(found.nearer(ROW.hex("0104"))) == "0103"


def test_no_hex_is_nearer_than_the_source_itself() -> None:
    assert hops(ROW, hexes("0101"), ROW.everywhere).nearer(ROW.hex("0101")) == 0


def test_from_a_closed_hex_any_hex_with_a_way_is_nearer() -> None:
    found = hops(ROW, hexes("0101"), hexes("0102 0103"))
    assert names(found.nearer(ROW.hex("0104"))) == "0103"


def test_hexes_within_a_distance_are_all_rings_up_to_it() -> None:
    assert names(hops(ROW, hexes("0103"), ROW.everywhere).within(1)) == "0102 0103 0104"


RAILWAY = Hexsides(ROW, [(ROW.hex("0101"), ROW.hex("0102")), (ROW.hex("0102"), ROW.hex("0103"))])


def line(ends: str, *, open_: str, overland: int, open_links: str | None = None) -> str:
    """Which of *ends* trace to the source in 0101 over the railway 0101-0102-0103."""
    return names(
        trace(
            ROW,
            hexes(ends),
            links=RAILWAY,
            sources=hexes("0101"),
            open_=hexes(open_),
            overland=overland,
            open_links=None if open_links is None else hexes(open_links),
        )
    )


def test_a_line_runs_overland_to_the_railway_and_home() -> None:
    assert line("0105 0106", open_="0102 0103 0104 0105", overland=2) == "0105"


def test_the_hex_of_the_tracing_unit_need_not_be_open() -> None:
    assert line("0105", open_="0102 0103 0104", overland=2) == "0105"


def test_a_closed_hex_on_the_way_cuts_the_line() -> None:
    assert line("0105", open_="0102 0103 0105", overland=2) == ""


def test_a_cut_railway_cuts_the_line() -> None:
    assert line("0104", open_="0103 0104", overland=1) == ""


def test_the_railway_may_be_open_where_the_land_is_not() -> None:
    assert line("0104", open_="0104", overland=1, open_links="0102 0103") == "0104"


def test_without_overland_steps_the_unit_must_stand_on_the_railway() -> None:
    assert line("0103 0104", open_="0102 0103 0104", overland=0) == "0103"


def test_a_barred_hexside_cuts_a_line_overland() -> None:
    wall = Hexsides(ROW, [(ROW.hex("0103"), ROW.hex("0104"))])
    found = trace(
        ROW,
        hexes("0103 0104"),
        links=RAILWAY,
        sources=hexes("0101"),
        open_=ROW.everywhere,
        overland=3,
        barred=wall,
    )
    assert names(found) == "0103"


def ways(ends: str, *, open_: str, overland: int) -> list[list[str]]:
    """The ways from *ends* to the railway and along it to its source in 0101."""
    net = hops_along(RAILWAY, ROW, hexes("0101"), ROW.everywhere)
    found = traced_ways(ROW, hexes(ends), links=RAILWAY, net=net, open_=hexes(open_), overland=overland)
    return [[ROW.name(hex_) for hex_ in way] for way in found]


def test_a_way_leads_overland_to_the_railway_and_along_it_home() -> None:
    assert ways("0105", open_="0104", overland=2) == [["0105", "0104", "0103", "0102", "0101"]]


def test_who_stands_on_the_railway_goes_along_it_at_once() -> None:
    assert ways("0101 0102", open_="", overland=2) == [["0101"], ["0102", "0101"]]


def test_whoever_has_no_line_has_no_way() -> None:
    assert ways("0105", open_="0104", overland=1) == []
    assert ways("0105", open_="", overland=2) == []
