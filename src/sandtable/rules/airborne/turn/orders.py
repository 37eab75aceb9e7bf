"""[12] Orders: every command writes one sealed sheet, one order a unit: mode, way and then one task (A-28, A-43)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sandtable.kernel import Action, Concern, Refusal, Seat, Sheets, Wording
from sandtable.kernel.printed.order_sheets import Subject, Tasking, Way

from ..air_phase.lines import AIR_VERBS, air_lines, air_refusal, air_wording, take_orders
from ..air_phase.tasking import tasking
from ..position import corridor
from ..position.corridor import Corridor
from ..position.sight import report_in
from ..position.ways import outlook
from ..state import Troop
from . import drafts
from .drafts import Draft, FurtherLines, WayLines, goals, read_lines
from .listing import ground_lines, ways_on
from .plotted import plotted_ways, subject
from .regrets import unordered
from .wording import line_refusal, order_wording


class Orders(Sheets[Corridor]):
    """[12] Write the orders of your command for the next six hours."""

    rule = "12"

    def seats(self, g: Corridor) -> tuple[Seat, ...]:
        """Every command at once."""
        return tuple(Seat(n) for n in range(len(g.campaign.commands)))

    def lines(self, g: Corridor, seat: Seat, draft: Sequence[Action]) -> Sequence[Action]:
        """[12] What may be ordered next: where a way goes on, and everything that nobody has spoken of yet."""
        side = g.campaign.side_of(seat)
        seen = outlook(g, side)
        read = read_lines(g, side, [line for line in draft if line.verb not in AIR_VERBS])
        others = (*ground_lines(g, seat, read), *air_lines(g, seat, draft))
        going = read.going if draft and draft[-1].verb not in AIR_VERBS else None
        if going is None:
            return others
        ahead = goals(g, seen, going)
        if read.anywhere:
            return WayLines(going.unit, ahead, others)
        return FurtherLines((*ways_on(g, seen, going), *others), going.unit, ahead)

    def line_refusal(self, g: Corridor, seat: Seat, draft: Sequence[Action], line: Action) -> Refusal:
        """[12] Why a line may not be written there."""
        no = air_refusal(g, seat, line) or line_refusal(g, seat, line)
        return no or super().line_refusal(g, seat, draft, line)

    def wording(self, g: Corridor, seat: Seat, action: Action) -> Wording:
        """A line of the sheet."""
        return air_wording(g, action) if action.verb in AIR_VERBS else order_wording(g, action)

    def about(self, g: Corridor, seat: Seat, line: Action) -> Subject | None:
        """[12] A unit, or a kind of task of aircraft."""
        return subject(g, line)

    def ways(self, g: Corridor, seat: Seat, draft: Sequence[Action]) -> Sequence[Way]:
        """[1.5] Marches along their cells, with the steps in which they get there."""
        return plotted_ways(g, g.campaign.side_of(seat), draft)

    def tasking(self, g: Corridor, seat: Seat, draft: Sequence[Action]) -> Tasking | None:
        """[12] The air tasking board of a command that has aircraft."""
        return tasking(g, seat, draft)

    def concerns(self, g: Corridor, seat: Seat, draft: Sequence[Action]) -> Sequence[Concern]:
        """[12] Units that could do something and are told nothing."""
        ground = [line for line in draft if line.verb not in AIR_VERBS]
        return unordered(g, seat, read_lines(g, g.campaign.side_of(seat), ground))

    def reveal(self, g: Corridor, answers: Mapping[Seat, Action]) -> None:
        """[12, 17.7] All sheets are opened and carried out together; nobody reads those of others."""
        report_in(g, range(len(g.hex_of)))
        for seat, sheet in answers.items():
            ground = [line for line in sheet.lines if line.verb not in AIR_VERBS]
            carry_out(g, read_lines(g, g.campaign.side_of(seat), ground))
            take_orders(g, seat, [line for line in sheet.lines if line.verb in AIR_VERBS])


def carry_out(g: Corridor, draft: Draft) -> None:
    """[12] Note the orders of a sheet in the position."""
    for unit, order in draft.orders.items():
        g.on_foot[unit] = int(order.troop == Troop.FOOT and g.counter(unit).troop != Troop.FOOT)
        g.task[unit], g.target[unit] = int(order.task), order.target
        g.breakthrough[unit] = int(order.breaks)
        if order.mode is not None and order.cells:
            g.marching[unit] = order.mode + 1
            g.route_from[unit] = len(g.route)
            g.route.extend(order.cells)
            g.route_to[unit] = len(g.route)
    for point, verb in draft.crossings.items():
        g.blow_order[point] = {drafts.BLOW: 2, drafts.CHARGE: 1, drafts.SPARE: 0}[verb]
    for verb, unit in draft.answers:
        g.answers[unit] = _answered(g.answers[unit], verb)


def _answered(held: int, verb: str) -> int:
    match verb:
        case drafts.NO_COUNTER:
            return held | corridor.NO_COUNTER_ATTACK
        case drafts.COUNTER:
            return held & ~corridor.NO_COUNTER_ATTACK
        case drafts.FUEL_FIRST:
            return held | corridor.FUEL_FIRST
        case drafts.STAND:
            return held | corridor.STANDS
        case drafts.GIVE_WAY:
            return held & ~corridor.STANDS
    return held & ~corridor.FUEL_FIRST
