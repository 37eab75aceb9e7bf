"""What an adjudicated combat has shown: every number with its reasons, as a document and as sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from sandtable.kernel import (
    DICE,
    Distribution,
    Hex,
    Reckoning,
    Roll,
    Seat,
    answer,
    asked,
    options,
    settle,
    top,
)
from sandtable.kernel.machine.explore import Policy

from ..series.combat.battle import RerollDie, crt_columns, fighters, is_overwhelming
from ..series.combat.losses import CounterattackRoll
from ..series.combat.outcome import inflicted
from ..series.combat.plans import Plan, Posture, matrix_effect, rung_label
from ..series.combat.strength import (
    attack_strength,
    attacker_modifier,
    crt_column,
    crt_dice,
    crt_row,
    crt_rung,
    defence_strength,
    defender_modifier,
)
from ..series.position.combat import Surplus
from ..series.position.roster import SEATS
from ..series.position.state import Front, enemy

TWELVE: Final = "12:1"
COUNTERATTACK: Final = 2
REROLL: Final = 3

# Winner, strength lost by attacker and defender, whether attacker and defender are wiped out.
Measured = tuple[str, int, int, bool, bool]


class Findings:
    """Collects what is known of one combat, from its first position on."""

    def __init__(self, start: Front, policy: Policy) -> None:
        self.start: Final = start.copy()
        self.policy: Final = policy.name
        # The combat as it stands before the first roll: supply, air and modifiers are known.
        self.begun: Final = self.start.copy()
        self.begun.told = None
        settle(self.begun)
        while top(self.begun) is not None and asked(self.begun) != (DICE,):
            who = asked(self.begun)[0]
            answer(self.begun, policy.choose(self.begun, who, options(self.begun, who)), who)
        self.rolls: Final[dict[int, Roll]] = {}
        # Strength of the counterattacker and of who is struck, when it comes to that.
        self.second: tuple[Reckoning, Reckoning] | None = None
        self.column = ""

    def note_roll(self, g: Front, which: int, faces: Roll) -> None:
        """Keep a roll that is about to be resolved."""
        self.rolls[which] = faces
        step = top(g)
        if isinstance(step, RerollDie):
            dice = list(self.rolls[step.defender])
            dice[dice.index(step.face)] = faces[0]
            self.rolls[step.defender] = tuple(dice)
        if isinstance(step, CounterattackRoll):
            here, side = Hex(g.battle.hex), Seat(g.phasing)
            self.second = (
                attack_strength(g, fighters(g, enemy(side)), here, what="counterattacker's strength"),
                defence_strength(g, fighters(g, side), here, what="strength of the force struck"),
            )
            self.column = step.column

    # ---- with dice

    def ruling(self, g: Front, *, attacker_won: bool) -> dict[str, Any]:
        """The fought combat *g* as a document."""
        by_attacker, by_defender = inflicted(g)
        document = self._head(g)
        if g.battle.surplus == Surplus.OVERWHELMED:
            document |= {
                "automatic": TWELVE,
                "attacker": {"sp": g.battle.attacker.sp},
                "defender": {"sp": g.battle.defender.sp},
            }
        else:
            document |= {
                "attacker": self._roller(g, 0),
                "defender": self._roller(g, 1),
                "counterattack": self._counterattack(g),
                "attacker_inflicted": by_attacker,
                "defender_inflicted": by_defender,
            }
            if REROLL in self.rolls:
                document["air_reroll"] = self.rolls[REROLL][0]
        attackers, defenders = self._losses(g, Seat(g.phasing)), self._losses(g, enemy(Seat(g.phasing)))
        return document | {
            "winner": "attacker" if attacker_won else "defender",
            "attacker_loses": sum(row["loses"] for row in attackers),
            "defender_loses": sum(row["loses"] for row in defenders),
            "units": {"attacker": attackers, "defender": defenders},
            "reckoning": _lines(self.reckonings()),
        }

    def _head(self, g: Front) -> dict[str, Any]:
        """What both kinds of answer begin with."""
        return {
            "attacker_side": SEATS[g.phasing],
            "plan": _plan(g),
            "posture": _posture(g),
            "policy": self.policy,
        }

    def _strengths(self) -> list[Reckoning]:
        """[8.2] What both sides begin the combat with."""
        g = self.start
        here, side = Hex(g.battle.hex), Seat(g.phasing)
        return [
            attack_strength(g, fighters(g, side), here, Hex(g.battle.entered_from)),
            defence_strength(g, fighters(g, enemy(side)), here),
        ]

    def reckonings(self) -> list[Reckoning]:
        """Strengths, columns, modifiers, the ladder and the ratio of a counterattack, in the order of 8.2."""
        g = self.begun
        plan, posture = Plan(g.battle.plan), Posture(g.battle.posture)
        found = self._strengths()
        if is_overwhelming(*(int(strength) for strength in found)):
            rule = g.campaign.cite("unprepared")
            return [*found, Reckoning("ratio").add("twelve to one or more: no dice", 12, rule)]
        columns = crt_columns(g)
        found += [self._column_reckoning(role) for role in (0, 1)]
        found.append(attacker_modifier(g, plan, posture, dice=crt_dice(columns[0])))
        found.append(defender_modifier(g, plan, posture))
        effect = matrix_effect(g, plan, posture)
        for what, rungs in (("defender's", effect.defender_lp), ("attacker's", effect.attacker_lp)):
            if rungs:
                words = f"{_plan(g).replace('_', ' ')} against {_posture(g)}"
                found.append(Reckoning(f"rungs on the {what} losses").add(words, rungs, "8.7"))
        return [*found, *(self.second or ())]

    def _column_reckoning(self, defender: int) -> Reckoning:
        """[8.6] How many dice one side rolls, and why."""
        g = self.begun
        labels, column = g.campaign.tables["crt"].columns.labels, crt_columns(g)[defender]
        before = crt_column(g, _sp(g, defender), air=False)
        more = crt_dice(column) - crt_dice(before)
        shift = f"the air unit shifts it to column {labels[column]}"
        return (
            Reckoning(f"{'defender' if defender else 'attacker'}'s dice")
            .add(f"dice in column {labels[before]}", crt_dice(before), "8.6")
            .add_if(column != before, shift, more, g.campaign.cite("air"))
        )

    def _column(self, g: Front, defender: int) -> str:
        return g.campaign.tables["crt"].columns.labels[crt_columns(g)[defender]]

    def _roller(self, g: Front, defender: int) -> dict[str, Any]:
        """One side's roll on the CRT."""
        column = crt_columns(g)[defender]
        dice = self.rolls[defender]
        drm = g.battle.of(defender).drm
        total = sum(dice) + drm
        return {
            "sp": _sp(g, defender),
            "column": self._column(g, defender),
            "dice": list(dice),
            "drm": drm,
            "row": crt_row(total, crt_dice(column)),
            "crt": rung_label(crt_rung(g, column, total)),
            "inflicts": rung_label(g.battle.of(defender).rung),
        }

    def _counterattack(self, g: Front) -> dict[str, Any] | None:
        if self.second is None:
            return None
        return {
            "column": self.column,
            "die": self.rolls[COUNTERATTACK][0],
            "defender_loses": g.battle.attacker.cat,
            "attacker_loses": g.battle.defender.cat,
        }

    def _losses(self, g: Front, side: Seat) -> list[dict[str, Any]]:
        return [
            {
                "name": g.roster[u].name,
                "kind": g.roster[u].kind.name.lower(),
                "sp": self.start.sp[u],
                "loses": self.start.sp[u] - g.sp[u],
                "left": g.sp[u],
                "fights": not self.start.sidelined[u],
            }
            for u in g.roster.of_side[side]
        ]

    # ---- over all dice

    def chances(self, found: Distribution[Measured]) -> dict[str, Any]:
        """The distribution of what was measured as a document."""
        winner = found.map(lambda m: m[0])
        g = self.begun
        document: dict[str, Any] = {"exact": True, **self._head(g)}
        if g.battle.surplus == Surplus.OVERWHELMED:
            document["automatic"] = TWELVE
        else:
            for role, drm in enumerate((g.battle.attacker.drm, g.battle.defender.drm)):
                shown = {"sp": _sp(g, role), "column": self._column(g, role), "drm": drm}
                document["defender" if role else "attacker"] = shown
        return document | {
            "winner": {role: _fraction(winner[role]) for role in ("attacker", "defender")},
            "attacker_loses": found.map(lambda m: m[1]).as_json(),
            "defender_loses": found.map(lambda m: m[2]).as_json(),
            "attacker_eliminated": _fraction(found.chance(lambda m: m[3])),
            "defender_eliminated": _fraction(found.chance(lambda m: m[4])),
            "reckoning": _lines(self.reckonings()),
        }


