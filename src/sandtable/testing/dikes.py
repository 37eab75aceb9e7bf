"""The Dikes: a team rulebook in three paragraphs, for tests of sides, order sheets, Control and state by hexside.

North and South of the League stand against the Duke. Each turn all three seal an order sheet: parties seize hexsides, and
one of them may march, for which a command pays from stores that its own side alone knows. What both sides seize is put to
Control. Whoever holds more dikes in the end has won.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Final

from sandtable.kernel import (
    CONTROL,
    WORD,
    Action,
    Appearance,
    AskControl,
    Auto,
    Board,
    CardRow,
    Editable,
    Event,
    Facts,
    Field,
    GameState,
    Hex,
    HexCard,
    HexsideMark,
    Layer,
    Measure,
    Paragraphs,
    Refusal,
    Result,
    Rulebook,
    Scenario,
    Seat,
    Setup,
    Sheets,
    Step,
    Tables,
    Tray,
    TrayRow,
    Wording,
    parse_paragraphs,
    seat_title,
    written,
)
from sandtable.kernel.printed.scenarios import DRAW

from .ascii import draw

SEATS: Final = ("north", "south", "duke")
SIDES: Final = ("league", "duke")
# The side of each seat.
SIDE_OF: Final = (0, 0, 1)
TURNS: Final = 3
STORES: Final = 2
# Two parties of each command; the first of the letters is the first seat's.
POLDER: Final = """
    A  .  .  .  E
      B  .  .  .  .
    C  .  .  .  F
      D  .  .  .  .
