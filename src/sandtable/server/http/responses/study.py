"""Studies of a position as described documents: what may be laid over it, and what may come of it; see ``match``."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from sandtable.kernel.book.map_marks import Arrow, HexsideMark, Label
from sandtable.kernel.book.review import SideCost, TurnCost
from sandtable.kernel.book.study import FollowUp, NextOption, ReachHex
from sandtable.kernel.printed.concerns import Concern

from . import Answered, absent
from .position import ReckoningLine

Chance = str
Lines = list[ReckoningLine]


class Layer(Answered):
    """Something to lay over the map."""

    name: str
    title: str
    look: Literal["area", "line", "mark", "hexside", "arrow", "label"]
    side: str
    hexes: list[str]
    lines: list[list[str]]
    rule: str
    kind: str
    label: str
    pattern: Literal[
        "tint", "cross", "dotted", "lines", "rails", "ring", "front", "wall", "flag", "arrow", "label"
    ]
    nation: str
    usual: bool
    describes: bool = Field(description="whether its title is said of a hex wherever that is described")
    hexsides: list[HexsideMark] = absent()
    arrows: list[Arrow] = absent()
    labels: list[Label] = absent()


class Layers(Answered):
    """What a seat may lay over the map."""

    version: int
    layers: list[Layer]


class ReachFrom(Answered):
    """Where a force can go."""

    start: str = Field(alias="from")
    allowance: str
    left: str
    hexes: dict[str, ReachHex]


class Reach(Answered):
    """Where the force in question can go; null if there is none."""

    version: int
    reach: ReachFrom | None


class Fighter(Answered):
    """A unit in a combat; null where its strength is not known."""

    unit: str
    name: str
    strength: int | None
    printed: int
    least: int = Field(description="what it has at least, as far as the seat may know")
    most: int


class Force(Answered):
    """One side of a combat."""

    side: str
    units: list[Fighter]
    strength: int
    lines: Lines
    itemized: bool = Field(description="whether the lines name every unit")


class Winner(Answered):
    """Who wins how likely."""

    attacker: Chance
    defender: Chance


class Choice(Answered):
    """What an option would make of the combat."""

    option: str
    text: str
    winner: Winner
    attacker_loses_mean: str
    defender_loses_mean: str
    note: str
    follows: dict[str, Chance]
    left: list[Fighter]
    losses_left: int | None


class Supposition(Answered):
    """What becomes of the combat if somebody decides later on otherwise than was assumed."""

    text: str
    winner: Winner
    attacker_loses_mean: str
    defender_loses_mean: str


class Pairing(Answered):
    """What becomes of the combat when two secret choices meet."""

    attacker: str
    defender: str
    winner: Winner
    attacker_loses_mean: str
    defender_loses_mean: str


class CombatOdds(Answered):
    """Every way in which a combat can go."""

    exact: bool
    hex: str = Field(description="the hex that is fought for; empty where it is none in particular")
    assumes: list[str]
    attacker: Force
    defender: Force
    modifiers: Lines
    winner: Winner
    attacker_loses: dict[str, Chance]
    defender_loses: dict[str, Chance]
    defender_eliminated: Chance | None
    follows: dict[str, Chance]
    choices: list[Choice]
    matrix: list[Pairing]
    suppositions: list[Supposition]


class Odds(Answered):
    """The combat in question; null if there is none."""

    version: int
    odds: CombatOdds | None


class PreviewOf(Answered):
    """What an option would bring."""

    option: str
    text: str
    rolls: bool
    closes: bool
    path: list[str]
    left: str | None
    risk: Chance | None
    supplied: bool | None
    lines: Lines
    odds: CombatOdds | None
    concerns: list[Concern]
    follow_ups: list[FollowUp]
    passes_to: list[NextOption]


class Preview(Answered):
    """What an option would bring; null if the rulebook does not say."""

    version: int
    preview: PreviewOf | None


class RollMade(Answered):
    """A roll that the seat may see, and how good it was for whoever rolled."""

    answer: int
    rule: str
    by: str | None
    faces: list[int]
    sides: list[int]
    percentile: Chance
    text: str


class LuckOf(Answered):
    """The luck of a seat."""

    rolls: int
    actual: int
    expected: str
    standing: str


class Luck(Answered):
    """All rolls, and the luck of every seat."""

    version: int
    rolls: list[RollMade]
    luck: dict[str, LuckOf]


class Mark(Answered):
    """A place in the log worth going back to."""

    answer: int
    kind: str
    title: str
    hex: str | None


class Marks(Answered):
    """The turns and combats so far."""

    version: int
    marks: list[Mark]


# ---- the afterword


class MissedAttack(Answered):
    """An attack that was not made: its odds as it really stood, and as the seat had to reckon them."""

    answer: int
    turn: int
    seat: str
    hex: str
    text: str
    wins: Chance
    reckoned: Chance


class NotableRoll(Answered):
    """A roll as good or as bad as few are; where it was made in a combat, in which hex."""

    answer: int
    turn: int
    by: str
    faces: list[int]
    rule: str
    percentile: Chance
    hex: str


class TurningPoint(Answered):
    """The turn that went better for a side than the one before, as no other did; and where it cost most."""

    turn: int
    title: str
    answer: int
    side: str
    swing: str = Field(description="in points of strength")
    hex: str


class Afterword(Answered):
    """All that there is to say of a match when it is over."""

    turns: list[TurnCost]
    sides: dict[str, SideCost]
    missed: list[MissedAttack]
    best_rolls: list[NotableRoll]
    worst_rolls: list[NotableRoll]
    turning_point: TurningPoint | None


class AfterwordOf(Answered):
    """The afterword, once it is ready; null if none can be written."""

    version: int
    ready: bool
    afterword: Afterword | None
