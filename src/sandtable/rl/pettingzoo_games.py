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
from .episode import SLOTS, BadPick, Episode
from .observation import Arrays, Layout, Mask
from .spaces import Slots, observed

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


class _SeatsAsAgents:
    """What both forms share: agents named as the seats, the episode that they play, its arrays and spaces."""

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
        if render_mode not in (None, *RENDER_MODES):
            raise UnknownRenderMode(
                f"there is no render mode {render_mode!r}; there are {', '.join(RENDER_MODES)}"
            )
        self._given: Final[dict[str, Any]] = {"options": options, "slots": slots, "longest": longest}
        self.scenario: Final = scenario
        self.render_mode = render_mode
        # The game that is played; its ``record`` can be kept and looked at.
        self.episode = Episode(scenario, **self._given)
        # What the arrays hold, by name.
        self.layout: Final = Layout(self.episode.rulebook, self.episode.setup, slots)
        self.possible_agents = list(self.episode.seats)
        self.agents: list[str] = []
        self._rng, _ = seeding.np_random()
        self._observed: Final = {agent: observed(self.layout) for agent in self.possible_agents}
        self._slots: Final = {
            agent: Slots(slots, partial(self._mask, agent)) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of the arrays."""
        return self._observed[agent]

    def action_space(self, agent: str) -> Slots:
        """The slots."""
        return self._slots[agent]

    def render(self) -> str | None:
        """The game as text, or printed."""
        if self.render_mode == "ansi":
            return self.episode.picture()
        if self.render_mode == "human":
            print(self.episode.picture())
        return None

    def close(self) -> None:
        """Nothing is held that would have to be let go."""

    def _begin(self, seed: int | None) -> None:
        """A new game; with *seed* it and all that follow without one are the same each time."""
        if seed is not None:
            self._rng, _ = seeding.np_random(seed)
        self.episode = Episode(self.scenario, seed=int(self._rng.integers(2**31)), **self._given)
        self.agents = list(self.possible_agents)

    def _seat(self, agent: str) -> Seat:
        return self.episode.rulebook.seat(self.episode.setup, agent)

    def _mask(self, agent: str) -> Mask:
        """The slots that are offered to *agent* now."""
        page = self.episode.page(self._seat(agent))
        return self.layout.mask(len(page.actions), more=page.more)


class TurnByTurn(_SeatsAsAgents, AECEnv[str, Arrays, int]):
    """A scenario in which agents pick one after another."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_pick()

    def _to_pick(self) -> str:
        """The seat that picks next; when the game is over, the first that has not heard of it."""
        asked = self.episode.asked
        return self.episode.seats[asked[0]] if asked else self.agents[0]

    def observe(self, agent: str) -> Arrays:
        """What *agent* may know now; nothing is offered to one that is not asked."""
        return self.layout.read(self.episode.view(self._seat(agent)))

    def step(self, action: int | None) -> None:
        """The agent that is selected picks; None from one that has heard that the game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadPick(f"{agent!r} is to pick a slot; None is for agents whose game is over")
        self._cumulative_rewards[agent] = 0.0
        self.episode.pick(self._seat(agent), int(action))
        if self.episode.finished:
            self.rewards = self.episode.returns()
            self.terminations = dict.fromkeys(self.agents, self.episode.over)
            self.truncations = dict.fromkeys(self.agents, self.episode.cut_short)
        self.agent_selection = self._to_pick()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()


class AllAtOnce(_SeatsAsAgents, ParallelEnv[str, Arrays, int]):
    """A scenario in which all agents pick at once; whoever has nothing to pick is offered the slot ``WAIT`` alone."""

    def _mask(self, agent: str) -> Mask:
        mask = super()._mask(agent)
        if not mask.any():
            mask[WAIT] = 1
        return mask

    def _observations(self) -> dict[str, Arrays]:
        return {
            agent: {
                **self.layout.read(self.episode.view(self._seat(agent))),
                "action_mask": self._mask(agent),
            }
            for agent in self.agents
        }

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Arrays], dict[str, dict[str, Any]]]:
        """Begin a new game."""
        self._begin(seed)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        dict[str, Arrays], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        """Everybody who is asked picks. They do not get in each other's way: what one seals opens only with the last."""
        episode = self.episode
        for seat in episode.asked:
            if not episode.cut_short:
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
