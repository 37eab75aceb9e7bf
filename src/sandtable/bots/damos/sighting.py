"""What a DAMOS bot works on: a position imagined from its view, so that the rules' own functions can be asked about it.

Everything hidden stands at what a player would guess: enemy units at their printed strength, less if they are
demoralized, and always within the bounds that the view gives. ``read`` builds it from the view; ``sight`` builds the same,
faster, from the position. That both are equal, whatever the position, is what the tests hold against them: the bot knows
nothing that is not in its view.

What is open is not copied but looked at where it stands, so a sighting is good until the position changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from operator import attrgetter
from random import Random
from typing import Any, Final, NamedTuple

from sandtable.kernel import OFF_BOARD, Hex, Seat, Setup
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.seen import fog
from sandtable.rules.damos.series.position.bounds import ALONE, Bounds
from sandtable.rules.damos.series.position.campaign import Campaign
from sandtable.rules.damos.series.position.roster import Counter, Roster
from sandtable.rules.damos.series.position.state import Fate, Front, enemy

from .lasting import entries_of, once

# A demoralized enemy has lost a combat: so much of its printed strength is thought to be left.
SHAKEN_SHARE: Final = (2, 3)
# What the view shows to everybody.
_OPEN: Final = (
    "hex_of",
    "fate",
    "spent",
    "demoralized",
    "cossack",
    "attempted",
    "sidelined",
    "dropped",
    "origin",
    "air",
    "air_failures",
    "expected",
    "attacks",
    "turn",
    "phasing",
    "axis_rp",
    "soviet_rp",
    "finns_from",
    "paused",
    "axis_control",
    "converted",
    "order_closed",
    "exploiting",
    "mp_initial",
    # Once plan and posture are open nothing about a combat is hidden.
    "battle",
    "bounds",
    # What follows from all that.
    "first_in",
    "next_in",
    "occupied",
    "steady",
    "finns_only",
)
_what_is_open: Final = attrgetter(*_OPEN)
_DUE: Final = int(Fate.DUE)


class Sighting:
    """An imagined position, whose eyes it is seen with, and the step that asks, as far as that seat may know it.

    Each is worked out when somebody asks for it: many a question has one answer only.
    """

    def __init__(self, position: Front, seat: Seat, row: list[Any] | None = None) -> None:
        self.seat: Final = seat
        self._position: Final = position
        self._told: Final = row

    @property
    def campaign(self) -> Campaign:
        """What is printed; it needs no imagination."""
        return self._position.campaign

    @once
    def g(self) -> Front:
        """The imagined position."""
        return _imagined(self._position, self.seat)

    @once
    def row(self) -> list[Any]:
        """The step that asks, as in the agenda of the view."""
        return self._told or fog.asking_row(self._position, self.seat)

    @once
    def step(self) -> str:
        """Its name."""
        return str(self._told[0]) if self._told else fog.asking_name(self._position, self.seat)

    @once
    def about(self) -> dict[str, Any]:
        """What it is about."""
        if self._told is None:
            return fog.asking_about(self._position, self.seat)
        parameters = RULEBOOK.steps[self.step].parameters()
        return dict(zip(parameters, self.row[1:], strict=True))

    @property
    def units(self) -> tuple[int, ...]:
        """The force in question."""
        return tuple(self.about.get("units", ()))

    @property
    def chosen(self) -> tuple[int, ...]:
        """The units picked so far."""
        return tuple(self.about.get("chosen", ()))

    @property
    def hex(self) -> Hex:
        """The hex in question."""
        return Hex(self.about.get("hex_", self.about.get("target", OFF_BOARD)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sighting):
            return NotImplemented
        return (self.seat, self.row, self.g) == (other.seat, other.row, other.g)

    __hash__ = None  # type: ignore[assignment]  # positions are compared, never looked up


def read(view: Mapping[str, Any]) -> Sighting:
    """The sighting in a *view*."""
    seat = RULEBOOK.seat(RULEBOOK.setup(view["scenario"]), view["seat"])
    # The guess draws what is hidden at random; none of that is looked at.
    guessed = RULEBOOK.guess(view, Random(0))
    return Sighting(guessed, seat, view["position"]["agenda"][-1])


def sight(position: Front, seat: Seat) -> Sighting:
    """The same from the *position*, by inclusion: only what the view of *seat* shows is looked at."""
    return Sighting(position, seat)


def _imagined(position: Front, seat: Seat) -> Front:
    columns = dict(zip(_OPEN, _what_is_open(position), strict=True))
    if seat == position.phasing:
        columns["mp_spent"] = position.mp_spent
    columns["sp"], columns["due"] = _strengths(position, seat)
    return _blank_for(position.setup, position.campaign).lookalike(columns)


class _Strengths(NamedTuple):
    """What strength was imagined for, and what it came to; most answers change none of it."""

    bounds: Bounds
    fate: list[int]
    demoralized: list[int]
    truth: list[int]
    when: list[int]
    # What the strength of the enemy was imagined by.
    signs: tuple[tuple[int, ...], ...]
    sp: list[int]
    due: list[int]


# The latest, by the print of the game and whose eyes see it.
_latest: Final[dict[tuple[Campaign, Seat], _Strengths]] = {}


def _strengths(position: Front, seat: Seat) -> tuple[list[int], list[int]]:
    """The strength and the arrival of every unit in *position*, as *seat* has to imagine them; nobody writes into them."""
    known = _latest.get((position.campaign, seat))
    if known is None or known.fate != position.fate or known.when != position.due:
        due, fate, when = _arrivals(position), position.fate.copy(), position.due.copy()
        signs = _signs(position, seat)
    else:
        due, fate, when = known.due, known.fate, known.when
        looking_alike = known.bounds is position.bounds and known.demoralized == position.demoralized
        if looking_alike and known.truth == position.sp:
            return known.sp, due
        signs = known.signs if looking_alike else _signs(position, seat)
    sp = known.sp.copy() if known is not None and known.signs == signs else _enemy_strengths(position, seat)
    hex_of, truth, printed = position.hex_of, position.sp, position.roster.sp_of
    for unit in position.roster.of_side[seat]:
        sp[unit] = truth[unit] if hex_of[unit] >= 0 else printed[unit]
    _latest[position.campaign, seat] = _Strengths(
        position.bounds, fate, position.demoralized.copy(), truth.copy(), when, signs, sp, due
    )
    return sp, due


def _arrivals(position: Front) -> list[int]:
    printed = _blank_for(position.setup, position.campaign).due
    return [
        old if here >= 0 else when if fate == _DUE else 0
        for old, here, when, fate in zip(printed, position.hex_of, position.due, position.fate, strict=True)
    ]


def _signs(position: Front, seat: Seat) -> tuple[tuple[int, ...], ...]:
    """All by which *seat* imagines the strength of the enemy."""
    foes, known = entries_of(position.roster, enemy(seat)), position.bounds
    columns = (known.least, known.most, known.band, known.band_least, known.band_most)
    return foes(position.fate), foes(position.demoralized), *map(foes, columns)


def _enemy_strengths(position: Front, seat: Seat) -> list[int]:
    """The strength of the enemy's units, with whatever stands there for one's own."""
    hex_of, roster = position.hex_of, position.roster
    demoralized, known, shaken = position.demoralized, position.bounds, _shaken(roster)
    lows, highs, band_of = known.least, known.most, known.band
    sp = list(roster.sp_of)
    bands: dict[int, list[int]] = {}
    for unit in roster.of_side[enemy(seat)]:
        if hex_of[unit] >= 0:
            guess = shaken[unit] if demoralized[unit] else sp[unit]
            # Comparisons written out: this is done for every enemy on the map after every combat.
            low, high = lows[unit], highs[unit]
            most = high if guess > high else guess
            sp[unit] = low if most < low else most
            if band_of[unit] != ALONE:
                bands.setdefault(band_of[unit], []).append(unit)
    for units in bands.values():
        fitted = _fitted(
            tuple([sp[u] for u in units]),
            tuple([known.least[u] for u in units]),
            tuple([known.most[u] for u in units]),
            known.band_least[units[0]],
            known.band_most[units[0]],
        )
        for unit, strength in zip(units, fitted, strict=True):
            sp[unit] = strength
    return sp


@lru_cache(maxsize=32)
def _shaken(roster: Roster) -> tuple[int, ...]:
    """What each unit is thought to be worth when it is demoralized."""
    return tuple(guessed_strength(counter, shaken=True) for counter in roster.counters)


@lru_cache(maxsize=8192)
def _fitted(
    guessed: tuple[int, ...], least: tuple[int, ...], most: tuple[int, ...], low: int, high: int
) -> tuple[int, ...]:
    """What units that fought together may have, each from *least* to *most*, so that the sum is *low* to *high*.

    The strongest is thought to have lost first.
    """
    sp, every = list(guessed), range(len(guessed))
    while sum(sp) > high:
        sp[max([n for n in every if sp[n] > least[n]], key=sp.__getitem__)] -= 1
    while sum(sp) < low:
        sp[min([n for n in every if sp[n] < most[n]], key=sp.__getitem__)] += 1
    return tuple(sp)


def guessed_strength(counter: Counter, *, shaken: bool) -> int:
    """What an enemy unit is thought to be worth: as printed, less if it was beaten."""
    share, whole = SHAKEN_SHARE
    return max(1, counter.sp * share // whole) if shaken else counter.sp


@lru_cache(maxsize=16)
def _blank_for(setup: Setup, campaign: Campaign) -> Front:
    return _blank(setup.scenario, tuple(sorted(setup.options.items())), campaign)


@lru_cache(maxsize=16)
def _blank(scenario: str, options: tuple[tuple[str, int | str | bool], ...], campaign: Campaign) -> Front:
    """A position with nobody on the map, to be filled in; what is printed is known to everybody."""
    g = Front(RULEBOOK.setup(scenario, dict(options)), campaign)
    g.told = None
    return g
