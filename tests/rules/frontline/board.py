"""Positions of the board game for tests: who holds what with how many points."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.kernel import (
    DICE,
    Action,
    Hex,
    Seat,
    Setup,
    Step,
    answer,
    asked,
    lines,
    options,
    rolled,
    settle,
    sheet,
    top,
)
from sandtable.rules.frontline import RULEBOOK
from sandtable.rules.frontline.position.campaign import standard_campaign
from sandtable.rules.frontline.position.commands import SEATS, SEATS_WITH_FRONTS
from sandtable.rules.frontline.position.nations import NATIONS, POINTS
from sandtable.rules.frontline.position.set_up import set_up
from sandtable.rules.frontline.position.war import War
from sandtable.rules.frontline.turn.update import Update

GERMAN, ALLIED, USSR = Seat(0), Seat(1), Seat(2)
CAMPAIGN = standard_campaign("frontline-1943", RULEBOOK.tables, RULEBOOK.document)


def hex_(name: str) -> Hex:
    """A hex by its number."""
    return CAMPAIGN.hex(name)


def start(scenario: str = "frontline-1943", **switches: bool) -> War:
    """The set-up of a scenario on its first turn."""
    seats = SEATS_WITH_FRONTS if scenario.endswith("fronts") else SEATS
    g = War(
        Setup(scenario, switches, seats=seats),
        standard_campaign(scenario, RULEBOOK.tables, RULEBOOK.document),
    )
    set_up(g)
    g.turn += 1
    g.told = []
    return g


def points(g: War, nation: str, place: str, *many: int) -> None:
    """Give a nation so many men, tanks, aircraft and LSP in a hex, and no others."""
    for kind in range(len(POINTS)):
        g.stock(NATIONS.index(nation), kind)[hex_(place)] = many[kind] if kind < len(many) else 0


def in_hex(g: War, nation: str, place: str) -> tuple[int, ...]:
    """What a nation has in a hex."""
    return g.has(NATIONS.index(nation), hex_(place))


def flag(g: War, side: int, start_: str, target: str) -> None:
    """A flag of the side's leading nation."""
    g.set_flag(side, hex_(start_), hex_(target), 1 if side == 0 else 6)


def ask(g: War, *steps: Step[War]) -> War:
    """Let *steps* be done next, and nothing after them but the update of the map, which is not reached."""
    g.agenda = [Update()]
    g.then(*steps)
    settle(g)
    return g


def seal(g: War, seat: Seat, *lines: Action) -> None:
    """Seal a sheet."""
    answer(g, sheet(lines), seat)


def roll(g: War, *faces: int) -> None:
    """Roll what is due."""
    assert asked(g) == (DICE,)
    answer(g, rolled(faces), DICE)


def choose(g: War, action: str, *args: int) -> None:
    """Answer the one seat that is asked."""
    answer(g, Action(action, args), asked(g)[0])


def is_asked(g: War, kind: type[Step[War]]) -> bool:
    """Whether a step of *kind* asks now."""
    return isinstance(top(g), kind)


def told(g: War, *kinds: str) -> list[str]:
    """The sentences of events of these kinds."""
    return [t.event.sentence(g) for t in g.told or () if type(t.event).__name__ in kinds]


def verbs(g: War, seat: Seat, draft: Sequence[Action] = ()) -> set[str]:
    """The verbs of the lines that a seat may write."""
    return {line.verb for line in lines(g, seat, draft)}


def names(g: War, hexes: Sequence[int]) -> list[str]:
    """Hexes by their numbers."""
    return [g.grid.name(Hex(h)) for h in hexes]


def offered(g: War) -> set[str]:
    """The ids of what the one seat that is asked may answer."""
    return {action.id for action in options(g)}
