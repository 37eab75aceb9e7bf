"""[Pool, Military Flags] Who commands what: seats, their nations and Pools, and the hexes of the Soviet fronts (F-50, F-51)."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Bits, Seat, bits_of

from .nations import ALLIES, AXIS, GERMANY, NATIONS, OF_SIDE, SOVIET, USSR
from .war import FRONT_NAMES, War

SEATS: Final = ("germany", "axis_allies", "soviets")
SEATS_WITH_FRONTS: Final = ("germany", "axis_allies", "stavka", *FRONT_NAMES)
GERMAN: Final = Seat(0)
ALLIED: Final = Seat(1)
HIGH_COMMAND: Final = Seat(2)
# The last rows of the northern and the central front.
NORTH_TO: Final = 12
CENTRE_TO: Final = 16


def with_fronts(g: War) -> bool:
    """Whether the USSR has a Stavka and three fronts."""
    return len(g.setup.seats) > len(SEATS)


def seats(g: War) -> tuple[Seat, ...]:
    """Every seat of the game."""
    return tuple(Seat(n) for n in range(len(g.setup.seats)))


def side_of(seat: Seat) -> int:
    """The side of a seat."""
    return AXIS if seat < HIGH_COMMAND else SOVIET


def seats_of(g: War, side: int) -> tuple[Seat, ...]:
    """The seats of a side."""
    return tuple(seat for seat in seats(g) if side_of(seat) == side)


def leading_seat(side: int) -> Seat:
    """Who answers for a side as a whole."""
    return GERMAN if side == AXIS else HIGH_COMMAND


def nations_of(seat: Seat) -> tuple[int, ...]:
    """The nations of a seat."""
    return ((GERMANY,), ALLIES)[seat] if seat < HIGH_COMMAND else (USSR,)


def rows_of(g: War, seat: Seat) -> tuple[int, ...]:
    """The Pools and flags that a seat may use: its nations', or what the Stavka has allotted to a front."""
    if seat <= HIGH_COMMAND:
        return nations_of(seat)
    return (len(NATIONS) + seat - HIGH_COMMAND - 1,)


def nation_of(row: int) -> int:
    """The nation to which a Pool belongs."""
    return min(row, USSR)


def hexes_of(g: War, seat: Seat) -> Bits:
    """The hexes for which a seat may write orders: all, but a front has its own, and the Stavka none where there are fronts."""
    if seat == HIGH_COMMAND and with_fronts(g):
        return 0
    if seat <= HIGH_COMMAND:
        return g.campaign.land
    return bits_of(h for h in g.campaign.hexes if front_number(g, h) == seat - HIGH_COMMAND - 1)


def front_number(g: War, hex_: int) -> int:
    """Which Soviet front a hex belongs to, by its row on the map."""
    row = int(g.grid.name(hex_)[:2])  # type: ignore[arg-type]
    return 0 if row <= NORTH_TO else 1 if row <= CENTRE_TO else 2


def commander(g: War, side: int, hex_: int) -> Seat:
    """Who answers for what *side* has in *hex_*: of several nations the one with the most CV (F-50)."""
    if side == SOVIET:
        return (
            Seat(HIGH_COMMAND + 1 + front_number(g, hex_)) if with_fronts(g) and hex_ >= 0 else HIGH_COMMAND
        )
    here = [n for n in OF_SIDE[AXIS] if hex_ >= 0 and g.cv(n, hex_)]
    best = max(here, key=lambda n: (g.cv(n, hex_), -n), default=GERMANY)
    return GERMAN if best == GERMANY else ALLIED


def writers(g: War, side: int | None = None) -> tuple[Seat, ...]:
    """The seats that write sheets now: those of nations that are in the war, as everybody knows."""
    return tuple(
        seat
        for seat in seats(g)
        if (side is None or side_of(seat) == side) and not all(g.neutral(n) for n in nations_of(seat))
    )


def hand(g: War, seat: Seat) -> list[int]:
    """[Advantage Cards] The cards that a seat may still play; a nation's hand is its high command's (F-51)."""
    if seat > HIGH_COMMAND:
        return []
    own = nations_of(seat)
    return [n for n, card in enumerate(g.campaign.cards) if card.nation in own and not g.played[n]]
