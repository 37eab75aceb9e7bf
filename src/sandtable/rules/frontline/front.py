"""[Front Line] A stretch of front line on hexes: where it runs, where it has gaps, and how it moves without combat."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from sandtable.kernel import Grid, Hex, Hexside, Refusal

NOBODY: Final = ""
POOL: Final = "the Pool"
PARTISANS: Final = "the partisans"
# A man that goes leaves one behind.
_SPARE: Final = 2


class Move(NamedTuple):
    """Men that change their hex; without a start they are new on the map, and ``origin`` says whence."""

    side: str
    start: Hex | None
    to: Hex
    men: int
    rule: str
    origin: str = POOL


class Stretch:
    """The hexes of a stretch: who holds each, and with how many men; in China a front hex may be empty.

    Only hexes that are told are land in play; beyond them nothing is known, and no front faces it.
    """

    def __init__(
        self,
        grid: Grid,
        holder: Mapping[Hex, str],
        men: Mapping[Hex, int],
        *,
        china: bool = False,
        sea: Collection[Hexside] = (),
        beside: Mapping[Hex, Sequence[Hex]] | None = None,
    ) -> None:
        self.grid: Final = grid
        self.holder: Final = dict(holder)
        self.men: Final = {hex_: men.get(hex_, 0) for hex_ in holder}
        self.china: Final = china
        # Hexsides that are all sea: nobody meets anybody there, and nobody walks over (F-52).
        self.sea: Final = frozenset(sea)
        # The land beside each hex, where somebody knows it already.
        self.beside: Final = beside
        self.moves: Final[list[Move]] = []

    def copy(self) -> Stretch:
        """The same stretch, for trying something."""
        return Stretch(self.grid, self.holder, self.men, china=self.china, sea=self.sea, beside=self.beside)

    def name(self, hex_: Hex) -> str:
        """The number of a hex on the map."""
        return self.grid.name(hex_)

    def around(self, hex_: Hex) -> list[Hex]:
        """The told hexes next to *hex_*, but for those beyond an all-sea hexside."""
        if self.beside is not None:
            return [near for near in self.beside[hex_] if near in self.holder]
        return [
            near
            for near in self.grid.neighbours(hex_)
            if near in self.holder and self.grid.side(hex_, near) not in self.sea
        ]

    def held(self, side: str) -> list[Hex]:
        """The hexes of *side*, or no-man's-land, from the north-west."""
        return sorted(hex_ for hex_, holder in self.holder.items() if holder == side)

    def shift(self, move: Move) -> None:
        """Men change their hex, and hold it."""
        if move.start is not None:
            self.men[move.start] -= move.men
        self.men[move.to] += move.men
        self.holder[move.to] = move.side
        self.moves.append(move)


def front_of(line: Stretch, side: str) -> list[Hex]:
    """[Front Line] Every hex of *side* next to one that it does not hold (F-10)."""
    return [hex_ for hex_ in line.held(side) if any(line.holder[near] != side for near in line.around(hex_))]


def in_contact(line: Stretch, hex_: Hex) -> bool:
    """[Sequence 3] Whether a held hex is next to one of the enemy (F-11)."""
    return any(line.holder[near] not in (NOBODY, line.holder[hex_]) for near in line.around(hex_))


def gaps(line: Stretch, front: Iterable[Hex]) -> list[Hex]:
    """[Front Line, China] Hexes of a *front* without a man; in China there may be such (F-8, F-12)."""
    return [] if line.china else sorted(hex_ for hex_ in front if not line.men[hex_])


