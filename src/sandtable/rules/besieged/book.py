"""Russia Besieged: the combat card, exact, and the war in the east around it, reconstructed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from random import Random
from typing import Any, ClassVar, Final

from sandtable import boards
from sandtable.kernel import (
    Action,
    Board,
    Editable,
    Layer,
    Mark,
    Odds,
    Preview,
    PrintedMatter,
    Reach,
    Refusal,
    Result,
    Rulebook,
    Scenario,
    Seat,
    Setup,
    StandingOrder,
    Switch,
    events_in,
    steps_in,
)
from sandtable.kernel.game.codec import read_step

from . import combat, events
from .asking import layers, marks, odds, preview, reach, standing_orders, why_not
from .fight import advances, declaring, losses, retreats
from .judging.adjudicate import BesiegedAdjudicator
from .position.campaign import BOARD, SCHEDULE, UNITS, Campaign, campaign, standard_campaign
from .position.roster import AXIS, SEATS, SOVIET
from .position.set_up import set_up
from .position.war import War
from .seen import appearance, editable, soundness, view
from .turn import (
    arrivals,
    ending,
    movement,
    nations,
    placement,
    rail,
    replacements,
    sea,
    sequence,
    supply_check,
    weather,
)

_SWITCHES: Final = (
    Switch(
        name="air",
        values=("by year", "constant"),
        text="Air units follow the years, or stay as they were in 1941",
        rule="Air Pool",
    ),
    Switch(
        name="city_doubles",
        values=(False, True),
        text="Defenders of a Major City are doubled",
        rule="Factors",
    ),
    Switch(
        name="setup",
        values=("historical", "free"),
        text="Units begin in their places, or the Soviets and then the Axis place them near by",
        rule="Placement",
    ),
)
_STEP_MODULES: Final = (
    *(combat, declaring, losses, retreats, advances),
    *(
        placement,
        sequence,
        weather,
        replacements,
        arrivals,
        rail,
        sea,
        movement,
        supply_check,
        nations,
        ending,
    ),
)


class BesiegedRulebook(PrintedMatter, Rulebook[War]):
    """The card of Russia Besieged, and the game on the board."""

    name = "besieged"
    title = "Russia Besieged"
    behaviour = 5
    folder = files(__package__)
    table_names = ("crt", "blitzkrieg", "modifiers", "air_support", "sudden_death")
    scenario_files = (SCHEDULE, UNITS)
    steps = steps_in(*_STEP_MODULES)
    events = events_in(events)
    adjudicator = BesiegedAdjudicator()
    scenarios = (
        Scenario(
            name="besieged-1941",
            title="Besieged 1941",
            summary="From the border to the gates of Moscow: four turns, an evening.",
            seats=SEATS,
            board=BOARD,
            switches=_SWITCHES,
        ),
        Scenario(
            name="besieged",
            title="Russia Besieged",
            summary="The whole war in the east, May 1941 to June 1945, in twenty-five turns.",
            seats=SEATS,
            board=BOARD,
            switches=_SWITCHES,
        ),
    )
    appearance = appearance.APPEARANCE
    livery: ClassVar[Mapping[str, str]] = {
        "german": "field_grey",
        "finnish": "blue_white",
        "hungarian": "olive",
        "romanian": "sand",
        "italian": "stone",
        "slovak": "stone",
        "soviet": "brown_red",
        "polish": "brown_red",
        "soviet_romanian": "brown_red",
        "bulgarian": "brown_red",
    }
    explains = why_not.EXPLAINS
    standing_questions = standing_orders.QUESTIONS

    # ---- play

    def board(self, setup: Setup) -> Board:
        """The map of the whole front."""
        return boards.load(BOARD)

    def start(self, setup: Setup) -> War:
        """[Set-up, Placement] The units of the first turn in their places, or to be placed; the first turn to come."""
        g = War(setup, self._campaign(setup))
        set_up(g)
        g.then(sequence.GameTurn())
        if setup.options["setup"] == "free":
            g.then(placement.Placement(SOVIET), placement.Placement(AXIS))
        return g

    def _campaign(self, setup: Setup) -> Campaign:
        if setup.tables:
            return campaign(self.tables_for(setup), self.document)
        return standard_campaign(self.tables, self.document)

    def result(self, g: War) -> Result | None:
        """[Victory, Victory 1941] Who has won, once it is over."""
        return ending.result(g)

    def view(self, g: War, seat: Seat) -> dict[str, Any]:
        """Everything, for nothing is hidden."""
        return view.view(g, seat)

    # ---- study

    def why_not(self, g: War, seat: Seat, verb: str, what: Mapping[str, str]) -> Refusal | None:
        """Why something may not be done now; ``explains`` lists the verbs."""
        return why_not.why_not(g, seat, verb, what)

    def layers(self, g: War, seat: Seat) -> list[Layer]:
        """[Control, Zones, Supply, Rail, Weather] Control, zones, supply, railways and the weather."""
        return layers.layers(g)

    def reach(self, g: War, seat: Seat, action: Action | None) -> Reach | None:
        """[Movement, Rail] Where the unit now moving can go, or the one that *action* picks."""
        return reach.reach(g, action)

    def preview(self, g: War, seat: Seat, action: Action) -> Preview:
        """What an option would bring."""
        return preview.preview(g, seat, action)

    def odds(self, g: War, seat: Seat, action: Action | None) -> Odds | None:
        """[CRT, Blitzkrieg] How the combat at hand may go, or the one that *action* would bring about."""
        return odds.odds(g, seat, action)

    def mark(self, g: War, told: Mapping[str, Any]) -> Mark | None:
        """[Sequence, Declaring] Turns and combats."""
        return marks.mark(g, told)

    def unit_ids(self, g: War) -> Sequence[str]:
        """The counters in the order of the roster."""
        return g.roster.ids

    def standing(self, g: War, seat: Seat, orders: Sequence[StandingOrder]) -> Action | None:
        """[Field Marshals, City Step] What standing orders answer for the side that is attacked."""
        return standing_orders.standing(g, seat, orders)

    def order_complaint(self, g: War, seat: Seat, order: StandingOrder) -> str | None:
        """What is wrong with the unit or hex that an order names."""
        return standing_orders.order_complaint(g, order)

    # ---- Control, and what is hidden

    def editable(self, g: War) -> Editable:
        """What Control may write into the position."""
        return editable.editable(g)

    def complaints(self, g: War) -> list[str]:
        """Units where they cannot be, steps, marks and numbers that cannot be."""
        return soundness.complaints(g)

    def guess(self, view_: Mapping[str, Any], rng: Random) -> War:
        """The position that a view shows: there is nothing to guess."""
        g = War(
            self.setup(view_["scenario"], view_["setup"]["options"]),
            standard_campaign(self.tables, self.document),
        )
        view.restore(g, view_["position"])
        g.agenda = [read_step(self, row) for row in view_["position"]["agenda"]]
        return g


RULEBOOK: Final = BesiegedRulebook()
