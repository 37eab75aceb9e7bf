"""A combat as a person describes it: forces in a few words, plan, posture, ground."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sandtable.kernel import Asked, BadDescription, Given, NotYetTold, Seat
from sandtable.kernel.book.describing import flag, name, one_of, shown, told, whole

from ..series.combat.plans import Plan, Posture
from ..series.position.campaign import BUILT_UP, GROUND
from ..series.position.roster import AXIS, SEATS, SOVIET, Counter, Kind, Nation
from .sandbox import counter

KINDS: Final = tuple(kind.name.lower() for kind in Kind)
NATIONS: Final = tuple(nation.name.lower() for nation in Nation)
PLANS: Final = tuple(plan.name.lower() for plan in Plan)
POSTURES: Final = tuple(posture.name.lower() for posture in Posture if posture is not Posture.NONE)
HEXSIDES: Final = ("none", "river", "major_river")
POLICIES: Final = ("spread", "weakest", "first")
MOST_SP: Final = 99
MOST_UNITS: Final = 40
_UNIT_KEYS: Final = ("kind", "sp", "name", "nation")

ASKED: Final = (
    Asked(
        name="attacker",
        help="The attacking units: 'armor:4 mechanized:5 foot:9'; in a file also tables with kind, sp, name and "
        f"nation ({', '.join(NATIONS)}).",
        required=True,
    ),
    Asked(name="defender", help="The defending units.", required=True),
    Asked(name="plan", help="The attack plan.", kind="choice", choices=PLANS, required=True),
    Asked(
        name="posture",
        help="The defensive posture; a demoralized defender has none.",
        kind="choice",
        choices=POSTURES,
    ),
    Asked(
        name="terrain",
        help=f"The ground of the hex ({', '.join(GROUND)}), alone or with +town, +city or +major_city.",
        default=GROUND[0],
    ),
    Asked(
        name="hexside",
        help="What the attacker has crossed.",
        kind="choice",
        choices=HEXSIDES,
        default=HEXSIDES[0],
    ),
    Asked(name="attacker_no_los", help="The attacker has no line of supply.", kind="flag"),
    Asked(name="defender_no_los", help="The defender has no line of supply.", kind="flag"),
    Asked(name="defender_demoralized", help="The defender is demoralized.", kind="flag"),
    Asked(name="air", help="The German player commits his air unit.", kind="flag"),
    Asked(
        name="attacker_side",
        help="Who attacks; if not given, the Germans, or the Soviets where only Germans may choose the posture.",
        kind="choice",
        choices=SEATS,
    ),
    Asked(
        name="policy",
        help="Who takes the losses beyond the half of the largest unit: the largest left (spread), the smallest "
        "left (weakest), or the first named (first).",
        kind="choice",
        choices=POLICIES,
        default=POLICIES[0],
    ),
)


@dataclass(frozen=True, kw_only=True)
class Described:
    """A unit as described; its nation may follow from the side."""

    kind: str
    sp: int
    name: str
    nation: str = ""


@dataclass(frozen=True, kw_only=True)
class Combat:
    """A described combat, every word of it understood."""

    attackers: tuple[Described, ...]
    defenders: tuple[Described, ...]
    plan: Plan
    posture: Posture
    ground: str
    built: str
    hexside: str
    attacker_supplied: bool
    defender_supplied: bool
    demoralized: bool
    air: bool
    # None where it was not said.
    attacker_side: Seat | None
    policy: str


def read_combat(given: Given) -> Combat:
    """The combat that is described; BadDescription names what cannot be understood."""
    for needed in ("attacker", "defender"):
        if given.get(needed) in (None, "", [], ()):
            raise NotYetTold(f"the {needed} is missing; units such as 'armor:4 foot:9' would do")
    forces = _read_force(given["attacker"], "attacker"), _read_force(given["defender"], "defender")
    demoralized = flag(given, "defender_demoralized")
    ground, built = _read_terrain(told(given, "terrain", GROUND[0]))
    hexside = one_of(told(given, "hexside", HEXSIDES[0]), "the hexside", HEXSIDES)
    side = given.get("attacker_side")
    if given.get("plan") is None:
        raise NotYetTold(f"the plan is None; it should be one of {', '.join(PLANS)}")
    # [2.8] Whatever posture is named, a demoralized defender has none.
    posture = Posture.NONE
    if not demoralized and given.get("posture") is None:
        raise NotYetTold(f"the posture is None; it should be one of {', '.join(POSTURES)}")
    if not demoralized:
        posture = Posture[one_of(given.get("posture"), "the posture", POSTURES).upper()]
    return Combat(
        attackers=forces[0],
        defenders=forces[1],
        plan=Plan[one_of(given.get("plan"), "the plan", PLANS).upper()],
        posture=posture,
        ground=ground,
        built=built,
        hexside="" if hexside == HEXSIDES[0] else hexside,
        attacker_supplied=not flag(given, "attacker_no_los"),
        defender_supplied=not flag(given, "defender_no_los"),
        demoralized=demoralized,
        air=flag(given, "air"),
        attacker_side=None if side is None else Seat(SEATS.index(one_of(side, "the attacker's side", SEATS))),
        policy=one_of(told(given, "policy", POLICIES[0]), "the policy", POLICIES),
    )


def counters(force: Sequence[Described], role: str, side: Seat) -> list[Counter]:
    """Counters for a described *force* of *side*; BadDescription where a nation fights for the other."""
    found = []
    for number, unit in enumerate(force, 1):
        nation = unit.nation or ("soviet" if side == SOVIET else "german")
        if (nation == "soviet") != (side == SOVIET):
            raise BadDescription(f"the {role}'s {unit.name} is {nation}, but the {role} is {SEATS[side]}")
        found.append(counter(f"{role} {number}", unit.kind, unit.sp, nation=nation, name=unit.name))
    return found


def side_named(force: Sequence[Described]) -> Seat | None:
    """The side that the nations of a *force* tell, if any of them is told."""
    nations = {unit.nation for unit in force if unit.nation}
    return None if not nations else SOVIET if "soviet" in nations else AXIS


def _read_terrain(text: Any) -> tuple[str, str]:
    ground, plus, built = text.partition("+") if isinstance(text, str) else ("", "", "")
    if ground not in GROUND or (plus and built not in BUILT_UP):
        raise BadDescription(
            f"terrain {shown(text)} is unknown; {', '.join(GROUND)} would do, alone or with "
            + ", ".join(f"+{kind}" for kind in BUILT_UP)
        )
    return ground, built


def _read_force(given: Any, role: str) -> tuple[Described, ...]:
    units = given.split() if isinstance(given, str) else given
    if isinstance(units, list | tuple) and len(units) > MOST_UNITS:
        raise BadDescription(
            f"the {role} has {len(units)} units; a combat has at most {MOST_UNITS} of a side"
        )
    if isinstance(given, str) and units:
        return tuple(_read_word(word, role) for word in units)
    if isinstance(units, list | tuple) and units and all(isinstance(row, Mapping) for row in units):
        return tuple(_read_row(row, role, number) for number, row in enumerate(units, 1))
    raise BadDescription(f"{role} is {shown(given)}; 'armor:4 foot:9' or tables with kind and sp would do")


def _read_word(word: str, role: str) -> Described:
    kind, colon, sp = word.partition(":")
    if not colon or not (sp.isascii() and sp.isdigit()):
        raise BadDescription(f"{role}: {shown(word)} is no unit; kind:strength is, such as 'armor:4'")
    return _checked_unit(kind, whole(sp, f"{role}: the strength of {shown(kind)}"), "", "", role)


def _read_row(row: Mapping[str, Any], role: str, number: int) -> Described:
    where = f"{role} {number}"
    if stray := sorted(set(row) - set(_UNIT_KEYS)):
        raise BadDescription(f"{where}: there is no {shown(stray[0])}; there are {', '.join(_UNIT_KEYS)}")
    sp = whole(row.get("sp"), f"{where}: sp")
    nation = one_of(row["nation"], f"{where}: nation", NATIONS) if "nation" in row else ""
    kind, called = (name(row.get(key, ""), f"{where}: {key}") for key in ("kind", "name"))
    return _checked_unit(kind, sp, called, nation, where)


def _checked_unit(kind: str, sp: int, called: str, nation: str, where: str) -> Described:
    if kind not in KINDS:
        raise BadDescription(f"{where}: {shown(kind)} is no kind of unit; {', '.join(KINDS)} are")
    if not 1 <= sp <= MOST_SP:
        raise BadDescription(f"{where}: a unit has 1 to {MOST_SP} strength points, not {sp}")
    return Described(kind=kind, sp=sp, name=called or kind, nation=nation)
