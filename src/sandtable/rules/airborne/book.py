"""Airborne: the operational playsheet of an airborne operation in 1944, procedure by procedure, and Market Garden around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from random import Random
from typing import Any, ClassVar, Final

from sandtable import boards
from sandtable.kernel import (
    CONTROL,
    Action,
    Board,
    Editable,
    Layer,
    Mark,
    Odds,
    PrintedMatter,
    Reach,
    Refusal,
    Result,
    Rulebook,
    Scenario,
    Seat,
    Setup,
    asked,
    events_in,
    options,
    steps_in,
)
from sandtable.kernel.game.codec import read_step
from sandtable.kernel.machine.actions import CONTROL_NAME

from . import air, combat, events, flak, interdiction, recce, resupply, supply
from .air_phase import bombing, fighters, lifts, phase, resupplying, scouting, weather
from .air_phase import events as air_events
from .asking import layers, marks, odds, reach, why_not
from .fight import aftermath, engaging, forming
from .fight import events as fight_events
from .judging.adjudicate import AirborneAdjudicator
from .position.corridor import Corridor, Plan, standard_plan
from .position.places import set_up
from .scenario.campaign import campaign, scenario_entry
from .scenario.pieces import BOARD
from .scenario.switches import SWITCHES
from .seen import appearance, editable, hidden, restoring, soundness, view
from .turn import demolition, ending, marching, orders, sequence, supplying
from .turn import events as turn_events

_TABLES: Final = (
    "movement",
    "factors",
    "artillery",
    "air_ground",
    "results",
    "recce",
    "air_to_air",
    "air_losses",
    "flak",
    "interdiction",
    "resupply",
    "resupply_factors",
)
_STEP_MODULES: Final = (
    *(air, combat, flak, interdiction, recce, resupply, supply),
    *(phase, scouting, fighters, lifts, bombing, resupplying, weather),
    *(sequence, orders, demolition, marching, forming, engaging, aftermath, supplying, ending),
)


def _scenario(name: str, summary: str) -> Scenario:
    printed = scenario_entry(name)
    return Scenario(
        name=name,
        title=printed.title,
        summary=summary,
        seats=tuple(command.id for command in printed.command),
        board=BOARD,
        switches=SWITCHES,
        sides={command.id: command.side for command in printed.command},
        titles={command.id: command.name for command in printed.command},
    )


class AirborneRulebook(PrintedMatter, Rulebook[Corridor]):
    """The playsheet with our rulings, and the game on the board."""

    name = "airborne"
    title = "Airborne: the operational playsheet"
    behaviour = 5
    folder = files(__package__)
    table_names = _TABLES
    steps = steps_in(*_STEP_MODULES)
    events = events_in(events, turn_events, fight_events, air_events)
    adjudicator = AirborneAdjudicator()
    scenarios = (
        _scenario(
            "arnhem",
            "One airborne division against II SS Panzer Corps, two commands, fourteen turns: the game to learn it by.",
        ),
        _scenario(
            "market-garden-evening",
            "The corridor to the night of 20 September: ten commands, sealed sheets, fourteen turns.",
        ),
        _scenario(
            "market-garden", "The whole operation in thirty-four turns of six hours, by up to ten commands."
        ),
    )
    appearance = appearance.APPEARANCE
    livery: ClassVar[Mapping[str, str]] = {"allied": "olive", "german": "field_grey"}
    explains = why_not.EXPLAINS

    # ---- play

    def board(self, setup: Setup) -> Board:
        """The corridor at one kilometre a cell."""
        return boards.load(BOARD)

    def start(self, setup: Setup) -> Corridor:
        """[16.1] The position of the scenario, its first turn to come."""
        g = Corridor(setup, self._plan(setup))
        set_up(g)
        g.then(sequence.GameTurn())
        return g

    def _plan(self, setup: Setup) -> Plan:
        if setup.tables:
            return Plan(campaign(setup.scenario), self.tables_for(setup))
        return standard_plan(setup.scenario, self.tables)

    def result(self, g: Corridor) -> Result | None:
        """[14] Who has won, once it is over."""
        return ending.result(g)

    def view(self, g: Corridor, seat: Seat) -> dict[str, Any]:
        """What *seat* may know."""
        return view.view(g, seat)

    # ---- study

    def why_not(self, g: Corridor, seat: Seat, verb: str, what: Mapping[str, str]) -> Refusal | None:
        """Why something may not be done now; ``explains`` lists the verbs."""
        return why_not.why_not(g, seat, verb, what)

    def layers(self, g: Corridor, seat: Seat) -> list[Layer]:
        """[15.1, 18.1] Crossings, supply, drop zones."""
        return layers.layers(g, seat)

    def reach(self, g: Corridor, seat: Seat, action: Action | None) -> Reach | None:
        """[1.1] Where the unit of an order can go."""
        return reach.reach(g, seat, action)

    def draft_odds(self, g: Corridor, seat: Seat, draft: Sequence[Action], line: Action) -> Odds | None:
        """[5] How the attack that a sheet plans may go."""
        return odds.draft_odds(g, seat, draft, line)

    def mark(self, g: Corridor, told: Mapping[str, Any]) -> Mark | None:
        """[12, 2] Turns and combats."""
        return marks.mark(g, told)

    def unit_ids(self, g: Corridor) -> Sequence[str]:
        """The units by their numbers, named as in the view of their own side."""
        return tuple(unit.id for unit in g.campaign.units)

    # ---- Control, and what is hidden

    def editable(self, g: Corridor) -> Editable:
        """What Control may write into the position."""
        return editable.editable(g)

    def complaints(self, g: Corridor) -> list[str]:
        """Units where they cannot be, numbers that cannot be."""
        return soundness.complaints(g)

    def disguise(self, g: Corridor, seat: Seat, rng: Random) -> Corridor:
        """The same to *seat*, with what is hidden from it drawn anew."""
        return hidden.disguise(g, seat, rng)

    def guess(self, view_: Mapping[str, Any], rng: Random) -> Corridor:
        """A position that fits a view: whom nobody has seen is not there, and others have sealed empty sheets."""
        setup = self.setup(view_["scenario"], view_["setup"]["options"])
        seat = CONTROL if view_["seat"] == CONTROL_NAME else self.seat(setup, view_["seat"])
        g = restoring.restore(
            Corridor(setup, standard_plan(setup.scenario, self.tables)), seat, view_["position"]["known"]
        )
        g.agenda = [read_step(self, row) for row in view_["position"]["known"]["agenda"]]
        waited_for = {self.seat(setup, name) for name in view_["asked"] if name in setup.seats}
        if waited_for:
            g.sealed = tuple((who, options(g, who)[0]) for who in asked(g) if who not in waited_for)
        return g


RULEBOOK: Final = AirborneRulebook()
