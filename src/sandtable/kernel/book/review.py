"""A look back at a game: what a rulebook tells for its afterword, and what the afterword says, as plain data.

Every method of ``Review`` has a default that fits a game without such a thing; ``kernel.game.afterword`` writes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from ..documents import Document
from ..machine.actions import CONTROL, Action, Seat
from ..machine.state import GameState
from .appearance import Appearance

G = TypeVar("G", bound=GameState)


class Mustered(NamedTuple):
    """A unit on the map: whose it is, and what strength it has left; 0 where units have none."""

    side: str
    strength: int


class LetGo(NamedTuple, Generic[G]):
    """An attack that a seat could have made and did not.

    *action* makes it in *g*, a copy of the position, where the attackers have marched by *way* of a hex if it names one;
    the greater the *promise*, roughly the ratio of both forces, the sooner its odds are worth reckoning.
    """

    g: G
    action: Action
    hex: str
    promise: Fraction
    way: str = ""


class Review(Generic[G]):
    """A look back at a game that is over, from all that there is to know."""

    appearance: ClassVar[Appearance]

    def view(self, g: G, seat: Seat) -> dict[str, Any]:
        """What *seat* may know of the position; see ``Play``."""
        raise NotImplementedError

    def muster(self, g: G) -> Mapping[str, Mustered]:
        """Every unit that stands, by the name that it has in views: who is no longer among them is lost.

        That is whoever is on the map; a rulebook where units wait beside it, or that can say it quicker, says so itself.
        """
        figure = next((figure.field for figure in self.appearance.figures if figure.sums), "")
        return {
            row["unit"]: Mustered(row["side"], row.get(figure, 0))
            for row in self.view(g, CONTROL).get("counters", ())
        }

    def points_held(self, g: G) -> Mapping[str, int]:
        """What each side holds of what victory hangs on, in points of strength that it is worth."""
        return {}

    def let_go(self, g: G, seat: Seat, action: Action) -> Sequence[LetGo[G]]:
        """The attacks that *seat* lets go by when it answers with *action*; the same one may be let go by more than once."""
        return ()


# ---- the afterword


@dataclass
class TurnCost(Document):
    """What one turn cost each side, and what each won of what victory hangs on."""

    turn: int
    title: str
    answer: int
    """the answer after which it had begun"""
    combats: int = 0
    # Units that left the map, and strength points lost.
    units: dict[str, int] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    # In points.
    held: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class SideCost(Document):
    """What the match cost a side: the sums of its turns, and how many of the units came back."""

    units: int
    points: int
    returned: int


@dataclass(frozen=True, kw_only=True)
class MissedAttack(Document):
    """An attack that was not made: its odds as it really stood, and as the seat had to reckon them."""

    answer: int
    turn: int
    seat: str
    hex: str
    text: str
    wins: Fraction
    reckoned: Fraction


@dataclass(frozen=True, kw_only=True)
class NotableRoll(Document):
    """A roll as good or as bad as few are; where it was made in a combat, in which hex."""

    answer: int
    turn: int
    by: str
    faces: tuple[int, ...]
    rule: str
    percentile: Fraction
    hex: str


@dataclass(frozen=True, kw_only=True)
class TurningPoint(Document):
    """The turn that went better for a side than the one before, by so many points, as no other did; and where it cost most."""

    turn: int
    title: str
    answer: int
    side: str
    swing: Fraction
    hex: str


@dataclass(frozen=True, kw_only=True)
class Afterword(Document):
    """All that there is to say of a game when it is over. Where time ran out not all that was let go by was weighed."""

    turns: tuple[TurnCost, ...]
    sides: Mapping[str, SideCost]
    missed: tuple[MissedAttack, ...]
    best_rolls: tuple[NotableRoll, ...]
    worst_rolls: tuple[NotableRoll, ...]
    turning_point: TurningPoint | None
