"""Where the greedy bot of the airborne operation sends whom: the road is barred, zones are kept, guns follow."""

from __future__ import annotations

from sandtable.bots.airborne.objectives import assigned, barring, keepers
from sandtable.bots.airborne.sighting import Sighting
from sandtable.kernel import Hex, Seat, settle
from sandtable.rules.airborne import RULEBOOK
from sandtable.rules.airborne.position.corridor import Corridor
from sandtable.rules.airborne.position.places import begins_at
from sandtable.rules.airborne.position.sight import as_known_to
from sandtable.rules.airborne.turn.marching import road_words


def first_turn() -> Corridor:
    """The orders of the first turn of the whole operation."""
    g = RULEBOOK.start(RULEBOOK.setup("market-garden"))
    settle(g)
    return g


def command(g: Corridor, name: str) -> tuple[Sighting, list[int]]:
    """What a command sees, and the units that it may order."""
    seat = next(Seat(n) for n, one in enumerate(g.campaign.commands) if one.id == name)
    units = [u for u, unit in enumerate(g.campaign.units) if unit.command == seat and begins_at(g, u) >= 0]
    return Sighting(as_known_to(g, g.campaign.side_of(seat), seat), seat), units


def test_the_road_at_the_border_is_barred_in_depth_until_somebody_has_passed() -> None:
    g = first_turn()
    sighting, units = command(g, "parachute_army")
    barred = barring(sighting, units)
    hoffmann = [unit for unit in units if "von Hoffmann" in g.name_of(unit)]
    on_the_road = [barred[unit] for unit in hoffmann]
    assert len(set(on_the_road)) == len(hoffmann) == 3
    assert all(road_words(g.plan)[cell] == "club_route" for cell in on_the_road)
    tanks = g.campaign.number["gd-2ig"]
    sighting.g.hex_of[tanks] = int(g.plan.board.places["Valkenswaard"].hex)
    assert not set(hoffmann) & set(barring(sighting, units))


def test_the_allies_bar_nothing_and_neither_does_anybody_at_arnhem() -> None:
    sighting, units = command(first_turn(), "thirty_corps")
    assert barring(sighting, units) == {}
    arnhem = RULEBOOK.start(RULEBOOK.setup("arnhem"))
    settle(arnhem)
    assert barring(*command(arnhem, "panzer_corps")) == {}


def test_some_keep_a_zone_as_long_as_others_are_to_land_there() -> None:
    g = first_turn()
    sighting, units = command(g, "eighty_second")
    kept = keepers(sighting, units)
    assert kept
    assert all(g.grid.distance(Hex(begins_at(g, unit)), Hex(zone)) <= 4 for unit, zone in kept.items())
    assert max(list(kept.values()).count(zone) for zone in kept.values()) <= 1
    # Nobody is to come any more.
    sighting.g.due = [1] * len(g.due)
    assert keepers(sighting, units) == {}


def test_guns_go_where_other_units_of_their_command_stand() -> None:
    g = first_turn()
    sighting, units = command(g, "thirty_corps")
    others = {begins_at(g, unit) for unit in units if not g.campaign.units[unit].guns}
    goals = assigned(sighting, units)
    guns = [unit for unit in units if g.campaign.units[unit].guns]
    assert guns
    assert all(goals[unit] in others for unit in guns)
