"""A combat or a raid as a person describes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sandtable.kernel import Asked, BadDescription, Given, NotYetTold, Tables
from sandtable.kernel.book.describing import (
    flag,
    is_told,
    listed,
    name,
    names,
    one_of,
    pairs,
    some_of,
    told,
    whole,
)

from ..bombing import range_of_bombers
from ..state import AMPHIBIOUS, GROUNDS, ROLES, TARGETS, Battle, Contingent

POINTS: Final = ("men", "tanks", "air", "bombers", "lsp")
CONTINGENT_KEYS: Final = (*POINTS, "me", "fortification", "name", "nation", "hex", "marks")
BOMBING_KEYS: Final = ("bombers", "air_defence", "flak", "role", "distance", "year")
BOMBING_ROLES: Final = ("industry", "terror")
PARTISANS: Final = {"men": 1, "me": 1}
FIRST_YEAR: Final = 1942
LAST_YEAR: Final = 1945
MOST_POINTS: Final = 9999
MOST_BOMBERS: Final = 30
MOST_CONTINGENTS: Final = 40
# What belongs to one combat, and may stand in a [[combat]] of a round.
COMBAT_KEYS: Final = (
    "attacker",
    "defender",
    "terrain",
    "amphibious",
    "no_landing_craft",
    "fortification",
    "major_city",
    "partisans_against",
    "cards",
    "card_shifts",
    "target",
    "winter",
)
_EXAMPLE: Final = "men=14,tanks=3,air=3,me=2,lsp=2"
ASKED: Final = (
    Asked(name="attacker", help=f"A hex that attacks: {_EXAMPLE}; once for each.", several=True),
    Asked(name="defender", help="The attacked hex, in the same words.", several=True),
    Asked(
        name="terrain",
        help="The attacked hex, open if not given; 'amphibious' is an assault from the sea on open ground.",
        kind="choice",
        choices=(*GROUNDS, AMPHIBIOUS),
    ),
    Asked(name="amphibious", help="The attack comes across the sea.", kind="flag"),
    Asked(name="no_landing_craft", help="It does so without specialised landing craft.", kind="flag"),
    Asked(
        name="fortification",
        help="Layers of fortification on the attacked hexside; of several hexsides fortification= of each attacker.",
        kind="number",
    ),
    Asked(name="major_city", help="The defender is in his own or an ally's Major City.", kind="flag"),
    Asked(
        name="partisans_against",
        help="Whose enemy's partisans are within 2 hexes; may be given twice.",
        kind="choice",
        choices=ROLES,
        several=True,
    ),
    Asked(name="cards", help="Advantage Cards added to the die: attacker=2,defender=1."),
    Asked(name="card_shifts", help="Advantage Cards that shift a column each: attacker=1."),
    Asked(
        name="target",
        help="What is attacked, the front if not given; partisans stand for a security operation.",
        kind="choice",
        choices=TARGETS,
    ),
    Asked(name="winter", help="A winter turn in Northern Europe: two flags for one.", kind="flag"),
    Asked(
        name="bombing",
        help="A raid in place of a combat: bombers=4,air_defence=1,flak=1[,role=industry|terror,distance=6,year=1943].",
    ),
    Asked(
        name="combat",
        help="A round of combats, each with name, side, against, the keys above, and its dice if they are rolled.",
        kind="table",
        several=True,
    ),
    Asked(
        name="card",
        help="Cards of the round: side, value, use (order, flag, die, shift, control), combat or what, ally.",
        kind="table",
        several=True,
    ),
    Asked(name="flags", help="Military flags of each side in the round: german=3,soviet=2.", kind="table"),
    Asked(name="naval_flags", help="Naval flags of each side in the round.", kind="table"),
    Asked(
        name="hexes",
        help="What hexes of the round hold in all, for those that attack twice: Orel = 'men=8,tanks=2,lsp=3'.",
        kind="table",
    ),
    Asked(name="placed_first", help="The side that placed its flags first, for ties.", kind="table"),
    Asked(name="first", help="The side that is to go first, if cards have won that choice.", kind="table"),
    Asked(
        name="front",
        help="A stretch of front line to be closed, straightened and checked: board or grid, first, side, nobody, "
        "sea (hexsides that are all sea), out_of_play.",
        kind="table",
    ),
)


@dataclass(frozen=True, kw_only=True)
class Bombing:
    """A raid as described."""

    bombers: int
    air_defence: int
    flak: int
    role: str


def read_battle(given: Given) -> Battle:
    """The combat that *given* means; BadDescription says what cannot be, with the paragraph where a rule forbids it."""
    terrain = _terrain(given)
    amphibious = flag(given, "amphibious") or terrain == AMPHIBIOUS
    if flag(given, "no_landing_craft") and not amphibious:
        raise BadDescription(
            "no_landing_craft is given, but the attack is not amphibious; leave it out or add amphibious"
        )
    target = one_of(told(given, "target", "front"), "target", TARGETS)
    entries = _forces(given, "attacker"), _forces(given, "defender")
    if target == "partisans" and not entries[1]:
        entries = entries[0], [PARTISANS]
    attackers, defenders = (_side(e, role) for e, role in zip(entries, ROLES, strict=True))
    if target == "garrison" and [(c.men, c.cv - c.bombers) for c in defenders] != [(1, 1)]:
        raise BadDescription("a garrison fights as a single man; defender men=1,me=3 would do [Garrisons]")
    if not sum(contingent.cv for contingent in attackers):
        raise BadDescription("the attacker has no men, tanks or aircraft; at least one point must attack")
    # Partisans are fought in a hex that the attacker holds himself.
    for contingent in attackers if target != "partisans" else ():
        if contingent.hex and contingent.hex in {c.hex for c in defenders}:
            raise BadDescription(
                f"{contingent.hex} attacks itself; name the hex that is attacked [Process 1]"
            )
    return Battle(
        attackers=attackers,
        defenders=defenders,
        terrain="open" if terrain == AMPHIBIOUS else terrain,
        amphibious=amphibious,
        landing_craft=not flag(given, "no_landing_craft"),
        fortification=_layers(given, entries[0]),
        major_city=flag(given, "major_city"),
        partisans_against=some_of(given.get("partisans_against"), "partisans_against", ROLES),
        cards=_by_side(given, "cards"),
        card_shifts=_by_side(given, "card_shifts"),
        target=target,
        winter=flag(given, "winter"),
        # A security operation has one flag, on the partisans' own hex (F-36).
        hexsides=1 if target == "partisans" else _hexsides(entries[0]),
    )


def read_bombing(given: Given, tables: Tables) -> Bombing:
    """The raid that *given* means; a target beyond the year's range is refused."""
    for other in (*ROLES, "front"):
        if is_told(given.get(other)):
            raise BadDescription(f"bombing and {other} are both given; a raid and a combat are judged apart")
    row = pairs(given["bombing"], "bombing", BOMBING_KEYS)
    if "bombers" not in row:
        raise BadDescription("bombing lacks 'bombers'; bombers=4,air_defence=1,flak=1 would do")
    if ("distance" in row) != ("year" in row):
        raise BadDescription(
            "bombing needs 'distance' and 'year' together, for the range grows with the years"
        )
    if "distance" in row:
        distance = whole(row["distance"], "distance", least=0)
        year = whole(row["year"], "year", least=FIRST_YEAR, most=LAST_YEAR)
        most = range_of_bombers(tables, year)
        if distance > most:
            raise BadDescription(
                f"{distance} hexes are too far: in {year} bombers fly {most} hexes [Bomber Range]"
            )
    return Bombing(
        bombers=whole(row["bombers"], "bombers", least=1, most=MOST_BOMBERS),
        air_defence=whole(row.get("air_defence", 0), "air_defence", least=0, most=MOST_BOMBERS),
        flak=whole(row.get("flak", 0), "flak", least=0, most=MOST_BOMBERS),
        role=one_of(row.get("role", "industry"), "role", BOMBING_ROLES),
    )


