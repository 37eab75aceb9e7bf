"""What happens on the board, as facts, each with its sentence. Nations, sides and hexes are numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from sandtable.kernel import Event, Facts, counted

from .position.war import War
from .position.words import (
    ADJECTIVES,
    KIND_NAMES,
    NATION_NAMES,
    SIDE_ADJECTIVES,
    SIDE_NAMES,
    losses_words,
    points_words,
    side_does,
    side_name,
)

NOTICE: Final = Facts(role="notice")
STAGES: Final = {
    1: "industry",
    2: "deployment",
    3: "closing the line",
    4: "Offensive Flags",
    5: "Advantage Cards and withdrawals",
    7: "combats",
    8: "the new front line",
    9: "line straightening",
    10: "reports",
}


@dataclass(slots=True)
class TurnBegan(Event):
    """A turn began."""

    rule: ClassVar[str] = "Sequence"
    facts: ClassVar[Facts] = Facts(role="turn", turn="turn")
    turn: int

    def sentence(self, g: War) -> str:
        return f"Turn {self.turn} begins: {g.campaign.turns[self.turn - 1]}."


@dataclass(slots=True)
class StageBegan(Event):
    """A step of the sequence of play began."""

    rule: ClassVar[str] = "Sequence"
    facts: ClassVar[Facts] = Facts(role="phase")
    stage: int

    def sentence(self, g: War) -> str:
        return f"Step {self.stage}: {STAGES[self.stage]}."


@dataclass(slots=True)
class Produced(Event):
    """Industry filled a Pool; its own side hears of it."""

    rule: ClassVar[str] = "Sequence 1"
    nation: int
    points: tuple[int, ...]

    def sentence(self, g: War) -> str:
        return f"Industry brings {NATION_NAMES[self.nation]} {points_words(self.points)}."


@dataclass(slots=True)
class FlagsAwarded(Event):
    """A nation has its Military Offensive Flags."""

    rule: ClassVar[str] = "Military Flags"
    nation: int
    flags: int

    def sentence(self, g: War) -> str:
        return f"{ADJECTIVES[self.nation]} Offensive Flags for this turn: {self.flags}."


@dataclass(slots=True)
class Deployed(Event):
    """Points came from the Pool into a hex."""

    rule: ClassVar[str] = "Sequence 2"
    facts: ClassVar[Facts] = Facts(role="action", hexes=("hex",))
    nation: int
    hex: int
    points: tuple[int, ...]

    def sentence(self, g: War) -> str:
        return f"{g.campaign.name(self.hex)} receives {points_words(self.points)} from the {ADJECTIVES[self.nation]} Pool."


@dataclass(slots=True)
class Building(Event):
    """A man builds a layer of fortification."""

    rule: ClassVar[str] = "Fortifications"
    facts: ClassVar[Facts] = Facts(role="action", hexes=("hex", "faced"))
    nation: int
    hex: int
    faced: int

    def sentence(self, g: War) -> str:
        return f"A {ADJECTIVES[self.nation]} man in {g.campaign.name(self.hex)} fortifies it towards {g.campaign.name(self.faced)}."


@dataclass(slots=True)
class Fortified(Event):
    """A layer of fortification is finished."""

    rule: ClassVar[str] = "Fortifications"
    facts: ClassVar[Facts] = Facts(role="action", hexes=("hex", "faced"))
    hex: int
    faced: int
    layers: int

    def sentence(self, g: War) -> str:
        return (
            f"{g.campaign.name(self.hex)} has {counted(self.layers, 'layer')} of fortification towards "
            f"{g.campaign.name(self.faced)}."
        )


@dataclass(slots=True)
class Placed(Event):
    """A garrison, security zone, flak zone, partisans or air defence came into a hex."""

    rule: ClassVar[str] = "Sequence 2"
    facts: ClassVar[Facts] = Facts(role="action", hexes=("hex",))
    what: str
    nation: int
    hex: int

    def sentence(self, g: War) -> str:
        return f"{ADJECTIVES[self.nation]} {self.what} in {g.campaign.name(self.hex)}."


@dataclass(slots=True)
class KeptBack(Event):
    """Partisans found a security zone where they were to appear, and wait."""

    rule: ClassVar[str] = "Security Zone"
    hex: int

    def sentence(self, g: War) -> str:
        return f"The partisans meant for {g.campaign.name(self.hex)} find a security zone there and wait."


@dataclass(slots=True)
class Gone(Event):
    """Something that cost upkeep, or partisans for one turn, went."""

    rule: ClassVar[str] = "Sequence 1"
    facts: ClassVar[Facts] = Facts(hexes=("hex",))
    what: str
    hex: int

    def sentence(self, g: War) -> str:
        return f"The {self.what} in {g.campaign.name(self.hex)} is no more."


@dataclass(slots=True)
class GapFilled(Event):
    """A man was put into a gap of the line."""

    rule: ClassVar[str] = "Front Line"
    facts: ClassVar[Facts] = Facts(role="action", hexes=("hex",))
    side: int
    hex: int
    start: int

    def sentence(self, g: War) -> str:
        whence = "the Pool" if self.start < 0 else g.campaign.name(self.start)
        return f"A man from {whence} closes the {SIDE_ADJECTIVES[self.side]} line in {g.campaign.name(self.hex)}."


@dataclass(slots=True)
class GaveUp(Event):
    """A hex was given up: for want of a man, or to straighten the line."""

    rule: ClassVar[str] = "Front Line"
    facts: ClassVar[Facts] = Facts(role="action", hexes=("hex",))
    side: int
    hex: int
    no_man: int

    def sentence(self, g: War) -> str:
        why = "for want of a man" if self.no_man else "to straighten the line"
        return f"{side_does(self.side, 'give')} up {g.campaign.name(self.hex)} {why}."


@dataclass(slots=True)
class HexTaken(Event):
    """A hex changed hands."""

    rule: ClassVar[str] = "Sequence 8"
    facts: ClassVar[Facts] = Facts(role="action", hexes=("hex",))
    side: int
    hex: int

    def sentence(self, g: War) -> str:
        verb = "holds" if self.side == 0 else "hold"
        return f"{SIDE_NAMES[self.side]} now {verb} {g.campaign.name(self.hex)}."


@dataclass(slots=True)
class Surrendered(Event):
    """Points that had nowhere to go were lost."""

    rule: ClassVar[str] = "Sequence 8"
    facts: ClassVar[Facts] = Facts(role="loss", hexes=("hex",))
    side: int
    hex: int
    points: tuple[int, ...]

    def sentence(self, g: War) -> str:
        return f"{SIDE_ADJECTIVES[self.side]} {points_words(self.points)} are lost in {g.campaign.name(self.hex)}."


@dataclass(slots=True)
class Absorbed(Event):
    """Partisans joined the line that reached them."""

    rule: ClassVar[str] = "PAG Absorbed"
    facts: ClassVar[Facts] = Facts(hexes=("hex",))
    hex: int

    def sentence(self, g: War) -> str:
        return f"The partisans of {g.campaign.name(self.hex)} join the regular forces as a man."


@dataclass(slots=True)
class FlagOrder(Event):
    """The side with the highest ME chose to place first or second."""

    rule: ClassVar[str] = "Sequence 4"
    side: int

    def sentence(self, g: War) -> str:
        return f"{side_does(self.side, 'place')} flags first."


@dataclass(slots=True)
class LotsDrawn(Event):
    """A die said whose combats come first of those that tie."""

    rule: ClassVar[str] = "Sequence 7"
    side: int

    def sentence(self, g: War) -> str:
        return f"Of combats that tie, a die gives {side_name(self.side)} the first."


@dataclass(slots=True)
class FlagPlaced(Event):
    """A flag stands on a hexside, on partisans, or with an amphibious operation."""

    rule: ClassVar[str] = "Military Flags"
    facts: ClassVar[Facts] = Facts(role="action", path=("way",))
    nation: int
    way: tuple[int, int]
    kind: str

    def sentence(self, g: War) -> str:
        start, target = (g.campaign.name(h) for h in self.way)
        match self.kind:
            case "operation":
                return f"A {ADJECTIVES[self.nation]} flag for a security operation in {target}."
            case "landing":
                return f"A {ADJECTIVES[self.nation]} amphibious operation from {start} to {target}."
        return f"A {ADJECTIVES[self.nation]} flag from {start} towards {target}."


@dataclass(slots=True)
class CardPlayed(Event):
    """An Advantage Card was played, and is gone."""

    rule: ClassVar[str] = "Advantage Cards"
    facts: ClassVar[Facts] = NOTICE
    card: int
    use: str
    target: int

    def sentence(self, g: War) -> str:
        card = g.campaign.cards[self.card]
        where = g.campaign.name(self.target) if self.target >= 0 else ""
        uses = {
            "order": "for the order of play",
            "flag": f"for another flag towards {where}",
            "die": f"for the die in the combat for {where}",
            "shift": f"for a column in the combat for {where}",
            "control": "for an advantage that Control judges",
        }
        return f"{NATION_NAMES[card.nation].removeprefix('the ')} plays {card.title} (+{card.value}) {uses[self.use]}."


@dataclass(slots=True)
class CardReturned(Event):
    """A card for the die of a combat that lapsed goes back to the hand."""

    rule: ClassVar[str] = "Sequence 7"
    card: int

    def sentence(self, g: War) -> str:
        card = g.campaign.cards[self.card]
        return f"{card.title} returns to the hand of {NATION_NAMES[card.nation]}."


@dataclass(slots=True)
class Withdrew(Event):
    """Points went back to the Pool; its own side hears how many."""

    rule: ClassVar[str] = "Sequence 6"
    facts: ClassVar[Facts] = Facts(hexes=("hex",))
    nation: int
    hex: int
    points: tuple[int, ...]

    def sentence(self, g: War) -> str:
        return f"{points_words(self.points)} leave {g.campaign.name(self.hex)} for the {ADJECTIVES[self.nation]} Pool."


@dataclass(slots=True)
class OrderSet(Event):
    """In which order the combats are resolved."""

    rule: ClassVar[str] = "Sequence 7"
    targets: tuple[int, ...]
    first: int

    def sentence(self, g: War) -> str:
        by = f"{side_name(self.first - 1)} first by cards" if self.first else "highest effectiveness first"
        names = ", ".join(g.campaign.name(h) for h in self.targets)
        return f"The combats are resolved in this order ({by}): {names}."


@dataclass(slots=True)
class CombatBegan(Event):
    """A combat began."""

    rule: ClassVar[str] = "Sequence 7"
    facts: ClassVar[Facts] = Facts(role="combat_begins", hexes=("hex",))
    side: int
    hex: int
    attack: int
    defence: int
    column: str

    def sentence(self, g: War) -> str:
        return (
            f"{side_does(self.side, 'attack')} {g.campaign.name(self.hex)} with {self.attack} against {self.defence}, "
            f"in column {self.column}."
        )


@dataclass(slots=True)
class Lapsed(Event):
    """An attack, or a part of it, lapsed."""

    rule: ClassVar[str] = "Sequence 7"
    facts: ClassVar[Facts] = Facts(role="notice", hexes=("hex",))
    hex: int
    start: int
    why: str

    def sentence(self, g: War) -> str:
        part = f"The part from {g.campaign.name(self.start)} of the" if self.start >= 0 else "The"
        return f"{part} attack on {g.campaign.name(self.hex)} lapses, for {self.why}."


@dataclass(slots=True)
class LossSwapped(Event):
    """Where men were missing, a side lost a point of another kind than it usually would."""

    rule: ClassVar[str] = "Loss Substitution"
    side: int
    gone: int
    kept: int

    def sentence(self, g: War) -> str:
        gone, kept = (points_words([int(k == kind) for k in range(4)]) for kind in (self.gone, self.kept))
        return f"{side_does(self.side, 'lose')} {gone} instead of {kept}."


@dataclass(slots=True)
class CombatEnded(Event):
    """A combat was decided."""

    rule: ClassVar[str] = "Results Table"
    facts: ClassVar[Facts] = Facts(
        role="combat_ends", hexes=("hex",), points=("attacker_loses", "defender_loses")
    )
    side: int
    hex: int
    colour: str
    outcome: str
    attacker_loses: tuple[int, ...]
    defender_loses: tuple[int, ...]

    def sentence(self, g: War) -> str:
        means = {
            "occupy_and_beyond": "the hex is occupied, and perhaps one beyond",
            "occupy": "the hex is occupied",
            "hold": "the front line does not advance",
            "pushed_out": "the attackers are pushed out of their starting hexes",
            "assault_succeeds": "the assault succeeds",
            "assault_fails": "the assault fails",
        }[self.outcome]
        return (
            f"{self.colour.capitalize()} in {g.campaign.name(self.hex)}: {means}; the attacker loses "
            f"{losses_words(self.attacker_loses)}, the defender {losses_words(self.defender_loses)}."
        )


@dataclass(slots=True)
class Moved(Event):
    """Points went from one hex to another."""

    rule: ClassVar[str] = "Sequence 8"
    facts: ClassVar[Facts] = Facts(role="move", path=("way",))
    side: int
    way: tuple[int, int]
    points: tuple[int, ...]

    def sentence(self, g: War) -> str:
        start, to = (g.campaign.name(h) for h in self.way)
        return f"{SIDE_ADJECTIVES[self.side]} {points_words(self.points)} go from {start} to {to}."


@dataclass(slots=True)
class Destroyed(Event):
    """Partisans or a garrison were destroyed, or stood."""

    rule: ClassVar[str] = "Security Operation"
    facts: ClassVar[Facts] = Facts(hexes=("hex",))
    what: str
    hex: int
    gone: int

    def sentence(self, g: War) -> str:
        fate = "is destroyed" if self.gone else "stands"
        return f"The {self.what} in {g.campaign.name(self.hex)} {fate}."


@dataclass(slots=True)
class RaidFlown(Event):
    """A raid of strategic bombers is over."""

    rule: ClassVar[str] = "Bombing Industry"
    facts: ClassVar[Facts] = Facts(role="action", hexes=("hex",))
    base: int
    hex: int
    role: str
    effective: int
    lost: int

    def sentence(self, g: War) -> str:
        return (
            f"Bombers from {g.campaign.bases[self.base].name} raid {g.campaign.name(self.hex)} ({self.role}): "
            f"{self.effective} have effect, {self.lost} are lost."
        )


@dataclass(slots=True)
class LineShut(Event):
    """A production line stands still in the coming turn."""

    rule: ClassVar[str] = "Bombing Industry"
    nation: int
    kind: int

    def sentence(self, g: War) -> str:
        return f"{NATION_NAMES[self.nation].capitalize()} shuts down a production line of {KIND_NAMES[self.kind]}."


@dataclass(slots=True)
class NationChanged(Event):
    """A nation left the war or changed sides."""

    rule: ClassVar[str] = "Nations"
    facts: ClassVar[Facts] = NOTICE
    nation: int
    what: str

    def sentence(self, g: War) -> str:
        names = {**dict(enumerate(NATION_NAMES)), -1: "Bulgaria"}
        return f"{names[self.nation]} {self.what}."


@dataclass(slots=True)
class Counted(Event):
    """The cities were counted at the end of a turn."""

    rule: ClassVar[str] = "Victory"
    points: int
    total: int

    def sentence(self, g: War) -> str:
        return f"The Axis scores {self.points} points for its cities and has {self.total}."


@dataclass(slots=True)
class Reported(Event):
    """[Sequence 10] The report of the turn to a high command."""

    rule: ClassVar[str] = "Sequence 10"
    facts: ClassVar[Facts] = Facts(role="report", hexes=("gained", "lost"))
    side: int
    turn: int
    gained: tuple[int, ...]
    lost: tuple[int, ...]
    own_losses: tuple[int, ...]
    pool: tuple[int, ...]
    points: int

    def sentence(self, g: War) -> str:
        gained = ", ".join(map(g.campaign.name, self.gained)) or "nothing"
        lost = ", ".join(map(g.campaign.name, self.lost)) or "nothing"
        return (
            f"Report to the {SIDE_ADJECTIVES[self.side]} high command on {g.campaign.turns[self.turn - 1]}: gained {gained}; "
            f"lost {lost}; losses so far {points_words(self.own_losses)}; in the Pools {points_words(self.pool)}; "
            f"the Axis stands at {self.points} points."
        )


@dataclass(slots=True)
class GameEnded(Event):
    """The game is over."""

    rule: ClassVar[str] = "Victory"
    facts: ClassVar[Facts] = NOTICE
    reason: str

    def sentence(self, g: War) -> str:
        return f"The game is over: {self.reason}."
