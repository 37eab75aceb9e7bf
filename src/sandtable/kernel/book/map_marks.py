"""Marks of a layer on hexsides, arrows and labels, as data: "0304" is a hex, "0304/0305" the hexside between two.

Whose colours they are drawn in is a side's (or a nation's) name; where none is given, it is that of their layer.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..documents import Sparse


@dataclass(frozen=True, kw_only=True)
class HexsideMark(Sparse):
    """A hexside of a layer; the half towards the second hex of its name may have colours of its own."""

    hexside: str
    side: str = ""
    # In whose colours the half towards the second hex of its name is: a front line.
    facing: str = ""
    # A short one (a number), at its middle.
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class Arrow(Sparse):
    """An arrow from a hex to a hex or across a hexside."""

    start: str
    to: str
    side: str = ""
    text: str = ""
    draft: bool = False
    """whether it is only planned"""


@dataclass(frozen=True, kw_only=True)
class Label(Sparse):
    """A short text in a hex or on a hexside."""

    at: str
    text: str
    side: str = ""
