"""What happens in combats on the board, as facts with their sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from sandtable.kernel import Event, Facts, counted

from ..events import SIDE_NAMES


@dataclass(slots=True)
class CombatBegan(Event):
    """A combat began."""

    rule: ClassVar[str] = "2"
    facts: ClassVar[Facts] = Facts(role="combat_begins", hexes=("hex",))
    side: int
    hex: int
    attackers: int
    defenders: int
    counter: int

    def sentence(self, g: Any) -> str:
        verb = "counter-attack" if self.counter else "attack"
        return (
            f"{SIDE_NAMES[self.side]} {verb} {g.place(self.hex)} with {counted(self.attackers, 'unit')} "
            f"against {self.defenders}."
        )


@dataclass(slots=True)
class CombatLapsed(Event):
    """An attack came to nothing; the attacker's side hears of it."""

    rule: ClassVar[str] = "2.6"
    facts: ClassVar[Facts] = Facts(role="notice", hexes=("hex",))
    side: int
    hex: int
    why: str

    def sentence(self, g: Any) -> str:
        return f"The attack on {g.place(self.hex)} lapses: {self.why}."


@dataclass(slots=True)
class CombatEnded(Event):
    """A combat was decided."""

    rule: ClassVar[str] = "5"
    facts: ClassVar[Facts] = Facts(
        role="combat_ends", hexes=("hex",), points=("attacker_loses", "defender_loses")
    )
    side: int
    hex: int
    outcome: str
    attacker_loses: int
    defender_loses: int

    def sentence(self, g: Any) -> str:
        return (
            f"{self.outcome} in {g.place(self.hex)}: the attacker loses {self.attacker_loses} "
            f"status, the defender {self.defender_loses}."
        )


@dataclass(slots=True)
class WentBack(Event):
    """A unit retired, was thrown back, or broke through; its own side hears of it."""

    rule: ClassVar[str] = "5.9"
    facts: ClassVar[Facts] = Facts(role="move", units=("unit",), path=("way",))
    unit: int
    way: tuple[int, ...]
    how: str

    def sentence(self, g: Any) -> str:
        return f"{g.name_of(self.unit)} {self.how} to {g.place(self.way[-1])}."


@dataclass(slots=True)
class Destroyed(Event):
    """A unit is no more; its own side hears of it."""

    rule: ClassVar[str] = "5"
    facts: ClassVar[Facts] = Facts(role="loss", units=("unit",))
    unit: int

    def sentence(self, g: Any) -> str:
        return f"{g.name_of(self.unit)} is destroyed."
