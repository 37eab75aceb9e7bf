"""[7] Aircraft: support of ground combat, fighters against fighters, and fighters against transports and bombers."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from sandtable.kernel import Auto, Axis, Chance, Dice, OffTable, Roll, Tables

from .events import BrokeThrough, FoughtInTheAir
from .state import NOT_YET, Operation
from .strength import AIR_LEVELS

DIE: Final = Dice.of(1, 6)
RESULTS: Final = ("Lose", "Draw", "Win")
BOMBERS_SUFFER: Final = Fraction(1, 4)


def support_level(tables: Tables, squadrons: Mapping[str, int]) -> int:
    """[4] The level of air support, 0 to 4, of squadrons by type: types are not added, the best counts (A-12)."""
    table = tables["air_ground"]
    best = 0
    for kind, number in squadrons.items():
        levels = [
            (str(cell), AIR_LEVELS.index(column))
            for column in table.columns.labels
            if (cell := table.look_up(row=kind, column=column)) != "-"
        ]
        try:
            at = Axis("squadrons", [band for band, _ in levels], kind="band").find(number)
        except OffTable:
            continue
        best = max(best, levels[at][1])
    return best


class AirCombatRoll(Chance[Operation]):
    """[7.1] Fighters meet: the larger side rolls in the column of the odds, rounded down (A-22)."""

    rule = "7.1"
    rolls = DIE

    def __init__(self, larger: int, smaller: int) -> None:
        self.larger: Final = larger
        self.smaller: Final = smaller

    def resolve(self, g: Operation, roll: Roll) -> None:
        """[7.2] Both sides lose shares of the strength the opponent had before the fight, halves up (A-22)."""
        larger, smaller = g.strength[self.larger], g.strength[self.smaller]
        result = g.tables["air_to_air"].word(row=roll[0], column=air_odds(larger, smaller), among=RESULTS)
        g.die, g.air_result = roll[0], RESULTS.index(result)
        lost = air_losses(g.tables, result, larger, smaller)
        g.strength[self.larger] -= lost[0]
        g.strength[self.smaller] -= lost[1]
        g.tell(FoughtInTheAir(roll[0], result, *lost))


def air_odds(larger: int, smaller: int) -> str:
    """[7.1] The odds as a table key."""
    return f"{larger}-{smaller}"


def air_losses(tables: Tables, result: str, larger: int, smaller: int) -> tuple[int, int]:
    """[7.2] Squadrons that the larger and the smaller side lose, to the nearest, never more than it has (A-22)."""
    table = tables["air_losses"]
    ours, theirs = (int(table.look_up(row=result, column=side)) for side in ("attacker", "defender"))
    return min(larger, share(smaller, ours)), min(smaller, share(larger, theirs))


def share(strength: int, per_cent: int) -> int:
    """[7.2] *per_cent* of *strength* in whole squadrons, halves up."""
    return half_up(Fraction(strength * per_cent, 100))


def half_up(number: Fraction) -> int:
    """[7.2] To the nearest whole number, halves up."""
    return (number + Fraction(1, 2)).__floor__()


class BreakIn(Auto[Operation]):
    """[8] Interceptors that won against the air cover, or met none, fall upon the stream (A-23)."""

    rule = "8"

    def __init__(self, interceptors: int, stream: int, larger: int, bombers: int) -> None:
        self.interceptors: Final = interceptors
        self.stream: Final = stream
        self.larger: Final = larger
        self.bombers: Final = bombers

    def run(self, g: Operation) -> None:
        """One serial out of action for each squadron that is left; of bombers a quarter."""
        if not interceptors_won(g, self.interceptors, self.larger):
            return
        squadrons = g.strength[self.interceptors]
        lost = min(g.strength[self.stream], stream_losses(squadrons, bombers=bool(self.bombers)))
        g.strength[self.stream] -= lost
        g.tell(BrokeThrough(squadrons, lost))


def interceptors_won(g: Operation, interceptors: int, larger: int) -> bool:
    """[8] Whether the fighters broke through: Win for the larger side, Lose for the smaller, or no roll was made (A-23)."""
    if g.air_result == NOT_YET:
        return True
    return RESULTS[g.air_result] == ("Win" if interceptors == larger else "Lose")


def stream_losses(squadrons: int, *, bombers: bool) -> int:
    """[8] Serials put out of action by *squadrons*: one each, a quarter of that against bombers, halves up (A-23)."""
    return half_up(squadrons * BOMBERS_SUFFER) if bombers else squadrons


class LoseLoads(Auto[Operation]):
    """[8] A unit loses status with the serials that carried it and were lost before the drop (A-23).

    What flak had shot out of a serial before it fell was part of its share, and only the rest goes with it (A-37).
    """

    rule = "8"

    def __init__(self, unit: int, flights: tuple[int, ...]) -> None:
        self.unit: Final = unit
        self.flights: Final = flights

    def run(self, g: Operation) -> None:
        """Its share of the status it took off with, less what it has lost of that already."""
        serials = sum(g.flight(flight).strength for flight in self.flights)
        lost = serials - sum(g.strength[flight] for flight in self.flights)
        share = status_lost_aboard(g.counter(self.unit).status, lost, serials)
        shed = sum(g.shed[flight] for flight in self.flights if not g.strength[flight])
        g.status[self.unit] -= min(g.status[self.unit], max(share - shed, 0))


def load_of(g: Operation, flight: int) -> int:
    """[9.2] The status aboard a flight: its part of what its unit took off with, a fraction counting as a point (A-37)."""
    unit = g.flight(flight).carries
    serials = sum(other.strength for other in g.printed.flights if other.carries == unit)
    return -(-g.counter(unit).status * g.flight(flight).strength // serials) if serials else 0


def status_lost_aboard(status: int, lost: int, serials: int) -> int:
    """[8] What a unit of *status* loses with *lost* of its *serials*: its share, halves up (A-23)."""
    return half_up(Fraction(status * lost, serials)) if serials else 0
