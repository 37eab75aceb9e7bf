"""What every rulebook has: a name, tables and paragraphs with their numbers, and single combats where it judges them.

A rulebook of combats alone is a ``Book`` and nothing more; one that can be played is a ``Rulebook``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from ..machine.events import Event
from ..machine.state import Setup
from ..machine.steps import Step
from ..printed.glossary import Briefing, Term
from ..printed.paper import Paper
from ..printed.paragraphs import Paragraphs
from ..printed.rulings import Ruling
from ..printed.scenarios import Scenario, UnknownName
from ..printed.tables import Table, Tables
from .adjudicator import Adjudicator
from .appearance import Appearance


class Book(ABC):
    """Printed matter. What stands here without a default is a must; everything else may be left out."""

    name: ClassVar[str]
    title: ClassVar[str]
    # Raised whenever the same answers could lead elsewhere; records carry it.
    behaviour: ClassVar[int]
    # Every step class by its name, so that a saved agenda can be read; see ``steps_in``.
    steps: ClassVar[Mapping[str, type[Step[Any]]]]
    # Every event class by its name, so that a stored line can say what it tells of; see ``events_in`` and ``Event.facts``.
    events: ClassVar[Mapping[str, type[Event]]] = {}
    # What can be played; nothing for a book of combats alone.
    scenarios: ClassVar[tuple[Scenario, ...]] = ()
    # nation or side -> the look of its counters: field_grey, brown_red, blue_white, olive, sand, stone
    livery: ClassVar[Mapping[str, str]] = {}
    # Figures and marks of the counters, and the words of this game.
    appearance: ClassVar[Appearance] = Appearance()
    # How single combats of this rulebook are adjudicated, if they can be.
    adjudicator: Adjudicator | None = None

    @property
    @abstractmethod
    def tables(self) -> Tables:
        """The tables of the book."""

    @property
    @abstractmethod
    def paragraphs(self) -> Paragraphs:
        """The paragraphs of the book, each with its status."""

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """What was decided where the book is silent; see ``parse_rulings``."""
        return ()

    @property
    def terms(self) -> Mapping[str, Term]:
        """The words of the book, explained."""
        return {}

    def briefing(self, scenario: str) -> Briefing | None:
        """What the scenario is about, or None if nobody has written it down."""
        return None

    def paper(self, scenario: Scenario, seat: str) -> Paper:
        """What a seat has on paper beside the sequence and the tables, where sheets are printed."""
        return Paper()

    def scenario(self, name: str) -> Scenario:
        """The scenario called *name*."""
        for scenario in self.scenarios:
            if scenario.name == name:
                return scenario
        raise UnknownName(
            f"{self.title} has no scenario {name!r}; it has {', '.join(s.name for s in self.scenarios)}"
        )

    def tables_for(self, setup: Setup) -> Tables:
        """The tables a game of *setup* is played with: the book's, with the user's own in place."""
        return self.tables.with_replacements(
            Table(doc, f"table {name!r}") for name, doc in setup.tables.items()
        )
