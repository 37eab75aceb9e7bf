"""Adjudication: one described combat, resolved with given dice or weighed exactly.

A rulebook's ``adjudicator`` says what it must be told (``Asked``, which the command line turns into options), and
answers with plain data. It has no rules of its own: ``resolve`` feeds dice to the book's steps, ``odds`` explores them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from ..chance.dice import DiceSource, Roll
from ..printed.tables import Tables
from ..refusals import SandtableError

Given = Mapping[str, Any]


class BadDescription(SandtableError):
    """A described combat that cannot be fought: one sentence, with the paragraph where a rule forbids it."""


class NotYetTold(BadDescription):
    """A described combat that lacks something; what is told of it so far may be right."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """Something an adjudicator must or may be told.

    ``kind`` is "text", "number", "flag", "choice" (of ``choices``) or "table" (in a description file only); with
    ``several`` it may be given more than once. ``of`` are the procedures that it belongs to, where a book has several.
    """

    name: str
    help: str
    kind: Literal["text", "number", "flag", "choice", "table"] = "text"
    choices: tuple[str, ...] = ()
    default: str | int | None = None
    required: bool = False
    several: bool = False
    of: tuple[str, ...] = ()
    # What a form calls it, where its name does not do: "DRM".
    title: str = ""


@dataclass(frozen=True, kw_only=True)
class Entries:
    """What an entry of something asked is made of, where that is more than a word: the keys of "men=14,tanks=3".

    With ``several`` there may be more than one entry, of which a form has room for ``least`` at first. ``bare`` is the part that may stand alone for its entry; ``inner``
    says the same of parts that are entries themselves. Without parts it is a word after all, one of ``choices``.
    """

    parts: tuple[Asked, ...] = ()
    choices: tuple[str, ...] = ()
    several: bool = False
    least: int = 1
    bare: str = ""
    inner: Mapping[str, Entries] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Procedure:
    """One of the things that a book judges, where no option names them: what it takes, and whether dice decide it."""

    name: str
    title: str
    takes: tuple[str, ...]
    needs: tuple[str, ...] = ()
    weighed: bool = True


class Adjudicator(ABC):
    """Resolves and weighs described combats of one rulebook."""

    asked: ClassVar[tuple[Asked, ...]]
    # How single things that are asked look in a form; see ``forms``.
    entries: ClassVar[Mapping[str, Entries]] = {}
    procedures: ClassVar[tuple[Procedure, ...]] = ()

    @abstractmethod
    def resolve(
        self, given: Given, tables: Tables, typed: Sequence[Roll], source: DiceSource
    ) -> dict[str, Any]:
        """The outcome as a JSON document with its ``reckoning``; dice come from *typed*, then from *source*."""

    @abstractmethod
    def odds(self, given: Given, tables: Tables) -> dict[str, Any]:
        """The exact distribution of the outcome as a JSON document; probabilities are "num/den" and sum to one."""

    def read(self, given: Given, tables: Tables) -> None:
        """Look whether *given* can be judged: BadDescription says what cannot be, NotYetTold what is still lacking.

        It is asked after every answer at a prompt. An adjudicator that does not look finds mistakes at the end only.
        """
        return

    @abstractmethod
    def tell(self, outcome: Mapping[str, Any]) -> list[str]:
        """An answer of ``resolve`` as sentences for a log."""