"""
_PICTURE: Final = draw(POLDER)
BOARD: Final = _PICTURE.board("dikes", title="The Polder")
_START: Final = [hex_ for hex_, _ in sorted(_PICTURE.marks.items(), key=lambda mark: mark[1])]
# Where each command keeps its stores: the hex of its first party at the start.
MAGAZINES: Final = tuple(BOARD.hex_name(hex_) for hex_ in _START[::2])
PARTIES: Final = tuple(f"{seat}-{number}" for seat in SEATS for number in (1, 2))


# --8<-- [start:position]
class Dikes(GameState):
    """Where the parties are, what their commands have in store, and who holds which dike."""

    COLUMNS = ("hex_of", "stores", "held")
    NUMBERS = ("turn",)
    BY_HEXSIDE = ("held",)

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.hex_of: list[int] = list(_START)
        self.stores: list[int] = [STORES] * len(SEATS)
        # 0 for nobody, else the number of the side and one.
        self.held: list[int] = BOARD.blank("hexside")
        self.turn = 0
        # --8<-- [end:position]


def commander(party: int) -> int:
    """The seat that commands *party*."""
    return party // 2


# ---- what happens


@dataclass(slots=True)
class TurnBegan(Event):
    """A turn began."""

    rule: ClassVar[str] = "1"
    facts: ClassVar[Facts] = Facts(role="turn", turn="turn")
    turn: int

    def sentence(self, g: Dikes) -> str:
        """Its number."""
        return f"Turn {self.turn}: the sheets are written."


@dataclass(slots=True)
class Marched(Event):
    """A party went to another hex."""

    rule: ClassVar[str] = "2.2"
    facts: ClassVar[Facts] = Facts(role="move", units=("party",), path=("way",))
    party: int
    way: tuple[int, int]

    def sentence(self, g: Dikes) -> str:
        """Who, and where to."""
        return f"{PARTIES[self.party]} marches to {_hex(self.way[1])}."


@dataclass(slots=True)
class Seized(Event):
    """A dike changed hands."""

    rule: ClassVar[str] = "2.1"
    dike: int
    side: int

    def sentence(self, g: Dikes) -> str:
        """Which, and whose it is."""
        return f"{seat_title(SIDES[self.side])} holds the dike {BOARD.grid.side_name(self.dike)}."


# --8<-- [start:report]
@dataclass(slots=True)
class Reported(Event):
    """What a side is told at the end of a turn, and nobody else."""

    rule: ClassVar[str] = "1"
    facts: ClassVar[Facts] = Facts(role="report")
    side: int
    dikes: int
    stores: int

    def sentence(self, g: Dikes) -> str:
        """What it holds, and what is left."""
        return f"{seat_title(SIDES[self.side])} holds {self.dikes} dikes and has stores for {self.stores} marches."
        # --8<-- [end:report]


# ---- what is done


class Turn(Auto[Dikes]):
    """[1] A turn: all write and seal their sheets, which are then carried out."""

    rule = "1"

    def run(self, g: Dikes) -> None:
        """The reports on the last turn, then the next; nothing when they are over."""
        if g.turn:
            report(g)
        if g.turn < TURNS:
            g.turn += 1
            g.tell(TurnBegan(g.turn))
            g.then(Orders(), self)


def report(g: Dikes) -> None:
    """[1] Each side hears how it stands."""
    for side in range(len(SIDES)):
        seats = tuple(Seat(n) for n, of in enumerate(SIDE_OF) if of == side)
        g.tell(Reported(side, g.held.count(side + 1), sum(g.stores[n] for n in seats)), to=seats)


# --8<-- [start:orders]
class Orders(Sheets[Dikes]):
    """[2] Write your orders: dikes to be seized, and one march."""

    rule = "2"

    def seats(self, g: Dikes) -> tuple[Seat, ...]:
        """Everybody."""
        return tuple(Seat(n) for n in range(len(SEATS)))

    def lines(self, g: Dikes, seat: Seat, draft: Sequence[Action]) -> Sequence[Action]:
        """[2.1, 2.2] For each party of the command that has no order yet: a dike at its hex, or a hex beside it."""
        busy = {line.args[0] for line in draft}
        found: list[Action] = []
        for party in (2 * seat, 2 * seat + 1):
            if party in busy:
                continue
            here = Hex(g.hex_of[party])
            around = BOARD.grid.neighbours(here)
            found += [Action("seize", (party, BOARD.grid.side_number(here, to))) for to in around]
            if g.stores[seat]:
                found += [Action("march", (party, to)) for to in around]
        return found

    def refusal(self, g: Dikes, seat: Seat, action: Action) -> Refusal | None:
        """[2.2] Not more than one march."""
        marches = [line for line in action.lines if line.verb == "march"]
        return Refusal("2.2", "one party of a command marches in a turn") if len(marches) > 1 else None

    def completed(self, g: Dikes, seat: Seat, draft: Sequence[Action]) -> Sequence[Action]:
        """[2.2] The first march is the one that holds."""
        first = next((line for line in draft if line.verb == "march"), None)
        return [line for line in draft if line.verb != "march" or line == first]

    def wording(self, g: Dikes, seat: Seat, action: Action) -> Wording:
        """A line of the sheet."""
        party, where = action.args
        target = {"unit": PARTIES[party], "start": _hex(g.hex_of[party])}
        if action.verb == "march":
            text = f"{PARTIES[party]} marches to {_hex(where)}"
            return Wording(text=text, rule="2.2", target={**target, "hex": _hex(where)}, group="March")
        dike = BOARD.grid.side_name(where)
        text = f"{PARTIES[party]} seizes {dike}"
        return Wording(text=text, rule="2.1", target={**target, "hexside": dike}, group="Seize a dike")

    def reveal(self, g: Dikes, answers: Mapping[Seat, Action]) -> None:
        """[2.1, 2.2, 3] Marches first, then the dikes; what both sides seize is put to Control."""
        claims: dict[int, set[int]] = {}
        for seat, orders in answers.items():
            for verb, (party, where) in orders.lines:
                if verb == "seize":
                    claims.setdefault(where, set()).add(SIDE_OF[seat])
                    continue
                g.stores[seat] -= 1
                g.tell(Marched(party, (g.hex_of[party], where)))
                g.hex_of[party] = where
        for dike, sides in sorted(claims.items()):
            if len(sides) == 1:
                seize(g, dike, sides.pop())
            else:
                g.then(Dispute(dike))
                # --8<-- [end:orders]


def seize(g: Dikes, dike: int, side: int) -> None:
    """[2.1] The dike is *side*'s."""
    g.held[dike] = side + 1
    g.tell(Seized(dike, side))


