"""[AGN 4.3.1, AGS 4.3.1] Rail conversion: railheads grow eastward by the dice, as far as their owner wants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel import (
    Action,
    Auto,
    Bits,
    Chance,
    Dice,
    Hex,
    Roll,
    Seat,
    Wording,
    bits_of,
    counted,
    members,
)
from sandtable.kernel.map.flood import flood_along

from ..events import Converted
from ..position.questions import GermanChoice
from ..position.roster import AXIS, SOVIET
from ..position.state import Front
from ..position.supply import joined_rail
from ..position.words import hex_words, option
from ..position.zones import zone_of_control
from ..small_dice import one_to_three, one_to_two

PAUSE_REWARD_TURN: Final = 5
PAUSE_REWARD: Final = 2
EXTEND_ALL: Final = Action("extend_all")
LEAVE: Final = Action("leave")

# A railhead, and the next hex of the line that goes on from it.
Line = tuple[int, int]


def convertible(g: Front) -> Bits:
    """[AGN 4.3.1, AGS 4.3.1] Unconverted rail hexes that could be converted now: held, and no enemy zone unless occupied."""
    campaign = g.campaign
    zone = zone_of_control(g, SOVIET) & ~g.occupied[AXIS]
    free = campaign.rail_hexes & ~campaign.finland & g.axis_control & ~g.occupied[SOVIET] & ~zone
    return free & ~g.converted


def lines_to_extend(g: Front) -> list[tuple[Hex, Hex]]:
    """Every (railhead, next hex) at which a line goes on unconverted and can be converted now (R-70).

    The railhead is joined to the west edge over friendly, converted rail, and no enemy stands on it (R-87).
    """
    return _onward(g, joined_rail(g) & ~g.occupied[SOVIET])


def _onward(g: Front, heads: Bits) -> list[tuple[Hex, Hex]]:
    """The lines that go on from *heads* into hexes which could be converted now."""
    ready = convertible(g)
    return [
        (Hex(head), to)
        for head in members(heads)
        for to in g.grid.neighbours(Hex(head))
        if ready >> to & 1 and (Hex(head), to) in g.campaign.rails
    ]


def goes_on(g: Front, line: Line, heads: tuple[int, ...]) -> list[tuple[Hex, Hex]]:
    """Where *line*, which began the phase at one of *heads*, could be extended now (R-87).

    Another line may have converted its next hex in the meantime: then it goes on from there, along what that one has
    laid beyond it. A junction that was passed before waits for a later turn [AGN 4.3.1].
    """
    head, to = Hex(line[0]), Hex(line[1])
    if not g.converted >> to & 1:
        return [(head, to)] if convertible(g) >> to & 1 else []
    others = bits_of(h for h in heads if h != head)
    rings = _laid_beyond(g, heads, others)
    if not any(ring >> to & 1 for ring in rings):
        rings = _laid_beyond(g, heads, 1 << head)
    ends = reached = 1 << to
    for ring in rings[next(n for n, ring in enumerate(rings) if ring >> to & 1) + 1 :]:
        ends = flood_along(g.campaign.rails, g.grid, ends, ring, limit=1) & ring
        reached |= ends
    return _onward(g, reached)


def _laid_beyond(g: Front, heads: tuple[int, ...], sources: Bits) -> list[Bits]:
    """The rail laid in this phase by how far it lies from *sources*, which are among the railheads it began with."""
    # All that was converted since lies beyond the railheads from which the phase began.
    open_ = g.converted & g.axis_control & ~bits_of(heads)
    rings, reached = [sources], sources
    while rings[-1]:
        rings.append(
            flood_along(g.campaign.rails, g.grid, rings[-1], open_ & ~reached, limit=1) & open_ & ~reached
        )
        reached |= rings[-1]
    return rings


class ConvertRail(Auto[Front]):
    """[AGN 4.3.1, AGS 4.3.1] At the start of the German Strategic Movement Phase every line may be extended by its roll."""

    rule = "AGN 4.3.1"

    def run(self, g: Front) -> None:
        """All lines, or with the optional concentrated thrust one of the player's choice."""
        lines = tuple(lines_to_extend(g))
        if not lines:
            return
        if g.setup.options["thrust"] or (g.paused and g.turn == PAUSE_REWARD_TURN):
            g.then(ChooseRailhead())
        else:
            g.then(ExtendLines(lines, tuple(sorted({head for head, _ in lines}))))


