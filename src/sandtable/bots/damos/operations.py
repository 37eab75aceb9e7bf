"""The Operations and Strategic Movement Phases: which force goes next, and what it does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel import Action, Bits, Hex, bits_of, members, numbers_in, verbs_in
from sandtable.rules.damos.series.combat.plans import Plan
from sandtable.rules.damos.series.marching import RALLY_MP, march_range, points_left
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.zones import projecting, stacking_excess
from sandtable.rules.damos.series.strategic import movable, strategic_range

from .advance import best_march, holds_objective_alone
from .assault import Assault, attack_value, best_attack, on_guard
from .defend import best_post, keeps_open, last_guard, refuge_score
from .situation import Situation
from .thrust import awaited, concerted, driven, holds_out

# Forces nearer to the enemy than this fight and march; those behind go by rail.
FRONT: Final = 4


# ---- who goes next


def next_activation(s: Situation, offered: Sequence[Action]) -> Action:
    """Forces without influence first (they may not later), then the best concerted attack, then the others.

    Where foot units stand with faster ones, they wait for a concerted attack of all, if there is a good one.
    """
    hexes = [Hex(a.args[0]) for a in offered if a.verb == "activate"]
    declared = [a for a in offered if a.verb == "concerted"]
    plain = without_influence(s, hexes)
    if plain:
        if s.doctrine.relieving and s.side == SOVIET:
            # Who is to be relieved waits for it.
            plain = [h for h in plain if not s.posts >> h & 1] or plain
        return Action("activate", (_most_urgent(s, plain),))
    mixed = _foot_apart(s, hexes)
    if mixed:
        together = concerted(s, declared, bits_of(mixed))
        waiting = {attack.start for attack, _ in together if attack.value > s.doctrine.worth_waiting}
        waiting |= awaited(s)
        apart = [h for h in mixed if h not in waiting]
        if apart:
            return Action("activate", (_most_urgent(s, apart),))
    best = max(concerted(s, declared), key=lambda found: found[0].value, default=None)
    if best is not None and best[0].value > s.doctrine.worth_a_concerted_attack:
        return best[1]
    if hexes:
        return Action("activate", (_most_urgent(s, hexes),))
    return Action("end_phase")


def without_influence(s: Situation, hexes: list[Hex]) -> list[Hex]:
    """Those of *hexes* whose forces may act no more once one with a zone of influence has."""
    leading = {s.g.hex_of[u] for u in projecting(s.g, _fresh(s))}
    return [h for h in hexes if h not in leading]


def _fresh(s: Situation) -> list[int]:
    """This side's units on the map that are not spent."""
    g = s.g
    return [u for u in g.roster.of_side[s.side] if not g.spent[u] and g.hex_of[u] >= 0]


def _foot_apart(s: Situation, hexes: list[Hex]) -> list[Hex]:
    """Where foot units share one of *hexes* with faster ones and would be left behind: they go first, on their own."""
    g = s.g
    if s.side != AXIS or g.order_closed:
        return []
    afoot = {g.hex_of[u] for u in _fresh(s) if not g.roster.zoi_of[u]}
    return [h for h in hexes if h in afoot]


def _most_urgent(s: Situation, hexes: list[Hex]) -> Hex:
    """The force nearest to the enemy; of equals the strongest, or the weakest where they are spent."""
    # Where a city is to be opened again whatever it costs, the weakest wear the enemy down for the strongest.
    sign = 1 if s.opening_posts else -1
    return min(map(Hex, members(s.nearest(bits_of(hexes)))), key=lambda h: (sign * s.strength_of(h), h))


def pick_force(s: Situation, offered: Sequence[Action]) -> Action:
    """Foot units and mobile ones of one hex go separately, where the order of activation allows it."""
    verbs = {a.verb for a in offered}
    able = [a.args[0] for a in offered if a.verb == "take"]
    chosen = s.sighting.chosen
    if s.doctrine.keeps_room and able:
        staying = [u for u in s.g.units(Hex(s.g.hex_of[able[0]]), s.side) if u not in chosen]
        if stacking_excess(s.g, staying):
            return Action("take", (min(able, key=lambda u: (s.g.sp[u], u)),))
        if chosen and stacking_excess(s.g, [*staying, *chosen]) and "go" in verbs:
            return Action("go")
    mobile = s.roster.mobile
    mixed = {mobile[u] for u in (*able, *chosen)}
    if "all" in verbs and (len(mixed) < 2 or s.side == SOVIET):
        return Action("all")
    slow = [u for u in able if not mobile[u]]
    fast = [u for u in able if mobile[u]]
    if not chosen:
        if "all" in verbs and s.g.order_closed:
            return Action("take", (fast[0],)) if fast else Action("all")
        return Action("take", ((slow or fast)[0],)) if able else offered[0]
    alike = fast if mobile[chosen[0]] else slow
    if alike:
        return Action("take", (alike[0],))
    return Action("go") if "go" in verbs else offered[0]


# ---- what it does


