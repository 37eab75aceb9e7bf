"""Why something may not be done now, in the rules' own words: moving, attacking, blowing a crossing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sandtable.kernel import CONTROL, Hex, Refusal, Seat, UnknownName, asked, top

from ..movement import HALF_TURN
from ..position.corridor import Corridor, State
from ..position.crossings import ends
from ..position.places import begins_at, spent_at_first
from ..position.ways import march, modes, move_refusal
from ..turn.listing import may_blow
from ..turn.orders import Orders

Question = Callable[[Corridor, Seat, int, Hex], Refusal | None]


def why_not(g: Corridor, seat: Seat, verb: str, what: Mapping[str, str]) -> Refusal | None:
    """Why *seat* may not do *verb* now, or None if it may."""
    if verb not in EXPLAINS:
        raise UnknownName(f"there is no question {verb!r}; there are {', '.join(EXPLAINS)}")
    for key in EXPLAINS[verb]:
        if key not in what:
            raise UnknownName(f"say which {key} is meant")
    hex_ = g.plan.board.hex(what["hex"])
    if seat == CONTROL:
        return None
    if verb == "blow":
        return _blow(g, seat, hex_) or _now(g, seat)
    if what["unit"] not in g.campaign.number:
        raise UnknownName(f"there is no unit {what['unit']!r}")
    unit = g.campaign.number[what["unit"]]
    if g.campaign.units[unit].command != seat:
        return Refusal("12", "that unit is not under your command")
    return QUESTIONS[verb](g, seat, unit, hex_) or _now(g, seat)


def _move(g: Corridor, seat: Seat, unit: int, hex_: Hex) -> Refusal | None:
    """[1.1, 1.3, 1.5]"""
    no = move_refusal(g, unit, g.troop(unit))
    if no is not None:
        return no
    if g.known_cells(g.side_of(unit)) >> hex_ & 1:
        return Refusal("1.5", "an enemy is known to be there")
    here, spent = begins_at(g, unit), spent_at_first(g, unit)
    found = [march(g, unit, mode, here, spent) for mode in modes(g, unit, g.troop(unit))]
    if any(way is not None and way.all >> hex_ & 1 for way in found):
        return None
    return Refusal(
        "1.2", "no mode leads there in one turn over ground, roads and crossings as they are known"
    )


def _attack(g: Corridor, seat: Seat, unit: int, hex_: Hex) -> Refusal | None:
    """[2, 2.2, 1.4]"""
    printed = g.campaign.units[unit]
    if begins_at(g, unit) < 0:
        return Refusal("12", f"{printed.name} is not on the map")
    if printed.guns or printed.flak:
        return Refusal("2", "guns support attacks and do not make them")
    if g.ready_from(unit) > g.turn:
        return Refusal("16.4", f"{printed.name} is not ready before turn {g.ready_from(unit)}")
    if not g.ammo[unit]:
        return Refusal("2.2", f"{printed.name} has no ammunition")
    if not g.known_cells(g.side_of(unit)) >> hex_ & 1:
        return Refusal("2.6", "no enemy is known to be there")
    if spent_at_first(g, unit) > g.plan.ticks * HALF_TURN:
        return Refusal("1.4", f"{printed.name} has moved too long")
    if g.grid.distance(Hex(begins_at(g, unit)), hex_) > 1:
        return Refusal("2", "it is not next to that cell; a way that ends next to it has to be ordered first")
    return None


def _blow(g: Corridor, seat: Seat, hex_: Hex) -> Refusal | None:
    """[15.2, 15.6]"""
    side = g.campaign.side_of(seat)
    points = [point for point in g.plan.bridges if hex_ in ends(g, point)]
    if not points:
        return Refusal("15.1", "there is no crossing there")
    held = [point for point in points if g.bridge_holder[point] == side]
    if not held:
        return Refusal("15.2", "your side does not hold it")
    charged = [point for point in held if g.bridge[point] == State.PREPARED]
    if not charged:
        return Refusal("15.2", "it has no charges")
    if not any(may_blow(g, point) for point in charged):
        return Refusal("15.6", "the higher command has not given leave to blow it")
    return None


def _now(g: Corridor, seat: Seat) -> Refusal | None:
    if isinstance(top(g), Orders) and seat in asked(g):
        return None
    return Refusal("12", "orders are not written now")


QUESTIONS: Final[Mapping[str, Question]] = {"move": _move, "attack": _attack}
EXPLAINS: Final[Mapping[str, tuple[str, ...]]] = {
    "move": ("unit", "hex"),
    "attack": ("unit", "hex"),
    "blow": ("hex",),
}