class ExtendLines(GermanChoice):
    """[AGN 4.3.1, AGS 4.3.1] Each line has a roll of its own, in the order that its owner likes, if he likes (R-87)."""

    rule = "AGN 4.3.1"
    quiet = True

    def __init__(self, lines: tuple[Line, ...], heads: tuple[int, ...]) -> None:
        self.lines: Final = lines
        # The railheads of the whole phase, of lines too that are done.
        self.heads: Final = heads

    def prompt(self, g: Front, seat: Seat) -> str:
        """How many lines wait."""
        left = counted(sum(1 for line in self.lines if goes_on(g, line, self.heads)), "line")
        return f"Extend the railway: {left} to go, each by a roll of its own, in any order you like."

    def options(self, g: Front) -> Sequence[Action]:
        """Each line, all of them in a row, or to leave them as they are; a single line that forks must be told where to go."""
        ways = dict.fromkeys(way for line in self.lines for way in goes_on(g, line, self.heads))
        plain = len(ways) == 1 or (len(ways) > 1 and len(self.lines) > 1)
        return [*([EXTEND_ALL] if plain else []), *(Action("extend", way) for way in ways), LEAVE]

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """A railhead and where it grows, or what becomes of all of them."""
        if action == EXTEND_ALL:
            return option(g, self.rule, "Extend every line as far as its roll goes")
        if action == LEAVE:
            return option(g, self.rule, "Leave the other lines as they are")
        return _line_option(g, self.rule, action)

    def choose(self, g: Front, action: Action) -> None:
        """Roll for that line and ask for the others; or roll for one after another."""
        if action == EXTEND_ALL:
            g.then(ExtendInTurn(self.lines, self.heads))
        elif action.verb == "extend":
            taken = next(line for line in self.lines if action.args in goes_on(g, line, self.heads))
            rest = tuple(line for line in self.lines if line != taken)
            g.then(ExtendChosenLine(Hex(action.args[0]), Hex(action.args[1])), ExtendLines(rest, self.heads))


class ExtendInTurn(Auto[Front]):
    """[AGN 4.3.1, AGS 4.3.1] One line after another is extended, each as far as its roll goes."""

    rule = "AGN 4.3.1"

    def __init__(self, lines: tuple[Line, ...], heads: tuple[int, ...]) -> None:
        self.lines: Final = lines
        self.heads: Final = heads

    def run(self, g: Front) -> None:
        """Roll for the first, unless nothing is left of it; where it goes on in two ways its owner is asked which."""
        if not self.lines:
            return
        g.then(ExtendInTurn(self.lines[1:], self.heads))
        ways = goes_on(g, self.lines[0], self.heads)
        if len(ways) == 1:
            g.then(ExtendLine(*ways[0]))
        elif ways:
            g.then(ExtendLines(self.lines[:1], self.heads))


class ChooseRailhead(GermanChoice):
    """[AGN 4.3.1, AGS 4.3.1] Concentrated thrust (optional): only one railhead is extended, but farther."""

    rule = "AGN 4.3.1"
    quiet = True

    def prompt(self, g: Front, seat: Seat) -> str:
        """One of them."""
        return "Choose the one railhead that is extended this turn."

    def options(self, g: Front) -> Sequence[Action]:
        """Each line, or none."""
        return [*(Action("extend", line) for line in lines_to_extend(g)), LEAVE]

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """A railhead and where it grows."""
        if action == LEAVE:
            return option(g, self.rule, "Extend no railhead this turn")
        return _line_option(g, self.rule, action)

    def choose(self, g: Front, action: Action) -> None:
        """Roll for that one."""
        if action != LEAVE:
            g.then(ExtendChosenLine(Hex(action.args[0]), Hex(action.args[1])))


def _line_option(g: Front, rule: str, action: Action) -> Wording:
    head, to = action.args
    return option(g, rule, f"Extend the railhead {hex_words(g, head)} toward {{hex}}", hex_=to)


class ExtendLine(Chance[Front]):
    """[AGN 4.3.1, AGS 4.3.1] A line is extended by 1d3 hexes, by 1d2 on turns 11 to 13; options add to it."""

    rule = "AGN 4.3.1"
    rolls = Dice.of(1, 6)

    def __init__(self, head: Hex, to: Hex) -> None:
        self.head: Final = head
        self.to: Final = to

    def roller(self, g: Front) -> Seat:
        """The German player."""
        return AXIS

    def resolve(self, g: Front, roll: Roll) -> None:
        """Convert hex by hex."""
        lay(g, self.head, self.to, hexes_of(g, roll[0]))