# --8<-- [start:dispute]
class Dispute(AskControl[Dikes]):
    """[3] Both sides have seized a dike: whose is it?"""

    rule = "3"

    def __init__(self, dike: int) -> None:
        self.dike: Final = dike

    def options(self, g: Dikes) -> Sequence[Action]:
        """One of the sides, or nobody."""
        return [*(Action("award", (side,)) for side in range(len(SIDES))), Action("nobody")]

    def default(self, g: Dikes) -> Action:
        """It stays whose it was."""
        return Action("nobody")

    def wording(self, g: Dikes, seat: Seat, action: Action) -> Wording:
        """Who has it."""
        dike = f"the dike {BOARD.grid.side_name(self.dike)}"
        if action.verb == "nobody":
            return Wording(text=f"Neither side seizes {dike}", rule="3")
        return Wording(text=f"{seat_title(SIDES[action.args[0]])} has {dike}", rule="3")

    def choose(self, g: Dikes, action: Action) -> None:
        """Its new holder, if it has one."""
        if action.verb == "award":
            seize(g, self.dike, action.args[0])
            # --8<-- [end:dispute]


def _hex(hex_: int) -> str:
    return BOARD.hex_name(Hex(hex_))


class DikesRulebook(Rulebook[Dikes]):
    """Three paragraphs."""

    name = "dikes"
    title = "The Dikes"
    behaviour = 1
    # --8<-- [start:scenario]
    scenarios = (
        Scenario(
            name="dikes",
            title="The Dikes",
            summary="Two commands of the League against the Duke.",
            seats=SEATS,
            sides={"north": "league", "south": "league"},
        ),
    )
    # --8<-- [end:scenario]
    livery: ClassVar[Mapping[str, str]] = {"league": "blue_white", "duke": "brown_red"}
    # --8<-- [start:card]
    appearance: ClassVar[Appearance] = Appearance(
        card=(
            CardRow(
                field="stores", measure=Measure(short="stores", short_one="store", one="store", many="stores")
            ),
        )
    )
    # --8<-- [end:card]
    steps: ClassVar[Mapping[str, type[Step[Any]]]] = {kind.__name__: kind for kind in (Turn, Orders, Dispute)}
    events: ClassVar[Mapping[str, type[Event]]] = {
        kind.__name__: kind for kind in (TurnBegan, Marched, Seized, Reported)
    }

    @cached_property
    def tables(self) -> Tables:
        """None."""
        return Tables(())

    @cached_property
    def paragraphs(self) -> Paragraphs:
        """Turns, orders, disputes."""
        titles = {"1": "Turns", "2": "Orders", "2.1": "Dikes", "2.2": "Marches", "3": "Disputes"}
        return parse_paragraphs(
            "\n".join(
                f'[[paragraph]]\nnumber = "{n}"\ntitle = "{title}"\nstatus = "done"\ntext = "{title}."'
                for n, title in titles.items()
            ),
            "dikes",
        )

    def board(self, setup: Setup) -> Board:
        """The polder."""
        return BOARD

    def start(self, setup: Setup) -> Dikes:
        """Before the first turn."""
        g = Dikes(setup)
        g.then(Turn())
        return g

    def result(self, g: Dikes) -> Result | None:
        """[1] The side that holds more dikes."""
        if g.agenda:
            return None
        league, duke = (g.held.count(side + 1) for side in range(len(SIDES)))
        winner = DRAW if league == duke else SIDES[league < duke]
        return Result(winner=winner, level="", reason=f"the dikes stand {league} to {duke} [1]")

    # --8<-- [start:view]
    def view(self, g: Dikes, seat: Seat) -> dict[str, Any]:
        """Parties and dikes are open, stores are the side's, and a sealed sheet is its writer's alone."""
        allies = range(len(SEATS)) if seat == CONTROL else self.allies(g.setup, seat)
        return {
            "turn": g.turn,
            "counters": [
                {
                    "unit": PARTIES[n],
                    "side": SIDES[SIDE_OF[commander(n)]],
                    "symbol": "infantry",
                    "hex": _hex(h),
                    "strength": 1,
                }
                for n, h in enumerate(g.hex_of)
            ],
            "cards": [
                HexCard(
                    hex=MAGAZINES[ally], side=SIDES[SIDE_OF[ally]], values={"stores": g.stores[ally]}
                ).as_json()
                for ally in allies
            ],
            "trays": [
                Tray(
                    title="Stores",
                    rule="2.2",
                    bar=True,
                    rows=tuple(TrayRow(label=SEATS[ally], value=g.stores[ally]) for ally in allies),
                ).as_json()
            ]
            if allies
            else [],
            "held": {BOARD.grid.side_name(n): SIDES[side - 1] for n, side in enumerate(g.held) if side},
            "stores": {SEATS[ally]: g.stores[ally] for ally in allies},
            "sealed": {SEATS[who]: action.id for who, action in g.sealed if seat in (who, CONTROL)},
        }
        # --8<-- [end:view]

    # --8<-- [start:layers]
    def layers(self, g: Dikes, seat: Seat) -> list[Layer]:
        """[2.1] The dikes that each side holds."""
        return [
            Layer(
                name=f"dikes-{side}",
                title=f"Dikes of {seat_title(side)}",
                kind="dikes",
                label="Dikes",
                look="hexside",
                rule="2.1",
                side=side,
                usual=True,
                hexsides=tuple(
                    HexsideMark(hexside=BOARD.grid.side_name(dike))
                    for dike, holder in enumerate(g.held)
                    if holder == number
                ),
            )
            for number, side in enumerate(SIDES, 1)
        ]
        # --8<-- [end:layers]

    def editable(self, g: Dikes) -> Editable:
        """Where the parties are, the stores, and whose the dikes are."""
        sides = {0: "nobody", **{n + 1: seat_title(side) for n, side in enumerate(SIDES)}}
        return Editable(
            units=PARTIES,
            fields=(
                Field(name="hex_of", title="Hex", kind="hex", of_units=True),
                Field(name="stores", title="Stores", entries=SEATS),
                Field(name="held", title="Held by", kind=WORD, words=sides, entries=BOARD.entries("hexside")),
                Field(name="turn", title="Turn"),
            ),
        )

    def complaints(self, g: Dikes) -> list[str]:
        """A party off the map, stores or holders that cannot be."""
        found = []
        if len(g.hex_of) != len(PARTIES) or not set(g.hex_of) <= set(BOARD.terrain):
            found.append("a party is not on the map [2]")
        if len(g.stores) != len(SEATS) or not set(g.stores) <= set(range(STORES + 1)):
            found.append("stores are out of bounds [2.2]")
        if not set(g.held) <= {0, 1, 2}:
            found.append("a dike is held by a side that there is not [2.1]")
        return found + ([] if 0 <= g.turn <= TURNS else ["there is no such turn [1]"])

    def disguise(self, g: Dikes, seat: Seat, rng: Random) -> Dikes:
        """The same to *seat*, with stores of the others and sheets that others have sealed drawn anew."""
        twin = g.copy()
        if seat == CONTROL:
            return twin
        hidden = [n for n in range(len(SEATS)) if Seat(n) not in self.allies(g.setup, seat)]
        mine = tuple((who, action) for who, action in g.sealed if who == seat)
        for n in hidden:
            twin.stores[n] = rng.randint(0, STORES)
        twin.sealed = ()
        redrawn = [(who, written(twin, who, rng.choice)) for who, _ in g.sealed if who != seat]
        twin.sealed = tuple(sorted((*mine, *redrawn)))
        return twin

    def unit_ids(self, g: Dikes) -> Sequence[str]:
        """The parties by their numbers."""
        return PARTIES


RULEBOOK: Final = DikesRulebook()
