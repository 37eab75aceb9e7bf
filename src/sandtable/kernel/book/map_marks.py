"""Marks of a layer on hexsides, arrows and labels, as data: "0304" is a hex, "0304/0305" the hexside between two.

Whose colours they are drawn in is a side's (or a nation's) name; where none is given, it is that of their layer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


class _Mark:
    """What goes over the wire without the fields that say nothing."""

    def as_json(self) -> dict[str, Any]:
        """It as plain data."""
        return {name: value for name, value in vars(self).items() if value not in ("", False)}


@dataclass(frozen=True, kw_only=True)
class HexsideMark(_Mark):
    """A hexside of a layer, with a short text (a number) at its middle.

    ``side`` colours it; where ``facing`` is given, too, the half towards the first hex of its name is in the colours of
    ``side`` and the other half in those of ``facing``: a front line.
    """

    hexside: str
    side: str = ""
    facing: str = ""
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class Arrow(_Mark):
    """An arrow from a hex to a hex, or across a hexside, with a short text; dashed where it is only a *draft*."""

    start: str
    to: str
    side: str = ""
    text: str = ""
    draft: bool = False


@dataclass(frozen=True, kw_only=True)
class Label(_Mark):
    """A short text in a hex or on a hexside."""

    at: str
    text: str
    side: str = ""
