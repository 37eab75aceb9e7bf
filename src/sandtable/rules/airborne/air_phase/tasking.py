"""[6, 7, 8, 9, 10] The air tasking board: squadrons on hand and left, streams with their ways, and flak that may be there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sandtable.kernel import Action, Hex, Seat, bits_of, counted, members
from sandtable.kernel.printed.order_sheets import Pool, Stream, Tasking

from ..position.corridor import ALLIED, AWAITED, Corridor
from ..position.sight import sightings
from ..state import Troop
from .flight_paths import overflown, path
from .orders import DIVERT, SEND, left_of, squadrons

POOLS: Final = {
    "recce": "Reconnaissance",
    "fighter": "Fighters",
    "ga": "Ground attack",
    "heavy": "Heavy bombers",
}
GROUPS: Final = ("Aircraft", "Fighters", "Suppression", "Interdiction", "Ground support", "Lifts")
# What flak looks like to whoever has seen it: guns, or vehicles.
_MAY_BE_FLAK: Final = (Troop.ARTILLERY, Troop.MECH)


def tasking(g: Corridor, seat: Seat, draft: Sequence[Action]) -> Tasking | None:
    """[12] The board of a command with aircraft, as it stands with *draft*."""
    command = g.campaign.commands[seat]
    if not command.air:
        return None
    side = command.side
    return Tasking(
        title="Air tasking",
        pools=tuple(
            Pool(title=title, on_hand=many, left=left_of(g, side, what, draft))
            for what, title in POOLS.items()
            if (many := squadrons(g, side, what))
        ),
        groups=GROUPS,
        streams=tuple(_streams(g, draft)) if side == ALLIED else (),
    )


def _streams(g: Corridor, draft: Sequence[Action]) -> Iterator[Stream]:
    """[8, 11] What is to fly in this turn and the next: units by formation and zone, then resupply."""
    campaign = g.campaign
    bound = {(line.verb, line.args[0]): line.args[1] for line in draft if line.verb in (DIVERT, SEND)}
    lifts: dict[tuple[int, str, str, str, bool], int] = {}
    for unit, flights in campaign.serials_of.items():
        turn = max(g.due[unit], g.turn)
        if not g.aboard[unit] or g.hex_of[unit] != AWAITED or turn > g.turn + 1:
            continue
        zone = bound.get((DIVERT, unit), g.bound[flights[0]])
        formation = campaign.formations[campaign.units[unit].formation].name
        key = (
            turn,
            formation,
            campaign.zone_names[zone],
            campaign.route_of[flights[0]],
            (DIVERT, unit) in bound,
        )
        lifts[key] = lifts.get(key, 0) + len(flights)
    for (turn, formation, zone_name, route, changed), serials in sorted(lifts.items()):
        yield _stream(g, formation, counted(serials, "serial"), zone_name, route, turn=turn, changed=changed)
    for number, lift in enumerate(campaign.resupplies):
        if g.turn <= lift.turn <= g.turn + 1:
            zone = bound.get((SEND, number), g.bound[lift.flights[0]])
            what = f"{counted(lift.points, 'point')} of supply in {counted(len(lift.flights), 'serial')}"
            yield _stream(
                g,
                f"Resupply {lift.id}",
                what,
                campaign.zone_names[zone],
                lift.route,
                turn=lift.turn,
                changed=(SEND, number) in bound,
            )


def _stream(g: Corridor, title: str, what: str, zone: str, route: str, *, turn: int, changed: bool) -> Stream:
    hex_ = g.campaign.drop_zones[zone]
    guns = bits_of(Hex(one.hex) for one in sightings(g, ALLIED) if one.troop in _MAY_BE_FLAK)
    return Stream(
        title=title,
        what=what,
        to=zone,
        hex=g.grid.name(hex_),
        turn=turn,
        path=g.grid.names(path(g.campaign, route, hex_)),
        flak=g.grid.names(members(overflown(g.campaign, route, hex_) & guns)),
        changed=changed,
    )
