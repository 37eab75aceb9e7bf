"""Why something may not be done now, in the rules' own words: deployment, attacks, partisans, giving up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sandtable.kernel import CONTROL, Hex, Refusal, Seat, UnknownName, asked, top

from ..front import withdraw
from ..position.commands import nation_of, rows_of, side_of
from ..position.line import contact, front, routes, sea_routes, stretch
from ..position.nations import AXIS, NEUTRAL, SIDES
from ..position.war import War
from ..turn.deployment import Deploy, pag_refusal
from ..turn.flagging import PlaceFlags, cost, may_lead
from ..turn.straightening import GiveUp

Question = Callable[[War, Seat, Hex], Refusal | None]


def why_not(g: War, seat: Seat, verb: str, what: Mapping[str, str]) -> Refusal | None:
    """Why *seat* may not do *verb* in a hex now, or None if it may."""
    if verb not in QUESTIONS:
        raise UnknownName(f"there is no question {verb!r}; there are {', '.join(QUESTIONS)}")
    if "hex" not in what:
        raise UnknownName("say which hex is meant")
    hex_ = g.campaign.board.hex(what["hex"])
    if not g.campaign.land >> hex_ & 1 or g.holder[hex_] == NEUTRAL:
        return Refusal("Front Line", "that hex is not in play")
    if seat == CONTROL:
        return None
    return QUESTIONS[verb](g, seat, hex_)


def _deploy(g: War, seat: Seat, hex_: Hex) -> Refusal | None:
    """[Sequence 2, Pool]"""
    side = side_of(seat)
    if not g.holds(side, hex_):
        return Refusal("Sequence 2", "your side does not hold that hex")
    if hex_ not in front(g, side):
        return Refusal("Sequence 2", "the Pool is added to the front line, and that hex lies behind it")
    nations = [nation_of(row) for row in rows_of(g, seat)]
    overland = any(routes(g, n) >> hex_ & 1 for n in nations)
    by_sea = any(reached >> hex_ & 1 for n in nations for reached, _ in sea_routes(g, n).values())
    if not overland and not by_sea:
        return Refusal("Pool", "no route leads there from your industry: it is a pocket")
    return _now(g, seat, Deploy, "Sequence 2", "it is not the time for deployment")


def _attack(g: War, seat: Seat, hex_: Hex) -> Refusal | None:
    """[Military Flags, Winter]"""
    side = side_of(seat)
    if g.holds(side, hex_):
        return Refusal("Military Flags", "your own side holds that hex")
    if g.side_at(hex_) is None:
        return Refusal("Sequence 3", "nobody holds that hex; the line is closed up to it without an attack")
    starts = [start for start, target in contact(g, side) if target == hex_]
    if not starts:
        return Refusal("Military Flags", "no hex of yours is in contact with it")
    land = [h for h in starts if g.campaign.side(h, hex_) not in g.campaign.straits]
    if not land:
        return Refusal("Naval Flags", "it lies over a strait: an amphibious operation takes a Naval flag")
    rows = rows_of(g, seat)
    if not any(may_lead(g, nation_of(row), h) for row in rows for h in land):
        return Refusal("Military Flags", "none of your nations has points beside it")
    if isinstance(top(g), PlaceFlags) and not any(g.flags[row] >= cost(g, hex_) for row in rows):
        need = cost(g, hex_)
        return Refusal(
            "Winter" if need > 1 else "Military Flags", f"it takes {need} flags, and you have fewer"
        )
    return _now(g, seat, PlaceFlags, "Sequence 4", "flags are not placed now")


def _partisans(g: War, seat: Seat, hex_: Hex) -> Refusal | None:
    """[PAG Deployment]"""
    if side_of(seat) == AXIS:
        return Refusal("PAG Deployment", "partisans are Soviet")
    if not g.new_partisans[0]:
        return Refusal("New PAGs", "no new partisans are available")
    return pag_refusal(g, hex_) or _now(g, seat, Deploy, "Sequence 2", "it is not the time for deployment")


def _give_up(g: War, seat: Seat, hex_: Hex) -> Refusal | None:
    """[Line Straightening]"""
    side = side_of(seat)
    if not g.holds(side, hex_):
        return Refusal("Line Straightening", "your side does not hold that hex")
    no = withdraw(stretch(g), SIDES[side], [hex_])
    return no or _now(g, seat, GiveUp, "Sequence 9", "lines are not straightened now")


def _now(g: War, seat: Seat, kind: type, rule: str, otherwise: str) -> Refusal | None:
    return None if isinstance(top(g), kind) and seat in asked(g) else Refusal(rule, otherwise)


QUESTIONS: Final[Mapping[str, Question]] = {
    "place": _deploy,
    "flag": _attack,
    "pag": _partisans,
    "give": _give_up,
}
EXPLAINS: Final[Mapping[str, tuple[str, ...]]] = dict.fromkeys(QUESTIONS, ("hex",))
