"""[12] The lines of an order sheet for aircraft: reconnaissance, fighters, bombs, and where lifts and resupply go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sandtable.kernel import Action, Bits, Hex, Refusal, Seat, Wording, bits_of, counted, members

from ..position.corridor import ALLIED, AWAITED, Corridor
from ..position.sight import own_cells
from .flight_paths import air_zones_on
from .orders import (
    AIR_VERBS,
    BOMBING,
    COVER,
    DIVERT,
    GROUND_ATTACK,
    HEAVY,
    INTERDICT,
    SCOUT,
    SEND,
    STRIKE,
    SUPPRESS,
    left_of,
    note_order,
)

__all__ = ["AIR_VERBS", "air_lines", "air_refusal", "air_wording", "take_orders"]

# Numbers of squadrons that are offered: those at which a printed line of the tables begins, and all that are left.
_NUMBERS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13)
_KIND_WORDS: Final = {GROUND_ATTACK: "ground-attack squadron", HEAVY: "heavy squadron"}
_VERB_RULES: Final = {SUPPRESS: "10.2", INTERDICT: "10.1", STRIKE: "4"}


def air_lines(g: Corridor, seat: Seat, draft: Sequence[Action]) -> Sequence[Action]:
    """[12] What may be ordered next of aircraft; nothing for commands that have none."""
    command = g.campaign.commands[seat]
    if not command.air:
        return ()
    side = command.side
    written = {(line.verb, line.args[0]) for line in draft if line.verb in AIR_VERBS}
    return [
        line
        for line in (
            *_zone_lines(g, side, draft),
            *_bombing_lines(g, seat, draft),
            *(_lift_lines(g) if side == ALLIED else ()),
        )
        if (line.verb, line.args[0]) not in written
    ]


def _zone_lines(g: Corridor, side: int, draft: Sequence[Action]) -> Iterator[Action]:
    """[6.1, 7.1] Reconnaissance by zone, one squadron each, and fighters by zone; no reconnaissance at night (A-49)."""
    fighters = left_of(g, side, "fighter", draft)
    scouts = 0 if g.is_night() else left_of(g, side, "recce", draft)
    for zone in range(len(g.campaign.air_zones)):
        if scouts > 0:
            yield Action(SCOUT, (zone,))
        for number in _numbers(fighters):
            yield Action(COVER, (zone, number))


def _bombing_lines(g: Corridor, seat: Seat, draft: Sequence[Action]) -> Iterator[Action]:
    """[4, 10.1, 10.2] Bombs on squares where an enemy is believed to be, flak near drop zones, and support of combats."""
    side = g.campaign.side_of(seat)
    left = {GROUND_ATTACK: left_of(g, side, "ga", draft), HEAVY: left_of(g, side, "heavy", draft)}
    if not any(number > 0 for number in left.values()):
        return
    known = g.known_cells(side)
    for verb, cells in (
        (SUPPRESS, known | _zones_of_this_turn(g, side)),
        (INTERDICT, known),
        (STRIKE, known | own_cells(g, seat) & g.grid.expand(known)),
    ):
        for cell in members(cells):
            if strike_refusal(g, side, verb, cell) is None:
                for kind, squadrons in left.items():
                    for number in _numbers(squadrons):
                        yield Action(verb, (int(cell), kind, number))


def _numbers(left: int) -> Iterator[int]:
    yield from (number for number in _NUMBERS if number < left)
    if left > 0:
        yield left


def _zones_of_this_turn(g: Corridor, side: int) -> Bits:
    """[10.2] The drop zones of what is due, whose flak may be suppressed."""
    if side != ALLIED:
        return 0
    return bits_of(
        g.landing[unit] for unit, aboard in enumerate(g.aboard) if aboard and g.due[unit] <= g.turn
    )


def _lift_lines(g: Corridor) -> Iterator[Action]:
    """[17.2] Later lifts may be given another zone a turn ahead, resupply until it flies."""
    campaign = g.campaign
    for unit in campaign.serials_of:
        if g.hex_of[unit] == AWAITED and g.aboard[unit] and g.due[unit] > g.turn:
            for zone, hex_ in enumerate(campaign.drop_zones.values()):
                if int(hex_) != g.landing[unit] and _is_for(campaign.zone_names[zone]):
                    yield Action(DIVERT, (unit, zone))
    for number, lift in enumerate(campaign.resupplies):
        if g.turn <= lift.turn <= g.turn + 1 and not g.signals_fail(lift.formation):
            for zone, name in enumerate(campaign.zone_names):
                if g.bound[lift.flights[0]] != zone and _is_for(name):
                    yield Action(SEND, (number, zone))


def _is_for(zone: str) -> bool:
    # The airfields were cratered and full of flak; the grass strip at Keent was not.
    return not zone.endswith("airfield")


def strike_refusal(g: Corridor, side: int, verb: str, cell: int) -> Refusal | None:
    """[17.3, 17.4] Why aircraft may not bomb or support there, or None."""
    if side != ALLIED or verb != STRIKE:
        return None
    zone = g.campaign.air_zone[Hex(cell)]
    if g.turn > 1 and zone in _zones_with_a_lift(g):
        return Refusal("17.3", "transports fly through that air zone in this turn")
    if g.campaign.air_zones[zone].id in g.campaign.sets["zones"] and g.signals_fail("1ab"):
        return Refusal("17.4", "nobody on the ground there can call aircraft before the sets work")
    return None


def _zones_with_a_lift(g: Corridor) -> frozenset[int]:
    """[17.3] The air zones through which something is to fly in this turn."""
    campaign, found = g.campaign, frozenset[int]()
    for flight, zone in enumerate(g.bound):
        if zone >= 0 and _flies_now(g, flight):
            hex_ = campaign.drop_zones[campaign.zone_names[zone]]
            found |= air_zones_on(campaign, campaign.route_of[flight], hex_)
    return found


def _flies_now(g: Corridor, flight: int) -> bool:
    campaign = g.campaign
    if flight < len(campaign.serials):
        unit = campaign.serials[flight].unit
        if unit >= 0:
            return bool(g.aboard[unit]) and g.due[unit] <= g.turn
        return campaign.serials[flight].turn == g.turn
    return any(flight in lift.flights and lift.turn == g.turn for lift in campaign.resupplies)


def air_refusal(g: Corridor, seat: Seat, line: Action) -> Refusal | None:
    """[12] Why a line about aircraft may not be written, from what its command knows."""
    command = g.campaign.commands[seat]
    if line.verb not in AIR_VERBS:
        return None
    if not command.air:
        return Refusal("12", f"{command.name} commands no aircraft")
    if line.verb == SCOUT and g.is_night():
        return Refusal("6.1", "there is no reconnaissance at night")
    if line.verb in BOMBING and line.args and line.args[0] in g.campaign.air_zone:
        return strike_refusal(g, command.side, line.verb, line.args[0])
    return None


def take_orders(g: Corridor, seat: Seat, lines: Sequence[Action]) -> None:
    """[12] Note the lines of *seat* for the air phase."""
    for line in lines:
        note_order(g, g.campaign.side_of(seat), line)


# ---- words


def air_wording(g: Corridor, action: Action) -> Wording:
    """[12] A line about aircraft in words."""
    campaign, verb, args = g.campaign, action.verb, action.args
    if verb in (SCOUT, COVER):
        zone = campaign.air_zones[args[0]]
        target = {"hex": g.grid.name(zone.hex)}
        if verb == SCOUT:
            return Wording(
                text=f"Reconnaissance over {zone.name}", rule="6.1", target=target, group="Aircraft"
            )
        return Wording(
            text=f"{counted(args[1], 'fighter squadron')} over {zone.name}",
            rule="7.1",
            target=target,
            group="Fighters",
            what=f"fighter squadrons over {zone.name}",
            amount=args[1],
        )
    if verb in BOMBING:
        cell, kind, number = args
        what = {SUPPRESS: "silence flak around", INTERDICT: "strike the square around", STRIKE: "support at"}[
            verb
        ]
        return Wording(
            text=f"{counted(number, _KIND_WORDS[kind])} {what} {g.place(cell)}",
            rule=_VERB_RULES[verb],
            target={"hex": g.grid.name(Hex(cell))},
            group={SUPPRESS: "Suppression", INTERDICT: "Interdiction", STRIKE: "Ground support"}[verb],
            what=f"{_KIND_WORDS[kind]}s {what} {g.place(cell)}",
            amount=number,
        )
    name = campaign.zone_names[args[1]]
    target = {"hex": g.grid.name(campaign.drop_zones[name])}
    if verb == DIVERT:
        unit = {**target, "unit": campaign.units[args[0]].id}
        return Wording(
            text=f"{g.name_of(args[0])} is to land on {name}", rule="17.2", target=unit, group="Lifts"
        )
    lift = campaign.resupplies[args[0]]
    text = f"Resupply {lift.id} ({counted(lift.points, 'point')}) is to drop on {name}"
    return Wording(text=text, rule="17.2", target=target, group="Lifts")
