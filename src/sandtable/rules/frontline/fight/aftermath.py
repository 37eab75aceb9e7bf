"""[Sequence 8, Terrain Results] Where the line runs after a combat: occupied, one hex beyond, pushed out, and where survivors go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from sandtable.kernel import Action, Amounts, Auto, Choice, Hex, Refusal, Seat, Sheets, Wording

from ..events import Destroyed, Moved
from ..position.commands import commander
from ..position.line import abandon, fill, forfeit, move_all, move_points, routes, take
from ..position.nations import AXIS, MEN, NOBODY, OF_SIDE, POINTS, held_by
from ..position.war import POOL, War
from ..position.words import ADJECTIVES, KIND_NAMES
from ..state import ATTACKER, DEFENDER
from .casualties import AssignLosses
from .engaging import GARRISON, PARTISANS, EndCombat, note_attacked, pay_and_go_on

MOVE: Final = "move"
STOP: Final = Action("stop")
LEAVE: Final = Action("leave")
PART: Final = "part"
NOWHERE: Final = -1


@pay_and_go_on.body
def _go_on(g: War, starts: tuple[int, ...], divided: tuple[int, ...], outcome: str) -> None:
    g.then(
        AssignLosses(ATTACKER, (), 0),
        AssignLosses(DEFENDER, (), 0),
        NewLine(starts, divided, outcome),
        EndCombat(),
    )


class NewLine(Auto[War]):
    """[Terrain Results, Amphibious Results] The front line after the combat, as the colour says for the ground."""

    rule = "Terrain Results"

    def __init__(self, starts: tuple[int, ...], divided: tuple[int, ...], outcome: str) -> None:
        self.starts: Final = starts
        self.divided: Final = divided
        self.outcome: Final = outcome

    def run(self, g: War) -> None:
        """Partisans and garrisons are destroyed or not; else the line goes forward, stays, or goes back."""
        side, target = g.facing.side, g.facing.target
        note_attacked(g, self.divided)
        if g.facing.kind == PARTISANS:
            end_operation(g)
            return
        if g.garrison[target] and (g.target_destroyed or g.advance):
            g.lose(g.garrison[target] - 1, MEN, 1)
            g.garrison[target] = 0
            g.tell(Destroyed("garrison", target, 1))
        elif g.facing.kind == GARRISON:
            g.tell(Destroyed("garrison", target, 0))
        starts = tuple(h for h in self.starts if g.total(side, MEN, h))
        if g.advance and starts:
            beyond = int(g.advance > 1)
            g.then(Occupy(side, target, starts), Beyond(side, target, self.starts, beyond))
        elif self.outcome == "pushed_out" and g.facing.kind != GARRISON:
            for start in reversed(self.starts):
                g.then(FallBack(side, start, 1), FollowUp(1 - side, target, start))
        else:
            fill(g, 1 - side)
            if not g.holder[target] and starts:
                g.then(TakeEmpty(side, target, starts))


def end_operation(g: War) -> None:
    """[Security Operation] Partisans that lose are destroyed; the forces return to the Pool (F-36)."""
    target = g.facing.target
    g.tell(Destroyed("partisan band", target, g.target_destroyed))
    if g.target_destroyed:
        g.partisans[target] = 0
    for row in g.contingents():
        if row[0] == ATTACKER and row[2] == POOL:
            for kind in range(3):
                g.to_pool(row[1], kind, row[4 + kind])


# ---- forward


class Occupy(Sheets[War]):
    """[Terrain Results] Occupy the hex: at least one man goes, and as much else as you like."""

    rule = "Terrain Results"

    def __init__(self, side: int, target: int, starts: tuple[int, ...]) -> None:
        self.side: Final = side
        self.target: Final = target
        self.starts: Final = starts

    def seats(self, g: War) -> tuple[Seat, ...]:
        """Whoever commands the most of what may go."""
        best = max(self.starts, key=lambda h: sum(g.total(self.side, k, h) for k in range(3)))
        return (commander(g, self.side, best),)

    def lines(self, g: War, seat: Seat, draft: Sequence[Action]) -> Sequence[Action]:
        """[Terrain Results] Points of each nation and kind from each starting hex (F-24)."""
        gone: dict[tuple[int, ...], int] = {}
        for line in draft:
            gone[line.args[:3]] = gone.get(line.args[:3], 0) + line.args[3]
        men = self.most_men(g) - sum(many for key, many in gone.items() if key[1] == MEN)
        found: dict[tuple[str, tuple[int, ...]], int] = {}
        for start in self.starts:
            for nation in OF_SIDE[self.side]:
                for kind in range(len(POINTS)):
                    left = g.stock(nation, kind)[start] - gone.get((nation, kind, start), 0)
                    found[MOVE, (nation, kind, start)] = min(left, men) if kind == MEN else left
        return Amounts(found)

    def most_men(self, g: War) -> int:
        """How many men may go in all."""
        return sum(g.total(self.side, MEN, start) for start in self.starts)

    def refusal(self, g: War, seat: Seat, action: Action) -> Refusal | None:
        """[Terrain Results] It takes a man (F-24)."""
        if any(line.args[1] == MEN for line in action.lines):
            return None
        return Refusal("Terrain Results", "at least one man must go with the line")

    def completed(self, g: War, seat: Seat, draft: Sequence[Action]) -> Sequence[Action]:
        """[Terrain Results] A man from the hex that has most goes in any case (F-60)."""
        if any(line.args[1] == MEN for line in draft):
            return draft
        nation, start = max(
            ((n, h) for h in self.starts for n in OF_SIDE[self.side]),
            key=lambda at: (g.stock(at[0], MEN)[at[1]], -at[0], -at[1]),
        )
        return [*draft, Action(MOVE, (nation, MEN, start, 1))]

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """A line of the sheet."""
        nation, kind, start, many = action.args
        text = f"{many} {ADJECTIVES[nation]} {KIND_NAMES[kind]} from {g.campaign.name(start)} to {g.campaign.name(self.target)}"
        return Wording(
            text=text,
            rule=self.rule,
            target={"start": g.grid.name(Hex(start)), "hex": g.grid.name(Hex(self.target))},
            what=f"{ADJECTIVES[nation]} {KIND_NAMES[kind]}",
            amount=many,
        )

    def reveal(self, g: War, answers: Mapping[Seat, Action]) -> None:
        """[Terrain Results] They go."""
        moved: dict[int, list[int]] = {}
        for orders in answers.values():
            for nation, kind, start, many in (line.args for line in orders.lines):
                move_points(g, nation, start, self.target, [many if k == kind else 0 for k in range(4)])
                moved.setdefault(start, [0] * len(POINTS))[kind] += many
        for start, points in moved.items():
            g.tell(Moved(self.side, (start, self.target), tuple(points)))
        if g.facing.target != self.target:
            take(g, self.target, self.side)


class Beyond(Choice[War]):
    """[Terrain Results] The way is open: press on one hex beyond, or stop?"""

    rule = "Terrain Results"
    quiet = True

    def __init__(self, side: int, target: int, starts: tuple[int, ...], open_: int) -> None:
        self.side: Final = side
        self.target: Final = target
        self.starts: Final = starts
        self.open_: Final = open_

    def seat(self, g: War) -> Seat:
        """Whoever commands in the hex that was taken."""
        return commander(g, self.side, self.target)

    def options(self, g: War) -> Sequence[Action]:
        """Hexes beside the target that are free of the enemy, away from the starting hexes if there are such (F-25)."""
        if not self.open_ or g.total(self.side, MEN, self.target) < 2:
            return [STOP]
        return [STOP, *(Action("beyond", (h,)) for h in beyond(g, self.side, self.target, self.starts))]

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """Where to."""
        if action == STOP:
            return Wording(text="Stop in the hex that was taken", rule=self.rule)
        hex_ = action.args[0]
        return Wording(
            text=f"Press on to {g.campaign.name(hex_)}",
            rule=self.rule,
            target={"hex": g.grid.name(Hex(hex_))},
        )

    def choose(self, g: War, action: Action) -> None:
        """Then the survivors go, and the hexes change hands."""
        hex_ = action.args[0] if action.args else NOWHERE
        g.then(Survivors(1 - self.side, self.target, hex_), Taken(self.side, self.target, hex_))


def beyond(g: War, side: int, target: int, starts: Sequence[int]) -> list[Hex]:
    """[Terrain Results] Where an attacker may press on to (F-25)."""
    free = [
        h
        for h in g.campaign.around[Hex(target)]
        if not g.holds(side, h)
        and g.holder[h] in (NOBODY, held_by(1 - side))
        and not g.total(1 - side, MEN, h)
        and not g.garrison[h]
        and not (g.partisans[h] and side == AXIS)
    ]
    beside = {near for start in starts for near in g.campaign.around[Hex(start)]}
    away = [h for h in free if h not in beside]
    return away or free


class Survivors(Choice[War]):
    """[Sequence 8] Your hex is lost: where do the survivors go?"""

    rule = "Sequence 8"
    quiet = True

    def __init__(self, side: int, hex_: int, taken: int) -> None:
        self.side: Final = side
        self.hex_: Final = hex_
        self.taken: Final = taken

    def seat(self, g: War) -> Seat:
        """Their command."""
        return commander(g, self.side, self.hex_)

    def options(self, g: War) -> Sequence[Action]:
        """Hexes of their own beside it, together or point by point; without one they are lost (F-24, F-62)."""
        return retreats(g, self.side, self.hex_, self.taken)

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """Where to."""
        return retreat_wording(g, action, self.rule)

    def choose(self, g: War, action: Action) -> None:
        """There, LSP included; after a part of them the rest is asked for."""
        retreat(g, self.side, self.hex_, action)
        if action.verb == PART:
            g.then(self)


def retreats(g: War, side: int, hex_: int, taken: int = NOWHERE) -> list[Action]:
    """[Sequence 8] Where forces that lose their hex may go: all that are left, or a point of a kind first (F-24)."""
    has = [g.total(side, kind, hex_) for kind in range(len(POINTS))]
    if not any(has):
        return [Action("nothing")]
    near = [h for h in g.campaign.around[Hex(hex_)] if g.holds(side, h) and h != taken]
    if len(near) < 2 or sum(has) < 2:
        return [Action("retreat", (h,)) for h in near] or [Action("surrender")]
    parts = [Action(PART, (h, kind)) for h in near for kind, many in enumerate(has) if many]
    return [*(Action("retreat", (h,)) for h in near), *parts]


def retreat(g: War, side: int, hex_: int, action: Action) -> None:
    """[Sequence 8] Everything of *side* in *hex_* goes, or one point of it; or it is lost."""
    if action.verb == "surrender":
        forfeit(g, hex_, side)
    elif action.verb == "retreat":
        points = tuple(g.total(side, kind, hex_) for kind in range(len(POINTS)))
        move_all(g, side, hex_, action.args[0])
        g.tell(Moved(side, (hex_, action.args[0]), points))
    elif action.verb == PART:
        to, kind = action.args
        one = tuple(int(k == kind) for k in range(len(POINTS)))
        move_points(g, max(OF_SIDE[side], key=lambda n: (g.stock(n, kind)[hex_], -n)), hex_, to, one)
        g.tell(Moved(side, (hex_, to), one))


def retreat_wording(g: War, action: Action, rule: str) -> Wording:
    """Where survivors go, in words."""
    if action.verb == "retreat":
        hex_ = action.args[0]
        return Wording(
            text=f"Go back to {g.campaign.name(hex_)}", rule=rule, target={"hex": g.grid.name(Hex(hex_))}
        )
    if action.verb == PART:
        hex_, kind = action.args
        text = f"A point of {KIND_NAMES[kind]} goes back to {g.campaign.name(hex_)}, then the others"
        return Wording(text=text, rule=rule, target={"hex": g.grid.name(Hex(hex_))})
    texts = {"surrender": "They have nowhere to go, and are lost", "pool": "They go back to the Pool"}
    return Wording(text=texts.get(action.verb, "Nobody is left"), rule=rule)


class Taken(Auto[War]):
    """[Sequence 8] The hex is the attacker's, and perhaps one beyond."""

    rule = "Sequence 8"

    def __init__(self, side: int, target: int, beyond_: int) -> None:
        self.side: Final = side
        self.target: Final = target
        self.beyond_: Final = beyond_

    def run(self, g: War) -> None:
        """Both hexes; who goes on is asked."""
        take(g, self.target, self.side)
        if self.beyond_ != NOWHERE:
            g.then(PressOn(self.side, self.beyond_, (self.target,)))


