"""[AGN 5.0, AGS 5.0] Victory."""

from __future__ import annotations

from sandtable.kernel import Hex, Reckoning, Result, Seat

from ..position.roster import AXIS, SEATS, SOVIET
from ..position.state import Front
from ..position.supply import reaches_east_edge

TWO_CITIES = ("Kiev", "Rostov")
FOUR_CITIES = ("Leningrad", "Moscow", "Kiev", "Rostov")
NEEDED = 3


def judge(g: Front) -> tuple[Seat, str, str]:
    """Winner, level and reason, as the position stands now."""
    areas = g.campaign.areas
    if areas == ("north",):
        return _north(g)
    if areas == ("south",):
        return _south(g)
    return _combined(g)


def result(g: Front) -> Result | None:
    """How the game ended, once it has."""
    if g.agenda:
        return None
    winner, level, reason = judge(g)
    return Result(winner=SEATS[winner], level=level, reason=reason)


def _held(g: Front, city: str) -> bool:
    place = g.campaign.board.places.get(city)
    return place is not None and bool(g.axis_control >> place.hex & 1)


def isolated(g: Front, city: str) -> bool:
    """[AGN 5.0] Whether no Russian path of any length leads from the city to the east edge (R-53)."""
    place = g.campaign.board.places.get(city)
    return place is not None and not reaches_east_edge(g, Hex(place.hex))


def _counts(g: Front, city: str) -> bool:
    return _held(g, city) or isolated(g, city)


def objectives(g: Front) -> Reckoning:
    """[AGN 5.0, AGS 5.0] What counts, each 1 where it is so; and last what is missing for the next German level."""
    areas, rule = g.campaign.areas, g.campaign.cite("victory")
    found = Reckoning("victory")
    if areas == ("north",):
        held, cut_off = _held(g, "Leningrad"), isolated(g, "Leningrad")
        found.add("Leningrad is in German hands", int(held), rule)
        found.add("Leningrad is isolated", int(cut_off), rule)
        if held:
            return found
        step = (
            "a German major victory: take Leningrad"
            if cut_off
            else "a German minor victory: isolate Leningrad"
        )
        return found.lacking(f"missing for {step}", 1, rule)
    if areas == ("south",):
        cities = {city: _held(g, city) for city in TWO_CITIES}
        for city, taken in cities.items():
            found.add(f"{city} is in German hands", int(taken), rule)
        open_ = [city for city, taken in cities.items() if not taken]
        if not open_:
            return found
        level = "major" if len(open_) == 1 else "minor"
        return found.lacking(f"missing for a German {level} victory: {' or '.join(open_)}", 1, rule)
    for city in FOUR_CITIES:
        found.add(f"{city} is taken or isolated", int(_counts(g, city)), rule)
    missing = max(0, NEEDED - int(found))
    if missing:
        found.lacking(f"missing for a German major victory, of {NEEDED} cities", missing, rule)
    return found


def _north(g: Front) -> tuple[Seat, str, str]:
    """[AGN 5.0] Leningrad taken: major. Isolated: minor. Else a substantial Russian victory."""
    if _held(g, "Leningrad"):
        return AXIS, "major", "Leningrad is in German hands [AGN 5.0]"
    if isolated(g, "Leningrad"):
        return AXIS, "minor", "Leningrad is isolated [AGN 5.0]"
    return SOVIET, "substantial", "Leningrad stands and is not isolated [AGN 5.0]"


def _south(g: Front) -> tuple[Seat, str, str]:
    """[AGS 5.0] Kiev and Rostov: major. One of them: minor. Else a substantial Russian victory."""
    held = [city for city in TWO_CITIES if _held(g, city)]
    if len(held) == 2:
        return AXIS, "major", "Kiev and Rostov are in German hands [AGS 5.0]"
    if held:
        return AXIS, "minor", f"{held[0]} is in German hands [AGS 5.0]"
    return SOVIET, "substantial", "neither Kiev nor Rostov has fallen [AGS 5.0]"


def _combined(g: Front) -> tuple[Seat, str, str]:
    """[AGN 5.0, AGS 5.0] Three of Leningrad, Moscow, Kiev and Rostov taken or isolated: major."""
    counted = [city for city in FOUR_CITIES if _counts(g, city)]
    reason = f"{' and '.join(counted) or 'none'} of {', '.join(FOUR_CITIES)} taken or isolated [AGN 5.0]"
    if len(counted) >= NEEDED:
        return AXIS, "major", reason
    return SOVIET, "substantial", reason
