"""[7] Fighters against fighters, and against transports and bombers, as Control describes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sandtable.kernel import BadDescription, Given, NotYetTold, Reckoning, Tables, lines_of

from ..air import RESULTS, AirCombatRoll, BreakIn, LoseLoads, air_odds, interceptors_won
from ..state import ATTACKER, Counter, Flight, Operation
from .describe import number
from .procedure import Procedure, chance, plural, position, weigh

INTERCEPTORS: Final = 0
ESCORT: Final = 1
STREAM: Final = 2
_NAMES: Final = ("interceptors", "escort")
_MOST: Final = 999


class AirToAir(Procedure):
    """[7] Two forces of fighters meet; the larger is the attacker and rolls, of equals the interceptors (A-22)."""

    name = "air_to_air"
    takes = ("interceptors", "escort")

    def begin(self, given: Given, tables: Tables) -> Operation:
        """Both forces, about to meet."""
        interceptors = number(given, "interceptors", least=1, most=_MOST)
        escort = number(given, "escort", least=1, most=_MOST)
        g = position(tables, flights=_fighters(interceptors, escort))
        g.then(AirCombatRoll(*_larger_first(g)))
        return g

    def outcome(self, given: Given, before: Operation, after: Operation) -> dict[str, Any]:
        """Odds, result and squadrons lost."""
        return {**fight_outcome(before, after), "reckoning": lines_of(_reckonings(before, after))}

    def chances(self, given: Given, before: Operation) -> dict[str, Any]:
        """Results and losses of both sides."""
        found = weigh(before, lambda g: (g.air_result, g.strength[INTERCEPTORS], g.strength[ESCORT]))
        interceptors, escort = before.strength
        return {
            "exact": True,
            "attacker": _NAMES[_larger_first(before)[0]],
            "column": column(before),
            "results": found.map(lambda m: RESULTS[m[0]]).as_json(),
            "interceptors_lose": found.map(lambda m: interceptors - m[1]).as_json(),
            "escort_loses": found.map(lambda m: escort - m[2]).as_json(),
        }

    def tell(self, outcome: Mapping[str, Any]) -> list[str]:
        """The result and the squadrons lost."""
        return [fight_sentence(outcome)]


class Transports(Procedure):
    """[8] Interceptors meet the escort of a stream, if it has one, and fall upon the stream if they win (A-23)."""

    name = "transports"
    takes = ("interceptors", "escort", "transports", "bombers", "status")

    def begin(self, given: Given, tables: Tables) -> Operation:
        """Interceptors, escort and stream."""
        interceptors = number(given, "interceptors", least=1, most=_MOST)
        escort = number(given, "escort", default=0, most=_MOST)
        streams = [key for key in ("transports", "bombers") if given.get(key) is not None]
        if len(streams) != 1:
            raise (BadDescription if streams else NotYetTold)(
                "give --transports N or --bombers N, one of them"
            )
        serials = number(given, streams[0], least=1, most=_MOST)
        status = number(given, "status", default=0, most=_MOST)
        g = position(
            tables,
            [Counter(name="the unit aboard", side=ATTACKER, status=status)],
            [*_fighters(interceptors, escort), Flight(name=streams[0], strength=serials, carries=0)],
        )
        larger, smaller = _larger_first(g)
        bombers = int(streams[0] == "bombers")
        fight = [AirCombatRoll(larger, smaller)] if escort else []
        g.then(*fight, BreakIn(INTERCEPTORS, STREAM, larger, bombers), LoseLoads(0, (STREAM,)))
        return g

    def outcome(self, given: Given, before: Operation, after: Operation) -> dict[str, Any]:
        """The fight, if there was one, and what was lost of the stream."""
        won = interceptors_won(after, INTERCEPTORS, _larger_first(before)[0])
        lost = self._serials(before) - after.strength[STREAM]
        lines = Reckoning("serials lost").add(
            f"{plural(after.strength[INTERCEPTORS], 'squadron')} at the stream", lost, "8"
        )
        return {
            "fight": fight_outcome(before, after) if self._escorted(before) else None,
            "broke_through": won,
            "serials_lost": lost,
            "serials_left": after.strength[STREAM],
            "status_lost": self._status(before) - after.status[0],
            "reckoning": lines_of(
                [*(_reckonings(before, after) if self._escorted(before) else ()), *([lines] * won)]
            ),
        }

    def chances(self, given: Given, before: Operation) -> dict[str, Any]:
        """Whether they break through, and serials and status lost."""
        larger = _larger_first(before)[0]
        found = weigh(
            before, lambda g: (interceptors_won(g, INTERCEPTORS, larger), g.strength[STREAM], g.status[0])
        )
        return {
            "exact": True,
            "broke_through": chance(found.chance(lambda m: m[0])),
            "serials_lost": found.map(lambda m: self._serials(before) - m[1]).as_json(),
            "status_lost": found.map(lambda m: self._status(before) - m[2]).as_json(),
        }

    def tell(self, outcome: Mapping[str, Any]) -> list[str]:
        """The fight and the stream."""
        told = [fight_sentence(outcome["fight"])] if outcome["fight"] else ["The stream has no air cover."]
        if not outcome["broke_through"]:
            return [*told, "The interceptors do not reach the stream."]
        return [
            *told,
            f"The interceptors reach the stream: {plural(outcome['serials_lost'], 'serial')} out of action, "
            f"{outcome['status_lost']} status lost aboard.",
        ]

    def _escorted(self, g: Operation) -> bool:
        return g.flight(ESCORT).strength > 0

    def _serials(self, g: Operation) -> int:
        return g.flight(STREAM).strength

    def _status(self, g: Operation) -> int:
        return g.counter(0).status


def fight_outcome(before: Operation, after: Operation) -> dict[str, Any]:
    """A fight of fighters as plain data."""
    larger, _ = _larger_first(before)
    result = RESULTS[after.air_result]
    winner = {"Win": _NAMES[larger], "Lose": _NAMES[1 - larger], "Draw": None}[result]
    return {
        "attacker": _NAMES[larger],
        "column": column(before),
        "die": after.die,
        "result": result,
        "winner": winner,
        "interceptors_lose": before.strength[INTERCEPTORS] - after.strength[INTERCEPTORS],
        "escort_loses": before.strength[ESCORT] - after.strength[ESCORT],
    }


def fight_sentence(outcome: Mapping[str, Any]) -> str:
    """A fight of fighters in a sentence."""
    return (
        f"At {outcome['column']} for the {outcome['attacker']} the die falls {outcome['die']}, {outcome['result']}: "
        f"the interceptors lose {plural(outcome['interceptors_lose'], 'squadron')}, "
        f"the escort {plural(outcome['escort_loses'], 'squadron')}."
    )


def column(g: Operation) -> str:
    """The column of the odds as printed."""
    larger, smaller = _larger_first(g)
    return g.tables["air_to_air"].column(air_odds(g.strength[larger], g.strength[smaller])).label


def _fighters(interceptors: int, escort: int) -> list[Flight]:
    return [Flight(name=name, strength=n) for name, n in zip(_NAMES, (interceptors, escort), strict=True)]


def _larger_first(g: Operation) -> tuple[int, int]:
    if g.flight(ESCORT).strength > g.flight(INTERCEPTORS).strength:
        return ESCORT, INTERCEPTORS
    return INTERCEPTORS, ESCORT


def _reckonings(before: Operation, after: Operation) -> list[Reckoning]:
    """The shares that both sides lose."""
    table = before.tables["air_losses"]
    found = []
    for us, them, role in zip(
        _larger_first(before), _larger_first(before)[::-1], ("attacker", "defender"), strict=True
    ):
        per_cent = int(table.look_up(row=RESULTS[after.air_result], column=role))
        lost = before.strength[us] - after.strength[us]
        found.append(
            Reckoning(f"squadrons lost by the {_NAMES[us]}").add(
                f"{per_cent} % of the {before.strength[them]} of the {_NAMES[them]}, to the nearest",
                lost,
                "7.2",
            )
        )
    return found
