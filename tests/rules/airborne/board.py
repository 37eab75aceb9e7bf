"""Positions of the board game for tests: an empty corridor with a few units on the plain around 01616, or where they are put."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.kernel import DICE, Action, Hex, Seat, Setup, Step, answer, asked, rolled, settle
from sandtable.rules.airborne import RULEBOOK
from sandtable.rules.airborne.position.corridor import GERMAN, GONE, Corridor, State, standard_plan
from sandtable.rules.airborne.position.places import set_up
from sandtable.rules.airborne.scenario.campaign import campaign
from sandtable.rules.airborne.state import Mode
from sandtable.rules.airborne.turn.drafts import read_lines
from sandtable.rules.airborne.turn.marching import Move
from sandtable.rules.airborne.turn.orders import carry_out
from sandtable.rules.airborne.turn.sequence import clear_orders

DAY, NIGHT = 4, 6
ALLIES, GERMANS = Seat(0), Seat(1)


def start(scenario: str = "arnhem", **switches: bool) -> Corridor:
    """The set-up of a scenario, before its first turn."""
    seats = tuple(command.id for command in campaign(scenario).commands)
    g = Corridor(Setup(scenario, switches, seats=seats), standard_plan(scenario, RULEBOOK.tables))
    set_up(g)
    g.told = []
    return g


def corridor(*placed: str, turn: int = DAY, scenario: str = "arnhem", **switches: bool) -> Corridor:
    """Nobody on the map but those *placed*: "br-1para 01616"."""
    g = start(scenario, **switches)
    g.turn = turn
    g.hex_of = [GONE] * len(g.hex_of)
    g.known_hex = [-1] * len(g.hex_of)
    g.known_what = [0] * len(g.hex_of)
    g.aboard = [0] * len(g.hex_of)
    for text in placed:
        unit, cell = text.split()
        g.hex_of[number(g, unit)] = int(g.grid.hex(cell))
    clear_orders(g)
    return g


def number(g: Corridor, unit: str) -> int:
    """The number of a unit."""
    return g.campaign.number[unit]


def cell(g: Corridor, name: str) -> int:
    """A cell by its number."""
    return int(g.grid.hex(name))


def at(g: Corridor, unit: str) -> str:
    """Where a unit stands."""
    where = g.hex_of[number(g, unit)]
    return g.grid.name(Hex(where)) if where >= 0 else "off"


def order(g: Corridor, *lines: str) -> None:
    """Orders as a sheet has them: "move br-1para tactical", "to br-1para 01620", "attack br-1para 01617"."""
    units = [number(g, word) for text in lines for word in text.split() if word in g.campaign.number]
    side = g.side_of(units[0]) if units else GERMAN
    carry_out(g, read_lines(g, side, [line(g, text) for text in lines]))


def line(g: Corridor, text: str) -> Action:
    """A line of a sheet in words."""
    verb, *words = text.split()
    return Action(verb, tuple(_argument(g, word) for word in words))


def _argument(g: Corridor, word: str) -> int:
    if word in g.campaign.number:
        return number(g, word)
    if word.upper() in Mode.__members__:
        return int(Mode[word.upper()])
    if word.startswith("@"):
        return g.plan.points[word[1:].replace("_", " ")]
    return cell(g, word)


def move(g: Corridor, *dice: int) -> None:
    """The six steps of movement."""
    run(g, [Move(1)], *dice)


def run(g: Corridor, steps: Sequence[Step[Corridor]], *dice: int) -> None:
    """Carry out *steps* and all that follows, with these dice."""
    g.agenda.clear()
    g.then(*steps)
    settle(g)
    faces = list(dice)
    while g.agenda and asked(g)[0] == DICE:
        step = g.agenda[-1]
        count = len(step.dice(g).sides)  # type: ignore[attr-defined]
        answer(g, rolled(tuple(faces.pop(0) for _ in range(count))), DICE)
    assert not faces, f"{faces} are left over"


def crossing(g: Corridor, name: str, state: State, holder: int = 1) -> int:
    """Put a crossing into a state; its point."""
    point = g.plan.points[name]
    g.bridge[point], g.bridge_holder[point] = int(state), holder
    return point
