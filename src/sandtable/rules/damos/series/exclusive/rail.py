"""[AGN 4.3.1, AGS 4.3.1] Rail conversion: railheads grow eastward by the dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel import Action, Auto, Bits, Chance, Choice, Dice, Hex, Roll, Seat, Wording, members

from ..events import Converted
from ..position.roster import AXIS, SOVIET
from ..position.state import Front
from ..position.words import counted, hex_words, option
from ..position.zones import zone_of_control
from ..small_dice import one_to_three, one_to_two

PAUSE_REWARD_TURN: Final = 5
PAUSE_REWARD: Final = 2


def convertible(g: Front) -> Bits:
    """[AGN 4.3.1, AGS 4.3.1] Unconverted rail hexes that could be converted now: held, and no enemy zone unless occupied."""
    campaign = g.campaign
    zone = zone_of_control(g, SOVIET) & ~g.occupied[AXIS]
    free = campaign.rail_hexes & ~campaign.finland & g.axis_control & ~g.occupied[SOVIET] & ~zone
    return free & ~g.converted


def lines_to_extend(g: Front) -> list[tuple[Hex, Hex]]:
    """Every (railhead, next hex) at which a line goes on unconverted and can be converted now (R-70)."""
    ready = convertible(g)
    found: list[tuple[Hex, Hex]] = []
    for hex_ in members(g.converted):
        for to in g.grid.neighbours(Hex(hex_)):
            if ready >> to & 1 and (Hex(hex_), to) in g.campaign.rails:
                found.append((Hex(hex_), to))
    return found


class ConvertRail(Auto[Front]):
    """[AGN 4.3.1, AGS 4.3.1] At the start of the German Strategic Movement Phase every line is extended by its roll."""

    rule = "AGN 4.3.1"

    def run(self, g: Front) -> None:
        """All lines, or with the optional concentrated thrust one of the player's choice."""
        lines = lines_to_extend(g)
        if not lines:
            return
        if g.setup.options["thrust"] or (g.paused and g.turn == PAUSE_REWARD_TURN):
            g.then(ChooseRailhead())
        else:
            g.then(*(ExtendLine(head, to) for head, to in lines))


class ChooseRailhead(Choice[Front]):
    """[AGN 4.3.1, AGS 4.3.1] Concentrated thrust (optional): only one railhead is extended, but farther."""

    rule = "AGN 4.3.1"
    quiet = True

    def seat(self, g: Front) -> Seat:
        """The German player."""
        return AXIS

    def prompt(self, g: Front, seat: Seat) -> str:
        """One of them."""
        return "Choose the one railhead that is extended this turn."

    def options(self, g: Front) -> Sequence[Action]:
        """Each line."""
        return [Action("extend", (head, to)) for head, to in lines_to_extend(g)]

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """A railhead and where it grows."""
        head, to = action.args
        return option(g, self.rule, f"Extend the railhead {hex_words(g, head)} toward {{hex}}", hex_=to)

    def choose(self, g: Front, action: Action) -> None:
        """Roll for that one."""
        g.then(ExtendLine(Hex(action.args[0]), Hex(action.args[1])))


class ExtendLine(Chance[Front]):
    """[AGN 4.3.1, AGS 4.3.1] A line is extended by 1d3 hexes, by 1d2 on turns 11 to 13; options add to it."""

    rule = "AGN 4.3.1"

    def __init__(self, head: Hex, to: Hex) -> None:
        self.head: Final = head
        self.to: Final = to

    def dice(self, g: Front) -> Dice:
        """One die."""
        return Dice.of(1, 6)

    def roller(self, g: Front) -> Seat:
        """The German player."""
        return AXIS

    def resolve(self, g: Front, roll: Roll) -> None:
        """Convert hex by hex."""
        face = roll[0]
        if g.paused and g.turn == PAUSE_REWARD_TURN:
            hexes = face + PAUSE_REWARD
        else:
            small = g.campaign.calendar.facts(g.turn)["rail"] == "1d2"
            hexes = (one_to_two(face) if small else one_to_three(face)) + (
                1 if g.setup.options["thrust"] else 0
            )
        lay(g, self.head, self.to, hexes)


def lay(g: Front, head: Hex, to: Hex, hexes: int) -> None:
    """Convert *to* and go on along the line; at a junction the player picks one branch."""
    laid: list[Hex] = []
    ways: list[Hex] = []
    while len(laid) < hexes and convertible(g) >> to & 1:
        g.converted |= 1 << to
        laid.append(to)
        ways = branches(g, head, to)
        if len(ways) != 1:
            break
        head, to = to, ways[0]
    if laid:
        g.tell(Converted(tuple(laid)))
    if len(ways) > 1 and len(laid) < hexes:
        g.then(PickBranch(head, to, hexes - len(laid)))


def branches(g: Front, head: Hex, here: Hex) -> list[Hex]:
    """The convertible hexes to which the line goes on from *here*."""
    ready = convertible(g)
    return [
        n for n in g.grid.neighbours(here) if n != head and ready >> n & 1 and (here, n) in g.campaign.rails
    ]


class PickBranch(Choice[Front]):
    """[AGN 4.3.1, AGS 4.3.1] At a junction the player selects one line; the others wait for a later turn."""

    rule = "AGN 4.3.1"

    def __init__(self, head: Hex, here: Hex, hexes: int) -> None:
        self.head: Final = head
        self.here: Final = here
        self.hexes: Final = hexes

    def seat(self, g: Front) -> Seat:
        """The German player."""
        return AXIS

    def prompt(self, g: Front, seat: Seat) -> str:
        """Where, and how far it still goes."""
        left = counted(self.hexes, "hex")
        return f"The railway forks at {hex_words(g, self.here)}: choose a branch, {left} to go."

    def options(self, g: Front) -> Sequence[Action]:
        """Each branch."""
        return [Action("branch", (h,)) for h in branches(g, self.head, self.here)]

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """A branch."""
        return option(g, self.rule, "Convert the line toward {hex}", hex_=action.args[0])

    def choose(self, g: Front, action: Action) -> None:
        """Go on along it."""
        lay(g, self.here, Hex(action.args[0]), self.hexes)