class ExtendChosenLine(ExtendLine):
    """[AGN 4.3.1, AGS 4.3.1] A line taken by itself: once the roll is known its owner says how far it goes."""

    def resolve(self, g: Front, roll: Roll) -> None:
        """Ask how far."""
        g.then(LayRail(self.head, self.to, hexes_of(g, roll[0])))


def hexes_of(g: Front, face: int) -> int:
    """[AGN 4.3.1, AGS 4.3.1] How many hexes a line is extended by this *face* of the die."""
    if g.paused and g.turn == PAUSE_REWARD_TURN:
        return face + PAUSE_REWARD
    die, _, more = str(g.campaign.calendar.facts(g.turn)["rail"]).partition("+")
    hexes = one_to_two(face) if die == "1d2" else one_to_three(face)
    return hexes + int(more or 0) + (1 if g.setup.options["thrust"] else 0)


class LayRail(GermanChoice):
    """[AGN 4.3.1, AGS 4.3.1] Extending is allowed, not ordered: the player may stop short of the roll (R-87)."""

    rule = "AGN 4.3.1"
    quiet = True

    def __init__(self, head: Hex, to: Hex, hexes: int) -> None:
        self.head: Final = head
        self.to: Final = to
        self.hexes: Final = hexes

    def prompt(self, g: Front, seat: Seat) -> str:
        """What the roll allows."""
        most = counted(self.hexes, "hex")
        return f"The railway may grow by {most} toward {hex_words(g, self.to)}: how far does it go?"

    def options(self, g: Front) -> Sequence[Action]:
        """As far as it can come, or up to a hex on the way; a fork on the way is asked about when it is reached."""
        way = stretch(g, self.head, self.to, self.hexes)
        return [Action("lay", (hex_,)) for hex_ in reversed(way)]

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """The last hex."""
        return option(g, self.rule, "Convert the line as far as {hex}", hex_=action.args[0])

    def choose(self, g: Front, action: Action) -> None:
        """Convert so many; short of the fork or the roll the line ends there."""
        way = stretch(g, self.head, self.to, self.hexes)
        wanted = way.index(Hex(action.args[0])) + 1
        lay(g, self.head, self.to, self.hexes if wanted == len(way) else wanted)


def stretch(g: Front, head: Hex, to: Hex, hexes: int) -> list[Hex]:
    """The hexes that *hexes* of rail would convert from *to* on, up to the first fork."""
    ready = convertible(g)
    found: list[Hex] = []
    while len(found) < hexes and ready >> to & 1:
        found.append(to)
        ready &= ~(1 << to)
        ways = branches(g, head, to, ready)
        if len(ways) != 1:
            break
        head, to = to, ways[0]
    return found


def lay(g: Front, head: Hex, to: Hex, hexes: int) -> None:
    """Convert *to* and go on along the line; at a junction the player picks one branch."""
    laid = stretch(g, head, to, hexes)
    if not laid:
        return
    g.converted |= bits_of(laid)
    g.tell(Converted(tuple(laid)))
    before, here = [head, *laid][-2:]
    if len(laid) < hexes and len(branches(g, before, here, convertible(g))) > 1:
        g.then(PickBranch(before, here, hexes - len(laid)))


def branches(g: Front, head: Hex, here: Hex, ready: Bits) -> list[Hex]:
    """The hexes among *ready* ones to which the line goes on from *here*."""
    return [
        n for n in g.grid.neighbours(here) if n != head and ready >> n & 1 and (here, n) in g.campaign.rails
    ]


class PickBranch(GermanChoice):
    """[AGN 4.3.1, AGS 4.3.1] At a junction the player selects one line; the others wait for a later turn."""

    rule = "AGN 4.3.1"

    def __init__(self, head: Hex, here: Hex, hexes: int) -> None:
        self.head: Final = head
        self.here: Final = here
        self.hexes: Final = hexes

    def prompt(self, g: Front, seat: Seat) -> str:
        """Where, and how far it still goes."""
        left = counted(self.hexes, "hex")
        return f"The railway forks at {hex_words(g, self.here)}: choose a branch, {left} to go."

    def options(self, g: Front) -> Sequence[Action]:
        """Each branch, or to stop at the junction."""
        ways = branches(g, self.head, self.here, convertible(g))
        return [*(Action("branch", (h,)) for h in ways), LEAVE]

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """A branch, or the junction."""
        if action == LEAVE:
            return option(g, self.rule, "Stop at {hex}", hex_=self.here)
        return option(g, self.rule, "Convert the line toward {hex}", hex_=action.args[0])

    def choose(self, g: Front, action: Action) -> None:
        """Go on along it."""
        if action != LEAVE:
            lay(g, self.here, Hex(action.args[0]), self.hexes)
