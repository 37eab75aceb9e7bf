"""[1] A move as Control describes it: no dice, but fractions of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from sandtable.kernel import BadDescription, Given, NotYetTold, Reckoning, Tables, lines_of
from sandtable.kernel.book.describing import allowed, fraction, name, told

from ..movement import (
    Leg,
    crossing_ends_the_move,
    crossing_refusal,
    fuel_due,
    movement_refusal,
    too_late_to_fight,
    turn_spent,
)
from ..state import STOCK, Ground, Mode, Operation
from .describe import GROUNDS, MODES, MOST, member, number, troop_of
from .procedure import Procedure, position

RIVER: Final = "river"
BRIDGE: Final = "bridge"


class March(Procedure):
    """[1] How much of a turn a route takes, whether it can be gone at all, and whether the unit can still fight."""

    name = "movement"
    takes = ("troop", "mode", "route", "fuel", "moved")

    def begin(self, given: Given, tables: Tables) -> Operation:
        """Nothing is rolled; the route is checked against the rules."""
        troop, mode, legs = troop_of(given), _mode(given), self._legs(given, tables)
        already = fraction(told(given, "moved", 0), "--moved")
        # Fuel was paid for already where the unit has moved before in this turn.
        fuel = STOCK if already else number(given, "fuel", default=STOCK)
        allowed(movement_refusal(tables, troop, mode, legs, fuel=fuel, already=already))
        return position(tables)

    def _legs(self, given: Given, tables: Tables) -> list[Leg]:
        mode = _mode(given)
        legs: list[Leg] = []
        ended = False
        parts = name(told(given, "route", ""), "--route").replace(",", " ").split()
        if len(parts) > MOST:
            raise BadDescription(f"--route has {len(parts)} parts; at most {MOST} are added up")
        for part in parts:
            if ended:
                raise BadDescription(
                    f"an unbridged river ends the move, and --route goes on with {part!r} [1.3]"
                )
            if part in (RIVER, BRIDGE):
                bridge = part == BRIDGE
                allowed(crossing_refusal(tables, troop_of(given), mode, bridge=bridge))
                ended = crossing_ends_the_move(bridge=bridge)
                continue
            where, equals, km = part.partition("=")
            if not equals:
                raise BadDescription(
                    f"--route has {part!r}; write ground=km, road=km, river or bridge, as in open=10,bridge,wood=4"
                )
            road = where == "road"
            ground = (
                Ground.OPEN if road else member(Ground, where, "the ground of --route", ("road", *GROUNDS))
            )
            legs.append(Leg(ground, fraction(km, f"the distance in {where}"), road))
        if not legs:
            raise NotYetTold(
                "--route is missing; write ground=km with commas between, as in open=10,bridge,wood=4"
            )
        return legs

    def outcome(self, given: Given, before: Operation, after: Operation) -> dict[str, Any]:
        """The fraction of the turn, and what it means."""
        already = fraction(told(given, "moved", 0), "--moved")
        spent = Reckoning("fraction of the turn")
        spent.add_if(already, "moved before", already, "1.2")
        for line in turn_spent(
            before.tables, troop_of(given), _mode(given), self._legs(given, before.tables)
        ).lines:
            spent.add(line.what, line.value, line.rule)
        total = Fraction(spent.total)
        return {
            "spent": _text(total),
            "left": _text(1 - total),
            "may_fight": not too_late_to_fight(total),
            "fuel_due": 0 if already else fuel_due(troop_of(given)),
            "reckoning": lines_of([spent]),
        }

    def chances(self, given: Given, before: Operation) -> dict[str, Any]:
        """There are none."""
        raise BadDescription("movement rolls no dice and has no odds; ask resolve instead")

    def tell(self, outcome: Mapping[str, Any]) -> list[str]:
        """What is spent and what is left."""
        fight = (
            "can still attack this turn"
            if outcome["may_fight"]
            else "attacks only in the next turn, overruns excepted"
        )
        return [f"The move takes {outcome['spent']} of the turn, and the unit {fight}."]


def _mode(given: Given) -> Mode:
    return member(Mode, told(given, "mode", Mode.TACTICAL.word), "--mode", MODES)


def _text(number: Fraction) -> str:
    return f"{number.numerator}/{number.denominator}"
