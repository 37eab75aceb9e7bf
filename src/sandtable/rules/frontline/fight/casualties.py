"""[Losses, Loss Order] Who pays of several hexes and nations: as the owner chooses, else whoever has most (F-27, F-50)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel import Action, Choice, Hex, Seat, Wording

from ..events import LossSwapped
from ..losses import in_place_of_men, shares
from ..position.commands import commander
from ..position.nations import AIR, MEN, TANKS
from ..position.war import ENGAGED, GARRISONED, War
from ..state import ATTACKER, KINDS

USUAL: Final = Action("usual")
LOSE: Final = "lose"
INSTEAD: Final = "instead"
_KIND_WORDS: Final = ("man", "tank", "aircraft", "bomber")
# Place (or contingent), kind and points.
Paid = tuple[tuple[int, int, int], ...]
Row = tuple[int, ...]


class AssignLosses(Choice[War]):
    """[Losses] Your side has lost points: from where are they taken?"""

    rule = "Losses"
    quiet = True

    def __init__(self, role: int, paid: Paid, swapped: int) -> None:
        self.role: Final = role
        # Place, kind and points, as chosen so far.
        self.paid: Final = paid
        # How many tanks go instead of aircraft; with a minus, aircraft instead of tanks.
        self.swapped: Final = swapped

    def seat(self, g: War) -> Seat:
        """Whoever commands the most of what fought."""
        best = max(self._rows(g), key=lambda row: sum(row[4:8]), default=None)
        return commander(g, self._side(g), best[2] if best is not None and best[2] >= 0 else g.facing.target)

    def options(self, g: War) -> Sequence[Action]:
        """As usual, or point by point where there is a choice; the last man of a hex goes last (F-27)."""
        found = self._swaps(g)
        for kind in range(len(KINDS)):
            has = self._left(g, kind)
            due = self._due(g, kind)
            if not due or due >= sum(has):
                continue
            able = [n for n, many in enumerate(has) if many]
            if kind == MEN and any(has[n] > 1 for n in able):
                able = [n for n in able if has[n] > 1]
            if len(able) > 1:
                found += [Action(LOSE, (n, kind)) for n in able]
        return [USUAL, *found]

    def proposal(self, g: War, seat: Seat) -> Action:
        """As usual."""
        return USUAL

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """Which point."""
        if action == USUAL:
            return Wording(text="Take what is left to take from whoever has most", rule=self.rule)
        if action.verb == INSTEAD:
            gone, kept = (_KIND_WORDS[kind] for kind in action.args)
            return Wording(text=f"A {gone} instead of {article(kept)} {kept}", rule="Loss Substitution")
        number, kind = action.args
        place = list(self._places(g))[number]
        where = (
            g.campaign.name(place) if place >= 0 else "the garrison" if place == GARRISONED else "the Pool"
        )
        target = {"hex": g.grid.name(Hex(place))} if place >= 0 else {}
        word = _KIND_WORDS[kind]
        return Wording(text=f"{article(word).capitalize()} {word} of {where}", rule=self.rule, target=target)

    def choose(self, g: War, action: Action) -> None:
        """Take it, or all."""
        if action == USUAL:
            settle_losses(g, self.role, self._all(g))
        elif action.verb == INSTEAD:
            gone, kept = action.args
            getattr(g, KINDS[gone])[self.role] -= 1
            getattr(g, KINDS[kept])[self.role] += 1
            g.tell(LossSwapped(self._side(g), gone, kept))
            g.then(AssignLosses(self.role, (), self.swapped + (1 if gone == TANKS else -1)))
        else:
            number, kind = action.args
            g.then(AssignLosses(self.role, (*self.paid, (number, kind, 1)), self.swapped))

    def _side(self, g: War) -> int:
        return g.facing.side if self.role == ATTACKER else 1 - g.facing.side

    def _rows(self, g: War) -> list[Row]:
        return [row for row in g.contingents() if row[0] == self.role]

    def _places(self, g: War) -> dict[int, list[int]]:
        """The hexes (or Pool, or garrison) that fought, each with the contingents of its nations."""
        found: dict[int, list[int]] = {}
        for n, row in enumerate(self._rows(g)):
            found.setdefault(row[2], []).append(n)
        return found

    def _due(self, g: War, kind: int) -> int:
        """Points of a kind for which nobody has been named."""
        named = sum(many for _, what, many in self.paid if what == kind)
        return g.points_gone(Seat(self.role), KINDS[kind]) - named

    def _left(self, g: War, kind: int) -> list[int]:
        """What each place has of a kind, without what it was named for."""
        rows = self._rows(g)
        found = [sum(rows[n][4 + kind] for n in several) for several in self._places(g).values()]
        for place, what, many in self.paid:
            if what == kind:
                found[place] -= many
        return found

    def _swaps(self, g: War) -> list[Action]:
        """[Loss Substitution] Whether tanks or aircraft go in place of men that are missing, before hexes are named (F-27)."""
        if self.paid:
            return []
        air, tanks = in_place_of_men(g, Seat(self.role))
        found = []
        if 0 <= self.swapped < air and g.tanks[self.role] and g.points_gone(Seat(self.role), KINDS[AIR]):
            found.append(Action(INSTEAD, (TANKS, AIR)))
        if 0 <= -self.swapped < tanks and g.air[self.role]:
            found.append(Action(INSTEAD, (AIR, TANKS)))
        return found

    def _all(self, g: War) -> Paid:
        """What was chosen, the rest from whoever has most left; nations of one hex pay in proportion (F-27, F-50)."""
        rows, places = self._rows(g), list(self._places(g).values())
        found: list[tuple[int, int, int]] = []
        for kind in range(len(KINDS)):
            pays = shares(self._left(g, kind), self._due(g, kind))
            for place, what, many in self.paid:
                if what == kind:
                    pays[place] += many
            for several, points in zip(places, pays, strict=True):
                parts = in_proportion([rows[n][4 + kind] for n in several], points)
                found += [(n, kind, part) for n, part in zip(several, parts, strict=True) if part]
        return tuple(found)


def in_proportion(has: Sequence[int], points: int) -> list[int]:
    """[Losses] What each nation of a hex pays of *points*: its part rounded down, the rest whoever has most left (F-50)."""
    whole = sum(has)
    found = [points * own // whole if whole else 0 for own in has]
    for _ in range(points - sum(found)):
        most = max(range(len(has)), key=lambda n: has[n] - found[n])
        found[most] += 1
    return found


def article(word: str) -> str:
    """ "a" or "an"."""
    return "an" if word[0] in "aeiou" else "a"


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