class PressOn(Occupy):
    """[Terrain Results] Press on: at least one man goes one hex beyond, and one stays."""

    rule = "Terrain Results"

    def most_men(self, g: War) -> int:
        """One stays behind, where no garrison does."""
        return super().most_men(g) - (0 if g.garrison[self.starts[0]] else 1)


class TakeEmpty(Choice[War]):
    """[Front Line] The attacked hex has nobody left to hold it: occupy it?"""

    rule = "Front Line"

    def __init__(self, side: int, target: int, starts: tuple[int, ...]) -> None:
        self.side: Final = side
        self.target: Final = target
        self.starts: Final = starts

    def seat(self, g: War) -> Seat:
        """The attacker."""
        return commander(g, self.side, self.starts[0])

    def options(self, g: War) -> Sequence[Action]:
        """Yes or no (F-24)."""
        return [LEAVE, Action("take", (self.target,))]

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """Which."""
        name = g.campaign.name(self.target)
        if action == LEAVE:
            return Wording(text=f"Leave {name} as no-man's-land", rule=self.rule)
        return Wording(text=f"Occupy {name}", rule=self.rule, target={"hex": g.grid.name(Hex(self.target))})

    def choose(self, g: War, action: Action) -> None:
        """A sheet says with what."""
        if action != LEAVE:
            g.then(Occupy(self.side, self.target, self.starts), Taken(self.side, self.target, NOWHERE))


