"""Every scenario for PettingZoo: all seats are agents, which pick one after another (AEC) or all at once (parallel).

Where seats seal their answers the first asked picks until it has sealed, then the next; none sees what another has sealed.
The parallel game is made for such phases: all who write pick at once, each a line, and whoever has nothing to pick waits.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar, Final

from sandtable.kernel import SandtableError, Seat

from . import missing
from .episode import SLOTS, Episode
from .observation import Arrays, Layout
from .spaces import Mask, Slots, mask_of, observed

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as why:
    raise missing(why) from why

RENDER_MODES: Final = ("ansi", "human")
# The slot of whoever has nothing to pick while others do.
WAIT: Final = 0


class UnknownRenderMode(SandtableError):
    """A way of rendering that there is not."""


class _Seats:
    """What both forms share: the episode, its arrays and spaces, and how it is begun anew."""

    def __init__(
        self,
        scenario: str,
        render_mode: str | None,
        options: Mapping[str, int | str | bool] | None,
        slots: int,
        longest: int | None,
    ) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise UnknownRenderMode(
                f"there is no render mode {render_mode!r}; there are {', '.join(RENDER_MODES)}"
            )
        self._given: Final[dict[str, Any]] = {"options": options, "slots": slots, "longest": longest}
        self.scenario: Final = scenario
        self.episode = Episode(scenario, **self._given)
        self.layout: Final = Layout(self.episode.rulebook, self.episode.setup, slots)
        self._rng, _ = seeding.np_random()

    def begin(self, seed: int | None) -> None:
        """A new game; with *seed* it and all that follow without one are the same each time."""
        if seed is not None:
            self._rng, _ = seeding.np_random(seed)
        self.episode = Episode(self.scenario, seed=int(self._rng.integers(2**31)), **self._given)

    def seat(self, agent: str) -> Seat:
        """The seat of *agent*."""
        return self.episode.rulebook.seat(self.episode.setup, agent)

    def mask(self, agent: str) -> Mask:
        """The slots that are offered to *agent* now."""
        page = self.episode.page(self.seat(agent))
        return mask_of(self.layout, len(page.actions), more=page.more)

    def observe(self, agent: str) -> Arrays:
        """What *agent* may know now."""
        return self.layout.read(self.episode.view(self.seat(agent)))

    def render(self, render_mode: str | None) -> str | None:
        """The game as text, or printed."""
        if render_mode == "ansi":
            return self.episode.picture()
        if render_mode == "human":
            print(self.episode.picture())
        return None


class TurnByTurn(AECEnv[str, Arrays, int]):
    """A scenario in which agents, named as the seats, pick one after another."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(RENDER_MODES),
        "name": "sandtable",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        scenario: str,
        *,
        render_mode: str | None = None,
        options: Mapping[str, int | str | bool] | None = None,
        slots: int = SLOTS,
        longest: int | None = None,
    ) -> None:
        super().__init__()
        self._seats: Final = _Seats(scenario, render_mode, options, slots, longest)
        self.render_mode = render_mode
        self.possible_agents = list(self._seats.episode.seats)
        self.agents: list[str] = []
        self._observed: Final = {agent: observed(self.layout) for agent in self.possible_agents}
        self._slots: Final = {
            agent: Slots(slots, partial(self._seats.mask, agent)) for agent in self.possible_agents
        }

    @property
    def episode(self) -> Episode:
        """The game that is played; its ``record`` can be kept and looked at."""
        return self._seats.episode

    @property
    def layout(self) -> Layout:
        """What the arrays hold, by name."""
        return self._seats.layout

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of the arrays."""
        return self._observed[agent]

    def action_space(self, agent: str) -> Slots:
        """The slots."""
        return self._slots[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game."""
        self._seats.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_pick()

    def _to_pick(self) -> str:
        """The seat that picks next; when the game is over, the first that has not heard of it."""
        episode = self.episode
        return episode.seats[episode.asked[0]] if episode.asked else self.agents[0]

    def observe(self, agent: str) -> Arrays:
        """What *agent* may know now; nothing is offered to one that does not pick."""
        return self._seats.observe(agent)

    def step(self, action: int | None) -> None:
        """The agent that is selected picks."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.episode.pick(self._seats.seat(agent), int(action if action is not None else -1))
        if self.episode.finished:
            self.rewards = self.episode.returns()
            self.terminations = dict.fromkeys(self.agents, self.episode.over)
            self.truncations = dict.fromkeys(self.agents, self.episode.cut_short)
        self.agent_selection = self._to_pick()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The game as text, or printed."""
        return self._seats.render(self.render_mode)

    def close(self) -> None:
        """Nothing is held that would have to be let go."""


class AllAtOnce(ParallelEnv[str, Arrays, int]):
    """A scenario in which all agents pick at once; whoever has nothing to pick is offered the slot ``WAIT`` alone."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "name": "sandtable"}

    def __init__(
        self,
        scenario: str,
        *,
        render_mode: str | None = None,
        options: Mapping[str, int | str | bool] | None = None,
        slots: int = SLOTS,
        longest: int | None = None,
    ) -> None:
        self._seats: Final = _Seats(scenario, render_mode, options, slots, longest)
        self.render_mode = render_mode
        self.possible_agents = list(self._seats.episode.seats)
        self.agents: list[str] = []
        self._observed: Final = {agent: observed(self.layout) for agent in self.possible_agents}
        self._slots: Final = {
            agent: Slots(slots, partial(self._mask, agent)) for agent in self.possible_agents
        }

    @property
    def episode(self) -> Episode:
        """The game that is played; its ``record`` can be kept and looked at."""
        return self._seats.episode

    @property
    def layout(self) -> Layout:
        """What the arrays hold, by name."""
        return self._seats.layout

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of the arrays."""
        return self._observed[agent]

    def action_space(self, agent: str) -> Slots:
        """The slots."""
        return self._slots[agent]

    def _mask(self, agent: str) -> Mask:
        mask = self._seats.mask(agent)
        if not mask.any():
            mask[WAIT] = 1
        return mask

    def _observations(self) -> dict[str, Arrays]:
        return {
            agent: {**self._seats.observe(agent), "action_mask": self._mask(agent)} for agent in self.agents
        }

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Arrays], dict[str, dict[str, Any]]]:
        """Begin a new game."""
        self._seats.begin(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        dict[str, Arrays], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        """Everybody who is asked picks. They do not get in each other's way: what one seals opens only with the last."""
        episode = self.episode
        for seat in episode.asked:
            episode.pick(seat, int(actions[episode.seats[seat]]))
        found = (
            self._observations(),
            {agent: episode.returns()[agent] for agent in self.agents},
            dict.fromkeys(self.agents, episode.over),
            dict.fromkeys(self.agents, episode.cut_short),
            {agent: dict[str, Any]() for agent in self.agents},
        )
        if episode.finished:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return found

    def render(self) -> str | None:
        """The game as text, or printed."""
        return self._seats.render(self.render_mode)

    def close(self) -> None:
        """Nothing is held that would have to be let go."""
