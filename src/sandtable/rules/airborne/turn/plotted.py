"""[1.5, 12] Order sheets on the map: what lines are about, marches along their cells, and the six steps they take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel import Action, Hex
from sandtable.kernel.printed.order_sheets import Stop, Subject, Way

from ..air_phase.lines import AIR_VERBS, air_wording
from ..position.corridor import Corridor
from ..position.ways import ticks_for
from . import drafts
from .drafts import PlannedLeg, read_lines
from .marching import STEPS

_OF_UNITS: Final = frozenset(
    (drafts.MOVE, drafts.MARCH, drafts.TO, drafts.FOOT, *drafts.TASKS, *drafts.ANSWERS)
)


def subject(g: Corridor, line: Action) -> Subject | None:
    """[12] A unit, or a kind of task of aircraft; lines about crossings are few."""
    if line.verb in _OF_UNITS:
        name = g.campaign.units[line.args[0]].id
        return Subject(key=name, title=g.name_of(line.args[0]), unit=name)
    if line.verb in AIR_VERBS:
        group = air_wording(g, line).group
        return Subject(key=group, title=group)
    return None


def plotted_ways(g: Corridor, side: int, draft: Sequence[Action]) -> list[Way]:
    """[1.5] The marches of a draft of *side*, leg by leg."""
    ground = [(number, line) for number, line in enumerate(draft) if line.verb not in AIR_VERBS]
    legs = read_lines(g, side, [line for _, line in ground]).legs
    return [_plotted(g, leg, ground[leg.line][0]) for leg in legs]


def _plotted(g: Corridor, leg: PlannedLeg, line: int) -> Way:
    cells = (leg.start, *leg.cells)
    # The ticks of the turn that are gone on arrival in each cell.
    gone = [leg.spent]
    for cell in leg.cells:
        gone.append(gone[-1] + ticks_for(g.plan, leg.troop, leg.mode, cell))
    # Where it stands at the end of each step, named by the first at whose end it is there.
    stops: dict[int, int] = {}
    for step in range(1, STEPS + 1):
        until = g.plan.ticks * step // STEPS
        reached = [cell for cell, ticks in zip(leg.cells, gone[1:], strict=True) if ticks <= until]
        if reached:
            stops.setdefault(reached[-1], step)
    return Way(
        line=line,
        hexes=g.grid.names(cells),
        text=sixths(gone[-1] - leg.spent, g.plan.ticks),
        begins=round(leg.spent / g.plan.ticks, 3),
        ends=round(gone[-1] / g.plan.ticks, 3),
        stops=tuple(Stop(hex=g.grid.name(Hex(cell)), text=str(step)) for cell, step in stops.items()),
    )


def sixths(ticks: float, whole: int) -> str:
    """[1.5] A part of the turn in its six steps: "2.5 sixths"."""
    many = round(ticks * STEPS / whole, 1)
    return "1 sixth" if many == 1 else f"{many:g} sixths"