# ---- back


class FallBack(Choice[War]):
    """[Terrain Results] You are pushed out of your starting hex: where do your forces go?"""

    rule = "Terrain Results"
    quiet = True

    def __init__(self, side: int, hex_: int, pool: int) -> None:
        self.side: Final = side
        self.hex_: Final = hex_
        self.pool: Final = pool

    def seat(self, g: War) -> Seat:
        """Their command."""
        return commander(g, self.side, self.hex_)

    def options(self, g: War) -> Sequence[Action]:
        """Own hexes beside it, else the Pool by a route, else they are lost (F-26)."""
        found = retreats(g, self.side, self.hex_)
        if found == [Action("surrender")] and self._routed(g):
            return [Action("pool")]
        return found

    def _routed(self, g: War) -> bool:
        ways = [routes(g, n) for n in OF_SIDE[self.side]]
        ported = bool(g.campaign.ports >> self.hex_ & 1)
        return ported or any(way >> self.hex_ & 1 for way in ways)

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """Where to."""
        return retreat_wording(g, action, self.rule)

    def choose(self, g: War, action: Action) -> None:
        """There."""
        if action.verb == "pool":
            for nation in OF_SIDE[self.side]:
                for kind, many in enumerate(g.has(nation, self.hex_)):
                    g.add(nation, kind, self.hex_, -many)
                    g.withdrawn[nation * len(POINTS) + kind] += many
        else:
            retreat(g, self.side, self.hex_, action)
            if action.verb == PART:
                g.then(self)