def act(s: Situation, offered: Sequence[Action]) -> Action:
    """Rally, attack, march or stop."""
    units = s.sighting.units
    moves = numbers_in(offered, "move")
    if "rally" in verbs_in(offered):
        return Action("rally")
    if keeps_open(s, units):
        return Action("stop")
    if any(s.g.demoralized[u] for u in units):
        return _withdraw(s, units, moves)
    drive = driven(s, units, offered)
    if drive is not None:
        return drive
    if holds_out(s, units):
        return Action("stop")
    way = march_range(s.g, units)
    attack = _wanted_attack(s, units, offered)
    strike = None if attack is None else _carried_out(s, units, attack)
    if strike not in offered:
        attack = strike = None
    # Beside an attack every advantage of a march counts.
    by = 0.0 if attack else s.doctrine.worth_marching
    if s.side == SOVIET:
        if strike is not None:
            return strike
        better, to = (0.0, way.start) if last_guard(s, units) else best_post(s, units, moves, by=by)
    else:
        stays = holds_objective_alone(s, units)
        better, to = (0.0, way.start) if stays else best_march(s, units, moves, way, by=by)
        spared = s.doctrine.spared_mobile if s.force(units).mobile else s.doctrine.spared
        if attack is not None and strike is not None and attack.value > better * spared:
            return strike
    return Action("move", (to,)) if better > s.doctrine.worth_marching else Action("stop")


def _carried_out(s: Situation, units: tuple[int, ...], attack: Assault) -> Action:
    """The next thing to do for that attack."""
    if attack.plan is Plan.GRAND_ASSAULT:
        return Action("assault", (attack.target,))
    if attack.start == s.g.hex_of[units[0]]:
        return Action("attack", (attack.target,))
    return Action("move", (attack.start,))


def _wanted_attack(s: Situation, units: tuple[int, ...], offered: Sequence[Action]) -> Assault | None:
    """The best attack, if it is worth making or must be made; foot units leave the panzers theirs."""
    kept = s.reserved if s.side == AXIS and not s.g.exploiting and not s.force(units).mobile else 0
    best = best_attack(s, units, march_range(s.g, units), kept)
    here = Hex(s.g.hex_of[units[0]])
    for target in members(numbers_in(offered, "assault")):
        found = attack_value(s, units, here, Hex(target), Plan.GRAND_ASSAULT)
        if best is None or found.value > best.value:
            best = found
    if best is None:
        return None
    if s.side == AXIS and on_guard(s, units, best.target):
        return None
    if (
        s.side == SOVIET
        and last_guard(s, units)
        and not (s.objective_bits | s.opening_posts) >> best.target & 1
    ):
        return None
    worth = s.doctrine.worth_attacking if s.side == AXIS else s.doctrine.worth_counterattacking
    least = s.doctrine.compulsory if _attacks_are_due(s) else worth
    # Even a lost attack wears down who shuts the city in, and the next one finds him weaker.
    if s.opening_posts >> best.target & 1:
        least = 0.0
    return best if best.value > least else None


def _attacks_are_due(s: Situation) -> bool:
    g = s.g
    return s.side == SOVIET and any(m < e for e, m in zip(g.expected, g.attacks, strict=True))


def _withdraw(s: Situation, units: tuple[int, ...], moves: Bits) -> Action:
    """A demoralized force goes where it can rally at once, else where it is safest."""
    g = s.g
    here = Hex(g.hex_of[units[0]])
    way = march_range(g, units)
    best, to = refuge_score(s, units, here), here
    for hex_ in map(Hex, members(moves)):
        spent = way.cost(hex_) or 0
        score = refuge_score(s, units, hex_) - spent / 10
        if points_left(g) - spent >= RALLY_MP and s.lines_for(units) >> hex_ & 1:
            score += 5.0
        if score > best:
            best, to = score, hex_
    return Action("stop") if to == here else Action("move", (to,))


# ---- strategic movement


def next_strategic(s: Situation, offered: Sequence[Action]) -> Action:
    """A force behind the front that gains much by rail or road; else the phase ends."""
    forces: dict[int, list[int]] = {}
    for unit in movable(s.g):
        forces.setdefault(s.g.hex_of[unit], []).append(unit)
    for hex_ in map(Hex, members(numbers_in(offered, "strategic"))):
        units = tuple(forces.get(hex_, ()))
        if not units or not _goes_by_rail(s, hex_, units):
            continue
        worth = s.doctrine.worth_the_railway
        better, _ = _strategic_gain(s, units, strategic_range(s.g, units).all & ~(1 << hex_), by=worth)
        if better > worth:
            return Action("strategic", (hex_,))
    return Action("end_phase")


def _goes_by_rail(s: Situation, hex_: Hex, units: tuple[int, ...]) -> bool:
    if s.side == SOVIET:
        return not last_guard(s, units) and not keeps_open(s, units) and s.nearest_foe(hex_) > 1
    return s.nearest_foe(hex_) > FRONT and not holds_objective_alone(s, units)


def _strategic_gain(
    s: Situation, units: tuple[int, ...], hexes: Bits, *, by: float = 0.0
) -> tuple[float, Hex]:
    if s.side == AXIS:
        return best_march(s, units, hexes, None, by=by)
    return best_post(s, units, hexes, by=by)


def strategic_move(s: Situation, offered: Sequence[Action]) -> Action:
    """Where it goes."""
    better, to = _strategic_gain(s, s.sighting.units, numbers_in(offered, "move"))
    return Action("move", (to,)) if better > 0 else Action("stay")
