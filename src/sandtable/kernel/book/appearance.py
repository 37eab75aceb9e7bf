"""How a game looks and which words it uses, as data: the page draws and says what stands here, and knows no game.

This is printed matter, the same for every match of a rulebook; it goes over the wire once. What changes from answer to
answer stands in the view, under keys that mean the same in every rulebook (see ``Tray``, ``Combat`` and the page on
views). A rulebook names the *fields* of its counters that are figures or marks; a counter may have any others besides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from ..documents import Document, Sparse

Place = Literal["left", "middle", "right"]
# turned and pale; hatched; a broken chain at the right edge; a round badge with a letter; nothing but its word
Look = Literal["turned", "hatched", "chain", "badge", "none"]
PLACES: Final[tuple[str, ...]] = get_args(Place)


@dataclass(frozen=True, kw_only=True)
class Measure(Document):
    """What is counted: as short as on a counter, and in sentences, of one and of many.

    ``short_one`` is the short word beside a single one, where it is another: "1 man", "2 men".
    """

    short: str
    one: str
    many: str
    short_one: str = ""


@dataclass(frozen=True, kw_only=True)
class Figure(Document):
    """A number at the foot of a counter: which field holds it, where it stands, and what it measures.

    ``printed`` names the field with the number as printed: where a seat does not know the first, it reads that one with
    a question mark; where the first is smaller, it is underlined. ``least`` and ``most`` name the fields with the bounds
    that follow from what everybody has seen: who does not know the first reads these, where a counter has them.
    """

    field: str
    measure: Measure
    place: Place
    printed: str = ""
    least: str = ""
    most: str = ""
    sums: bool = False
    """Whether it is added up for stacks, sides and losses. At most one figure is: the strength of a unit."""


def strength_and_movement(
    strength: Measure, movement: Measure, *, bounded: bool = False
) -> tuple[Figure, Figure]:
    """The figures of most counters: strength at the left, which is added up, and movement at the right.

    Where it is *bounded*, counters say the least and the most strength that can be left.
    """
    least, most = ("strength_least", "strength_most") if bounded else ("", "")
    return (
        Figure(
            field="strength",
            printed="printed",
            least=least,
            most=most,
            place="left",
            sums=True,
            measure=strength,
        ),
        Figure(field="movement", place="right", measure=movement),
    )


@dataclass(frozen=True, kw_only=True)
class CounterMark(Document):
    """A state of a counter that is seen on it: it holds where *field* is *when*, and *word* says so.

    ``otherwise`` is said of a counter whose field has the other value, by those who read the board aloud.
    """

    field: str
    word: str
    look: Look
    when: bool = True
    letter: str = ""
    otherwise: str = ""
    adverse: bool = False
    """Whether its owner wants to hear of it if it comes about while others act."""


# As all who trace lines of supply mark a unit that has none.
OUT_OF_SUPPLY: Final = CounterMark(
    field="supplied", when=False, word="out of supply", otherwise="in supply", look="chain", adverse=True
)


@dataclass(frozen=True, kw_only=True)
class Sighting(Document):
    """Counters that stand for reports: the field with the words of a report, the one with its age, and what that counts.

    A counter without the first is no report. Where nothing is named, a game has none.
    """

    words: str = ""
    age: str = ""
    measure: Measure = Measure(short="turn", one="turn", many="turns")


@dataclass(frozen=True, kw_only=True)
class CardRow(Document):
    """A row of the cards that stand in hexes where a game has no counters: which value it shows, and what that measures.

    ``leads`` is the row that is still read from afar; without one, the first is.
    """

    field: str
    measure: Measure
    leads: bool = False


@dataclass(frozen=True, kw_only=True)
class Fate(Document):
    """What has become of units that are off the map: the word in their row, a title, and whether they are lost."""

    name: str
    title: str
    lost: bool = True


@dataclass(frozen=True, kw_only=True)
class Risk(Document):
    """What the ``risk`` of a march is the chance of: as a noun, where there is some, and where there is none."""

    name: str = ""
    some: str = ""
    none: str = ""


@dataclass(frozen=True, kw_only=True)
class Appearance(Document):
    """Everything that is printed once: figures and marks of counters, measures, fates, words of combat."""

    figures: tuple[Figure, ...] = ()
    marks: tuple[CounterMark, ...] = ()
    fates: tuple[Fate, ...] = ()
    movement: Measure = Measure(short="MP", one="movement point", many="movement points")
    """What a march is paid with."""
    risk: Risk = Risk()
    pairings: str = "What both sides may choose"
    """What the choices of attacker and defender are called when they stand against each other."""
    cells: Mapping[str, str] = field(default_factory=dict)
    """Cells of printed tables that are written with signs on paper: "1h" as "1♥"."""
    concerns: Mapping[str, str] = field(default_factory=dict)
    """What previews warn of, by kind, in the words in which a player switches it off; see ``Concern``."""
    endings: tuple[str, ...] = ()
    """Endings of unit names for which a counter has no room."""
    sighting: Sighting = Sighting()
    """Which counters are reports of what was seen."""
    card: tuple[CardRow, ...] = ()
    """The rows of a hex's card, from the top; see ``HexCard``."""


# ---- what changes: parts of a position that every rulebook may fill


@dataclass(frozen=True, kw_only=True)
class TrayRow(Sparse):
    """One thing in a tray: whose or where, and what it is."""

    always = ("value",)
    # A word or a number; units, or cards, by name.
    value: str | int = ""
    side: str = ""
    label: str = ""
    hexes: tuple[str, ...] = ()
    units: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class HandCard(Sparse):
    """A card that somebody holds."""

    always = ("count",)
    title: str
    # So many of the same are shown as one.
    count: int = 1
    text: str = ""
    """what it does"""
    rule: str = ""
    side: str = ""


@dataclass(frozen=True, kw_only=True)
class Tray(Sparse):
    """What lies beside the map under a title: points, pools, hands of cards. ``position["trays"]`` is a list of them."""

    always = ("rows", "rule", "bar")
    title: str
    rows: tuple[TrayRow, ...] = ()
    rule: str = ""
    # Whether it is in sight all the time, in the bar above the map.
    bar: bool = False
    # A hand, each card with what it does; whoever may not read them is told their number in a row.
    cards: tuple[HandCard, ...] = ()


@dataclass(frozen=True, kw_only=True)
class HexCard(Sparse):
    """What stands in a hex where a game has no counters there; the appearance names its rows."""

    # ``position["cards"]`` is a list of them; a hex may have several, one of each side.
    hex: str
    side: str
    # The fields that the rows of ``Appearance.card`` show: a number, or a word such as "?" or "3-5"; a row without a
    # value is not shown.
    values: Mapping[str, int | str]
    nation: str = ""
    words: tuple[str, ...] = ()
    """short marks at its foot"""
    title: str = ""


@dataclass(frozen=True, kw_only=True)
class CombatSide(Document):
    """One side of the combat under way: its strength as counted, and what else is to be known ("out of supply")."""

    strength: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Combat(Document):
    """The combat under way as ``position["combat"]``: where, what was chosen for it in words, and both sides."""

    hex: str
    words: tuple[str, ...]
    attacker: CombatSide
    defender: CombatSide
