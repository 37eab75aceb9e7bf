"""What a player may ask of the rules beyond the view: layers, reach, previews, odds, terms, briefings and marks.

A rulebook answers with these; they are plain data over the wire. Every answer must follow from what the seat may know.
Fractions travel as text, "7/12".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple

from ..chance.distribution import Distribution
from ..documents import Document, plain
from ..machine.actions import Action, Seat
from ..machine.engine import answer, asked, options, wording
from ..machine.state import GameState
from ..printed.concerns import Concern
from ..printed.scenarios import Part
from .map_marks import Arrow, HexsideMark, Label

Lines = list[dict[str, Any]]
# So often a force may have to be told that it is done before something else can be begun.
STOPS: Final = 3


@dataclass(frozen=True, kw_only=True)
class Layer:
    """Something to lay over the map: an area of hexes, lines from hex to hex, or marks; hexsides, arrows, labels.

    ``look`` says which: "area", "line", "mark", "hexside", "arrow", "label".
    """

    name: str
    title: str
    look: str
    rule: str
    side: str = ""
    hexes: tuple[str, ...] = ()
    lines: tuple[tuple[str, ...], ...] = ()
    # Layers of one kind differ by their side alone: a menu has one line for them, with this label.
    kind: str = ""
    label: str = ""
    # How it is told from others that may lie over it: "tint", "cross", "dotted"; "lines", "rails"; "ring"; of hexsides
    # "front" (a heavy line), "wall" (teeth towards the enemy), "flag" (a mark at its middle); "arrow"; "label".
    pattern: str = ""
    # The nation in whose colours it is drawn, if not in those of its side.
    nation: str = ""
    # Whether it is shown until somebody says otherwise.
    usual: bool = False
    # Whether its title is said of a hex wherever that is described: who controls it.
    describes: bool = False
    hexsides: tuple[HexsideMark, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    labels: tuple[Label, ...] = ()

    @classmethod
    def area(
        cls,
        kind: str,
        title: str,
        *,
        side: str,
        adjective: str,
        rule: str,
        hexes: tuple[str, ...],
        pattern: str,
    ) -> Layer:
        """The hexes of one side, one of a *kind* that both have: what it controls, where its zones are."""
        return cls(
            name=f"{side}_{kind}",
            title=f"{adjective} {title}",
            look="area",
            side=side,
            hexes=hexes,
            rule=rule,
            kind=kind,
            label=title.capitalize(),
            pattern=pattern,
            describes=kind == "control",
        )

    def as_json(self) -> dict[str, Any]:
        """The layer as it goes over the wire."""
        usual = {"kind": self.name, "label": self.title, "pattern": _PATTERNS[self.look]}
        return {
            name: plain(value or usual.get(name, value))
            for name, value in vars(self).items()
            if value or name not in _SELDOM
        }


_PATTERNS: Final = {
    "area": "tint",
    "line": "lines",
    "mark": "ring",
    "hexside": "front",
    "arrow": "arrow",
    "label": "label",
}
# Left out where a layer has none.
_SELDOM: Final = ("hexsides", "arrows", "labels")


# ---- movement


@dataclass(frozen=True, kw_only=True)
class ReachHex(Document):
    """One hex that a force can go to: what it costs, the hexes on the way, and what threatens there."""

    cost: str
    left: str
    path: tuple[str, ...]
    rule: str
    risk: Fraction = Fraction(0)
    note: str = ""
    supplied: bool | None = None
    """None where the game knows no supply."""
    ends: bool = False
    """Whether the force must stop there."""
    option: str | None = None
    """The id of the option that goes there now, if there is one."""


@dataclass(frozen=True, kw_only=True)
class Reach:
    """Where a force can go, by the names of the hexes."""

    start: str
    allowance: str
    left: str
    hexes: Mapping[str, ReachHex]

    def as_json(self) -> dict[str, Any]:
        """The reach as it goes over the wire."""
        return {
            "from": self.start,
            "allowance": self.allowance,
            "left": self.left,
            "hexes": {name: hex_.as_json() for name, hex_ in self.hexes.items()},
        }


# ---- combat


class Fought(NamedTuple):
    """How a combat may end."""

    attacker_wins: bool
    attacker_loses: int
    defender_loses: int
    defender_eliminated: bool
    # What becomes of the loser, in the words of the rulebook; empty where it does not say.
    then: str = ""


class Fighter(NamedTuple):
    """A unit in a combat; its strength is None where the seat may not know it, but only its bounds.

    Where nothing is said of ``most``, it is the strength, or else what is printed.
    """

    unit: str
    name: str
    strength: int | None
    printed: int
    least: int = 0
    most: int | None = None

    def as_json(self) -> dict[str, Any]:
        """The unit as it goes over the wire."""
        if self.strength is not None:
            return {**self._asdict(), "least": self.strength, "most": self.strength}
        return {**self._asdict(), "most": self.printed if self.most is None else self.most}


@dataclass(frozen=True, kw_only=True)
class Force(Document):
    """One side of a combat, with the reckoning of its strength."""

    side: str
    units: tuple[Fighter, ...]
    strength: int
    lines: Lines = field(default_factory=list)
    # Whether the lines name every unit, so that nobody need list them again.
    itemized: bool = False


@dataclass(frozen=True, kw_only=True)
class Alternative:
    """What one option of the seat would make of the combat."""

    option: str
    text: str
    outcomes: Distribution[Fought]
    note: str = ""
    # The seat's own units as the option leaves them; those at zero are gone. Only where it takes something off them.
    left: tuple[Fighter, ...] = ()
    # How many loss points the seat would still have to take after it; None where none are being taken.
    losses_left: int | None = None

    def as_json(self) -> dict[str, Any]:
        """The option as it goes over the wire."""
        return {
            "option": self.option,
            "text": self.text,
            **summed_up(self.outcomes),
            "note": self.note,
            "follows": follows(self.outcomes),
            "left": [unit.as_json() for unit in self.left],
            "losses_left": self.losses_left,
        }


@dataclass(frozen=True, kw_only=True)
class Supposition:
    """What becomes of the combat if somebody decides later on otherwise than was assumed."""

    text: str
    outcomes: Distribution[Fought]

    def as_json(self) -> dict[str, Any]:
        """The supposition as it goes over the wire."""
        return {"text": self.text, **summed_up(self.outcomes)}


@dataclass(frozen=True, kw_only=True)
class Pairing:
    """What becomes of the combat when both sides have chosen in secret: a cell of the matrix of their choices."""

    attacker: str
    defender: str
    outcomes: Distribution[Fought]

    def as_json(self) -> dict[str, Any]:
        """The cell as it goes over the wire."""
        return {"attacker": self.attacker, "defender": self.defender, **summed_up(self.outcomes)}


@dataclass(frozen=True, kw_only=True)
class Odds:
    """Every way in which a combat can go, and what was assumed where the seat cannot know."""

    attacker: Force
    defender: Force
    outcomes: Distribution[Fought]
    # The hex that is fought for; empty where it is none in particular.
    hex: str = ""
    assumes: tuple[str, ...] = ()
    modifiers: Lines = field(default_factory=list)
    choices: tuple[Alternative, ...] = ()
    matrix: tuple[Pairing, ...] = ()
    suppositions: tuple[Supposition, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The odds as they go over the wire."""
        return {
            "exact": True,
            "hex": self.hex,
            "assumes": list(self.assumes),
            "attacker": self.attacker.as_json(),
            "defender": self.defender.as_json(),
            "modifiers": self.modifiers,
            "winner": winners(self.outcomes),
            "attacker_loses": chances(self.outcomes.map(lambda o: o.attacker_loses)),
            "defender_loses": chances(self.outcomes.map(lambda o: o.defender_loses)),
            "defender_eliminated": str(self.outcomes.chance(lambda o: o.defender_eliminated)),
            "follows": follows(self.outcomes),
            "choices": [choice.as_json() for choice in self.choices],
            "matrix": [pairing.as_json() for pairing in self.matrix],
            "suppositions": [supposition.as_json() for supposition in self.suppositions],
        }


