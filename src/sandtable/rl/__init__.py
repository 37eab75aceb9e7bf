"""A door for researchers: every scenario as an environment for learning, and records as data sets.

    aec_env, parallel_env, gym_env, open_spiel_game    the doors by name, below

    episode.py           a game as a row of picks from numbered slots, order sheets line by line
    observation.py       what a seat may know as arrays of fixed shape, made of its view and of printed matter alone
    pettingzoo_games.py  all seats: one after another (AEC), or all at once (parallel)
    gymnasium_games.py   one seat, bots in the others
    openspiel_games.py   games registered with OpenSpiel, dice as chance nodes
    datasets.py          records as Parquet, and back as arrays

All of it needs the extra ``research``, of which each door loads its own library alone; nothing else in this package does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from sandtable.kernel import SandtableError

if TYPE_CHECKING:
    import pyspiel

    from .gymnasium_games import OneSeat
    from .pettingzoo_games import AllAtOnce, TurnByTurn

# What a door is asked for by name beside the scenario's switches.
_OF_ENVIRONMENTS: Final = ("render_mode", "slots", "longest")


class MissingExtra(SandtableError, ImportError):
    """A library that comes with an extra which is not installed."""


def missing(why: ImportError) -> MissingExtra:
    """What to say where a library of the extra ``research`` cannot be imported."""
    return MissingExtra(
        f"{why.name or why} is not installed; pip install 'sandtable[research]' brings what sandtable.rl needs"
    )


def aec_env(scenario: str, **options: Any) -> TurnByTurn:
    """*scenario* for PettingZoo, agents picking one after another.

    *options* are the scenario's switches by name, and ``render_mode``, ``slots`` and ``longest``.
    """
    from .pettingzoo_games import TurnByTurn

    return TurnByTurn(scenario, **_given(options))


def parallel_env(scenario: str, **options: Any) -> AllAtOnce:
    """*scenario* for PettingZoo, all agents picking at once; *options* as for ``aec_env``."""
    from .pettingzoo_games import AllAtOnce

    return AllAtOnce(scenario, **_given(options))


def gym_env(
    scenario: str, *, seat: str, opponent: str | Mapping[str, str] = "random", **options: Any
) -> OneSeat:
    """*scenario* for Gymnasium: *seat* learns, bots sit in all others; *options* as for ``aec_env``.

    *opponent* is the bot in every other seat, or one by seat: ``{"blue": "greedy"}``.
    """
    from .gymnasium_games import OneSeat

    return OneSeat(scenario, seat, opponent, **_given(options))


def open_spiel_game(scenario: str, **parameters: int) -> pyspiel.Game:
    """*scenario* as a game of OpenSpiel; *parameters* are ``slots`` and ``longest``."""
    from .openspiel_games import load

    return load(scenario, parameters)


def _given(options: Mapping[str, Any]) -> dict[str, Any]:
    """What an environment is made with: the switches of the scenario apart from what is asked of the environment."""
    own = {name: options[name] for name in _OF_ENVIRONMENTS if name in options}
    return own | {"options": {name: options[name] for name in options if name not in _OF_ENVIRONMENTS}}
