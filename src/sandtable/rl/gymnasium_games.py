"""Every scenario for Gymnasium: one seat learns, bots sit in all others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sandtable.bots import Bot, make_bot
from sandtable.kernel import Seat

from . import missing
from .episode import SLOTS, Episode
from .observation import Arrays, Layout, Mask
from .spaces import Slots, observed

try:
    import gymnasium
except ImportError as why:
    raise missing(why) from why


class OneSeat(gymnasium.Env[Arrays, Any]):
    """A scenario seen from *seat*. *opponents* is a bot for all others, or one by seat: ``{"blue": "random"}``.

    The reward is 1 for a victory of the seat's side and -1 for another's, when it comes; 0 before, and for a draw.
    """

    def __init__(
        self,
        scenario: str,
        seat: str,
        opponents: str | Mapping[str, str] = "random",
        *,
        render_mode: str | None = None,
        options: Mapping[str, int | str | bool] | None = None,
        slots: int = SLOTS,
        longest: int | None = None,
    ) -> None:
        self._given: Final[dict[str, Any]] = {"options": options, "slots": slots, "longest": longest}
        self.episode = Episode(scenario, **self._given)
        book, setup = self.episode.rulebook, self.episode.setup
        self.layout: Final = Layout(book, setup, slots)
        self.scenario: Final = scenario
        self.seat: Final[Seat] = book.seat(setup, seat)
        self.seat_name: Final = seat
        others = [name for name in self.episode.seats if name != seat]
        named = dict.fromkeys(others, opponents) if isinstance(opponents, str) else dict(opponents)
        # Asked for now, so that a bot that does not exist is not missed in the midst of a game.
        self._opponents: Final = {name: named.get(name, "random") for name in others}
        self._bots = self._seated(0)
        self.metadata = {"render_modes": ["ansi"]}
        self.render_mode = render_mode
        self.observation_space: Any = observed(self.layout)
        self.action_space = Slots(slots, self._mask)

    def _seated(self, seed: int) -> dict[Seat, Bot]:
        """The bots of a game; those that draw lots draw other ones in every seat."""
        book, setup = self.episode.rulebook, self.episode.setup
        return {
            (seat := book.seat(setup, name)): make_bot(bot, book, seed * 16 + seat)
            for name, bot in self._opponents.items()
        }

    def _mask(self) -> Mask:
        page = self.episode.page(self.seat)
        return self.layout.mask(len(page.actions), more=page.more)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Arrays, dict[str, Any]]:
        """Begin a new game, played on until the seat is asked."""
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(2**31))
        self.episode = Episode(self.scenario, seed=drawn, **self._given)
        self._bots = self._seated(drawn)
        self._wait()
        return self._seen(), {}

    def step(self, action: Any) -> tuple[Arrays, float, bool, bool, dict[str, Any]]:
        """The seat picks, and the bots answer until it is asked again."""
        self.episode.pick(self.seat, int(action))
        self._wait()
        reward = self.episode.returns()[self.seat_name]
        return self._seen(), reward, self.episode.over, self.episode.cut_short, {}

    def _wait(self) -> None:
        """Let the bots answer until the seat is asked, or nobody."""
        while (asked := self.episode.asked) and self.seat not in asked:
            self.episode.ask(self._bots[asked[0]], asked[0])

    def _seen(self) -> Arrays:
        return self.layout.read(self.episode.view(self.seat))

    def render(self) -> Any:
        """The game as text, as far as everybody may know it."""
        return self.episode.picture() if self.render_mode == "ansi" else None
