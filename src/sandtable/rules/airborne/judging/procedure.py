"""What the procedures of the sheet have in common when Control adjudicates one of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Any, ClassVar, TypeVar

from sandtable.kernel import Distribution, Event, Given, Setup, Tables, over
from sandtable.kernel.machine.explore import explore

from ..state import Counter, Flight, Operation, Printed

M = TypeVar("M", bound=Hashable)
V = TypeVar("V", bound=Event)


class Procedure(ABC):
    """One procedure: the position it begins with, and its answers in plain data and in words."""

    name: ClassVar[str]
    # The options that it understands, ``procedure`` apart.
    takes: ClassVar[tuple[str, ...]]

    @abstractmethod
    def begin(self, given: Given, tables: Tables) -> Operation:
        """The position with the first steps on its agenda; BadDescription if there can be none."""

    @abstractmethod
    def outcome(self, given: Given, before: Operation, after: Operation) -> dict[str, Any]:
        """What happened between *before* and *after*, with its ``reckoning``."""

    @abstractmethod
    def chances(self, given: Given, before: Operation) -> dict[str, Any]:
        """Everything that can happen, exactly."""

    @abstractmethod
    def tell(self, outcome: Mapping[str, Any]) -> list[str]:
        """An outcome in sentences, the result last."""


def position(tables: Tables, counters: Iterable[Counter] = (), flights: Iterable[Flight] = ()) -> Operation:
    """A position with nothing but these counters and flights."""
    return Operation(Setup("adjudication"), Printed(tables, tuple(counters), tuple(flights)))


def weigh(
    g: Operation, measure: Callable[[Operation], M], key: Callable[[Operation], Hashable] | None = None
) -> Distribution[M]:
    """The exact distribution of *measure* when the steps of *g* are done; supply is taken as ammunition first."""
    return explore(g, over, measure, key=key)


def events_of(g: Operation, kind: type[V]) -> list[V]:
    """The events of one kind that have been told."""
    return [told.event for told in g.told or () if isinstance(told.event, kind)]


def chance(probability: Fraction) -> str:
    """A probability as "num/den"."""
    return f"{probability.numerator}/{probability.denominator}"


def plural(count: int, one: str, many: str = "") -> str:
    """ "1 serial", "2 serials"."""
    return f"{count} {one if count == 1 else many or one + 's'}"
