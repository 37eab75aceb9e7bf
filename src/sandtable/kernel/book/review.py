"""What a rulebook tells for the afterword of a game: units and strength on the map, points that count, attacks let go by.

Every method has a default that fits a game without such a thing; see ``kernel.game.afterword``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

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

    *action* makes it in *g*, a copy of the position; the greater the *promise*, roughly the ratio of both forces, the
    sooner its odds are worth reckoning.
    """

    g: G
    action: Action
    hex: str
    promise: Fraction


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