def winners(outcomes: Distribution[Fought]) -> dict[str, str]:
    """The chances of attacker and defender to win."""
    attacker = outcomes.chance(lambda o: o.attacker_wins)
    return {"attacker": str(attacker), "defender": str(1 - attacker)}


def summed_up(outcomes: Distribution[Fought]) -> dict[str, Any]:
    """Who wins how often, and what both sides lose on average."""
    return {
        "winner": winners(outcomes),
        "attacker_loses_mean": str(outcomes.map(lambda o: o.attacker_loses).mean()),
        "defender_loses_mean": str(outcomes.map(lambda o: o.defender_loses).mean()),
    }


def follows(outcomes: Distribution[Fought]) -> dict[str, str]:
    """What may become of the loser, the likeliest first; nothing where the rulebook does not say."""
    words = outcomes.map(lambda o: o.then)
    likely = sorted(words.items(), key=lambda pair: (-pair[1], pair[0]))
    return {then: str(chance) for then, chance in likely if then}


def chances(numbers: Distribution[int]) -> dict[str, str]:
    """The chance of each number, the smallest first."""
    return {str(number): str(chance) for number, chance in sorted(numbers.items())}


def evenly(parts: Iterable[Distribution[Fought]]) -> Distribution[Fought]:
    """All of *parts* equally likely: what a seat reckons with that does not know which it will be."""
    listed = list(parts)
    return Distribution.collected(
        (outcome, chance / len(listed)) for part in listed for outcome, chance in part.items()
    )


