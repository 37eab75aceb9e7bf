"""Every scenario as a game of OpenSpiel, named ``sandtable_`` and the scenario: ``pyspiel.load_game("sandtable_ford")``.

Dice are chance nodes, one for each die, with exact chances. What seats seal at the same time they choose one after another,
none knowing what the others have chosen. Parameters: *slots* as everywhere in this room, and *longest*, the number of picks
after which the game is cut short, 0 for never.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from sandtable.catalog import playable, rulebook_of
from sandtable.kernel import Rulebook, Scenario, Seat

from . import missing
from .episode import SLOTS, Episode
from .observation import Layout

try:
    import numpy as np
    import pyspiel
except ImportError as why:
    raise missing(why) from why

PREFIX: Final = "sandtable_"
# More picks than any game takes in which somebody tries to win.
LONGEST: Final = 1_000_000
# Dice have at most so many sides.
MOST_SIDES: Final = 1000
_INFORMATION: Final = pyspiel.IIGObservationType(perfect_recall=False)


def game_name(scenario: str) -> str:
    """What *scenario* is called in OpenSpiel, whose names have no hyphens."""
    return PREFIX + scenario.replace("-", "_")


def register_games() -> tuple[str, ...]:
    """Make every scenario that is known now a game of OpenSpiel; their names. It may be called again."""
    known = set(pyspiel.registered_names())
    names = []
    for book in playable():
        for scenario in book.scenarios:
            names.append(game_name(scenario.name))
            if names[-1] not in known:
                _register(book, scenario)
    return tuple(names)


def load(scenario: str, parameters: Mapping[str, int] | None = None) -> pyspiel.Game:
    """*scenario* as a game of OpenSpiel, which is told of it where it does not know it yet."""
    book = rulebook_of(scenario)
    if game_name(scenario) not in pyspiel.registered_names():
        _register(book, next(one for one in book.scenarios if one.name == scenario))
    return pyspiel.load_game(game_name(scenario), dict(parameters or {}))


def _register(book: Rulebook[Any], scenario: Scenario) -> None:
    kind = pyspiel.GameType(
        short_name=game_name(scenario.name),
        long_name=f"{book.title}: {scenario.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=(
            pyspiel.GameType.Utility.ZERO_SUM
            if len(scenario.seats) == 2
            else pyspiel.GameType.Utility.GENERAL_SUM
        ),
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=len(scenario.seats),
        min_num_players=len(scenario.seats),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"slots": SLOTS, "longest": 0},
    )
    # A class, not a function: OpenSpiel lets go of it only after Python has ended, which a class outlives.
    pyspiel.register_game(
        kind, type("ScenarioGame", (ScenarioGame,), {"scenario": scenario.name, "kind": kind})
    )


class ScenarioGame(pyspiel.Game):
    """A scenario as OpenSpiel plays it; below it is a class for each scenario."""

    scenario: ClassVar[str]
    kind: ClassVar[pyspiel.GameType]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.slots: Final = int(given.get("slots", SLOTS))
        self.longest: Final = int(given.get("longest", 0)) or None
        begun = self.begun()
        players = len(begun.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.slots,
            max_chance_outcomes=MOST_SIDES,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if players == 2 else None,
            max_game_length=self.longest or LONGEST,
        )
        super().__init__(self.kind, info, given)
        self.layout: Final = Layout(begun.rulebook, begun.setup, self.slots)

    def begun(self) -> Episode:
        """A new game, whose dice are decided by whoever plays it."""
        return Episode(self.scenario, seed=None, slots=self.slots, longest=self.longest)

    def new_initial_state(self) -> ScenarioState:
        """The start of the game."""
        return ScenarioState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SeatObserver | None:
        """What a seat may know now. None for what is not told: public and private knowledge apart, or all that ever was known."""
        asked_for = iig_obs_type or _INFORMATION
        whole = asked_for.public_info and asked_for.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return SeatObserver(self.layout) if whole and not asked_for.perfect_recall else None


class ScenarioState(pyspiel.State):
    """A position, and the dice of a roll that have fallen so far."""

    def __init__(self, game: ScenarioGame) -> None:
        super().__init__(game)
        self.episode = game.begun()
        self._faces: tuple[int, ...] = ()

    def current_player(self) -> Any:
        """The seat that picks, or chance."""
        if self.episode.finished:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.episode.dice is not None else int(self.episode.asked[0])

    def _legal_actions(self, player: int) -> list[int]:
        page = self.episode.page(Seat(player))
        return [*range(len(page.actions)), *([self.episode.slots - 1] if page.more else [])]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The faces of the next die, 0 for a one, each as likely as any other."""
        sides = self._die()
        return [(face, 1.0 / sides) for face in range(sides)]

    def _die(self) -> int:
        assert self.episode.dice is not None, "chance is asked only while dice are due"
        return self.episode.dice.sides[len(self._faces)]

    def _apply_action(self, action: int) -> None:
        dice = self.episode.dice
        if dice is None:
            self.episode.pick(self.episode.asked[0], int(action))
            return
        self._faces = (*self._faces, int(action) + 1)
        if len(self._faces) == len(dice.sides):
            self.episode.roll(self._faces)
            self._faces = ()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"rolls {action + 1}"
        actions = self.episode.page(Seat(player)).actions
        return actions[action].id if action < len(actions) else "turns the page"

    def is_terminal(self) -> bool:
        """Whether nobody is to pick any more."""
        return self.episode.finished

    def returns(self) -> list[float]:
        """1 to the seats of the side that has won, -1 to all others; 0 for a draw and before the end."""
        return list(self.episode.returns().values())

    def __str__(self) -> str:
        return f"{self.episode.picture()}\n{self.episode.g.digest()} {self._faces}"


class SeatObserver:
    """What a seat may know as one flat tensor, its parts by name, and as text."""

    def __init__(self, layout: Layout) -> None:
        self._layout: Final = layout
        sizes = {name: int(np.prod(shape)) for name, shape in layout.shapes.items()}
        self.tensor: Final = np.zeros(sum(sizes.values()), np.float32)
        self.dict: Final[dict[str, Any]] = {}
        first = 0
        for name, shape in layout.shapes.items():
            self.dict[name] = self.tensor[first : first + sizes[name]].reshape(shape)
            first += sizes[name]

    def set_from(self, state: ScenarioState, player: int) -> None:
        """Hold what *player* may know of *state*."""
        for name, array in self._layout.read(state.episode.view(Seat(player))).items():
            self.dict[name][...] = array

    def string_from(self, state: ScenarioState, player: int) -> str:
        """The same as text."""
        return json.dumps(state.episode.view(Seat(player)), sort_keys=True)
