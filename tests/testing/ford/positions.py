"""Drawn positions of The Ford, and short words for playing them. The town is hex 0406."""

from __future__ import annotations

from sandtable.kernel.machine.actions import Action, Seat, rolled
from sandtable.kernel.machine.engine import answer, asked, options, settle
from sandtable.kernel.map.bitboards import members
from sandtable.kernel.map.hexes import Hex
from sandtable.testing.ascii import draw
from sandtable.testing.ford import RULEBOOK
from sandtable.testing.ford.combat import PROBE, STAND
from sandtable.testing.ford.movement import DONE, destinations
from sandtable.testing.ford.state import BLUE, RED, SEATS, Ford, Printed, enemy
from sandtable.testing.ford.victory import SideTurn, Turn

# A and d face each other; B and h stand far off.
DUEL = """
    .  .  .  .  .  .
      .  A  d  .  .  .
    .  .  .  .  .  .
      B  .  .  .  .  h
"""


def position(picture: str, side: Seat = RED, *, turn: int = 1, night: bool = False) -> Ford:
    """The drawn position in which *side* begins to move."""
    setup = RULEBOOK.setup("ford", {"night": night})
    g = Ford(setup, Printed(draw(picture), RULEBOOK.tables, night=night))
    g.turn = turn
    g.then(*([SideTurn(RED)] if side == RED else []), SideTurn(BLUE), Turn())
    settle(g)
    return g


def combat(picture: str, side: Seat = RED, *, night: bool = False, **strength: int) -> Ford:
    """The drawn position in which *side* has moved and may attack; units named have that strength left."""
    g = position(picture, side, night=night)
    for mark, left in strength.items():
        g.strength[unit(g, mark)] = left
    answer(g, DONE)
    return g


def unit(g: Ford, mark: str) -> int:
    return next(n for n, printed in enumerate(g.printed.units) if printed.mark == mark)


def where(g: Ford, mark: str) -> str:
    """The hex of a unit; "gone" when it is off the board."""
    hex_ = g.hex_of[unit(g, mark)]
    return g.grid.name(Hex(hex_)) if hex_ >= 0 else "gone"


def left(g: Ford, mark: str) -> int:
    return g.strength[unit(g, mark)]


def reach_of(g: Ford, mark: str) -> set[str]:
    return {g.grid.name(Hex(h)) for h in members(destinations(g, unit(g, mark)))}


def move(g: Ford, mark: str, to: str) -> None:
    answer(g, Action("move", (unit(g, mark), g.grid.hex(to))))


def attack(g: Ford, mark: str) -> None:
    """The side to attack attacks the hex of that enemy."""
    answer(g, Action("attack", (g.hex_of[unit(g, mark)],)))


def plans(g: Ford, attacker: Action, defender: Action = STAND) -> None:
    """Both sides seal their plans; the seat whose turn it is attacks."""
    side = next(seat for seat in asked(g) if attacker in options(g, seat))
    answer(g, attacker, side)
    answer(g, defender, enemy(side))


def roll(g: Ford, face: int) -> None:
    answer(g, rolled((face,)))


def probe(g: Ford, mark: str, *, die: int) -> None:
    """The side to attack probes that enemy, who stands, and the die falls."""
    attack(g, mark)
    plans(g, PROBE)
    roll(g, die)


def asked_names(g: Ford) -> list[str]:
    return [SEATS[seat] for seat in asked(g)]


def choices(g: Ford) -> list[str]:
    """The options of whoever is asked, with hexes by their number and units by their mark."""
    return [_words(g, action) for action in options(g)]


def choose(g: Ford, words: str) -> None:
    """Answer with the option that ``choices`` shows as *words*."""
    answer(g, next(action for action in options(g) if _words(g, action) == words))


def _words(g: Ford, action: Action) -> str:
    if action.verb in ("lose", "advance"):
        return f"{action.verb} {g.printed.units[action.args[0]].mark}"
    return " ".join((action.verb, *(g.grid.name(Hex(h)) for h in action.args[-1:])))