def _terrain(given: Given) -> str:
    """[Desert] The ground that was named; nobody fights in Desert and Himalayas hexes (F-30)."""
    terrain = one_of(told(given, "terrain", "open"), "terrain", (*GROUNDS, AMPHIBIOUS))
    if terrain == "desert":
        raise BadDescription("no combat or deployment is permitted in Desert / Himalayas hexes [Desert]")
    return terrain


def _forces(given: Given, role: str) -> list[Any]:
    return [pairs(entry, role, CONTINGENT_KEYS) for entry in listed(given.get(role))]


def _side(entries: list[Any], role: str) -> tuple[Contingent, ...]:
    if not entries:
        raise NotYetTold(f"the combat lacks {role!r}; {_EXAMPLE} would do")
    if len(entries) > MOST_CONTINGENTS:
        raise BadDescription(
            f"the {role} has {len(entries)} entries; a combat has at most {MOST_CONTINGENTS}"
        )
    found = tuple(_contingent(entry, role) for entry in entries)
    for kind in POINTS:
        if sum(int(getattr(contingent, kind)) for contingent in found) > MOST_POINTS:
            raise BadDescription(f"the {role} has more than {MOST_POINTS} {kind} in all")
    return found


def _contingent(row: Mapping[str, Any], role: str) -> Contingent:
    """The points of one hex; its Military Effectiveness must be told."""
    if "me" not in row:
        raise BadDescription(f"the {role} lacks 'me', its Military Effectiveness; {_EXAMPLE} would do")
    points = {kind: whole(row.get(kind, 0), f"{role}'s {kind}", least=0, most=MOST_POINTS) for kind in POINTS}
    called, hex_, nation = (name(row.get(key, ""), f"{role}'s {key}") for key in ("name", "hex", "nation"))
    names(row.get("marks"), f"{role}'s marks")
    me = whole(row["me"], f"{role}'s me", least=1, most=99)
    return Contingent(me=me, name=called or hex_ or nation, hex=hex_, **points)


def _layers(given: Given, attackers: list[Any]) -> int:
    """[Fortified Hexside] Of several attacked hexsides the one with the most layers counts, never the sum (F-17)."""
    layers = [told(given, "fortification", 0), *(row.get("fortification", 0) for row in attackers)]
    return max(whole(count, "fortification", least=0, most=MOST_POINTS) for count in layers)


def _by_side(given: Given, name: str) -> tuple[int, int]:
    said = pairs(given.get(name), name, ROLES)
    attacker, defender = (
        whole(said.get(r, 0), f"{name} of the {r}", least=0, most=MOST_POINTS) for r in ROLES
    )
    return attacker, defender


def _hexsides(attackers: list[Any]) -> int:
    """[Military Flags] One flagged hexside for each attacking hex; contingents of one hex go through one (F-13)."""
    hexes = {name(row["hex"], "attacker's hex") for row in attackers if "hex" in row}
    return len(hexes) + sum(1 for row in attackers if "hex" not in row)
