"""Land Combat Rules 1942-1945: front lines, flags and effectiveness; combats and raids, exact, and the Eastern Front around them."""

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
    Paper,
    PrintedMatter,
    Refusal,
    Result,
    Rulebook,
    Scenario,
    Seat,
    Setup,
    Switch,
    asked,
    events_in,
    options,
    steps_in,
)
from sandtable.kernel.game.codec import read_step

from . import bombing, combat, events
from .asking import layers, marks, odds, why_not
from .fight import aftermath, casualties, engaging
from .judging.adjudicate import FrontlineAdjudicator
from .position.campaign import BOARD, DEPLOYMENT, WAR, Campaign, standard_campaign
from .position.commands import SEATS, SEATS_WITH_FRONTS
from .position.set_up import set_up
from .position.war import War
from .seen import appearance, editable, hidden, paper, soundness, view
from .turn import (
    card_play,
    closing,
    commitment,
    deployment,
    ending,
    flagging,
    industry,
    raids,
    sequence,
    straightening,
    update,
)

_SWITCHES: Final = (
    Switch(
        name="fog",
        values=(False, True),
        text="Of enemy hexes only the class of CV is seen (1-3, 4-7, 8-14, 15+)",
        rule="Resources",
    ),
    Switch(
        name="sealed_flags",
        values=(False, True),
        text="Both sides write their flags at once, sealed",
        rule="Sequence 4",
    ),
    Switch(
        name="bombing",
        values=(False, True),
        text="The western Allies bomb Germany; the Soviet command plots their raids",
        rule="Bombing Industry",
    ),
    Switch(
        name="wishes",
        values=(False, True),
        text="Cards may be played for advantages that Control judges",
        rule="Card Other",
    ),
)
_SIDES: Final = {"germany": "axis", "axis_allies": "axis", "soviets": "soviet"}
_SIDES_WITH_FRONTS: Final = {seat: "axis" if n < 2 else "soviet" for n, seat in enumerate(SEATS_WITH_FRONTS)}
_STEP_MODULES: Final = (
    *(combat, bombing, engaging, casualties, aftermath),
    *(sequence, industry, deployment, raids, closing, flagging, commitment, card_play),
    *(update, straightening, ending),
)


def _scenario(name: str, title: str, summary: str) -> tuple[Scenario, Scenario]:
    """A scenario with the USSR as one command, and the same with a Stavka and three fronts."""
    whole = Scenario(
        name=name, title=title, summary=summary, seats=SEATS, board=BOARD, switches=_SWITCHES, sides=_SIDES
    )
    fronts = Scenario(
        name=f"{name}-fronts",
        title=f"{title}, by fronts",
        summary=f"{summary} The Stavka allots Pool and flags to a northern, a central and a southern front.",
        seats=SEATS_WITH_FRONTS,
        board=BOARD,
        switches=_SWITCHES,
        sides=_SIDES_WITH_FRONTS,
    )
    return whole, fronts


class FrontlineRulebook(PrintedMatter, Rulebook[War]):
    """The land combat rules, and the game on the board."""

    name = "frontline"
    title = "Land Combat Rules 1942-1945"
    behaviour = 5
    folder = files(__package__)
    table_names = ("results", "losses", "terrain", "bomber_range")
    scenario_files = (WAR, DEPLOYMENT)
    steps = steps_in(*_STEP_MODULES)
    events = events_in(events)
    adjudicator = FrontlineAdjudicator()
    scenarios = (
        *_scenario(
            "frontline-1943",
            "Frontline 1943",
            "From July 1943 to Berlin in eight turns: sealed sheets for an evening.",
        ),
        *_scenario(
            "frontline", "Frontline 1942-45", "The Eastern Front from March 1942 on in thirteen turns."
        ),
    )
    appearance = appearance.APPEARANCE
    livery: ClassVar[Mapping[str, str]] = {
        "axis": "field_grey",
        "soviet": "brown_red",
        "germany": "field_grey",
        "finland": "blue_white",
        "romania": "sand",
        "hungary": "olive",
        "italy": "stone",
        "ussr": "brown_red",
    }
    explains = why_not.EXPLAINS

    # ---- play

    def board(self, setup: Setup) -> Board:
        """The Eastern Front at a hundred miles a hex."""
        return boards.load(BOARD)

    def start(self, setup: Setup) -> War:
        """[Set-up] The position of the scenario, its first turn to come."""
        g = War(setup, self._campaign(setup))
        set_up(g)
        g.then(sequence.GameTurn())
        return g

    def _campaign(self, setup: Setup) -> Campaign:
        if setup.tables:
            return Campaign(setup.scenario, self.tables_for(setup), self.document)
        return standard_campaign(setup.scenario, self.tables, self.document)

    def paper(self, scenario: Scenario, seat: str) -> Paper:
        """[Sequence 1, Advantage Cards] A command's nations turn by turn, its hand, and the sheets it writes."""
        campaign = standard_campaign(scenario.name, self.tables, self.document)
        return paper.paper(campaign, scenario.seats, seat)

    def result(self, g: War) -> Result | None:
        """[Victory] Who has won, once it is over."""
        return ending.result(g)

    def view(self, g: War, seat: Seat) -> dict[str, Any]:
        """What *seat* may know."""
        return view.view(g, seat)

    # ---- study

    def why_not(self, g: War, seat: Seat, verb: str, what: Mapping[str, str]) -> Refusal | None:
        """Why something may not be done now; ``explains`` lists the verbs."""
        return why_not.why_not(g, seat, verb, what)

    def layers(self, g: War, seat: Seat) -> list[Layer]:
        """[Front Line, Fortified Hexside, Pool] The line, works, flags, routes and cities."""
        return layers.layers(g, seat)

    def odds(self, g: War, seat: Seat, action: Action | None) -> Odds | None:
        """[Results Table] How the combat at hand may go."""
        return odds.odds(g, seat, action)

    def draft_odds(self, g: War, seat: Seat, draft: Sequence[Action], line: Action) -> Odds | None:
        """[Results Table] How the attack that a sheet plans may go."""
        return odds.draft_odds(g, seat, draft, line)

    def mark(self, g: War, told: Mapping[str, Any]) -> Mark | None:
        """[Sequence, Sequence 7] Turns and combats."""
        return marks.mark(g, told)

    # ---- Control, and what is hidden

    def editable(self, g: War) -> Editable:
        """What Control may write into the position."""
        return editable.editable(g)

    def complaints(self, g: War) -> list[str]:
        """Points where they cannot be, gaps in the line, numbers that cannot be."""
        return soundness.complaints(g)

    def disguise(self, g: War, seat: Seat, rng: Random) -> War:
        """The same to *seat*, with what is hidden from it drawn anew."""
        return hidden.disguise(g, seat, rng)

    def guess(self, view_: Mapping[str, Any], rng: Random) -> War:
        """A position that fits a view: what is hidden is left empty, and others have sealed what they usually would."""
        setup = self.setup(view_["scenario"], view_["setup"]["options"])
        g = War(setup, standard_campaign(setup.scenario, self.tables, self.document))
        view.restore(g, view_["position"])
        g.agenda = [read_step(self, row) for row in view_["position"]["agenda"]]
        waited_for = {self.seat(setup, name) for name in view_["asked"] if name in setup.seats}
        sealing = [seat for seat in asked(g) if seat not in waited_for]
        if waited_for:
            g.sealed = tuple((seat, options(g, seat)[0]) for seat in sealing)
        return g


RULEBOOK: Final = FrontlineRulebook()