def fill_gaps(
    line: Stretch,
    side: str,
    pool: int,
    *,
    draw: Callable[[Hex], bool] | None = None,
    joined: Callable[[Hex], Collection[Hex]] | None = None,
) -> list[Hex]:
    """[Front Line] A man for each gap: from the Pool, else from an adjoining front hex that has two, else from the nearest
    such. Where no man can be found a hex beside the enemy becomes no-man's-land, and the line is looked at anew; one that
    faces no-man's-land alone stays without a man, since nobody is there to walk in (F-12).

    Where routes matter, *draw* takes a man for a hex out of the Pool and says whether there was one, and *joined* names the
    ground from which men can come to it (F-31). Answers with the hexes given up for want of a man.
    """
    abandoned: list[Hex] = []
    empty: set[Hex] = set()
    front = set(front_of(line, side))
    while open_ := gaps(line, front - empty):
        gap = min(open_, key=lambda hex_: (not in_contact(line, hex_), hex_))
        reached = front if joined is None else front & set(joined(gap))
        spare = sorted(hex_ for hex_ in reached if line.men[hex_] >= _SPARE)
        if draw(gap) if draw else pool:
            pool -= 1
            line.shift(Move(side, None, gap, 1, "Front Line"))
        elif spare:
            nearest = min(spare, key=lambda hex_: (line.grid.distance(hex_, gap), -line.men[hex_]))
            line.shift(Move(side, nearest, gap, 1, "Front Line"))
        elif not in_contact(line, gap):
            empty.add(gap)
        else:
            line.holder[gap] = NOBODY
            abandoned.append(gap)
            # The line goes back: what lay behind the hex is the front now.
            front = front - {gap} | {near for near in line.around(gap) if line.holder[near] == side}
    return abandoned


# ---- closing the line


def close(line: Stretch, side: str, hexes: Sequence[Hex]) -> Refusal | None:
    """[Sequence 3] Take no-man's-land one hex deep before front hexes that are not in contact, a man in each; or why not (F-32)."""
    apart = out_of_contact(line, side)
    for hex_ in hexes:
        if no := closing_refusal(line, side, hex_, apart) or _send_a_man(line, side, hex_, "Sequence 3"):
            return no
    return None


def out_of_contact(line: Stretch, side: str) -> list[Hex]:
    """[Sequence 3] The front hexes of *side* that are not next to an enemy (F-32)."""
    return [hex_ for hex_ in front_of(line, side) if not in_contact(line, hex_)]


def closing_refusal(line: Stretch, side: str, hex_: Hex, apart: Collection[Hex]) -> Refusal | None:
    """[Sequence 3] Why the line cannot be moved up into *hex_* from front hexes that are *apart*, or None (F-32)."""
    if line.holder[hex_] != NOBODY:
        return Refusal("Sequence 3", f"{line.name(hex_)} is no no-man's-land, and to take it is an attack")
    if not any(near in apart for near in line.around(hex_)):
        return Refusal(
            "Sequence 3", f"{line.name(hex_)} is not before a {side} front hex that is out of contact"
        )
    return _no_man_to_send(line, side, hex_, "Sequence 3")


# ---- straightening


def withdraw(line: Stretch, side: str, hexes: Sequence[Hex]) -> Refusal | None:
    """[Line Straightening] Give up hexes of the line as it stands, never deeper than one; the men fall back to hexes of
    their own next to them, those without a man first; or why not (F-33).
    """
    if no := withdrawal_refusal(line, side, hexes, front_of(line, side)):
        return no
    for hex_ in hexes:
        line.holder[hex_] = NOBODY
    for hex_ in hexes:
        _fall_back(line, side, hex_, _behind(line, side, hex_, hexes))
    return None


def withdrawal_refusal(
    line: Stretch, side: str, hexes: Sequence[Hex], front: Collection[Hex]
) -> Refusal | None:
    """[Line Straightening] Why these hexes of the *front* cannot be given up together, or None (F-33)."""
    for hex_ in hexes:
        if hex_ not in front:
            return Refusal(
                "Line Straightening",
                f"{line.name(hex_)} is not on the {side} front line, which goes back by one hex",
            )
        if line.men[hex_] and not _behind(line, side, hex_, hexes):
            return Refusal(
                "Line Straightening", f"the men in {line.name(hex_)} have no {side} hex to fall back to"
            )
    return None


def follow(line: Stretch, side: str, hexes: Sequence[Hex], given_up: Collection[Hex]) -> Refusal | None:
    """[Line Straightening] Conform to the new line: a man into each hex that was given up, and no further; or why not (F-33)."""
    for hex_ in hexes:
        if hex_ not in given_up:
            return Refusal(
                "Line Straightening", f"{line.name(hex_)} was not given up, and to take it is an attack"
            )
        if no := _send_a_man(line, side, hex_, "Line Straightening"):
            return no
    return None


def _behind(line: Stretch, side: str, hex_: Hex, given_up: Collection[Hex]) -> list[Hex]:
    return [near for near in line.around(hex_) if line.holder[near] == side and near not in given_up]


