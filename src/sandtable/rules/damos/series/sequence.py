"""[4.0] The sequence of play, [11.0] the reset, and what begins and ends a turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel import Action, Auto, Choice, Hex, Roll, Seat, SideAuto, Wording, members

from .activation import spread_demoralization
from .events import AttacksExpected, CossacksRide, GameEnded, PhaseBegan, TurnBegan
from .exclusive.closed import EXPECTATION_TURN
from .exclusive.rail import ConvertRail
from .exclusive.victory import judge
from .marching import PAUSE_TURN
from .operations import OperationsPhase
from .position.questions import GermanChoice
from .position.roster import AXIS, SOVIET
from .position.state import Air, Front
from .position.words import force_option, option
from .replacements import ReplacementPhase
from .small_dice import SovietThree, one_to_three
from .strategic import StrategicPhase
from .surrender import SurrenderPhase

COSSACKS_FROM: Final = 10


class GameTurn(Auto[Front]):
    """[4.0] A game turn: the German player turn, then the Russian; the game ends with the last one."""

    rule = "4.0"

    def run(self, g: Front) -> None:
        """Begin the next turn, or end the game."""
        if g.turn == last_turn(g):
            winner, level, _ = judge(g)
            g.tell(GameEnded(winner, level))
            return
        g.turn += 1
        g.shipped = 0
        for area in range(len(g.air)):
            g.air[area] = Air.BOTH
            g.air_failures[area] = 0
        g.tell(TurnBegan(g.turn))
        before = [ChooseCossacks(area) for area in range(len(g.air))] if g.turn >= COSSACKS_FROM else []
        # [AGN 4.8.1, AGS 4.6.1] There is no Russian player turn on turn 1.
        players = [PlayerTurn(AXIS), PlayerTurn(SOVIET)] if g.turn > 1 else [PlayerTurn(AXIS)]
        g.then(*before, *players, EndTurn(), self)


def last_turn(g: Front) -> int:
    """[AGN 1.0, AGS 1.0] July to December is twelve turns; thirteen as an option (R-01)."""
    return int(g.setup.options["turns"])


class EndTurn(Auto[Front]):
    """[4.0] The game turn ends; Cossacks are ordinary cavalry again."""

    rule = "4.0"

    def run(self, g: Front) -> None:
        """Take the tags off."""
        for unit in range(len(g.cossack)):
            g.cossack[unit] = 0


class PlayerTurn(SideAuto[Front]):
    """[4.0] Reinforcements and replacements, strategic movement, operations, surrender, reset."""

    rule = "4.0"

    def run(self, g: Front) -> None:
        """The five phases."""
        g.phasing = self.side
        g.order_closed = 0
        expected = (
            [ExpectAttacks(area) for area, name in enumerate(g.campaign.areas) if name != "center"]
            if self.side == SOVIET and g.turn == EXPECTATION_TURN
            else []
        )
        pause = (
            [OperationalPause()]
            if self.side == AXIS and g.turn == PAUSE_TURN and g.setup.options["pause"]
            else []
        )
        rail = [Phase("rail conversion"), ConvertRail()] if self.side == AXIS else []
        g.then(
            *expected,
            *pause,
            Phase("replacements"),
            ReplacementPhase(),
            *rail,
            Phase("strategic movement"),
            StrategicPhase(),
            Phase("operations"),
            OperationsPhase(),
            Phase("surrender"),
            SurrenderPhase(),
            Reset(self.side),
        )


class Phase(Auto[Front]):
    """[4.0] A phase begins."""

    rule = "4.0"

    def __init__(self, name: str) -> None:
        self.name: Final = name

    def run(self, g: Front) -> None:
        """Say so; demoralization has spread in stacks by now (R-76)."""
        spread_demoralization(g)
        g.tell(PhaseBegan(g.phasing, self.name))


class Reset(SideAuto[Front]):
    """[11.0] The phasing player's spent units are fresh again; enemies that reacted stay spent."""

    rule = "11.0"

    def run(self, g: Front) -> None:
        """Turn them upright."""
        g.spend(g.roster.of_side[self.side], yes=False)
        spread_demoralization(g)


class OperationalPause(GermanChoice):
    """[AGN 4.3.1, AGS 4.3.1] Super-optional: on turn 4 the German player may pause all ZOI-capable forces."""

    rule = "AGN 4.3.1"

    def prompt(self, g: Front, seat: Seat) -> str:
        """What it would mean."""
        return "Will you take the operational pause? All ZOI-capable forces stand still this turn."

    def options(self, g: Front) -> Sequence[Action]:
        """To pause, or not."""
        return [Action("press_on"), Action("pause")]

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """Yes or no."""
        if action.verb == "pause":
            return option(g, self.rule, "Operational pause: ZOI-capable forces stand still this turn")
        return option(g, self.rule, "No pause: the offensive goes on")

    def choose(self, g: Front, action: Action) -> None:
        """Note it: the reward comes on turn 5, the Russian points double on turns 5 and 6."""
        g.paused = int(action.verb == "pause")


class ExpectAttacks(SovietThree):
    """[AGN 4.8.3, AGS 4.6.3] On turn 2 the Russians must make 1d3 attacks in the area (R-28)."""

    rule = "AGN 4.8.3"

    def __init__(self, area: int) -> None:
        self.area: Final = area

    def resolve(self, g: Front, roll: Roll) -> None:
        """The number is open to all (R-73); ``note_attack`` counts."""
        g.expected[self.area] = one_to_three(roll[0])
        g.tell(AttacksExpected(self.area, g.expected[self.area]))


class ChooseCossacks(Choice[Front]):
    """[AGN 4.11, AGS 4.9] From turn 10 the Russian player names one hex whose units count as ZOI-capable this turn."""

    rule = "AGN 4.11"

    def __init__(self, area: int) -> None:
        self.area: Final = area

    def seat(self, g: Front) -> Seat:
        """The Russian player."""
        return SOVIET

    def prompt(self, g: Front, seat: Seat) -> str:
        """In which area."""
        where = f" in the {g.campaign.areas[self.area]}" if len(g.campaign.areas) > 1 else ""
        return f"Cossacks: name one hex{where} whose units count as ZOI-capable this turn, or none."

    def options(self, g: Front) -> Sequence[Action]:
        """Each hex with Russian units in the area, or none."""
        hexes = [h for h in members(g.occupied[SOVIET]) if g.area_of(Hex(h)) == self.area]
        return [Action("no_cossacks"), *(Action("cossacks", (h,)) for h in hexes)]

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """A hex with all its units, or none."""
        if action.verb == "cossacks":
            text = "Cossacks: {force} in {hex}"
            return force_option(g, self.rule, text, seat, action.args[0], everyone=True)
        return option(g, self.rule, "No Cossacks this turn")

    def choose(self, g: Front, action: Action) -> None:
        """Tag the units that stand there (R-72)."""
        if action.verb == "cossacks":
            for unit in g.units(Hex(action.args[0]), SOVIET):
                g.cossack[unit] = 1
            g.tell(CossacksRide(action.args[0]))
