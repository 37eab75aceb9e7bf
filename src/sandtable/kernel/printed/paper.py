"""What a command has on paper beside what everybody has: figures of its own, and the sheets that it writes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Handout:
    """A table that is handed to a command: what it may count on, and by which paragraph."""

    title: str
    rule: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Paper:
    """The paper of one seat."""

    handouts: tuple[Handout, ...] = ()
    # The steps for which the seat writes a sheet, by name and in the order of a turn; without them, all that there are.
    forms: tuple[str, ...] = ()
