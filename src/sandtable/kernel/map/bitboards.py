"""Sets of hexes as one Python int: bit *h* is set when hex *h* belongs to the set.

Union, intersection and difference are ``|``, ``&`` and ``& ~``; a whole map is one machine-word loop in C.
Only listing the members costs time, so keep a mask as long as you can and list it at the edge.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Final

from .searches import compiled

Bits = int

_FEW: Final = 6
_rows: Final[list[tuple[tuple[int, ...], ...]]] = []
_making: Final = threading.Lock()


class Moves:
    """Steps that only some members of a set may take: for each step, the mask of those who may."""

    def __init__(self, steps: Iterable[int], movers: Iterable[Bits]) -> None:
        listed = [(step, mask) for step, mask in zip(steps, movers, strict=True) if mask]
        self.up: Final = tuple((step, mask) for step, mask in listed if step > 0)
        self.down: Final = tuple((-step, mask) for step, mask in listed if step < 0)
        self.movers: Final[Bits] = union(mask for _, mask in listed)

    def of(self, mask: Bits) -> Bits:
        """Where the members of *mask* arrive, each by every step it may take."""
        arrived = 0
        for step, movers in self.up:
            arrived |= (mask & movers) << step
        for step, movers in self.down:
            arrived |= (mask & movers) >> step
        return arrived


def bits_of(members: Iterable[int]) -> Bits:
    """The set of *members*."""
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask


def union(masks: Iterable[Bits]) -> Bits:
    """All that belongs to any of *masks*."""
    whole = 0
    for mask in masks:
        whole |= mask
    return whole


def members_in_python(mask: Bits) -> list[int]:
    """The members of *mask* in rising order."""
    found: list[int] = []
    if mask.bit_count() <= _FEW:
        while mask:
            lowest = mask & -mask
            found.append(lowest.bit_length() - 1)
            mask ^= lowest
        return found
    # Byte by byte, with the members ready-made for each place and value of a byte: a third of the time of
    # peeling off the lowest bit of a long int, for a hundred members.
    low = ((mask & -mask).bit_length() - 1) >> 3
    high = (mask.bit_length() + 7) >> 3
    if len(_rows) < high:
        _make_rows(high)
    for row, byte in zip(_rows[low:high], (mask >> (low << 3)).to_bytes(high - low, "little"), strict=True):
        if byte:
            found += row[byte]
    return found


def nth_in_python(mask: Bits, number: int) -> int:
    """The member of *mask* with *number* lower ones."""
    if not 0 <= number < mask.bit_count():
        raise IndexError(f"a set of {mask.bit_count()} has no member number {number}")
    # By halves: a dozen counts find it on any board, where listing takes time for every member.
    wanted = mask.bit_count() - number
    base, width = 0, mask.bit_length()
    while width > 1:
        half = width >> 1
        upper = mask >> half
        if upper.bit_count() >= wanted:
            mask = upper
            base += half
            width -= half
        else:
            width = half
    return base


# The members of a set in rising order, and the member with so many lower ones.
members: Final[Callable[[Bits], list[int]]] = members_in_python if compiled is None else compiled.members
nth: Final[Callable[[Bits, int], int]] = nth_in_python if compiled is None else compiled.nth


def first(mask: Bits) -> int:
    """The lowest member of a set that is not empty."""
    if not mask:
        raise ValueError("an empty set has no first member")
    return (mask & -mask).bit_length() - 1


def count(mask: Bits) -> int:
    """How many members *mask* has."""
    return mask.bit_count()


def _make_rows(count: int) -> None:
    # One at a time: of two threads that each add the row they find missing, the second would add it in the wrong place.
    with _making:
        while len(_rows) < count:
            _rows.append(_row(len(_rows) << 3))


def _row(base: int) -> tuple[tuple[int, ...], ...]:
    """For each value of a byte whose lowest bit stands for *base*: its members."""
    lower, upper = (
        [tuple(first + i for i in range(4) if half >> i & 1) for half in range(16)]
        for first in (base, base + 4)
    )
    return tuple(low + high for high in upper for low in lower)
