"""Adjudication of the sheet's procedures: the same steps with given dice, or over every roll."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sandtable.kernel.actions import DICE, rolled
from sandtable.kernel.adjudicator import Adjudicator, Asked, BadDescription, Given
from sandtable.kernel.dice import BadDice, DiceSource, Roll
from sandtable.kernel.explore import FirstOption
from sandtable.kernel.machine import answer, asked, dice_asked, options, settle
from sandtable.kernel.tables import Tables

from .described import GROUNDS, MODES, TROOPS, word
from .flak import TARGETS
from .procedures import PROCEDURES
from .procedures.procedure import Procedure
from .state import Operation

COMBAT: Final = "combat"


def _number(name: str, help_: str) -> Asked:
    return Asked(name=name, help=help_, kind="number")


def _flag(name: str, help_: str) -> Asked:
    return Asked(name=name, help=help_, kind="flag")


def _choice(name: str, help_: str, choices: Sequence[str]) -> Asked:
    return Asked(name=name, help=help_, kind="choice", choices=tuple(choices))


_SIDE: Final = (
    "status=N with, as needed, factors=, artillery=, long_artillery=, air=ordinary|superior|overwhelming|apocalyptic "
    "or german_ga=, allied_ga=, heavy= squadrons, units=, troop=foot|mech|tanks|artillery|recce, formation=, ammo=, "
    "fuel=, moved=1/2, marks=light_infantry+unprepared+non_tactical+road_column, name=; once for each unit, or once for all."
)


class AirborneAdjudicator(Adjudicator):
    """Judges the procedures of the sheet: ground combat unless another is named."""

    asked = (
        Asked(
            name="procedure",
            help="What is to be judged.",
            kind="choice",
            choices=tuple(PROCEDURES),
            default=COMBAT,
        ),
        Asked(name="attacker", help=f"combat: {_SIDE}", several=True),
        Asked(name="defender", help="combat: the same for the defender.", several=True),
        _choice("ground", "combat, recce: the ground of the defender, open if not given.", GROUNDS),
        _flag("armour_breakthrough", "combat: mostly armour, with a breakthrough order."),
        _flag(
            "breakthrough_order",
            "combat: a breakthrough order; the share of tanks is counted from troop=tanks.",
        ),
        _choice(
            "tactical_advantage", "combat: who has the clear tactical advantage.", ("attacker", "defender")
        ),
        _flag("counter_attack", "combat: this is a counter-attack, hence unprepared."),
        _number("interceptors", "air_to_air, transports: fighter squadrons that intercept."),
        _number("escort", "air_to_air, transports: fighter squadrons that they meet."),
        _number("transports", "transports: serials of transports in the stream."),
        _number("bombers", "transports: squadrons of bombers in the stream."),
        Asked(name="flak", help="flak: the flak units that fire, as heavy=N,light=N."),
        _choice("target", "flak: what they fire at.", [target.replace(" ", "_") for target in TARGETS]),
        _number("serials", "flak: how many serials they fire at, 1 if not given."),
        _number("damage", "flak: damage that each serial has already, 0 or 1."),
        _number(
            "status", "transports, flak: status of the unit aboard; interdiction, suppression: of each unit."
        ),
        _number("tactical", "interdiction, suppression: tactical squadrons."),
        _number("battalions", "interdiction, suppression: artillery battalions."),
        _number("heavy", "interdiction, suppression: heavy squadrons."),
        _number("units", "interdiction, suppression, recce: units rolled for, 1 if not given."),
        _number("points", "resupply: supply points dropped."),
        _flag("poor_terrain", "resupply: poor terrain."),
        _flag("contested", "resupply: the zone is contested."),
        _flag("airstrip", "resupply: landed on an airstrip."),
        _flag("afdag", "resupply: landed on an airstrip with AFDAG deployed."),
        _flag("fighters_intervene", "resupply: enemy fighters intervene."),
        _flag("flak_intervenes", "resupply: enemy flak intervenes."),
        _choice("troop", "recce, movement: the kind of troops.", TROOPS),
        _flag("moving", "recce: the units move."),
        _number("in_square", "recce: units in the same square, all of them if not given."),
        _choice("mode", "movement: how the unit moves, tactical if not given.", MODES),
        Asked(name="route", help="movement: the way, as open=10,bridge,wood=4,road=6,river."),
        _number("fuel", "movement: fuel points of the unit."),
        Asked(name="moved", help="movement: the fraction of the turn spent before, as 1/3."),
    )

    def resolve(
        self, given: Given, tables: Tables, typed: Sequence[Roll], source: DiceSource
    ) -> dict[str, Any]:
        """The procedure with the faces *typed*, in the order in which they are needed, then those of *source*."""
        procedure = _procedure(given)
        before = _begin(procedure, given, tables)
        after = before.copy()
        play(after, [face for roll in typed for face in roll], source)
        return {"procedure": procedure.name, **procedure.outcome(given, before, after)}

    def odds(self, given: Given, tables: Tables) -> dict[str, Any]:
        """Every way that the procedure can go."""
        procedure = _procedure(given)
        return {"procedure": procedure.name, **procedure.chances(given, _begin(procedure, given, tables))}

    def tell(self, outcome: Mapping[str, Any]) -> list[str]:
        """An outcome in sentences."""
        return PROCEDURES[outcome["procedure"]].tell(outcome)


def play(g: Operation, typed: Sequence[int], source: DiceSource) -> None:
    """Play *g* to its end with the faces *typed*, then with rolled ones; a choice is answered by its first option."""
    faces = list(typed)
    rolls = 0
    while g.agenda:
        (seat,) = asked(g)
        if seat != DICE:
            answer(g, FirstOption().choose(g, seat, options(g, seat)), seat)
            continue
        dice = dice_asked(g)
        roll = tuple(faces[: len(dice.sides)]) if faces else source.roll(dice, rolls)
        if not dice.fits(roll):
            raise BadDice(f"{dice} are to be rolled, and {', '.join(map(str, roll))} is no such roll")
        del faces[: len(dice.sides)]
        rolls += 1
        answer(g, rolled(roll), DICE)
    if faces:
        raise BadDice(
            f"{len(typed)} dice are given, and {len(typed) - len(faces)} are rolled; leave out the rest"
        )


def _procedure(given: Given) -> Procedure:
    """The procedure that is named; BadDescription if something else is told that it has no use for."""
    procedure = PROCEDURES[word(given.get("procedure") or COMBAT, "--procedure", tuple(PROCEDURES))]
    for key, value in given.items():
        if key not in ("procedure", *procedure.takes) and value not in (None, False, ()):
            raise BadDescription(
                f"--{key.replace('_', '-')} does not belong to procedure {procedure.name}; "
                f"it takes {', '.join(takes.replace('_', '-') for takes in procedure.takes)}"
            )
    return procedure


def _begin(procedure: Procedure, given: Given, tables: Tables) -> Operation:
    g = procedure.begin(given, tables)
    settle(g)
    return g