def sentences(document: Mapping[str, Any]) -> Iterator[str]:
    """A judged combat in words: the forces, the dice, the result."""
    for role in ("attacker", "defender"):
        units = ", ".join(
            f"{unit['name']} ({unit['sp'] if unit['fights'] else 'above the stacking limit'})"
            for unit in document["units"][role]
        )
        yield f"The strength of the {role} is {document[role]['sp']}: {units}."
    decided = "; ".join(f"{name.replace('_', ' ')}: {what}" for name, what in document["decisions"].items())
    yield f"Decisions inside the combat are taken by the policy {document['policy']!r} ({decided})."
    if "automatic" in document:
        yield "At 12:1 the defender is eliminated without a roll."
        return
    for role in ("attacker", "defender"):
        one = document[role]
        yield (
            f"The {role} rolls {', '.join(map(str, one['dice']))} {one['drm']:+d}: row {one['row']} in column "
            f"{one['column']} is {one['crt']}, after the Combat Matrix {one['inflicts']}."
        )
    if "air_reroll" in document:
        yield f"The air unit has had one die rolled again: {document['air_reroll']}."
    strike = document["counterattack"]
    if strike:
        yield (
            f"The defender counterattacks at {strike['column']} and rolls {strike['die']}: "
            f"it loses {strike['defender_loses']}, the attacker {strike['attacker_loses']}."
        )
    yield (
        f"The {document['winner']} wins, {document['attacker_inflicted']} inflicted by the attacker against "
        f"{document['defender_inflicted']} by the defender; the attacker loses {document['attacker_loses']} "
        f"strength points, the defender {document['defender_loses']}."
    )


def _lines(reckonings: Iterable[Reckoning]) -> list[dict[str, Any]]:
    return [{"of": reckoning.what, **line} for reckoning in reckonings for line in reckoning.as_json()]


def _sp(g: Front, defender: int) -> int:
    return g.battle.of(defender).sp


def _plan(g: Front) -> str:
    return Plan(g.battle.plan).name.lower()


def _posture(g: Front) -> str:
    posture = Posture(g.battle.posture)
    return "demoralized" if posture is Posture.NONE else posture.name.lower()


def _fraction(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator}"
