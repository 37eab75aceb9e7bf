"""Axes of tables: rows and columns named as printed, found by label, by a number inside a band, or by odds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import inf
from typing import Final

from ..refusals import SandtableError

Key = int | str | Fraction

_RANGE: Final = re.compile(r"(-?\d+)\s*(?:-|to|\.\.)\s*(-?\d+)")
_RATIO: Final = re.compile(r"(\d+)\s*[:-]\s*(\d+)")
# Python converts no numbers of thousands of digits, and no table has use for them.
_LONG: Final = re.compile(r"\d{19}")
_WORDED: Final = re.compile(r"(?:([A-Za-z][^:]*):\s*|([A-Za-z][^:]*?)\s+)?([-+]?\d[^:]*)")


class BadAxis(SandtableError):
    """Labels that cannot be an axis."""


class OffTable(SandtableError):
    """A row or column that the table does not have."""


class Axis:
    """The labels of one side of a table.

    ``kind`` is "label" (words), "band" (numbers and ranges: "3", "3-4", "24+", "4 to -1", "below -1"), "worded" (bands
    of several families, told apart by words: "3-4", "heavy 2-3", "drop 2km:5") or "ratio" ("1-5", "3:2": odds, rounded down to a
    printed column). With ``clamp`` a number beyond the ends finds the end. ``aliases`` are further names of labels.
    """

    def __init__(
        self,
        name: str,
        labels: Sequence[str],
        *,
        kind: str = "label",
        clamp: bool = False,
        aliases: Mapping[str, str] | None = None,
    ) -> None:
        if long := next((label for label in labels if _LONG.search(label)), None):
            raise BadAxis(f"axis {name!r}: {long[:20]!r}... has a number of too many digits")
        if not labels or len(set(labels)) != len(labels):
            raise BadAxis(f"axis {name!r} needs labels that all differ, not {list(labels)}")
        if kind not in ("label", "band", "worded", "ratio"):
            raise BadAxis(f"axis {name!r} is of kind {kind!r}; label, band, worded and ratio exist")
        self.name: Final = name
        self.labels: Final = tuple(labels)
        self.kind: Final = kind
        self.clamp: Final = clamp
        self._index: Final = {label: i for i, label in enumerate(labels)}
        self._families: Final = self._families_of(labels) if kind == "worded" else {}
        self._bands: Final = [self._band(label) for label in labels] if kind == "band" else []
        self._ratios: Final = [self._ratio(label) for label in labels] if kind == "ratio" else []
        if self._ratios != sorted(set(self._ratios)):
            raise BadAxis(f"axis {name!r}: odds must rise from left to right, not {list(labels)}")
        self._check_overlap()
        for alias, label in (aliases or {}).items():
            if alias in self._index or label not in labels:
                raise BadAxis(
                    f"axis {name!r}: {alias!r} cannot be another name of {label!r}; labels are {list(labels)}"
                )
            self._index[alias] = self._index[label]

    def _families_of(self, labels: Sequence[str]) -> dict[str, tuple[Axis, list[int]]]:
        """The bands of each word, as an axis of their own with the positions of their labels."""
        found: dict[str, list[tuple[str, int]]] = {}
        for at, label in enumerate(labels):
            parts = _WORDED.fullmatch(label.strip())
            if parts is None:
                raise BadAxis(f"axis {self.name!r}: {label!r} is no worded band; '3-4' and 'heavy 2-3' are")
            found.setdefault(parts[1] or parts[2] or "", []).append((parts[3], at))
        return {
            word: (
                Axis(self.name, [band for band, _ in bands], kind="band", clamp=self.clamp),
                [at for _, at in bands],
            )
            for word, bands in found.items()
        }

    def _band(self, label: str) -> tuple[int | None, int | None]:
        text = label.strip()
        if re.fullmatch(r"[-+]?\d+", text):
            return int(text), int(text)
        if found := _RANGE.fullmatch(text):
            ends = sorted((int(found[1]), int(found[2])))
            return ends[0], ends[1]
        if found := re.fullmatch(r"(-?\d+)\s*(?:\+|or more)", text):
            return int(found[1]), None
        if found := re.fullmatch(r"below\s+(-?\d+)", text):
            return None, int(found[1]) - 1
        if found := re.fullmatch(r"(-?\d+)\s*or less", text):
            return None, int(found[1])
        raise BadAxis(
            f"axis {self.name!r}: {label!r} is no band; '3', '3-4', '24+', '4 to -1' and 'below -1' are"
        )

    def _ratio(self, label: str) -> Fraction:
        found = _RATIO.fullmatch(label.strip())
        if found is None or not int(found[2]):
            raise BadAxis(f"axis {self.name!r}: {label!r} is no ratio; '3:2' and '1-5' are")
        return Fraction(int(found[1]), int(found[2]))

    def _check_overlap(self) -> None:
        ends = [
            (-inf if low is None else low, inf if high is None else high, label)
            for (low, high), label in zip(self._bands, self.labels, strict=False)
        ]
        for (_, high, label), (low, _, after) in pairwise(sorted(ends)):
            if low <= high:
                raise BadAxis(f"axis {self.name!r}: the bands {label!r} and {after!r} overlap")

    def find(self, key: Key) -> int:
        """The position of *key*: a printed label, a number inside a band, or odds; OffTable if there is none."""
        if isinstance(key, str):
            if _LONG.search(key):
                raise self._off(f"{key[:20]}...")
            at = self._index.get(key)
            if at is not None:
                return at
            if self.kind == "band" and re.fullmatch(r"[-+]?\d+", key):
                return self._find_number(int(key))
            if self.kind == "worded" and (at := self._find_worded(key)) is not None:
                return at
            if self.kind == "ratio" and (found := _RATIO.fullmatch(key.strip())) and int(found[2]):
                return self._find_ratio(Fraction(int(found[1]), int(found[2])))
            raise self._off(key)
        if self.kind == "ratio":
            return self._find_ratio(Fraction(key))
        if self.kind == "band" and key == int(key):
            return self._find_number(int(key))
        if self.kind == "worded":
            return self.find(str(key))
        at = self._index.get(str(key))
        if at is None:
            raise self._off(key)
        return at

    def _find_worded(self, key: str) -> int | None:
        parts = _WORDED.fullmatch(key.strip())
        family = self._families.get(parts[1] or parts[2] or "") if parts else None
        if parts is None or family is None:
            return None
        axis, places = family
        try:
            return places[axis.find(parts[3])]
        except OffTable:
            return None

    def _find_number(self, number: int) -> int:
        for i, (low, high) in enumerate(self._bands):
            if (low is None or number >= low) and (high is None or number <= high):
                return i
        if self.clamp:
            lows = [(low if low is not None else high, i) for i, (low, high) in enumerate(self._bands)]
            ordered = sorted((edge, i) for edge, i in lows if edge is not None)
            if number < ordered[0][0]:
                return ordered[0][1]
            if number > ordered[-1][0]:
                return ordered[-1][1]
        raise self._off(number)

    def _find_ratio(self, ratio: Fraction) -> int:
        at = sum(1 for printed in self._ratios if printed <= ratio) - 1
        if at >= 0:
            return at
        if self.clamp:
            return 0
        raise self._off(ratio)

    def shifted(self, index: int, by: int) -> int:
        """The position *by* steps to the right (left when negative), kept on the table."""
        return min(max(index + by, 0), len(self.labels) - 1)

    def _off(self, key: object) -> OffTable:
        return OffTable(f"{key!s} is no {self.name}; there are {', '.join(self.labels)}")
