"""[2.4] What everybody may know of strength that is hidden: bounds that follow from what happened before all eyes.

The strength left of a unit is its owner's secret, but what it arrives with, what a combat counts and costs, and how many
replacement points are spent is public. Of every unit on the map the record holds the least and the most that it can have
left; units of which only the sum is known closer, because they fought together, are a *band*, with bounds of its own.
Nothing here is ever worked out from hidden strength: positions that look alike have the same bounds.

The record is never written into: each function returns another one, so that copies of a position share it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

# In the place of the number of a band: the unit is in none.
ALONE: Final = -1


class Bounds(NamedTuple):
    """By unit: least and most strength, the band it is in (the number of one of its units), and the bounds of the band.

    A unit off the map has 0 in every column, and no band.
    """

    least: tuple[int, ...]
    most: tuple[int, ...]
    band: tuple[int, ...]
    band_least: tuple[int, ...]
    band_most: tuple[int, ...]

    def bands(self) -> Mapping[int, list[int]]:
        """The units of every band."""
        return _bands(self.band)

    def of(self, units: Iterable[int]) -> tuple[int, int]:
        """The least and the most that *units* can have together."""
        return self.sums([list(units)])[0]

    def sums(self, groups: Iterable[Sequence[int]]) -> list[tuple[int, int]]:
        """The same for each of *groups*: bands that are whole in one count as such, of the others every unit for itself."""
        bands = self.bands()
        found: list[tuple[int, int]] = []
        for units in groups:
            least = most = 0
            whole: set[int] = set()
            for unit in units:
                band = self.band[unit]
                if band == ALONE or not (band in whole or set(units).issuperset(bands[band])):
                    least += self.least[unit]
                    most += self.most[unit]
                elif band not in whole:
                    whole.add(band)
                    least += self.band_least[unit]
                    most += self.band_most[unit]
            found.append((least, most))
        return found

    @property
    def kept(self) -> bool:
        """Whether an account is kept at all: where a combat is only weighed, nobody learns anything."""
        return bool(self.least)


@lru_cache(maxsize=64)
def _bands(band_of: tuple[int, ...]) -> Mapping[int, list[int]]:
    """The same; most of what everybody learns of strength changes no band."""
    found: dict[int, list[int]] = {}
    for unit, band in [banded for banded in enumerate(band_of) if banded[1] != ALONE]:
        found.setdefault(band, []).append(unit)
    return found


NO_ACCOUNT: Final = Bounds((), (), (), (), ())


def nobody(count: int) -> Bounds:
    """Nobody is on the map."""
    none = (0,) * count
    return Bounds(none, none, (ALONE,) * count, none, none)


def read_bounds(
    count: int, units: Mapping[int, tuple[int, int]], bands: Iterable[tuple[Sequence[int], int, int]]
) -> Bounds:
    """The bounds of *units* and *bands*, as a view tells them, among *count* units."""
    draft = _Draft(nobody(count))
    for unit, (least, most) in units.items():
        draft.write(unit, least, most)
    for members, least, most in bands:
        for unit in members:
            draft.band[unit] = min(members)
            draft.band_least[unit], draft.band_most[unit] = least, most
    return draft.done()


def exactly(bounds: Bounds, unit: int, strength: int) -> Bounds:
    """*unit* comes onto the map with so much *strength*, or leaves it with none."""
    if not bounds.kept:
        return bounds
    if bounds.least[unit] == bounds.most[unit] == strength and bounds.band[unit] == ALONE:
        return bounds
    return between(bounds, unit, strength, strength)


def between(bounds: Bounds, unit: int, least: int, most: int) -> Bounds:
    """Of *unit* nothing is known but these bounds."""
    if bounds.band[unit] == ALONE:
        return _with(bounds, unit, least, most)
    draft = _Draft(bounds)
    draft.part([unit])
    draft.write(unit, least, most)
    return draft.done()


def lost_all(bounds: Bounds, unit: int) -> Bounds:
    """*unit* has lost its last point: those that are in a band with it have together what all had."""
    if not bounds.kept:
        return bounds
    if bounds.band[unit] == ALONE:
        return _with(bounds, unit, 0, 0)
    draft = _Draft(bounds)
    draft.write(unit, 0, 0)
    draft.part([unit], keep=True)
    return draft.done()


def forgotten(on_map: Iterable[int], printed: Sequence[int]) -> Bounds:
    """Nothing is known but what is printed: whoever is on the map has at least one point."""
    draft = _Draft(nobody(len(printed)))
    for unit in on_map:
        draft.write(unit, 1, printed[unit])
    return draft.done()


def counted(bounds: Bounds, units: Sequence[int], least: int, most: int) -> Bounds:
    """Everybody hears that *units* have together no less than *least* and no more than *most*."""
    if _one_alone(bounds, units):
        low, high = max(least, bounds.least[units[0]]), min(most, bounds.most[units[0]])
        if low <= high:
            return _with(bounds, units[0], low, high)
    draft = _Draft(bounds)
    draft.gather(units)
    low, high = draft.sum(units)
    if max(least, low) <= min(most, high):
        least, most = max(least, low), min(most, high)
    draft.hold(units, least, most)
    return draft.done()


def losing(bounds: Bounds, units: Sequence[int], points: int, *, left: int | None = None) -> Bounds:
    """*units* are about to lose at most so many *points* between them; *left* is the least they can have then."""
    if left is None and _one_alone(bounds, units):
        return _with(bounds, units[0], max(1, bounds.least[units[0]] - points), bounds.most[units[0]])
    draft = _Draft(bounds)
    draft.gather(units)
    least, most = draft.sum(units)
    for unit in units:
        draft.least[unit] = max(1, draft.least[unit] - points)
    lowest = max(0, least - points if left is None else left)
    # Who falls takes nothing along: then the sum says more of the others than they do now. It is not held to a point for
    # each of them, since who falls has none.
    draft.hold(units, max(len(units), lowest), most, keep=True)
    if len(units) > 1:
        for unit in units:
            draft.band_least[unit] = lowest
    return draft.done()


def restored(bounds: Bounds, units: Iterable[int], printed: Sequence[int]) -> Bounds:
    """One of *units*, nobody hears which, has got a strength point back."""
    draft, grown = _Draft(bounds), set()
    for unit in units:
        if draft.most[unit] < printed[unit]:
            draft.most[unit] += 1
            grown.add(bounds.band[unit])
        elif draft.least[unit] < printed[unit]:
            grown.add(bounds.band[unit])
    for band, members in bounds.bands().items():
        if band in grown:
            draft.hold(members, draft.band_least[members[0]], draft.band_most[members[0]] + 1)
    return draft.done()


def _one_alone(bounds: Bounds, units: Sequence[int]) -> bool:
    """Whether *units* are one that is in no band, as in most combats: what is heard of it touches nobody else."""
    if len(units) != 1 or bounds.band[units[0]] != ALONE:
        return False
    unit = units[0]
    # Otherwise only in positions that were typed in.
    return bounds.least[unit] <= bounds.most[unit] and not (bounds.band_least[unit] or bounds.band_most[unit])


def _with(bounds: Bounds, unit: int, least: int, most: int) -> Bounds:
    """*bounds* with those of a *unit* that is in no band; the same record where nothing is new in it."""
    if bounds.least[unit] == least and bounds.most[unit] == most:
        return bounds
    lows, highs = list(bounds.least), list(bounds.most)
    lows[unit], highs[unit] = least, most
    return Bounds(tuple(lows), tuple(highs), bounds.band, bounds.band_least, bounds.band_most)


class _Draft:
    """Bounds that are being changed."""

    def __init__(self, bounds: Bounds) -> None:
        self.least = list(bounds.least)
        self.most = list(bounds.most)
        self.band = list(bounds.band)
        self.band_least = list(bounds.band_least)
        self.band_most = list(bounds.band_most)

    def done(self) -> Bounds:
        return Bounds(
            tuple(self.least),
            tuple(self.most),
            tuple(self.band),
            tuple(self.band_least),
            tuple(self.band_most),
        )

    def write(self, unit: int, least: int, most: int) -> None:
        self.least[unit], self.most[unit] = least, most

    def members(self, band: int) -> list[int]:
        found: list[int] = []
        # A search for each member, since most units are in other bands or none.
        for _ in range(self.band.count(band) if band != ALONE else 0):
            found.append(self.band.index(band, found[-1] + 1 if found else 0))
        return found

    def sum(self, units: Sequence[int]) -> tuple[int, int]:
        """Bands that are whole among *units* count as such; of the others every unit for itself."""
        among = set(units)
        least = most = 0
        for band in {self.band[unit] for unit in units}:
            mine = [unit for unit in units if self.band[unit] == band]
            if band != ALONE and among.issuperset(every := self.members(band)):
                least += self.band_least[every[0]]
                most += self.band_most[every[0]]
            else:
                least += self._least(mine)
                most += self._most(mine)
        return least, most

    def part(self, units: Iterable[int], *, keep: bool = False) -> None:
        """*units* leave their bands; what the others have is what theirs leaves over."""
        leaving = set(units)
        for band in {self.band[unit] for unit in leaving} - {ALONE}:
            members = self.members(band)
            gone = [unit for unit in members if unit in leaving]
            stay = [unit for unit in members if unit not in leaving]
            least = self.band_least[members[0]] - self._most(gone)
            most = self.band_most[members[0]] - self._least(gone)
            for unit in members:
                self.band[unit], self.band_least[unit], self.band_most[unit] = ALONE, 0, 0
            self.hold(stay, least, most, keep=keep)

    def gather(self, units: Sequence[int]) -> None:
        """*units* are a band from now on, and no others with them."""
        least, most = self.sum(units)
        self.part(units)
        self.hold(units, least, most)

    def hold(self, units: Sequence[int], least: int, most: int, *, keep: bool = False) -> None:
        """*units*, a band or in none, have together *least* to *most*; what follows for each of them is noted.

        Where the sum says no more than the units do there is no need of a band, unless it is to be kept.
        """
        if max(least, self._least(units)) > min(most, self._most(units)):
            # Only in positions that were typed in can the units contradict the sum, which was counted before all eyes.
            for unit in units:
                self.write(unit, 1, max(1, most - len(units) + 1))
        least, most = max(least, self._least(units)), min(most, self._most(units))
        for unit, low, high in [(unit, self.least[unit], self.most[unit]) for unit in units]:
            others = [other for other in units if other != unit]
            self.write(unit, max(low, least - self._most(others)), min(high, most - self._least(others)))
        telling = least > self._least(units) or most < self._most(units)
        needed = len(units) > 1 and (keep or telling)
        for unit in units:
            self.band[unit] = min(units) if needed else ALONE
            self.band_least[unit], self.band_most[unit] = (least, most) if needed else (0, 0)

    def _least(self, units: Iterable[int]) -> int:
        return sum([self.least[unit] for unit in units])

    def _most(self, units: Iterable[int]) -> int:
        return sum([self.most[unit] for unit in units])
