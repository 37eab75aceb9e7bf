"""[Sequence 9, Line Straightening] Each side may give up front hexes, one deep, and the other may follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from sandtable.kernel import Action, Auto, Hex, Seat, Sheets, Wording

from ..events import GaveUp, Moved, StageBegan
from ..front import follow, withdraw, withdrawal_refusal
from ..position.commands import leading_seat
from ..position.line import abandon, carry_out, fill_all, front, move_all, move_points, stretch
from ..position.nations import MEN, OF_SIDE, POINTS, SIDES
from ..position.war import War
from .closing import highest

GIVE: Final = "give"
BACK: Final = "back"
FOLLOW: Final = "follow"


class BeginStraightening(Auto[War]):
    """[Sequence 9] Both sides in turn: the one that fought first by cards, else the higher effectiveness, leads (F-21, F-33)."""

    rule = "Sequence 9"

    def run(self, g: War) -> None:
        """One after the other; gaps are filled at the end."""
        g.stage = 9
        g.tell(StageBegan(9))
        best = [highest(g, side) for side in range(len(SIDES))]
        first = g.goes_first - 1 if g.goes_first else best.index(max(best))
        g.then(GiveUp(first), GiveUp(1 - first), Straightened())


class GiveUp(Sheets[War]):
    """[Line Straightening] Which hexes of your line do you give up?"""

    rule = "Line Straightening"
    quiet = True

    def __init__(self, side: int) -> None:
        self.side: Final = side

    def seats(self, g: War) -> tuple[Seat, ...]:
        """The command that leads the side."""
        return (leading_seat(self.side),)

    def lines(self, g: War, seat: Seat, draft: Sequence[Action]) -> Sequence[Action]:
        """[Line Straightening] Front hexes whose men have a hex to fall back to, and to which of several (F-33, F-44)."""
        chosen, ways = given_up(draft), sent_back(draft)
        line, own = stretch(g), front(g, self.side)
        found = [
            Action(GIVE, (hex_,))
            for hex_ in own
            if hex_ not in chosen
            and hex_ not in ways.values()
            and withdrawal_refusal(line, SIDES[self.side], [*chosen, hex_], own) is None
        ]
        for hex_ in chosen:
            near = [h for h in g.campaign.around[hex_] if g.holds(self.side, h) and h not in chosen]
            if hex_ not in ways and len(near) > 1:
                found += [Action(BACK, (hex_, h)) for h in near]
        return found

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """A line of the sheet."""
        hex_ = action.args[0]
        if action.verb == BACK:
            to = action.args[1]
            return Wording(
                text=f"From {g.campaign.name(hex_)} back to {g.campaign.name(to)}",
                rule=self.rule,
                target={"start": g.grid.name(Hex(hex_)), "hex": g.grid.name(Hex(to))},
            )
        return Wording(
            text=f"Give up {g.campaign.name(hex_)}", rule=self.rule, target={"hex": g.grid.name(Hex(hex_))}
        )

    def reveal(self, g: War, answers: Mapping[Seat, Action]) -> None:
        """[Line Straightening] The line goes back, and the other side may conform."""
        written = [line for orders in answers.values() for line in orders.lines]
        hexes = given_up(written)
        if hexes:
            for hex_, to in sent_back(written).items():
                go_back(g, self.side, hex_, to)
            fall_back(g, self.side, hexes)
            fill_all(g)
            g.then(Conform(1 - self.side, tuple(hexes)))


def given_up(lines: Sequence[Action]) -> list[Hex]:
    """The hexes that a sheet gives up."""
    return [Hex(line.args[0]) for line in lines if line.verb == GIVE]


def sent_back(lines: Sequence[Action]) -> dict[Hex, Hex]:
    """Hexes that are given up and whose forces are told where to go."""
    return {Hex(line.args[0]): Hex(line.args[1]) for line in lines if line.verb == BACK}


def go_back(g: War, side: int, hex_: Hex, to: Hex) -> None:
    """[Line Straightening] Everything of a hex goes where its owner has it go."""
    points = tuple(g.total(side, kind, hex_) for kind in range(len(POINTS)))
    move_all(g, side, hex_, to)
    if any(points):
        g.tell(Moved(side, (hex_, to), points))


def fall_back(g: War, side: int, hexes: Sequence[Hex]) -> None:
    """[Line Straightening] Men go as F-44 says, and everything else with most of them."""
    line = stretch(g)
    withdraw(line, SIDES[side], hexes)
    went: dict[int, dict[int, int]] = {}
    for move in line.moves:
        if move.start is not None:
            own = went.setdefault(move.start, {})
            own[move.to] = own.get(move.to, 0) + move.men
    behind = {
        hex_: [h for h in g.campaign.around[hex_] if g.holds(side, h) and h not in hexes] for hex_ in hexes
    }
    carry_out(g, line, side)
    for hex_ in hexes:
        to = max(went.get(hex_, {}), key=lambda h: went[hex_][h], default=None)
        if to is None:
            to = behind[hex_][0] if behind[hex_] else None
        if to is not None:
            moved = [0] * len(POINTS)
            for nation in OF_SIDE[side]:
                points = g.has(nation, hex_)
                move_points(g, nation, hex_, to, points)
                moved = [a + b for a, b in zip(moved, points, strict=True)]
            moved[MEN] += sum(went.get(hex_, {}).values())
            if any(moved):
                g.tell(Moved(side, (hex_, to), tuple(moved)))
        abandon(g, hex_)
        g.tell(GaveUp(side, hex_, 0))


class Conform(Sheets[War]):
    """[Line Straightening] The enemy has given up hexes: which of them do you occupy?"""

    rule = "Line Straightening"
    quiet = True

    def __init__(self, side: int, given_up: tuple[int, ...]) -> None:
        self.side: Final = side
        self.given_up: Final = given_up

    def seats(self, g: War) -> tuple[Seat, ...]:
        """The command that leads the side."""
        return (leading_seat(self.side),)

    def lines(self, g: War, seat: Seat, draft: Sequence[Action]) -> Sequence[Action]:
        """[Line Straightening] Hexes given up into which a man can go (F-33)."""
        given_up = [Hex(h) for h in self.given_up]
        chosen = [Hex(line.args[0]) for line in draft]
        found = []
        line = stretch(g)
        for hex_ in given_up:
            if hex_ not in chosen:
                trial = line.copy()
                if follow(trial, SIDES[self.side], [*chosen, hex_], given_up) is None:
                    found.append(Action(FOLLOW, (hex_,)))
        return found

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """A line of the sheet."""
        hex_ = action.args[0]
        return Wording(
            text=f"Occupy {g.campaign.name(hex_)}", rule=self.rule, target={"hex": g.grid.name(Hex(hex_))}
        )

    def reveal(self, g: War, answers: Mapping[Seat, Action]) -> None:
        """[Line Straightening] A man into each."""
        hexes = [Hex(line.args[0]) for orders in answers.values() for line in orders.lines]
        line = stretch(g)
        follow(line, SIDES[self.side], hexes, [Hex(h) for h in self.given_up])
        carry_out(g, line, self.side)
        fill_all(g)


class Straightened(Auto[War]):
    """[Sequence 9, Front Line] No gap is left."""

    rule = "Sequence 9"

    def run(self, g: War) -> None:
        """Men for hexes that have none (F-12)."""
        fill_all(g)
