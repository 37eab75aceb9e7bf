"""The geography of the airborne corridor, on other grids than its own, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from shapely.geometry import LineString, Point

from sandtable.theaters.corridor.compiler import compile_corridor
from sandtable.theaters.corridor.geography import read_corridor
from sandtable.theaters.corridor.water import BARRED, RAIL_CROSSINGS, ROAD_CROSSINGS, waters_of
from sandtable.theaters.geography import GeographyError
from sandtable.theaters.specs import GEOGRAPHY, SpecError

from .corridor_example import SPEC, Laid, changed, lay, on_club_route, reached, unbridged

RAY = {"south": (0, 14), "north": (0, -14), "west": (14, 0), "east": (-14, 0)}


GRIDS = {
    "squares of 2 km": [
        ('shape = "hex"', 'shape = "square"'),
        ("width_km = 1.0", "width_km = 2.0"),
        ("rows = 148", "rows = 64"),
        ("columns = 84", "columns = 42"),
        ("[-44.5, 65.07]", "[-44.0, 64.5]"),
    ],
    "hexes of 2 km": [
        ("width_km = 1.0", "width_km = 2.0"),
        ("rows = 148", "rows = 74"),
        ("columns = 84", "columns = 42"),
        ("[-44.5, 65.07]", "[-44.0, 64.5]"),
    ],
}


@pytest.fixture(scope="module", params=GRIDS, ids=list(GRIDS))
def other_grid(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Laid:
    return lay(changed(SPEC, tmp_path_factory.mktemp("other"), GRIDS[request.param]))


@pytest.fixture(scope="module")
def laid() -> Laid:
    return lay()


def test_the_towns_of_the_road_lie_in_order_from_south_to_north(laid: Laid) -> None:
    latitudes = [laid.corridor.places[name].at[0] for name in laid.corridor.checks.south_to_north]
    assert latitudes == sorted(latitudes)


def test_club_route_is_as_long_as_it_was(laid: Laid) -> None:
    via = next(road.via for road in laid.corridor.roads if road.name == "Club Route")
    stops = [laid.projection.xy(laid.corridor.point(s)) for s in via[via.index("Joe's Bridge") :]]
    least, most = laid.corridor.checks.club_route_km
    assert least <= LineString(stops).length <= most


def test_the_places_lie_on_the_banks_where_they_stood(laid: Laid) -> None:
    wrong = []
    for name, bank, water in laid.corridor.checks.banks:
        x, y = laid.projection.xy(laid.corridor.places[name].at)
        dx, dy = RAY[bank]
        cuts = LineString([(x, y), (x + dx, y + dy)]).intersection(laid.waters.courses[water])
        if len(getattr(cuts, "geoms", [cuts] if not cuts.is_empty else [])) % 2 == 0:
            wrong.append(f"{name} is not {bank} of the {water}")
    assert wrong == []


def test_no_zone_lies_in_the_water(laid: Laid) -> None:
    waters = [c for name, c in laid.waters.courses.items() if laid.waters.kinds[name] in BARRED]
    wet = [
        zone.name
        for zone in laid.corridor.zones
        if min(water.distance(Point(laid.projection.xy(zone.at))) for water in waters) < 0.15
    ]
    assert wet == []


# ---- other grids


def test_lines_keep_to_their_crossings_on_any_grid(other_grid: Laid) -> None:
    assert unbridged(other_grid, other_grid.board.nets["road"], ROAD_CROSSINGS) == []
    assert unbridged(other_grid, other_grid.board.nets["rail"], RAIL_CROSSINGS) == []


def test_club_route_is_unbroken_on_any_grid(other_grid: Laid) -> None:
    start = other_grid.board.places["Bourg-Leopold"].hex
    chain = reached(other_grid.board.nets["road"], start, on_club_route)
    assert other_grid.board.places["Arnhem"].hex in chain


def test_crossings_sit_on_their_waters_on_any_grid(other_grid: Laid) -> None:
    crossings = [p for p in other_grid.board.points if p.kind == "crossing"]
    assert crossings
    assert all(p.side in other_grid.waters.chains[p.facts["over"]] for p in crossings)


# ---- complaints


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('"Hechtel",[51.190,5.372]', '"Nowhere",[51.190,5.372]', "'Nowhere', which is no known place"),
        ('class=1, via=["Bourg-Leopold"', 'class=4, via=["Bourg-Leopold"', "class 1, 2 or 3, not 4"),
        ('over="Waal", kind="road"', 'over="Wall", kind="road"', "'Wall' is no known water"),
        ('name="DZ-Y", kind="DZ"', 'name="DZ-X", kind="DZ"', "the zone 'DZ-X' is listed twice"),
        ('["Peer",51.130', '["Peer",151.130', "latitude 151.13 lies outside"),
    ],
)
def test_a_faulty_geography_is_refused_in_one_sentence(
    tmp_path: Path, old: str, new: str, complaint: str
) -> None:
    path = changed(GEOGRAPHY / "corridor.toml", tmp_path, [(old, new)])
    with pytest.raises(GeographyError, match=r"^corridor\.toml: .*") as refused:
        read_corridor(path)
    assert complaint in str(refused.value)


def test_a_bridge_beside_its_river_is_refused(laid: Laid, tmp_path: Path) -> None:
    away = [('name="Grave bridge", lat=51.765', 'name="Grave bridge", lat=51.785')]
    corridor = read_corridor(changed(GEOGRAPHY / "corridor.toml", tmp_path, away))
    with pytest.raises(GeographyError, match=r"'Grave bridge' lies .* km off its water, Maas"):
        waters_of(corridor, laid.projection, laid.placement, laid.points)


def test_squares_with_diagonals_are_refused(tmp_path: Path) -> None:
    path = changed(SPEC, tmp_path, [('shape = "hex"', 'shape = "square"\ndiagonals = true')])
    with pytest.raises(SpecError, match=r"corridor\.toml: grid\.diagonals"):
        compile_corridor(path)


def test_a_second_geography_file_is_refused(tmp_path: Path) -> None:
    path = changed(SPEC, tmp_path, [('["corridor.toml"]', '["corridor.toml", "corridor.toml"]')])
    with pytest.raises(SpecError, match="exactly one file"):
        compile_corridor(path)
