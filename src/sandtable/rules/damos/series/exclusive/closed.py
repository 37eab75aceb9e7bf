"""Where the exclusive rules forbid a unit to go, or to act: Finns, Leningrad, delayed and quarrelling allies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from sandtable.kernel import Bits, Hex, Refusal, bits_of

from ..events import AlliesQuarrel
from ..position.roster import AXIS, SOVIET, Nation
from ..position.state import Fate, Front, Origin
from ..position.supply import line_to_east_edge

ROMANIA_FROM: Final = 2
HUNGARY_FROM: Final = 2
EXPECTATION_TURN: Final = 2
# [AGN 4.8.1, AGS 4.6.1, AGS 4.8] From this turn on nobody is kept from acting but Finns and the garrison of Hanko.
ABLE_FROM: Final = max(ROMANIA_FROM, HUNGARY_FROM)


def may_act(g: Front, unit: int) -> Refusal | None:
    """[AGN 4.7, AGS 4.8] Why *unit* may not activate now, react, move strategically, rally or be picked up (R-57)."""
    if unit == g.roster.hanko:
        return Refusal("AGN 4.10", "the Hanko garrison never moves")
    if g.side_of[unit] == SOVIET:
        if g.turn <= 1:
            return Refusal(g.campaign.cite("unaware"), "the Russians do not activate on turn 1")
        return None
    if unit in g.roster.finns and not 0 < g.finns_from <= g.turn:
        return Refusal("AGN 4.7", "the Finns wait until the Germans have reached Riga or the coast beyond it")
    if g.origin[unit] == Origin.ROMANIA and g.turn < ROMANIA_FROM:
        return Refusal("AGS 4.8", "units set up in Romania do not activate on turn 1")
    if g.origin[unit] == Origin.HUNGARY and g.turn < HUNGARY_FROM:
        return Refusal("AGS 4.8", "units set up in Hungary do not activate before turn 2")
    return None


def able(g: Front, units: list[int]) -> list[int]:
    """Those of *units*, all of one side, that may act now: what ``may_act`` says, asked for many at once."""
    if not units:
        return units
    if g.turn < ABLE_FROM:
        return [u for u in units if may_act(g, u) is None]
    if g.side_of[units[0]] == SOVIET:
        hanko = g.roster.hanko
        return [u for u in units if u != hanko] if hanko in units else units
    finns = g.roster.finns
    return units if 0 < g.finns_from <= g.turn or not finns else [u for u in units if u not in finns]


def has_finns(g: Front, units: Iterable[int]) -> bool:
    """[AGN 4.7] Whether a force contains a Finn, and so is bound as Finns are (R-57)."""
    return not g.roster.finns.isdisjoint(units)


def closed_to(g: Front, units: Iterable[int]) -> Bits:
    """Hexes that the exclusive rules close to a force, whoever is in them.

    [AGN 4.7] Finns never enter Leningrad.
    """
    city = g.campaign.leningrad
    return 1 << city if city >= 0 and has_finns(g, units) else 0


def shut_to(g: Front, units: Sequence[int]) -> Bits:
    """Hexes that the exclusive rules close to a force: those, and the ones with allies that it shuns."""
    if g.roster.bound.isdisjoint(units):
        return 0
    return closed_to(g, units) | quarrelsome(g, units)


def quarrelsome(g: Front, units: Sequence[int]) -> Bits:
    """[AGS 4.7] The hexes with Hungarians, for Romanians, and the other way round."""
    if g.roster.quarrelling.isdisjoint(units):
        return 0
    nations, of_nation, hex_of = {g.nation(u) for u in units}, g.roster.of_nation, g.hex_of
    shunned = of_nation[Nation.ROMANIAN] if Nation.HUNGARIAN in nations else ()
    if Nation.ROMANIAN in nations:
        shunned += of_nation[Nation.HUNGARIAN]
    return bits_of({hex_of[u] for u in shunned if hex_of[u] >= 0})


def quarrel(g: Front, hex_: Hex) -> None:
    """[AGS 4.7] Where Hungarians and Romanians meet all the same, all of both leave the game (R-63)."""
    nations = {g.nation(u) for u in g.units(hex_, AXIS)}
    if {Nation.HUNGARIAN, Nation.ROMANIAN} <= nations:
        allies = (Nation.HUNGARIAN, Nation.ROMANIAN)
        leaving = [u for u in g.roster.of_side[AXIS] if g.hex_of[u] >= 0 and g.nation(u) in allies]
        g.tell(AlliesQuarrel(hex_, tuple(leaving)))
        for unit in leaving:
            g.remove(unit, Fate.GONE)


def attack_ban(g: Front, units: Iterable[int], target: Hex, *, declared: bool = False) -> Refusal | None:
    """Why the exclusive rules forbid *units* to attack *target*, or None.

    Whether Leningrad has a line of supply is judged when an attack is *declared*, and not again (R-53).
    """
    force = list(units)
    if not force or g.side_of[force[0]] != AXIS or target != g.campaign.leningrad:
        return None
    if any(g.nation(u) is Nation.FINNISH for u in force):
        return Refusal("AGN 4.7", "Finns never attack Leningrad")
    if any(g.origin[u] == Origin.FINLAND for u in force):
        return Refusal("AGN 4.9.1", "Germans in Finland may not attack Leningrad")
    if not declared and g.occupied[SOVIET] >> target & 1 and line_to_east_edge(g, target):
        return Refusal(
            "AGN 4.9.1", "Leningrad may not be attacked while it has a line of supply to the east edge"
        )
    return None


def note_coast_reached(g: Front, units: Iterable[int], hex_: Hex) -> None:
    """[AGN 4.7] Germans at Riga, or on the Soviet Baltic coast east of it, bring the Finns in next turn (R-56)."""
    if g.finns_from or not g.campaign.riga_and_beyond >> hex_ & 1:
        return
    force = list(units)
    if g.side_of[force[0]] != AXIS or all(
        g.nation(u) is Nation.FINNISH or g.origin[u] == Origin.FINLAND for u in force
    ):
        return
    g.finns_from = g.turn + 1


def note_attack(g: Front, hex_: Hex) -> None:
    """[AGN 4.8.3, AGS 4.6.3] A Russian force has entered an enemy-held hex: on turn 2 that counts (R-73)."""
    if g.phasing == SOVIET and g.turn == EXPECTATION_TURN:
        g.attacks[g.area_of(hex_)] += 1