def _fall_back(line: Stretch, side: str, hex_: Hex, behind: Sequence[Hex]) -> None:
    """A man for each empty front hex behind, the rest into the first of them."""
    front = front_of(line, side)
    for near in sorted(behind, key=lambda near: near not in front):
        if line.men[hex_] and near in front and not line.men[near]:
            line.shift(Move(side, hex_, near, 1, "Line Straightening"))
    if line.men[hex_]:
        line.shift(
            Move(
                side,
                hex_,
                min(behind, key=lambda near: near not in front),
                line.men[hex_],
                "Line Straightening",
            )
        )


def _send_a_man(line: Stretch, side: str, hex_: Hex, rule: str) -> Refusal | None:
    """A man into *hex_* from the hex next to it that has most of them; it keeps one itself."""
    if no := _no_man_to_send(line, side, hex_, rule):
        return no
    near = [start for start in line.around(hex_) if line.holder[start] == side]
    start = max(near, key=lambda start: line.men[start])
    line.shift(Move(side, start, hex_, 1, rule))
    return None


def _no_man_to_send(line: Stretch, side: str, hex_: Hex, rule: str) -> Refusal | None:
    """Why no man can go into *hex_*, or None: a hex of the side next to it has two."""
    if any(line.holder[near] == side and line.men[near] >= _SPARE for near in line.around(hex_)):
        return None
    return Refusal(rule, f"the {side} side has no man to spare next to {line.name(hex_)}")


# ---- partisans


def partisans_refusal(
    line: Stretch,
    side: str,
    hex_: Hex,
    security: Iterable[Hex],
    placed: Collection[Hex],
    fronts: Collection[Hex] | None = None,
) -> Refusal | None:
    """[PAG Deployment, Security Zone] Why partisans of *side* may not be placed there, or None: behind the enemy's line,
    next to no front, one a hex, and not on a security zone that has its man (F-35, F-37). Whoever asks for many hexes says
    where the *fronts* are.
    """
    name = line.name(hex_)
    if fronts is None:
        fronts = {
            front for holder in set(line.holder.values()) - {NOBODY} for front in front_of(line, holder)
        }
    if line.holder[hex_] in (NOBODY, side):
        return Refusal("PAG Deployment", f"{name} is not held by the enemy")
    if {hex_, *line.around(hex_)} & set(fronts):
        return Refusal("PAG Deployment", f"{name} is on a front line or next to one")
    if hex_ in placed:
        return Refusal("PAG Deployment", f"{name} has partisans already, and there is one PAG for each hex")
    if hex_ in security and line.men[hex_]:
        return Refusal("Security Zone", f"{name} is a security zone")
    return None


def absorb(line: Stretch, side: str, partisans: Iterable[Hex]) -> list[Hex]:
    """[PAG Absorbed] Partisans whose hex their own side has reached join it as a man; answers with those left (F-35)."""
    left = []
    for hex_ in partisans:
        if line.holder[hex_] == side:
            line.shift(Move(side, None, hex_, 1, "PAG Absorbed", PARTISANS))
        else:
            left.append(hex_)
    return left


# ---- fortifications


def building_refusal(line: Stretch, side: str, hexsides: Sequence[Hexside], lsp: int) -> Refusal | None:
    """[Fortifications] Why these layers cannot be built, or None: a man and an LSP for each, one a hexside and turn (F-34)."""
    for at, (hex_, faced) in enumerate(hexsides):
        if line.holder[hex_] != side:
            return Refusal("Fortifications", f"{line.name(hex_)} is not held by the {side} side")
        if faced not in line.grid.neighbours(hex_):
            return Refusal("Fortifications", f"{line.name(hex_)} and {line.name(faced)} have no hexside")
        if (hex_, faced) in hexsides[:at]:
            return Refusal(
                "Fortifications", f"{line.name(hex_)} gets one layer a turn towards {line.name(faced)}"
            )
        if line.men[hex_] < sum(1 for builder, _ in hexsides if builder == hex_):
            return Refusal("Fortifications", f"{line.name(hex_)} has no man for each of its hexsides")
    if len(hexsides) > lsp:
        return Refusal(
            "Fortifications", f"{len(hexsides)} layers take as many LSP, and the {side} side has {lsp}"
        )
    return None


def standing(line: Stretch, side: str, hexsides: Iterable[Hexside]) -> list[Hexside]:
    """[Fortifications] The layers that are finished: their hex is still held when the turn is over (F-34)."""
    return [hexside for hexside in hexsides if line.holder[hexside[0]] == side]
