"""[9] Flak, interdiction and the suppression of flak as Control describes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from sandtable.kernel import BadDescription, Given, NotYetTold, Reckoning, Tables, lines_of, settle, top
from sandtable.kernel.book.describing import flag, fraction, is_told, one_of, pairs, whole
from sandtable.kernel.machine.explore import explore_apart

from ..air import LoseLoads
from ..artillery import GUNS, farthest
from ..events import Bombed, FlakFired
from ..flak import LOSS, TARGETS, Fire, target
from ..interdiction import InterdictionRoll, force_row
from ..state import ATTACKER, DEFENDER, Counter, Flight, Operation
from .describe import number
from .procedure import Procedure, events_of, plural, position

FLAK: Final = ("heavy", "light")
_MOST_FLAK: Final = 20
_DISTANCES: Final = ("drop_km", "path_km")
_MOST_SERIALS: Final = 30


class Flak(Procedure):
    """[9] Flak units fire at serials that carry one unit, or nothing."""

    name = "flak"
    takes = ("flak", "target", "drop_km", "path_km", "fighters", "serials", "status", "damage")

    def begin(self, given: Given, tables: Tables) -> Operation:
        """Serials under fire, one after another."""
        guns = self._guns(given)
        column = self._column(given)
        serials = number(given, "serials", default=1, least=1, most=_MOST_SERIALS)
        status = number(given, "status", default=0)
        unit = Counter(name="the unit aboard", side=ATTACKER, status=status)
        g = position(
            tables, [unit], [Flight(name=f"serial {n}", strength=1, carries=0) for n in range(1, serials + 1)]
        )
        g.damage = [number(given, "damage", default=0, most=1)] * serials
        g.then(*self._volleys(g, guns, column), LoseLoads(0, tuple(range(serials))))
        return g

    def _volleys(self, g: Operation, guns: tuple[str, ...], column: str | None) -> list[Fire]:
        """The fire at each serial; none out of range."""
        return [] if column is None else [Fire(flight, guns, column) for flight in range(len(g.strength))]

    def _column(self, given: Given) -> str | None:
        """[9.1] The column that is named, or that the distances of drop and path give; None out of range."""
        km = {
            key: fraction(given[key], f"--{key.replace('_', '-')}")
            for key in _DISTANCES
            if given.get(key) is not None
        }
        if is_told(given.get("target")):
            if km or flag(given, "fighters"):
                raise BadDescription("--target is given with distances; one of both will do")
            words = [t.replace(" ", "_") for t in TARGETS]
            return one_of(given["target"], "--target", words).replace("_", " ")
        if not km:
            raise NotYetTold(
                f"nothing is said of the target; give --target {'|'.join(TARGETS).replace(' ', '_')}, "
                "--drop-km or --path-km"
            )
        return target(drop_km=km.get("drop_km"), path_km=km.get("path_km"), fighters=flag(given, "fighters"))

    def _guns(self, given: Given) -> tuple[str, ...]:
        said = pairs(given.get("flak"), "--flak", FLAK)
        guns = tuple(
            kind for kind in FLAK for _ in range(whole(said.get(kind, 0), "--flak", least=0, most=_MOST_FLAK))
        )
        if not 0 < len(guns) <= _MOST_FLAK:
            raise (BadDescription if said else NotYetTold)(
                f"--flak has {len(guns)} units; give 1 to {_MOST_FLAK}, as in heavy=1,light=2"
            )
        return guns

    def outcome(self, given: Given, before: Operation, after: Operation) -> dict[str, Any]:
        """Every roll, in which column, and what is left."""
        fired = events_of(after, FlakFired)
        losses = sum(1 for event in fired if event.result == LOSS)
        shed = sum(after.shed)
        lost = sum(1 for strength in after.strength if not strength)
        status_lost = before.status[0] - after.status[0]
        reckoning = Reckoning("status lost")
        if before.status[0]:
            reckoning.add(plural(losses, "loss", "losses"), shed, "9.2")
            reckoning.add(
                f"the rest aboard {plural(lost, 'serial')} of {len(after.strength)}", status_lost - shed, "8"
            )
        return {
            "target": self._column(given),
            "rolls": [
                {"serial": event.flight + 1, "flak": event.flak, "die": event.die, "result": event.result}
                for event in fired
            ],
            "serials_lost": lost,
            "serials_damaged": sum(1 for s, d in zip(after.strength, after.damage, strict=True) if s and d),
            "status_lost": status_lost,
            "reckoning": lines_of([reckoning]),
        }

    def chances(self, given: Given, before: Operation) -> dict[str, Any]:
        """Serials and status lost: each serial is fired at by itself, and what they lose is added up."""
        fire = self._volleys(before, self._guns(given), self._column(given))
        found = explore_apart(before, fire, _hurt)
        return {
            "exact": True,
            "serials_lost": found.map(lambda m: m[0]).as_json(),
            "status_lost": found.map(lambda m: _status_lost(before, *m)).as_json(),
        }

    def tell(self, outcome: Mapping[str, Any]) -> list[str]:
        """Each roll, then what is lost."""
        told = [
            f"Serial {r['serial']}, {r['flak']} flak rolls {r['die']}: {r['result']}."
            for r in outcome["rolls"]
        ]
        if outcome["target"] is None:
            told = ["No flak reaches the serials."]
        return [
            *told,
            f"{plural(outcome['serials_lost'], 'serial')} lost, {outcome['serials_damaged']} damaged, "
            f"{outcome['status_lost']} status lost aboard.",
        ]


def _hurt(g: Operation) -> tuple[int, ...]:
    """What flak has done to the stream: serials lost, and status shot out of those lost and out of those that fly on."""
    gone, flying = (
        sum(shed for shed, strength in zip(g.shed, g.strength, strict=True) if bool(strength) == left)
        for left in (False, True)
    )
    return g.strength.count(0), gone, flying


def _status_lost(before: Operation, lost: int, gone: int, flying: int) -> int:
    """[8] What the unit aboard loses when *lost* serials fell and so much status was shot out of them and of the others."""
    g = before.copy()
    g.strength = [0] * lost + [1] * (len(g.strength) - lost)
    g.shed = [gone, *[0] * (len(g.shed) - 1)] if lost else [flying, *[0] * (len(g.shed) - 1)]
    g.status = [max(before.status[0] - gone - flying, 0)]
    g.agenda = [LoseLoads(0, tuple(range(len(g.strength))))]
    settle(g)
    return before.status[0] - g.status[0]


class Interdiction(Procedure):
    """[10.1] Aircraft or guns bomb the units in one map square."""

    name = "interdiction"
    takes = ("tactical", "battalions", "guns", "km", "heavy", "units", "status")
    struck: ClassVar[str] = "unit"

    def begin(self, given: Given, tables: Tables) -> Operation:
        """The units in the square, about to be bombed."""
        tactical = number(given, "tactical", default=0) + number(given, "battalions", default=0)
        heavy = number(given, "heavy", default=0)
        if not tactical and not heavy:
            raise NotYetTold("no force is given; give --tactical N, --battalions N or --heavy N")
        self._check_range(given, tables)
        row = force_row(tables, tactical=tactical, heavy=heavy)
        units = number(given, "units", default=1, least=1)
        status = number(given, "status", default=1, least=1)
        names = [f"{self.struck} {n}" for n in range(1, units + 1)]
        g = position(tables, [Counter(name=name, side=DEFENDER, status=status) for name in names])
        g.then(*(InterdictionRoll(unit, row) for unit in range(units)))
        return g

    def _check_range(self, given: Given, tables: Tables) -> None:
        """[10.1] Guns interdict to their long range, those that have none to their effective range (A-25)."""
        if given.get("guns") is None and given.get("km") is None:
            return
        if given.get("guns") is None or given.get("km") is None or not number(given, "battalions", default=0):
            raise NotYetTold("--guns, --km and --battalions go together, for their range is checked")
        kind, km = one_of(given["guns"], "--guns", GUNS), fraction(given["km"], "--km")
        most = farthest(tables, kind)
        if km > most:
            raise BadDescription(
                f"{kind.replace('_', ' ')} interdicts up to {most} km, and the square is {km} km away [10.1]"
            )

    def outcome(self, given: Given, before: Operation, after: Operation) -> dict[str, Any]:
        """Every roll, how many are held or hurt, and what the guns have used."""
        lost = sum(before.status) - sum(after.status)
        return {
            "row": _row_of(before),
            "rolls": [
                {"unit": event.unit + 1, "die": event.die, "result": event.result}
                for event in events_of(after, Bombed)
            ],
            "status_lost": lost,
            "immobilised": sum(after.immobile),
            "ammo_due": number(given, "battalions", default=0),
            "reckoning": lines_of([Reckoning("status lost").add(f"line {_row_of(before)}", lost, "10.1")]),
        }

    def chances(self, given: Given, before: Operation) -> dict[str, Any]:
        """Status lost, and units immobilised."""
        row = _row_of(before)
        found = explore_apart(
            before, [InterdictionRoll(unit, row) for unit in range(len(before.status))], _bombed
        )
        return {
            "exact": True,
            "row": row,
            "status_lost": found.map(lambda m: -m[0]).as_json(),
            "immobilised": found.map(lambda m: m[1]).as_json(),
        }

    def tell(self, outcome: Mapping[str, Any]) -> list[str]:
        """Each roll, then the sum."""
        told = [
            f"{self.struck.capitalize()} {r['unit']} rolls {r['die']}: {r['result']}."
            for r in outcome["rolls"]
        ]
        return [*told, f"{outcome['immobilised']} immobilised, {outcome['status_lost']} status lost."]


class Suppression(Interdiction):
    """[10.2] Aircraft or guns strike the flak in one map square; what is hit does not fire this turn (A-25)."""

    name = "suppression"
    struck: ClassVar[str] = "flak unit"

    def outcome(self, given: Given, before: Operation, after: Operation) -> dict[str, Any]:
        """As for interdiction, with the flak that is silent."""
        return {**super().outcome(given, before, after), "silenced": sum(after.silenced)}

    def chances(self, given: Given, before: Operation) -> dict[str, Any]:
        """As for interdiction; every flak unit that is immobilised is silent."""
        found = super().chances(given, before)
        return {**found, "silenced": found["immobilised"]}

    def tell(self, outcome: Mapping[str, Any]) -> list[str]:
        """Each roll, then the flak that does not fire."""
        return [
            *super().tell(outcome)[:-1],
            f"{plural(outcome['silenced'], 'does', 'do')} not fire this turn, {outcome['status_lost']} status lost.",
        ]


def _bombed(g: Operation) -> tuple[int, int]:
    return sum(g.status), sum(g.immobile)


def _row_of(before: Operation) -> str:
    step = top(before)
    assert isinstance(step, InterdictionRoll), "a unit is about to be bombed"
    return step.row
