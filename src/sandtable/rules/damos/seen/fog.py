"""[2.4, 8.4] The fog: what is hidden from whom, positions that look alike through it, and guesses at what is behind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from random import Random
from typing import Any, Final

from sandtable.kernel import (
    CONTROL,
    OFF_BOARD,
    Action,
    Hex,
    Seat,
    Step,
    Together,
    bits_of,
    parse_action,
    steps_in,
    top,
)
from sandtable.kernel.game.codec import write_step

from ..series import STEP_MODULES
from ..series.attrition import AttritionLoss
from ..series.combat.concerted import Intercepted
from ..series.combat.plans import Plan, Posture, loss_points, postures, rung_of
from ..series.exclusive.air import CommitAir
from ..series.position.bounds import ALONE, read_bounds
from ..series.position.combat import Combat, Engaged, Role
from ..series.position.roster import SEATS
from ..series.position.state import Air, Fate, Front, Origin, enemy

CONCERTED: Final = (Plan.GRAND_ASSAULT, Plan.PENETRATION)
# [8.1] The attacker's secret plan and the defender's face-down posture, in the steps that carry them.
CARDS: Final = frozenset({"plan", "posture"})
# Steps that say of some of their arguments that they are hidden.
SECRETIVE: Final = {name: kind for name, kind in steps_in(*STEP_MODULES).items() if kind.hidden}
FACE_DOWN: Final = tuple(kind for kind in SECRETIVE.values() if CARDS & kind.hidden.keys())
# The rows of steps, with the steps themselves, so that no other takes the place of one meanwhile; nobody writes into them.
_WRITTEN: Final[dict[int, tuple[Step[Front], list[Any]]]] = {}
_MOST_WRITTEN: Final = 8192


# ---- what is hidden


def agenda(g: Front, seat: Seat) -> list[list[Any]]:
    """What is still to be done, as *seat* may know it: None stands for what is hidden from it (R-74)."""
    return [_row(g, step, seat) for step in g.agenda]


def asking_row(g: Front, seat: Seat) -> list[Any]:
    """The last row of the same: the step that asks."""
    return _row(g, g.agenda[-1], seat)


def asking_name(g: Front, seat: Seat) -> str:
    """The name in that row alone."""
    step = g.agenda[-1]
    name = type(step).__name__
    return step.looks_like or name if step.hidden and step.hidden_from(g, seat) else name


def asking_about(g: Front, seat: Seat) -> dict[str, Any]:
    """What the step that asks was made with, by name; None stands for what is hidden from *seat*."""
    step = g.agenda[-1]
    secret = step.hidden_from(g, seat) if step.hidden else ()
    return {place: None if place in secret else getattr(step, place) for place in step.parameters()}


def _row(g: Front, step: Step[Front], seat: Seat) -> list[Any]:
    if step.hidden and (secret := step.hidden_from(g, seat)):
        name, *arguments = write_step(step)
        places = step.parameters()
        return [
            step.looks_like or name,
            *(None if place in secret else given for place, given in zip(places, arguments, strict=True)),
        ]
    return _written(step)


def _written(step: Step[Front]) -> list[Any]:
    """The row of a step that hides nothing; the same while it waits, for whoever asks what has changed."""
    kept = _WRITTEN.get(id(step))
    if kept is None or kept[0] is not step:
        if len(_WRITTEN) >= _MOST_WRITTEN:
            _WRITTEN.clear()
        kept = _WRITTEN[id(step)] = (step, write_step(step))
    return kept[1]


def disguise(g: Front, seat: Seat, rng: Random) -> Front:
    """A position that *seat* must not be able to tell from *g*: enemy damage, sealed and face-down choices drawn anew."""
    twin = g.copy()
    if seat == CONTROL:
        return twin
    hidden = [u for u, side in enumerate(twin.side_of) if side != seat and twin.hex_of[u] >= 0]
    for name in twin.HIDDEN:
        _COLUMNS[name](twin, hidden, rng)
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


def draw_strengths(g: Front, units: Iterable[int], rng: Random) -> None:
    """Give *units* any strength that fits what everybody knows of them, and of the bands they are in."""
    known, bands = g.bounds, g.bounds.bands()
    for band, members in groupby(sorted(units, key=lambda u: (known.band[u], u)), key=known.band.__getitem__):
        if band == ALONE:
            for unit in members:
                g.sp[unit] = rng.randint(known.least[unit], known.most[unit])
            continue
        left = bands[band]
        least, most = known.band_least[band], known.band_most[band]
        for n, unit in enumerate(left):
            others = left[n + 1 :]
            low = max(known.least[unit], least - sum(known.most[u] for u in others))
            high = min(known.most[unit], most - sum(known.least[u] for u in others))
            g.sp[unit] = rng.randint(low, high)
            least, most = least - g.sp[unit], most - g.sp[unit]


def _draw_strengths_before(g: Front, units: Iterable[int], rng: Random) -> None:
    """It was not less than what is left; 0 where no combat is fought."""
    for unit in units:
        g.start_sp[unit] = rng.randint(g.sp[unit], g.roster[unit].sp) if g.start_sp[unit] else 0


_COLUMNS: Final[Mapping[str, Callable[[Front, Iterable[int], Random], None]]] = {
    "sp": draw_strengths,
    "start_sp": _draw_strengths_before,
}


def _drawn_anew(g: Front, step: Any, seat: Seat, rng: Random) -> Any:
    # Losses still to be shared out stay as they are: they are what the open result leaves.
    if not isinstance(step, FACE_DOWN):
        return step
    drawn = _completed(g, _row(g, step, seat), rng)[1:]
    kind: type[Any] = type(step)
    # Through write_step tuples have become lists, as in saved games.
    return kind(*(tuple(a) if isinstance(a, list) else a for a in drawn))


def _completed(g: Front, row: Sequence[Any], rng: Random) -> list[Any]:
    """A row of the agenda with everything hidden in it drawn at random."""
    name, *arguments = row
    kind = SECRETIVE.get(name)
    if kind is None or None not in arguments:
        return list(row)
    known = dict(zip(kind.parameters(), arguments, strict=True))
    for secret in kind.hidden:
        if known[secret] is None:
            known[secret] = _DRAWN[secret](g, name, known, rng)
    return [name, *known.values()]


def _plan(g: Front, step: str, known: Mapping[str, Any], rng: Random) -> int:
    """Who is on the way to a target farther off cannot be after a Penetration."""
    return int(Plan.GRAND_ASSAULT if step == Intercepted.__name__ else rng.choice(CONCERTED))


def _posture(g: Front, step: str, known: Mapping[str, Any], rng: Random) -> int:
    defender, hex_ = enemy(Seat(g.phasing)), Hex(known["target"])
    return int(rng.choice(postures(g, defender, hex_, g.taking_part(hex_, defender))))


def _losses_left(g: Front, step: str, known: Mapping[str, Any], rng: Random) -> int:
    if step == AttritionLoss.__name__:
        return 1
    struck_by = Role.DEFENDER if known["side"] == g.phasing else Role.ATTACKER
    return rng.randint(1, max(1, loss_points(g.battle.of(struck_by).rung)))


_DRAWN: Final[Mapping[str, Callable[[Front, str, Mapping[str, Any], Random], int]]] = {
    "plan": _plan,
    "posture": _posture,
    "points": _losses_left,
}


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
    known = {numbers[c["unit"]]: (c["strength_least"], c["strength_most"]) for c in position["counters"]}
    bands = [([numbers[u] for u in row["units"]], row["least"], row["most"]) for row in position["bands"]]
    g.bounds = read_bounds(len(g.roster), known, bands)
    draw_strengths(g, known, rng)
    for entry in position["counters"]:
        unit = numbers[entry["unit"]]
        g.fate[unit], g.due[unit] = Fate.ON_MAP, 0
        g.hex_of[unit] = g.grid.hex(entry["hex"])
        g.sp[unit] = entry.get("strength") or g.sp[unit]
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
    g.dropped[unit] = int(entry.get("dropped_off", False))


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
