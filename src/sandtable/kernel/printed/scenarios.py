"""What a rulebook hands out: scenarios with their switches, the wording of actions, and how a game ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ..documents import Document
from ..refusals import SandtableError


class UnknownName(SandtableError):
    """A rulebook, scenario, option, seat or unit that does not exist."""


@dataclass(frozen=True, kw_only=True)
class Switch(Document):
    """An optional rule of a scenario: its allowed values, the first being the default."""

    name: str
    values: tuple[int | str | bool, ...]
    text: str
    rule: str = ""


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """A position to start from."""

    name: str
    title: str
    summary: str
    seats: tuple[str, ...]
    board: str = ""
    switches: tuple[Switch, ...] = ()


# force: sets a force in motion, and who goes and where to is asked next; all: everyone goes; add: one more joins those
# chosen; go: those chosen go; stop: the force that acts is done, and another can follow; end: a phase of one's own is over
Part = Literal["", "force", "all", "add", "go", "stop", "end"]


@dataclass(frozen=True, kw_only=True)
class Wording:
    """An action as a player reads it: a sentence, its paragraph, and what it points at on the board."""

    text: str
    rule: str = ""
    target: Mapping[str, str] = field(default_factory=dict)
    # What part it plays where several answers make one choice: a screen may then give them for one gesture.
    part: Part = ""


@dataclass(frozen=True, kw_only=True)
class Result(Document):
    """How a game ended: the winning seat's name or "draw", the level of victory, and why."""

    winner: str
    level: str
    reason: str
