"""[2.4, 8.4] The fog: what is hidden from whom, positions that look alike through it, and guesses at what is behind."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from sandtable.kernel import CONTROL, OFF_BOARD, Action, Hex, Seat, Step, Together, bits_of, parse_action, top
from sandtable.kernel.game.codec import write_step

from ..series.attrition import AttritionLoss
from ..series.combat.concerted import (
    ConcertedCombat,
    ConcertedMarch,
    ConcertedPosture,
    Intercepted,
    NameAttacker,
)
from ..series.combat.losses import AbsorbPoint, PickLargest
from ..series.combat.plans import Plan, Posture, loss_points, postures, rung_of
from ..series.exclusive.air import CommitAir
from ..series.position.combat import Combat, Engaged, Role
from ..series.position.roster import SEATS
from ..series.position.state import Air, Fate, Front, Origin, enemy

# [8.1] Steps that carry the attacker's secret plan and the defender's face-down posture.
FACE_DOWN: Final = (ConcertedPosture, NameAttacker, ConcertedMarch, Intercepted, ConcertedCombat)
CONCERTED: Final = (Plan.GRAND_ASSAULT, Plan.PENETRATION)


def _place(kind: type[Step[Any]], name: str) -> int | None:
    """The place of the argument *name* in a step of *kind*."""
    names = list(inspect.signature(kind.__init__).parameters)[1:]
    return names.index(name) if name in names else None


_PLAN_AT: Final = {kind.__name__: _place(kind, "plan") for kind in FACE_DOWN}
_POSTURE_AT: Final = {kind.__name__: _place(kind, "posture") for kind in FACE_DOWN}
_TARGET_AT: Final = {kind.__name__: _place(kind, "target") for kind in FACE_DOWN}
# [8.8, 9.0] Steps that would betray how losses are shared out, and so what single units have left.
_ABSORBING: Final = (AbsorbPoint.__name__, PickLargest.__name__)


# ---- what is hidden


def agenda(g: Front, seat: Seat) -> list[list[Any]]:
    """What is still to be done, as *seat* may know it: None stands for what is hidden from it (R-74)."""
    return [_row(g, write_step(step), seat) for step in g.agenda]


def _row(g: Front, row: list[Any], seat: Seat) -> list[Any]:
    name = row[0]
    if seat == CONTROL:
        return row
    if name in _PLAN_AT:
        shown = list(row)
        for places, knows in ((_PLAN_AT, Seat(g.phasing)), (_POSTURE_AT, enemy(Seat(g.phasing)))):
            at = places[name]
            if at is not None and seat != knows:
                shown[1 + at] = None
        return shown
    if name in _ABSORBING and seat != row[1]:
        return [AbsorbPoint.__name__, row[1], None]
    if name == AttritionLoss.__name__ and seat != g.side_of[row[1][0]]:
        return [name, row[1], None]
    return row


def disguise(g: Front, seat: Seat, rng: Random) -> Front:
    """A position that *seat* must not be able to tell from *g*: enemy damage, sealed and face-down choices drawn anew."""
    twin = g.copy()
    if seat == CONTROL:
        return twin
    for unit in range(len(twin.sp)):
        if twin.side_of[unit] != seat and twin.hex_of[unit] >= 0:
            twin.sp[unit] = rng.randint(1, twin.roster[unit].sp)
            if twin.start_sp[unit]:
                twin.start_sp[unit] = rng.randint(twin.sp[unit], twin.roster[unit].sp)
    step = top(twin)
    if isinstance(step, Together):
        twin.sealed = tuple(
            (who, action if who == seat else _any(step.options(twin, who), rng))
            for who, action in twin.sealed
        )
    twin.agenda = [_drawn_anew(twin, step, seat, rng) for step in twin.agenda]
    return twin


def _any(options: Sequence[Action], rng: Random) -> Action:
    return rng.choice(list(options))


def _drawn_anew(g: Front, step: Any, seat: Seat, rng: Random) -> Any:
    if not isinstance(step, FACE_DOWN):
        return step
    name, *arguments = _row(g, write_step(step), seat)
    drawn = _draw_cards(g, name, arguments, rng)
    kind: type[Any] = type(step)
    # Through write_step tuples have become lists, as in saved games.
    return kind(*(tuple(a) if isinstance(a, list) else a for a in drawn))


def _draw_cards(g: Front, name: str, arguments: list[Any], rng: Random) -> list[Any]:
    """Plan and posture drawn at random where *arguments* hide them."""
    drawn = list(arguments)
    plan, posture, target = _PLAN_AT[name], _POSTURE_AT[name], _TARGET_AT[name]
    if plan is not None and drawn[plan] is None:
        # Who is on the way to a target farther off cannot be after a Penetration.
        drawn[plan] = int(Plan.GRAND_ASSAULT if name == Intercepted.__name__ else rng.choice(CONCERTED))
    if posture is not None and drawn[posture] is None:
        assert target is not None
        defender = enemy(Seat(g.phasing))
        hex_ = Hex(drawn[target])
        drawn[posture] = int(rng.choice(postures(g, defender, hex_, g.units(hex_, defender))))
    return drawn


# ---- guessing


def fill_in(
    g: Front, seen: Mapping[str, Any], rng: Random, read: Callable[[Sequence[Any]], Step[Any]]
) -> None:
    """Make the fresh position *g* fit the view *seen*, with everything hidden drawn at random."""
    position = seen["position"]
    _place_units(g, position, rng)
    _set_numbers(g, position)
    if position["battle"]:
        _set_battle(g, position["battle"])
    g.rebuild()
    g.agenda = []
    for row in position["agenda"]:
        g.agenda.append(read(_completed(g, row, rng)))
    _seal(g, seen, rng)
    g.offered = {}


def _place_units(g: Front, position: Mapping[str, Any], rng: Random) -> None:
    numbers = g.roster.numbers
    for entry in position["counters"]:
        unit = numbers[entry["unit"]]
        printed = g.roster[unit]
        g.fate[unit], g.due[unit] = Fate.ON_MAP, 0
        g.hex_of[unit] = g.grid.hex(entry["hex"])
        g.sp[unit] = entry.get("strength") or rng.randint(1, printed.sp)
        for mark in ("spent", "demoralized", "cossack"):
            getattr(g, mark)[unit] = int(entry[mark])
        g.start_sp[unit] = entry.get("strength_before", 0)
        _mark(g, unit, entry)
    for entry in position["off_map"]:
        unit = numbers[entry["unit"]]
        fate = Fate[entry["fate"].upper()]
        waiting = fate in (Fate.DUE, Fate.SET_UP)
        g.fate[unit], g.hex_of[unit] = fate, OFF_BOARD
        g.sp[unit] = g.roster[unit].sp if waiting else 0
        g.due[unit] = entry.get("turn", g.roster[unit].turn if waiting else 0)
        g.start_sp[unit] = entry.get("strength_before", 0)
        _mark(g, unit, entry)


def _mark(g: Front, unit: int, entry: Mapping[str, Any]) -> None:
    g.origin[unit] = Origin[entry.get("set_up_in", "elsewhere").upper()]
    g.attempted[unit] = int(entry.get("attempted", False))
    g.marched[unit] = entry.get("marched", 0)
    g.sidelined[unit] = int(entry.get("sidelined", False))


def _set_numbers(g: Front, position: Mapping[str, Any]) -> None:
    campaign = g.campaign
    g.turn = position["turn"]
    g.phasing = SEATS.index(position["phasing"])
    points = position["replacement_points"]
    g.axis_rp, g.soviet_rp = points["german"], points["soviet"]
    g.air = [Air[position["air"][area].upper()] for area in campaign.areas]
    g.air_failures = [position["air_failures"][area] for area in campaign.areas]
    g.expected = [position["attacks"][area]["expected"] for area in campaign.areas]
    g.attacks = [position["attacks"][area]["made"] for area in campaign.areas]
    g.finns_from, g.paused = position["finns_from"], int(position["paused"])
    taken, lost = _mask(g, position["taken_by_germans"]), _mask(g, position["taken_by_soviets"])
    g.axis_control = (campaign.axis_side | taken) & ~lost
    g.converted |= _mask(g, position["converted"])
    under_way = position["activation"]
    g.mp_spent = under_way["spent"]
    g.mp_initial, g.mp_first = under_way["allowance"], under_way["first_allowance"]
    g.picked_in = _hex(g, under_way["picked_up_in"])
    g.exploiting, g.force_los = int(under_way["exploiting"]), int(under_way["supplied"])
    g.order_closed = int(under_way["influence_only"])
    g.shipped = _mask(g, under_way["shipped_from"])


def _mask(g: Front, names: Sequence[str]) -> int:
    return bits_of(g.grid.hex(name) for name in names)


def _hex(g: Front, name: str | None) -> Hex:
    return OFF_BOARD if name is None else g.grid.hex(name)


def _set_battle(g: Front, seen: Mapping[str, Any]) -> None:
    g.battle = Combat(
        hex=_hex(g, seen["hex"]),
        entered_from=_hex(g, seen["from"]),
        plan=Plan[seen["plan"].upper()],
        posture=Posture[seen["posture"].upper()],
        air=CommitAir[seen["air"].upper()],
        surplus=seen["surplus"],
        demoralized=seen["demoralized"],
        attacker=_engaged(seen["attacker"]),
        defender=_engaged(seen["defender"]),
    )


def _engaged(seen: Mapping[str, Any]) -> Engaged:
    return Engaged(
        sp=seen["sp"],
        los=int(seen["supplied"]),
        drm=seen["drm"],
        rung=rung_of(seen["inflicts"]),
        cat=seen["counterattack_inflicts"],
        paid=seen["paid"],
        dice=tuple(seen["dice"]),
    )


def _completed(g: Front, row: Sequence[Any], rng: Random) -> list[Any]:
    """A row of the agenda with everything hidden in it drawn at random."""
    name, *arguments = row
    if name in _PLAN_AT:
        return [name, *_draw_cards(g, name, arguments, rng)]
    if name in _ABSORBING and arguments[1] is None:
        return [name, arguments[0], _losses_left(g, Seat(arguments[0]), rng)]
    if name == AttritionLoss.__name__ and arguments[1] is None:
        return [name, arguments[0], 1]
    return [name, *arguments]


def _losses_left(g: Front, side: Seat, rng: Random) -> int:
    struck_by = Role.DEFENDER if side == g.phasing else Role.ATTACKER
    return rng.randint(1, max(1, loss_points(g.battle.of(struck_by).rung)))


def _seal(g: Front, seen: Mapping[str, Any], rng: Random) -> None:
    """Whoever is not asked any more has sealed an answer; one's own is known."""
    step = top(g)
    if not isinstance(step, Together):
        return
    known = seen["position"]["sealed"]
    g.sealed = tuple(
        (
            seat,
            parse_action(known[SEATS[seat]]) if SEATS[seat] in known else _any(step.options(g, seat), rng),
        )
        for seat in step.seats(g)
        if SEATS[seat] not in seen["asked"]
    )
