"""What cannot be: complaints about positions that were typed in, edited by Control or spoilt by a defect."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from sandtable.kernel import Hex, members

from ..series.exclusive.closed import has_finns
from ..series.position import bounds
from ..series.position.roster import AXIS, SOVIET, Nation
from ..series.position.state import Air, Fate, Front, Marched, Origin
from ..series.sequence import last_turn

FLAGS: Final = ("spent", "demoralized", "attempted", "cossack", "sidelined", "dropped")
KNOWN: Final = ("known_least", "known_most", "known_band", "known_band_least", "known_band_most")
BY_UNIT: Final = ("hex_of", "sp", "fate", "due", "origin", "start_sp", "marched", *FLAGS, *KNOWN)
# Whoever writes these changes strengths, or who has any.
STRENGTHS: Final = frozenset({"sp", "hex_of", "fate"})
BY_AREA: Final = ("air", "air_failures", "expected", "attacks")
MOST_EXPECTED: Final = 3


def complaints(g: Front) -> list[str]:
    """Everything impossible about *g*; empty when it is sound."""
    return [*_shape(g)] or [*_units(g), *_bands(g), *_places(g), *_numbers(g)]


def forget_bounds(g: Front, columns: Collection[str]) -> None:
    """[2.4] Nobody hears what Control wrote: after an edit of strengths everybody knows what is printed, of all units alike."""
    if "sp" in columns:
        g.bounds = bounds.forgotten((u for u, h in enumerate(g.hex_of) if h >= 0), g.roster.sp_of)
    elif STRENGTHS.intersection(columns):
        for unit, hex_ in enumerate(g.hex_of):
            if (hex_ >= 0) != (g.bounds.most[unit] > 0):
                g.bounds = bounds.between(g.bounds, unit, *((1, g.roster[unit].sp) if hex_ >= 0 else (0, 0)))


def _shape(g: Front) -> Iterator[str]:
    for names, count, what in (
        (BY_UNIT, len(g.roster), "units"),
        (BY_AREA, len(g.campaign.areas), "areas"),
    ):
        for name in names:
            if len(getattr(g, name)) != count:
                yield f"{name} has {len(getattr(g, name))} entries for {count} {what}"


def _units(g: Front) -> Iterator[str]:
    fates, origins, ways = set(Fate), set(Origin), set(Marched)
    for unit, counter in enumerate(g.roster.counters):
        if g.fate[unit] not in fates or g.origin[unit] not in origins:
            yield f"{counter.name} has fate {g.fate[unit]} and origin {g.origin[unit]}, which do not exist"
            continue
        on_map = g.fate[unit] == Fate.ON_MAP
        if on_map != (g.hex_of[unit] >= 0):
            yield f"{counter.name} is {'on' if on_map else 'off'} the map and in hex {g.hex_of[unit]}"
        elif on_map and not g.campaign.land >> g.hex_of[unit] & 1:
            yield f"{counter.name} stands in a hex that is not in play"
        if on_map and not 1 <= g.sp[unit] <= counter.sp:
            yield f"{counter.name} has strength {g.sp[unit]} of {counter.sp}"
        elif on_map and not g.bounds.least[unit] <= g.sp[unit] <= g.bounds.most[unit] <= counter.sp:
            yield f"{counter.name} is stronger or weaker than everybody knows"
        if any(getattr(g, name)[unit] not in (0, 1) for name in FLAGS) or g.marched[unit] not in ways:
            yield f"{counter.name} carries a mark that does not exist"


def _bands(g: Front) -> Iterator[str]:
    """[2.4] Units that are known by their sum alone."""
    for units in g.bounds.bands().values():
        least, most = g.bounds.band_least[units[0]], g.bounds.band_most[units[0]]
        if not least <= sum(g.sp[u] for u in units) <= most:
            names = ", ".join(g.roster[u].name for u in units)
            yield f"{names} are together stronger or weaker than everybody knows"


def _places(g: Front) -> Iterator[str]:
    """Hexes in which certain units never are."""
    campaign = g.campaign
    for hex_ in members(g.occupied[AXIS]):
        nations = {g.nation(u) for u in g.units(Hex(hex_), AXIS)}
        if {Nation.HUNGARIAN, Nation.ROMANIAN} <= nations:
            yield f"Hungarians and Romanians share hex {g.grid.name(Hex(hex_))} [AGS 4.7]"
    if campaign.leningrad >= 0 and has_finns(g, g.units(campaign.leningrad, AXIS)):
        yield "Finns are in Leningrad [AGN 4.7]"
    garrison = g.roster.hanko
    if garrison >= 0 and g.hex_of[garrison] not in (-1, campaign.hanko):
        yield "the Hanko garrison is not in Hanko [AGN 4.10]"


def _numbers(g: Front) -> Iterator[str]:
    campaign = g.campaign
    if not 0 <= g.turn <= last_turn(g):
        yield f"turn {g.turn} is none of the {last_turn(g)} turns"
    if g.phasing not in (AXIS, SOVIET):
        yield f"{g.phasing} is no side that could be phasing"
    if g.axis_rp < 0 or g.soviet_rp < 0:
        yield "replacement points are below zero"
    if g.axis_control & ~campaign.land:
        yield "a hex that is not in play is under control"
    if g.converted & ~campaign.rail_hexes:
        yield "a hex without a railway is converted"
    if g.battle.hex >= 0 and not campaign.land >> g.battle.hex & 1:
        yield "the combat is in a hex that is not in play"
    if not set(g.air) <= set(Air) or not all(0 <= n <= 2 for n in g.air_failures):
        yield "an air unit is in a state that does not exist"
    if not all(0 <= n <= MOST_EXPECTED for n in g.expected) or min(g.attacks) < 0:
        yield "attacks are expected or made that cannot be"
    if g.mp_spent < 0 or g.mp_initial < 0:
        yield "movement points are below zero"
