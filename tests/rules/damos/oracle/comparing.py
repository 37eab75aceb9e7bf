"""The engine held against the oracles, answer by answer: each comparison yields a sentence for whatever differs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from sandtable.kernel.machine.engine import asked, options
from sandtable.kernel.map.hexes import Hex
from sandtable.rules.damos.series.combat.attack import PlanAndPosture
from sandtable.rules.damos.series.combat.battle import CombatRoll, RerollDie
from sandtable.rules.damos.series.combat.concerted import ConcertedMarch, ConcertedPosture, NameAttacker
from sandtable.rules.damos.series.combat.losses import CounterattackRoll, PayLosses
from sandtable.rules.damos.series.combat.plans import Plan, Posture
from sandtable.rules.damos.series.events import (
    AirCommitted,
    CombatBegan,
    Converted,
    Counterattacked,
    DiceFixed,
    Eliminated,
    Inflicted,
    LostStrength,
    Moved,
    Overwhelmed,
    PaidWithPoints,
    PhaseBegan,
    ReactionTried,
    Retreated,
    Won,
)
from sandtable.rules.damos.series.exclusive.rail import ExtendLine
from sandtable.rules.damos.series.position.state import Air
from sandtable.rules.damos.series.position.supply import in_supply
from sandtable.rules.damos.series.reaction import ReactionRoll, ReactionWindow

from . import losses, rail, reaction, strength, supply
from .snapshot import AXIS, Snapshot, Unit
from .watching import Moment
from .zones import stacks


def place(m: Moment, hex_: int) -> str:
    """A hex by its printed number, with the turn, for a complaint."""
    return f"turn {m.before.turn}, {m.g.grid.name(Hex(hex_))}"


def moved(s: Snapshot, units: tuple[int, ...], hex_: int) -> Snapshot:
    """The position with some units in another hex."""
    return s._replace(units=tuple(u._replace(hex=hex_) if u.number in units else u for u in s.units))


# ---- [2.6.1] reaction


def reactions(m: Moment) -> Iterator[str]:
    """Every window asks exactly those who may react, every roll has its modifier, and no window is missing."""
    if isinstance(m.next_step, ReactionWindow):
        w = m.next_step
        t = reaction.Trigger(
            w.hex_,
            w.units,
            rallied=m.context.rallied,
            declared=not w.units,
            target=w.pinned,
            rolled=m.context.rolled,
        )
        offered = options(m.g)
        for verb, expected in (
            ("react", reaction.may_react(m.after, t)),
            ("slip_away", reaction.may_retreat(m.after, t)),
        ):
            found = {a.args[0] for a in offered if a.verb == verb}
            if found != expected:
                names = [sorted(m.g.grid.name(Hex(h)) for h in hexes) for hexes in (found, expected)]
                yield f"{place(m, w.hex_)}: {verb} from {names[0]} is offered, {names[1]} should be ({t})"
    if isinstance(m.step, ReactionRoll):
        yield from _roll(m, m.step)
    yield from _missing_windows(m)


def _roll(m: Moment, step: ReactionRoll) -> Iterator[str]:
    t = reaction.Trigger(step.target, step.phasing, declared=not step.phasing)
    force = tuple(u for u in m.before.units if u.number in step.units)
    if not step.retreats and force not in set(reaction.into(m.before, t, step.start)):
        yield f"{place(m, step.start)}: {force} may not react into {m.g.grid.name(step.target)}"
        return
    drm = reaction.modifier(m.before, t, force, retreats=bool(step.retreats))
    for event in m.told:
        if isinstance(event, ReactionTried):
            if event.drm != drm:
                yield f"{place(m, step.start)} to {m.g.grid.name(step.target)}: DRM {event.drm}, not {drm}"
            elif bool(event.succeeded) != reaction.succeeds(m.action.args, drm):
                yield f"{place(m, step.start)}: {m.action.args} {drm:+d} has succeeded: {event.succeeded}"


def _missing_windows(m: Moment) -> Iterator[str]:
    if m.g_before.exploiting:
        return
    s = m.before
    tried = {n for e in m.told if isinstance(e, ReactionTried) for n in e.units}
    s = s._replace(units=tuple(u._replace(attempted=u.attempted or u.number in tried) for u in s.units))
    for event in m.told:
        if not isinstance(event, Moved) or m.g.side_of[event.units[0]] != s.phasing:
            continue
        for hex_ in event.path[1:]:
            s = moved(s, event.units, hex_)
            if isinstance(m.next_step, ReactionWindow) and m.next_step.hex_ == hex_:
                return
            t = reaction.Trigger(
                hex_, event.units, target=m.step.target if isinstance(m.step, ConcertedMarch) else -1
            )
            unasked = reaction.may_react(s, t) | reaction.may_retreat(s, t)
            if unasked:
                yield f"{place(m, hex_)}: nobody was asked in {[m.g.grid.name(Hex(h)) for h in unasked]}"


# ---- [2.10] supply


def lines_of_supply(m: Moment) -> Iterator[str]:
    """Where units begin to move each force has a line of supply in the engine if and only if the text gives it one."""
    last = m.told[-1] if m.told else None
    if not (isinstance(last, PhaseBegan) and last.phase in ("strategic movement", "operations")):
        return
    seen = set()
    for unit in m.after.units:
        key = (unit.hex, unit.side, unit.nation == "finnish" or unit.of_finland)
        if key in seen:
            continue
        seen.add(key)
        expected = supply.has_line(m.after, unit)
        if in_supply(m.g, unit.number) != expected:
            yield f"{place(m, unit.hex)}: {m.g.roster[unit.number].id} has a line: {not expected}, should be {expected}"


# ---- [AGN 4.3.1] rail


@dataclass
class RailPhase:
    """One rail conversion: the lines there were at its start, how many have rolled, and the line under way."""

    at_start: set[rail.Line] | None = None
    rolls: int = 0
    # The hexes of the line under way, and how many more the roll gives it; whether its owner had enough.
    path: tuple[int, ...] = ()
    left: int = 0
    stopped: bool = False

    def watch(self, m: Moment) -> Iterator[str]:
        """Compare one answer."""
        if isinstance(m.step, ExtendLine):
            yield from self._finished(m, m.before)
            self.rolls += 1
            self.path, self.stopped = (m.step.head,), False
            self.left = rail.reach(m.action.args[0], m.before.turn)
        self.stopped |= m.action.verb in ("leave", "lay")
        for event in m.told:
            match event:
                case PhaseBegan(phase="rail conversion"):
                    self.at_start, self.rolls, self.path = rail.lines(m.after), 0, ()
                    yield from self._offered(m)
                case Converted(hexes=hexes):
                    yield from self._extended(m, hexes)
                case PhaseBegan(phase="strategic movement") if self.at_start is not None:
                    yield from self._finished(m, m.after)
                    if self.rolls > len(self.at_start):
                        yield f"turn {m.before.turn}: {self.rolls} rolls for {len(self.at_start)} lines"
                    self.at_start = None

    def _offered(self, m: Moment) -> Iterator[str]:
        """Each line may be extended, in any order: the owner is asked for all of them, for no other."""
        seats = [seat for seat in asked(m.g) if seat >= 0]
        found = {(a.args[0], a.args[1]) for seat in seats for a in options(m.g, seat) if a.verb == "extend"}
        if found != self.at_start:
            name = m.g.grid.name
            lists = [
                sorted(f"{name(Hex(a))}-{name(Hex(b))}" for a, b in lines)
                for lines in (found - (self.at_start or set()), (self.at_start or set()) - found)
            ]
            yield f"turn {m.after.turn}: {lists[0]} are offered and should not be, {lists[1]} are not"

    def _extended(self, m: Moment, hexes: tuple[int, ...]) -> Iterator[str]:
        for hex_ in hexes:
            if hex_ not in rail.goes_on(m.before, self.path):
                yield f"{place(m, hex_)}: the line {self.path} may not be extended there"
            self.path = (*self.path, hex_)
            self.left -= 1
        if self.left < 0:
            yield f"{place(m, self.path[-1])}: more hexes than the roll gives"

    def _finished(self, m: Moment, s: Snapshot) -> Iterator[str]:
        if self.path and self.left > 0 and not self.stopped and rail.goes_on(s, self.path):
            names = [m.g.grid.name(Hex(h)) for h in self.path]
            yield f"{place(m, self.path[-1])}: the line {names} stops although it could go on"
        self.path = ()


# ---- [8.2] combat


@dataclass
class Fight:
    """One combat, followed from its first question to its winner."""

    hex: int = -1
    plan: str = ""
    posture: str = ""
    attackers: tuple[Unit, ...] = ()
    defenders: tuple[Unit, ...] = ()
    strengths: tuple[int, int] = (0, 0)
    lines: tuple[bool, bool] = (True, True)
    columns: tuple[int, int] = (0, 0)
    drms: tuple[int, int] = (0, 0)
    air: bool = False
    faces: dict[int, list[int]] = field(default_factory=dict)
    rungs: tuple[str, str] = ("0", "0")
    by_table: tuple[int, int] = (0, 0)
    # Strength left, by unit; what it was when the losses now being taken began; LP due and paid, by side.
    sp: dict[int, int] = field(default_factory=dict)
    start: dict[int, int] = field(default_factory=dict)
    due: dict[int, int] = field(default_factory=dict)
    paid: dict[int, int] = field(default_factory=dict)
    paid_in_all: dict[int, int] = field(default_factory=dict)

    def watch(self, m: Moment) -> Iterator[str]:
        """Compare one answer."""
        yield from _postures_offered(m)
        if isinstance(m.step, CombatRoll):
            self.faces[int(m.step.defender)] = list(m.action.args)
        if isinstance(m.step, RerollDie):
            mine = self.faces[int(m.step.defender)]
            mine.remove(m.step.face)
            mine += m.action.args
        s = m.before
        for number, event in enumerate(m.told):
            match event:
                case Moved(units=units, path=path):
                    s = moved(s, units, path[-1])
                case Retreated(units=units, to=to):
                    s = moved(s, units, to)
                case Eliminated(unit=unit):
                    s = s._replace(units=tuple(u for u in s.units if u.number != unit))
                case CombatBegan():
                    over = any(isinstance(e, Overwhelmed) for e in m.told[number:])
                    yield from self._began(m, s, event, overwhelmed=over)
                case AirCommitted():
                    self.air = True
                case DiceFixed():
                    yield from self._dice(m, event)
                case Inflicted():
                    yield from self._inflicted(m, event)
                case PaidWithPoints(side=side, points=points):
                    self.paid[side] = self.paid.get(side, 0) + points
                    self.paid_in_all[side] = self.paid_in_all.get(side, 0) + points
                case LostStrength(unit=unit, left=left) if self.hex >= 0:
                    self.sp[unit] = left
                case Counterattacked():
                    yield from self._counterattacked(m, event)
                case Won():
                    yield from self._won(m, event)
        if self.hex >= 0 and isinstance(m.next_step, CounterattackRoll):
            yield from self._counterattack_begins(m, m.next_step.column)
        if self.hex >= 0 and isinstance(m.next_step, PayLosses):
            yield from self._payment(m, m.next_step)

    def _began(self, m: Moment, s: Snapshot, e: CombatBegan, *, overwhelmed: bool) -> Iterator[str]:
        where = place(m, e.hex)
        out = {n for n in range(len(m.g.sidelined)) if m.g.sidelined[n] or m.g_before.sidelined[n]}
        out |= {int(m.action.args[0])} if m.action.verb == "sideline" else set()
        # Whoever has left the over-full hex may fight elsewhere.
        out -= {n for event in m.told if isinstance(event, Moved) for n in event.units}
        fresh = Fight(
            hex=e.hex,
            plan=Plan(e.plan).name.lower(),
            posture=Posture(e.posture).name.lower(),
            attackers=tuple(u for u in s.at(e.hex, s.phasing) if u.number not in out | m.context.dropped),
            defenders=tuple(u for u in s.at(e.hex, 1 - s.phasing) if u.number not in out),
            # [8.12] Whoever exploits keeps the line of supply, or the lack of it, of the combat before.
            lines=self.lines,
        )
        vars(self).update(vars(fresh))
        for what, mine, told in (
            ("attacking", self.attackers, e.attackers),
            ("defending", self.defenders, e.defenders),
        ):
            if {u.number for u in mine} != set(told):
                yield f"{where}: {told} are {what}, {[u.number for u in mine]} should be"
                self.hex = -1
                return
        if not (stacks(self.attackers) and stacks(self.defenders)):
            yield f"{where}: more units fight than may stack [2.3]"
        if any(u.demoralized for u in self.defenders) != (self.posture == "none"):
            yield f"{where}: posture {self.posture} of {self.defenders}"
        river = strength.river_crossed(s, m.context.came_from, e.hex)
        self.strengths = (
            strength.attack_strength(self.attackers, strength.ground_of(s, e.hex), river),
            strength.defence_strength(self.defenders, strength.ground_of(s, e.hex)),
        )
        if strength.overwhelmed(*self.strengths) != overwhelmed:
            yield f"{where}: {self.strengths[0]} to {self.strengths[1]} and overwhelmed is {overwhelmed} ({river})"
        if (e.attacker_sp, e.defender_sp) != self.strengths:
            told_sp = (e.attacker_sp, e.defender_sp)
            yield f"{where}: strengths {told_sp}, not {self.strengths} ({river or 'no river'}, came from {m.context.came_from})"
        defending = all(supply.has_line(s, u, fighting=True) for u in self.defenders)
        attacking = (
            self.lines[0]
            if m.g_before.exploiting
            else all(supply.has_line(s, u, fighting=True) for u in self.attackers)
        )
        self.lines = attacking, defending
        self.sp = {u.number: u.sp for u in (*self.attackers, *self.defenders)}
        if overwhelmed:
            self.hex = -1

    def _dice(self, m: Moment, e: DiceFixed) -> Iterator[str]:
        if self.hex < 0:
            return
        mode = m.g_before.air[m.g.area_of(Hex(self.hex))]
        shift = int(self.air and mode in (Air.BOTH, Air.SHIFT))
        german = m.before.phasing != AXIS
        self.columns = (
            losses.column(self.strengths[0], shift=0 if german else shift),
            losses.column(self.strengths[1], shift=shift if german else 0),
        )
        self.drms = losses.modifiers(
            self.plan,
            self.posture,
            attacker_dice=losses.dice(self.columns[0]),
            attacker_line=self.lines[0],
            defender_line=self.lines[1],
        )
        told = ((e.attacker_column, e.defender_column), (e.attacker_drm, e.defender_drm))
        if told != (self.columns, self.drms):
            yield f"{place(m, self.hex)}: columns and DRMs {told}, not {(self.columns, self.drms)}, lines {self.lines}"
            self.hex = -1

    def _inflicted(self, m: Moment, e: Inflicted) -> Iterator[str]:
        if self.hex < 0:
            return
        for role in (0, 1):
            if len(self.faces[role]) != losses.dice(self.columns[role]):
                yield f"{place(m, self.hex)}: {self.faces[role]} rolled in column {self.columns[role]}"
        for_attacker, for_defender = losses.more_for(self.plan, self.posture)
        self.rungs = (
            losses.inflicted(sum(self.faces[0]), self.drms[0], self.columns[0], for_defender),
            losses.inflicted(sum(self.faces[1]), self.drms[1], self.columns[1], for_attacker),
        )
        told = (losses.LADDER[e.attacker_rung], losses.LADDER[e.defender_rung])
        if told != self.rungs:
            yield f"{place(m, self.hex)}: inflicted {told}, not {self.rungs}"
            self.hex = -1
            return
        self._due(m, losses.points(self.rungs[1]), losses.points(self.rungs[0]))

    def _due(self, m: Moment, attacker: int, defender: int) -> None:
        if any(u.hanko for u in self.defenders):
            defender //= 2
        self.due = {m.before.phasing: attacker, 1 - m.before.phasing: defender}
        self.start, self.paid = dict(self.sp), {}

    def _taken(self, m: Moment) -> Iterator[str]:
        """[8.8] The losses that were due have been taken as they must be."""
        for side, force in ((m.before.phasing, self.attackers), (1 - m.before.phasing, self.defenders)):
            mine = {u.number: self.start[u.number] for u in force if self.start[u.number] > 0}
            fault = losses.allocation_fault(self.due[side] - self.paid.get(side, 0), mine, self.sp)
            if fault:
                yield f"{place(m, self.hex)}: {fault} ({mine} to {self.sp})"

    def _payment(self, m: Moment, step: PayLosses) -> Iterator[str]:
        offered = sorted(a.args[0] for a in options(m.g))
        most = losses.most_paid(
            self.due[step.side],
            paid=self.paid_in_all.get(step.side, 0),
            stock=m.after.points[step.side],
            allowed=self.lines[0 if step.side == m.before.phasing else 1],
        )
        if offered != list(range(most + 1)):
            yield f"{place(m, self.hex)}: paying {offered} is offered, up to {most} should be"

    def _alive(self, force: tuple[Unit, ...]) -> bool:
        return any(self.sp[u.number] > 0 for u in force)

    def _counterattack_due(self) -> bool:
        lost = losses.LADDER.index(self.rungs[0]) > losses.LADDER.index(self.rungs[1])
        return (
            self.posture == "counterattack"
            and lost
            and self._alive(self.attackers)
            and self._alive(self.defenders)
        )

    def _counterattack_begins(self, m: Moment, column: str) -> Iterator[str]:
        yield from self._taken(m)
        if not self._counterattack_due():
            yield f"{place(m, self.hex)}: a counterattack at {self.rungs} with posture {self.posture}"
        left = [
            [u._replace(sp=self.sp[u.number]) for u in f if self.sp[u.number]]
            for f in (self.attackers, self.defenders)
        ]
        against = strength.defence_strength(left[0], strength.ground_of(m.before, self.hex))
        by = strength.attack_strength(left[1], strength.ground_of(m.before, self.hex))
        if losses.ratio(by, against) != column:
            yield f"{place(m, self.hex)}: counterattack at {column}, {by} to {against} is {losses.ratio(by, against)}"

    def _counterattacked(self, m: Moment, e: Counterattacked) -> Iterator[str]:
        if self.hex < 0:
            return
        if not self.faces.get(2):
            self.faces[2] = [e.die]
        found = losses.counterattack(e.column, e.die)
        if found != (e.defender_loses, e.attacker_loses) or (e.die,) != m.action.args:
            yield f"{place(m, self.hex)}: the table gives {(e.defender_loses, e.attacker_loses)}, not {found}"
        self.by_table = (found[0], found[1])
        self._due(m, found[1], found[0])

    def _won(self, m: Moment, e: Won) -> Iterator[str]:
        if self.hex < 0:
            return
        yield from self._taken(m)
        if self._counterattack_due() and not self.faces.get(2) and self.by_table == (0, 0):
            yield f"{place(m, self.hex)}: the counterattack is missing at {self.rungs}"
        attacker_wins = losses.attacker_wins(*self.rungs, by_table=self.by_table)
        if not self._alive(self.attackers):
            attacker_wins = False
        elif not self._alive(self.defenders):
            attacker_wins = True
        if (e.winner == m.before.phasing) != attacker_wins:
            yield f"{place(m, self.hex)}: {self.rungs} and {self.by_table} won by side {e.winner}"
        self.hex = -1


def _postures_offered(m: Moment) -> Iterator[str]:
    """[8.4] The defender is offered what the hex and his force allow; nobody else has a say."""
    s, step, defender = m.after, m.next_step, 1 - m.after.phasing
    out = {n for n, no in enumerate(m.g.sidelined) if no}
    if isinstance(step, PlanAndPosture) and defender in asked(m.g):
        hex_, river = step.hex_, strength.river_crossed(s, m.context.came_from, step.hex_)
    elif isinstance(step, ConcertedPosture) or (
        isinstance(step, NameAttacker) and not isinstance(m.step, NameAttacker)
    ):
        hex_, river = step.target, ""
    else:
        return
    taking_part = [u for u in s.at(hex_, defender) if u.number not in out]
    if not stacks(taking_part):
        yield f"{place(m, hex_)}: {len(taking_part)} units choose a posture, more than may fight [2.3]"
        return
    expected = strength.postures(taking_part, strength.ground_of(s, hex_), river)
    if isinstance(step, NameAttacker):
        # [8.1] Where there was no choice the posture stands already.
        if Posture(step.posture).name.lower() not in expected:
            yield f"{place(m, hex_)}: posture {step.posture}, {sorted(expected)} are allowed"
        return
    seat = next(seat for seat in asked(m.g) if seat == defender)
    offered = {Posture(a.args[0]).name.lower() for a in options(m.g, seat) if a.verb == "posture"}
    if offered != expected:
        yield f"{place(m, hex_)}: postures {sorted(offered)}, {sorted(expected)} should be ({river or 'no river'})"
