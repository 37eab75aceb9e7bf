"""[Losses, Loss Order] Who pays of several hexes and nations: as the owner chooses, else whoever has most (F-27, F-50)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel import Action, Choice, Hex, Seat, Wording

from ..losses import losses_by_contingent
from ..position.commands import commander
from ..position.nations import AIR, MEN, TANKS
from ..position.war import ENGAGED, GARRISONED, War
from ..position.words import ADJECTIVES
from ..state import ATTACKER, KINDS

USUAL: Final = Action("usual")
_KIND_WORDS: Final = ("man", "tank", "aircraft", "bomber")
Paid = tuple[tuple[int, int, int], ...]


class AssignLosses(Choice[War]):
    """[Losses] Your side has lost points: from where are they taken?"""

    rule = "Losses"
    quiet = True

    def __init__(self, role: int, paid: Paid) -> None:
        self.role: Final = role
        # Contingent, kind and points, as chosen so far.
        self.paid: Final = paid

    def seat(self, g: War) -> Seat:
        """Whoever commands the most of what fought."""
        side = g.facing.side if self.role == ATTACKER else 1 - g.facing.side
        rows = [row for row in g.contingents() if row[0] == self.role]
        best = max(rows, key=lambda row: sum(row[4:8]), default=None)
        return commander(g, side, best[2] if best is not None and best[2] >= 0 else g.facing.target)

    def options(self, g: War) -> Sequence[Action]:
        """As usual, or point by point where there is a choice; the last man of a hex goes last (F-27)."""
        rows = self._rows(g)
        found = []
        for kind, name in enumerate(KINDS):
            due = g.points_gone(Seat(self.role), name) - self._paid(kind)
            has = [row[4 + kind] - self._paid(kind, n) for n, row in enumerate(rows)]
            if not due or due >= sum(has):
                continue
            able = [n for n, many in enumerate(has) if many]
            if kind == MEN and any(has[n] > 1 for n in able):
                able = [n for n in able if has[n] > 1]
            if len(able) > 1:
                found += [Action("lose", (n, kind)) for n in able]
        return [USUAL, *found]

    def proposal(self, g: War, seat: Seat) -> Action:
        """As usual."""
        return USUAL

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """Which point."""
        if action == USUAL:
            return Wording(text="Take what is left to take from whoever has most", rule=self.rule)
        row = self._rows(g)[action.args[0]]
        where = (
            g.campaign.name(row[2]) if row[2] >= 0 else "the garrison" if row[2] == GARRISONED else "the Pool"
        )
        target = {"hex": g.grid.name(Hex(row[2]))} if row[2] >= 0 else {}
        text = f"A {ADJECTIVES[row[1]]} {_KIND_WORDS[action.args[1]]} of {where}"
        return Wording(text=text, rule=self.rule, target=target)

    def choose(self, g: War, action: Action) -> None:
        """Take it, or all."""
        if action == USUAL:
            settle_losses(g, self.role, self._all(g))
            return
        g.then(AssignLosses(self.role, (*self.paid, (*action.args, 1))))  # type: ignore[arg-type]

    def _rows(self, g: War) -> list[tuple[int, ...]]:
        return [row for row in g.contingents() if row[0] == self.role]

    def _paid(self, kind: int, contingent: int | None = None) -> int:
        return sum(many for who, what, many in self.paid if what == kind and contingent in (None, who))

    def _all(self, g: War) -> Paid:
        """What was chosen, and the rest point by point from whoever has most left."""
        found = list(self.paid)
        usual = losses_by_contingent(g, Seat(self.role))
        if not found:
            return tuple(
                (n, kind, row[name])
                for n, row in enumerate(usual)
                for kind, name in enumerate(KINDS)
                if row.get(name)
            )
        rows = self._rows(g)
        for kind, name in enumerate(KINDS):
            due = g.points_gone(Seat(self.role), name) - self._paid(kind)
            left = [row[4 + kind] - self._paid(kind, n) for n, row in enumerate(rows)]
            for _ in range(due):
                most = max(range(len(left)), key=lambda n: left[n])
                left[most] -= 1
                found.append((most, kind, 1))
        return tuple(found)


def settle_losses(g: War, role: int, paid: Paid) -> None:
    """[Losses, Sequence 8] Take the points off the hexes, and note them in the records."""
    places = [n for n in range(0, len(g.engaged), ENGAGED) if g.engaged[n] == role]
    for contingent, kind, many in paid:
        at = places[contingent]
        _, nation, hex_ = g.engaged[at : at + 3]
        g.engaged[at + 4 + kind] -= many
        if kind == len((MEN, TANKS, AIR)):
            lose_bombers(g, many)
        elif hex_ >= 0:
            g.add(nation, kind, hex_, -many)
            g.lose(nation, kind, many)
        elif hex_ == GARRISONED:
            g.target_destroyed = 1
        else:
            g.lose(nation, kind, many)


def lose_bombers(g: War, many: int) -> None:
    """[Bombing Support] Bombers that fought are lost from the base that has most."""
    for _ in range(many):
        base = max(range(len(g.bomber_count)), key=lambda n: g.bomber_flown[n])
        g.bomber_count[base] = max(g.bomber_count[base] - 1, 0)
        g.bomber_flown[base] = max(g.bomber_flown[base] - 1, 0)
