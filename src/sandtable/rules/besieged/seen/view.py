"""What a seat sees: the whole position, in words; nothing on this map is hidden from anybody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sandtable.kernel import OFF_BOARD, Bits, Hex, Seat, bits_of, lines_of, members
from sandtable.kernel.game.codec import write_step

from ..calendar import turn_name
from ..position.campaign import POOLS
from ..position.declared import Declared
from ..position.roster import AXIS, SEATS, SOVIET
from ..position.war import War
from ..state import IMPULSES, WEATHERS
from ..turn import ending
from .appearance import combat, trays, turn_groups
from .counters import COMING, Row, counters, fill_in

# Numbers and columns of the position that the view shows as they are.
NUMBERS: Final = (
    "rail_used",
    "landing_year",
    "romania_left",
    "hungary_left",
    "finland_left",
    "budapest_held",
    "ended",
    "level",
    "cause",
    "column",
    "die",
    "adjusted",
)
COLUMNS: Final = ("air_used", "air_lost", "marshal_used", "sailed", "oil_held")


def view(g: War, seat: Seat) -> dict[str, Any]:
    """The position as *seat* sees it."""
    on_map, off_map = counters(g)
    return {
        "turn": g.turn,
        "turn_name": turn_name(g.turn) if g.turn else "set-up",
        "turns": [turn_name(n) for n in range(1, g.last_turn + 1)],
        "turn_groups": turn_groups(g.last_turn),
        "phasing": SEATS[g.phasing],
        "impulse": g.impulse,
        "phase": _phase(g),
        "weather": WEATHERS[g.weather],
        "weathers": [WEATHERS[g.first_weather], WEATHERS[g.second_weather]],
        "victory": victory(g),
        "calendar": calendar(g, off_map),
        "replacement_points": dict(zip(POOLS, g.rp, strict=True)),
        "taken_by_germans": _names(g, g.control(AXIS) & g.campaign.soviet_side),
        "taken_by_soviets": _names(g, g.control(SOVIET) & g.campaign.axis_side),
        "rail_of_germans": _names(g, g.axis_rail & g.campaign.soviet_side),
        "rail_of_soviets": _names(g, g.campaign.rail_hexes & g.campaign.axis_side & ~g.axis_rail),
        "declared": _declared(g),
        "numbers": {name: getattr(g, name) for name in NUMBERS},
        "columns": {name: list(getattr(g, name)) for name in COLUMNS},
        "agenda": [write_step(step) for step in g.agenda],
        "counters": on_map,
        "off_map": off_map,
        "trays": trays(g),
        "combat": combat(g),
    }


def _phase(g: War) -> str:
    """[Sequence] The part of the turn, as the bar above the map calls it."""
    if not g.impulse:
        return "start of the turn"
    return "surprise" if g.is_surprised(Seat(g.phasing)) else f"{IMPULSES[g.impulse - 1]} impulse"


def victory(g: War) -> dict[str, Any]:
    """[Victory, Victory 1941] How the game stands, were it over now."""
    if g.setup.scenario == ending.SCENARIO_1941:
        winner, level = ending.count_1941(g)
        points = ending.points_1941(g)
        standing = {
            "winner": "draw" if winner == ending.Winner.DRAW else SEATS[winner - 1],
            "level": level.name.lower(),
            "reason": f"the Axis has {points} points for Major Cities",
        }
    else:
        cities = ending.axis_cities(g)
        fallen = g.controls(SOVIET, g.campaign.hex("Berlin"))
        standing = {
            "winner": SEATS[SOVIET] if fallen else SEATS[AXIS],
            "level": "marginal",
            "reason": f"Berlin {'has fallen' if fallen else 'stands'}, and the Axis holds {cities} Major Cities",
        }
    return standing | {"lines": lines_of([ending.standing(g)])}


def calendar(g: War, off_map: list[Row]) -> list[dict[str, Any]]:
    """[Reinforcements] The turns to come in which units arrive."""
    arriving: dict[int, list[str]] = {}
    for seen in off_map:
        if seen["fate"] == COMING and g.turn <= seen["turn"] <= g.last_turn:
            arriving.setdefault(seen["turn"], []).append(seen["unit"])
    return [{"turn": n, "name": turn_name(n), "arrives": units} for n, units in sorted(arriving.items())]


def restore(g: War, seen: Mapping[str, Any]) -> None:
    """Make the fresh position *g* the one that was *seen*; its agenda is somebody else's to read."""
    fill_in(g, [*seen["counters"], *seen["off_map"]])
    g.turn, g.phasing, g.impulse = seen["turn"], SEATS.index(seen["phasing"]), seen["impulse"]
    g.weather = WEATHERS.index(seen["weather"])
    g.first_weather, g.second_weather = map(WEATHERS.index, seen["weathers"])
    g.rp = [seen["replacement_points"][name] for name in POOLS]
    land = g.campaign
    g.axis_control = land.axis_side & ~_bits(g, seen["taken_by_soviets"]) | _bits(g, seen["taken_by_germans"])
    home = land.rail_hexes & land.axis_side
    g.axis_rail = home & ~_bits(g, seen["rail_of_soviets"]) | _bits(g, seen["rail_of_germans"])
    for name in NUMBERS:
        setattr(g, name, seen["numbers"][name])
    for name in COLUMNS:
        setattr(g, name, list(seen["columns"][name]))
    row = dict(seen["declared"])
    hex_ = row.pop("hex")
    g.declared = Declared(hex=g.grid.hex(hex_) if hex_ else OFF_BOARD, **row)
    g.rebuild()


def _declared(g: War) -> dict[str, Any]:
    row = g.declared._asdict()
    return row | {"hex": g.grid.name(Hex(g.declared.hex)) if g.declared.hex >= 0 else ""}


def _names(g: War, mask: Bits) -> list[str]:
    return list(g.grid.names(members(mask)))


def _bits(g: War, names: list[str]) -> Bits:
    return bits_of(g.grid.hex(name) for name in names)
