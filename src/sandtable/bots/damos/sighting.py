"""What a DAMOS bot works on: a position imagined from its view, so that the rules' own functions can be asked about it.

Everything hidden stands at what a player would guess: enemy units at their printed strength, less if they are
demoralized, and always within the bounds that the view gives. ``read`` builds it from the view; ``sight`` builds the same, faster, from the position. That both are
equal, whatever the position, is what the tests hold against them: the bot knows nothing that is not in its view.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple

from sandtable.kernel import OFF_BOARD, Hex, Seat, Setup
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.seen import fog
from sandtable.rules.damos.series.position.bounds import Bounds
from sandtable.rules.damos.series.position.campaign import Campaign
from sandtable.rules.damos.series.position.roster import Counter
from sandtable.rules.damos.series.position.state import Fate, Front

# A demoralized enemy has lost a combat: so much of its printed strength is thought to be left.
SHAKEN_SHARE: Final = (2, 3)
# What the view shows to everybody and is copied as it is.
_COLUMNS: Final = (
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
)
_NUMBERS: Final = (
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
)
_DERIVED: Final = ("first_in", "next_in", "occupied", "steady")
_DUE: Final = int(Fate.DUE)
_COPIED: Final = (*_COLUMNS, *_DERIVED)


class Sighting:
    """An imagined position, whose eyes it is seen with, and the step that asks, as far as that seat may know it."""

    def __init__(self, g: Front, seat: Seat, row: list[Any]) -> None:
        self.g: Final = g
        self.seat: Final = seat
        self.step: Final[str] = row[0]
        parameters = RULEBOOK.steps[row[0]].parameters()
        self.about: Final[dict[str, Any]] = dict(zip(parameters, row[1:], strict=True))

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
        return isinstance(other, Sighting) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]  # positions are compared, never looked up


def read(view: Mapping[str, Any]) -> Sighting:
    """The sighting in a *view*."""
    seat = RULEBOOK.seat(RULEBOOK.setup(view["scenario"]), view["seat"])
    # The guess draws what is hidden at random; none of that is copied.
    guessed = RULEBOOK.guess(view, Random(0))
    return Sighting(_imagined(guessed, seat), seat, view["position"]["agenda"][-1])


def sight(position: Front, seat: Seat) -> Sighting:
    """The same from the *position*, by inclusion: only what the view of *seat* shows is copied."""
    return Sighting(_imagined(position, seat), seat, fog.asking_row(position, seat))


def _imagined(position: Front, seat: Seat) -> Front:
    g = _blank_for(position.setup, position.campaign).copy()
    for name in _NUMBERS:
        setattr(g, name, getattr(position, name))
    if seat == position.phasing:
        g.mp_spent = position.mp_spent
    for name in _COPIED:
        setattr(g, name, getattr(position, name)[:])
    g.finns_only = position.finns_only
    # Once plan and posture are open nothing about a combat is hidden.
    g.battle = position.battle
    g.bounds = position.bounds
    g.sp, g.due = _strengths(position, seat, g)
    return g


class _Strengths(NamedTuple):
    """What strength was imagined for, and what it came to; most answers change none of it."""

    bounds: Bounds
    fate: list[int]
    demoralized: list[int]
    truth: list[int]
    when: list[int]
    sp: list[int]
    due: list[int]


# The latest, by the print of the game and whose eyes see it.
_latest: Final[dict[tuple[Campaign, Seat], _Strengths]] = {}


def _strengths(position: Front, seat: Seat, g: Front) -> tuple[list[int], list[int]]:
    """The strength and the arrival of every unit in *position*, as *seat* has to imagine them; *g* is to hold them."""
    known = _latest.get((g.campaign, seat))
    if (
        known is None
        or known.bounds is not position.bounds
        or known.truth != position.sp
        or known.fate != position.fate
        or known.demoralized != position.demoralized
        or known.when != position.due
    ):
        _imagine_strengths(position, seat, g)
        given = (position.fate, position.demoralized, position.sp, position.due, g.sp, g.due)
        known = _Strengths(position.bounds, *(column[:] for column in given))
        _latest[g.campaign, seat] = known
    return known.sp[:], known.due[:]


def _imagine_strengths(position: Front, seat: Seat, g: Front) -> None:
    steady, shaken, own = _guesses(g.campaign, seat)
    known = g.bounds
    g.due = [
        old if here >= 0 else when if fate == _DUE else 0
        for old, here, when, fate in zip(g.due, position.hex_of, position.due, position.fate, strict=True)
    ]
    guessed = [
        two if beaten else one for one, two, beaten in zip(steady, shaken, position.demoralized, strict=True)
    ]
    g.sp = [
        old if here < 0 else truth if mine else low if guess < low else high if guess > high else guess
        for old, here, truth, mine, guess, low, high in zip(
            g.sp, position.hex_of, position.sp, own, guessed, known.least, known.most, strict=True
        )
    ]
    for units in known.bands().values():
        if not own[units[0]]:
            _fit(g, units)


@lru_cache(maxsize=32)
def _guesses(campaign: Campaign, seat: Seat) -> tuple[tuple[int, ...], tuple[int, ...], tuple[bool, ...]]:
    """What each unit is thought to be worth, steady and shaken, and whether it is one's own, of which all is known."""
    counters = campaign.roster.counters
    return (
        tuple(guessed_strength(counter, shaken=False) for counter in counters),
        tuple(guessed_strength(counter, shaken=True) for counter in counters),
        tuple(counter.side == seat for counter in counters),
    )


def _fit(g: Front, units: list[int]) -> None:
    """Bring units that fought together to a sum that is possible: the strongest is thought to have lost first."""
    sp, least, most = g.sp, g.bounds.band_least[units[0]], g.bounds.band_most[units[0]]
    total = sum([sp[u] for u in units])
    while total > most:
        sp[max([u for u in units if sp[u] > g.bounds.least[u]], key=sp.__getitem__)] -= 1
        total -= 1
    while total < least:
        sp[min([u for u in units if sp[u] < g.bounds.most[u]], key=sp.__getitem__)] += 1
        total += 1


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


def place(g: Front, name: str) -> Hex:
    """The hex of a named place, or OFF_BOARD where the board has none in play."""
    found = g.campaign.board.places.get(name)
    return found.hex if found is not None and g.campaign.land >> found.hex & 1 else OFF_BOARD