class FollowUp(Choice[War]):
    """[Terrain Results] The attacker is pushed out: do you follow into his hex?"""

    rule = "Terrain Results"
    quiet = True

    def __init__(self, side: int, hex_: int, lost: int) -> None:
        self.side: Final = side
        self.hex_: Final = hex_
        self.lost: Final = lost

    def seat(self, g: War) -> Seat:
        """The defender."""
        return commander(g, self.side, self.hex_)

    def options(self, g: War) -> Sequence[Action]:
        """With a man of the attacked hex, which keeps one (F-26)."""
        spare = g.total(self.side, MEN, self.hex_) - (0 if g.garrison[self.hex_] else 1)
        return [LEAVE, *([Action("follow", (self.lost,))] if spare > 0 else [])]

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """Whether."""
        name = g.campaign.name(self.lost)
        if action == LEAVE:
            return Wording(text=f"Leave {name} as no-man's-land", rule=self.rule)
        return Wording(
            text=f"Follow into {name}", rule=self.rule, target={"hex": g.grid.name(Hex(self.lost))}
        )

    def choose(self, g: War, action: Action) -> None:
        """A sheet says with what; else nobody holds it."""
        if action == LEAVE:
            abandon(g, self.lost)
        else:
            g.then(PressOn(self.side, self.lost, (self.hex_,)))
