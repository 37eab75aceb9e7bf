"""Adjudication of the sheet's procedures: the same steps with given dice, or over every roll."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from sandtable.kernel import Adjudicator, Asked, BadDescription, Given, Roll, Tables, settle
from sandtable.kernel.book.describing import is_told, one_of, told
from sandtable.kernel.chance.dice import DiceSource
from sandtable.kernel.machine.playout import play_out

from ..artillery import GUNS
from ..flak import TARGETS
from ..state import Operation
from .describe import GROUNDS, MODES, TROOPS, option
from .form import ENTRIES
from .procedure import Procedure
from .procedures import PROCEDURES
from .sides import BOARDS

COMBAT: Final = "combat"


_SIDE: Final = (
    "status=N with, as needed, factors=, artillery=, long_artillery=, air=ordinary|superior|overwhelming|apocalyptic "
    "or german_ga=, allied_ga=, heavy= squadrons, units=, troop=foot|mech|tanks|artillery|recce, formation=, ammo=, "
    "fuel=, moved=1/2, marks=light_infantry+unprepared+non_tactical+road_column+across_river+at_crossing, name=, hex=; "
    "guns=field|medium|rocket|infantry_guns with km= or hex= makes it supporting guns; "
    "once for each unit, or once for all."
)
_NUMBERS: Final = {
    "interceptors": "Fighter squadrons that intercept.",
    "escort": "Fighter squadrons that they meet.",
    "transports": "Serials of transports in the stream.",
    "bombers": "Squadrons of bombers in the stream.",
    "serials": "Serials fired at, 1 if not given.",
    "damage": "Damage that each serial has already, 0 or 1.",
    "status": "Status of the unit aboard, or of each unit bombed.",
    "tactical": "Tactical squadrons.",
    "battalions": "Artillery battalions.",
    "heavy": "Heavy squadrons.",
    "units": "Units rolled for, 1 if not given.",
    "points": "Supply points dropped.",
    "in_square": "Units in the same square, all of them if not given.",
    "fuel": "Fuel points of the unit.",
}
_FLAGS: Final = {
    "armour_breakthrough": "Mostly armour, with a breakthrough order.",
    "breakthrough_order": "A breakthrough order; the share of tanks is counted from troop=tanks.",
    "counter_attack": "This is a counter-attack, hence unprepared.",
    "again": "The attackers fight again after an overrun, hence unprepared.",
    "fighters": "The serials are fighters; flak lets those pass that fly over.",
    "poor_terrain": "Poor terrain.",
    "contested": "The zone is contested.",
    "airstrip": "Landed on an airstrip.",
    "afdag": "Landed on an airstrip with AFDAG deployed.",
    "fighters_intervene": "Enemy fighters intervene.",
    "flak_intervenes": "Enemy flak intervenes.",
    "moving": "The units move.",
}
_CHOICES: Final[dict[str, tuple[str, Sequence[str]]]] = {
    "ground": ("The ground of the defender, open if not given.", GROUNDS),
    "board": (
        "The board on which hex= lies: ranges, flanks, rivers and ground are read from it.",
        BOARDS,
    ),
    "tactical_advantage": (
        "Who has the clear tactical advantage, by Control's word.",
        ("attacker", "defender", "none"),
    ),
    "target": ("What flak fires at.", [target.replace(" ", "_") for target in TARGETS]),
    "guns": ("What guns the battalions have, to check their range.", GUNS),
    "troop": ("The kind of troops.", TROOPS),
    "mode": ("How the unit moves, tactical if not given.", MODES),
}
_TEXTS: Final = {
    "flak": "The flak units that fire, as heavy=N,light=N.",
    "drop_km": "How far from the flak the serials drop or land, in place of --target.",
    "path_km": "How near to the flak they pass.",
    "km": "How far the guns are from the square.",
    "route": "The way, as open=10,bridge,wood=4,road=6,river.",
    "moved": "The fraction of the turn spent before, as 1/3.",
}


_LAST: Final = ("units", "in_square", "status")


def _all_asked() -> tuple[Asked, ...]:
    """Everything that can be told, in the order in which the procedures take it, each with those that do."""
    sides = {"attacker": _SIDE, "defender": "The same for the defender."}
    found = {
        **{name: Asked(name=name, help=words, several=True) for name, words in sides.items()},
        **{name: Asked(name=name, help=words, kind="number") for name, words in _NUMBERS.items()},
        **{name: Asked(name=name, help=words, kind="flag") for name, words in _FLAGS.items()},
        **{
            name: Asked(name=name, help=words, kind="choice", choices=tuple(choices))
            for name, (words, choices) in _CHOICES.items()
        },
        **{name: Asked(name=name, help=words) for name, words in _TEXTS.items()},
    }
    named = [name for procedure in PROCEDURES.values() for name in procedure.takes]
    # How many units and how strong is asked last: several procedures ask it, and none begins with it.
    order = dict.fromkeys([name for name in named if name not in _LAST] + [*_LAST])
    users = {name: tuple(p.name for p in PROCEDURES.values() if name in p.takes) for name in order}
    first = Asked(
        name="procedure",
        help="What is to be judged; a ground combat if not given.",
        kind="choice",
        choices=tuple(PROCEDURES),
    )
    return (first, *(replace(found[name], of=users[name]) for name in order))


class AirborneAdjudicator(Adjudicator):
    """Judges the procedures of the sheet: ground combat unless another is named."""

    asked = _all_asked()
    entries = ENTRIES

    def resolve(
        self, given: Given, tables: Tables, typed: Sequence[Roll], source: DiceSource
    ) -> dict[str, Any]:
        """The procedure with the faces *typed*, in the order in which they are needed, then those of *source*."""
        procedure = _procedure(given)
        before = _begin(procedure, given, tables)
        after = before.copy()
        play_out(after, typed, source)
        return {"procedure": procedure.name, **procedure.outcome(given, before, after)}

    def odds(self, given: Given, tables: Tables) -> dict[str, Any]:
        """Every way that the procedure can go."""
        procedure = _procedure(given)
        return {"procedure": procedure.name, **procedure.chances(given, _begin(procedure, given, tables))}

    def read(self, given: Given, tables: Tables) -> None:
        """Set the procedure up, and leave it at that."""
        _begin(_procedure(given), given, tables)

    def tell(self, outcome: Mapping[str, Any]) -> list[str]:
        """An outcome in sentences."""
        return PROCEDURES[outcome["procedure"]].tell(outcome)


def _procedure(given: Given) -> Procedure:
    """The procedure that is named; BadDescription if something else is told that it has no use for."""
    procedure = PROCEDURES[one_of(told(given, "procedure", COMBAT), "--procedure", tuple(PROCEDURES))]
    for key, value in given.items():
        if key not in ("procedure", *procedure.takes) and is_told(value):
            raise BadDescription(
                f"{option(key)} does not belong to procedure {procedure.name}; "
                f"it takes {', '.join(takes.replace('_', '-') for takes in procedure.takes)}"
            )
    return procedure


def _begin(procedure: Procedure, given: Given, tables: Tables) -> Operation:
    g = procedure.begin(given, tables)
    settle(g)
    return g