@dataclass(frozen=True, kw_only=True)
class PreparedAnswer(Document):
    """An answer to a question that is still to come: options one after another, none to be asked when it comes."""

    text: str
    options: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class FollowUp(Document):
    """A question to the same seat that follows an option if nothing intervenes, and can be answered along with it."""

    prompt: str
    rule: str
    answers: tuple[PreparedAnswer, ...]
    # Which of the answers stands until the player says otherwise.
    usual: int = 0


@dataclass(frozen=True, kw_only=True)
class NextOption(Document):
    """An option that the same seat has as soon as whoever acts now is done: a click on it may say both."""

    id: str
    text: str
    rule: str
    target: Mapping[str, str]
    part: Part = ""


@dataclass(frozen=True, kw_only=True)
class Preview(Document):
    """What an option would bring, before it is chosen."""

    option: str
    text: str
    # Whether dice may follow at once.
    rolls: bool = False
    # Whether it may be that it cannot be taken back: a roll, a reveal or another seat's turn follows.
    closes: bool = False
    path: tuple[str, ...] = ()
    left: str | None = None
    risk: Fraction | None = None
    supplied: bool | None = None
    lines: Lines = field(default_factory=list)
    odds: Odds | None = None
    # What the player would regret, and the rules know.
    concerns: tuple[Concern, ...] = ()
    # What the player will be asked next, to be answered with the same click.
    follow_ups: tuple[FollowUp, ...] = ()
    # What the player could choose instead, if whoever acts now is done: nothing else would lie between.
    passes_to: tuple[NextOption, ...] = ()


def passes_to(g: GameState, seat: Seat, action: Action) -> tuple[NextOption, ...]:
    """What *seat* could choose once whoever acts now is done, if *action* says so and all of it can be taken back.

    Ask it of a copy that holds nothing which *seat* may not know; *g* goes there.
    """
    done, stops = action, 0
    while wording(g, seat, done).part == "stop" and stops < STOPS:
        answer(g, done, seat)
        if g.uncovered or asked(g) != (seat,):
            return ()
        offered = [(one, wording(g, seat, one)) for one in options(g, seat)]
        again = next((one for one, said in offered if said.part == "stop"), None)
        if again is None:
            return tuple(
                NextOption(id=one.id, text=said.text, rule=said.rule, target=said.target, part=said.part)
                for one, said in offered
            )
        done, stops = again, stops + 1
    return ()


# ---- the course of a game


class Mark(NamedTuple):
    """A place in the log worth going back to: the beginning of a turn, a combat."""

    kind: str
    title: str
    hex: str | None = None
