"""DAMOS: Army Group North, Army Group South, and both together with a reconstructed Army Group Center."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from importlib.resources import files
from random import Random
from typing import Any, ClassVar, Final

from sandtable import boards
from sandtable.kernel import (
    Action,
    Board,
    Editable,
    Layer,
    LetGo,
    Mark,
    Mustered,
    Odds,
    Preview,
    PrintedMatter,
    Reach,
    Refusal,
    Refused,
    Result,
    Rulebook,
    Scenario,
    Seat,
    Setup,
    StandingOrder,
    Switch,
    Table,
    events_in,
    steps_in,
)
from sandtable.kernel.game.codec import read_step

from .asking import review, standing_orders
from .asking.layers import layers
from .asking.marks import mark
from .asking.odds.odds import odds, odds_there
from .asking.preview import preview
from .asking.reach import reach
from .asking.why import why_not
from .cells import CELLS
from .judging.adjudicate import DamosAdjudicator
from .printed import SCENARIO_FILES, campaign, standard_campaign
from .seen import appearance, editable, fog, soundness, view
from .series import STEP_MODULES
from .series import events as series_events
from .series.combat import events as combat_events
from .series.exclusive import victory
from .series.position.campaign import Campaign
from .series.position.roster import SEATS
from .series.position.state import Front
from .series.sequence import GameTurn
from .series.setup import SetUpGame

_SWITCHES: Final = (
    Switch(
        name="setup",
        values=("historical", "free"),
        text="Units stand as in history, or the players set them up",
        rule="AGN 6.0",
    ),
    Switch(name="turns", values=(12, 13), text="How many half-month turns the game lasts", rule="AGN 1.0"),
    Switch(
        name="thrust", values=(False, True), text="Concentrated thrust: one railhead, 1d3+1", rule="AGN 4.3.1"
    ),
    Switch(
        name="pause",
        values=(False, True),
        text="The German player may pause on turn 4; goes with the thrust",
        rule="AGN 4.3.1",
    ),
    Switch(
        name="solitaire",
        values=(False, True),
        text="Playing alone: the defender chooses a posture before the attacker comes",
        rule="12.0",
    ),
)


class DamosRulebook(PrintedMatter, Rulebook[Front]):
    """The series rules with the exclusive rules of both games."""

    name = "damos"
    title = "Army Group North, Center, South (DAMOS)"
    behaviour = 3
    folder = files(__package__)
    # CRT, attrition, terrain, Combat Matrix, Counterattack Table.
    table_names = ("crt", "attrition", "terrain", "combat_matrix", "counterattack")
    scenario_files = SCENARIO_FILES
    cell_readers = CELLS
    adjudicator = DamosAdjudicator()
    scenarios = (
        Scenario(
            name="agn",
            title="Army Group North",
            summary="From the Neman to Leningrad, 22 June to December 1941.",
            seats=SEATS,
            board="agn",
            switches=_SWITCHES,
        ),
        Scenario(
            name="ags",
            title="Army Group South",
            summary="From Galicia and Romania to Kiev and Rostov, 22 June to December 1941.",
            seats=SEATS,
            board="ags",
            switches=_SWITCHES,
        ),
        Scenario(
            name="barbarossa",
            title="Barbarossa",
            summary="All three army groups on one map; Army Group Center is reconstructed.",
            seats=SEATS,
            board="barbarossa",
            switches=_SWITCHES,
        ),
    )
    appearance = appearance.APPEARANCE
    livery: ClassVar[Mapping[str, str]] = {
        "german": "field_grey",
        "finnish": "blue_white",
        "hungarian": "olive",
        "romanian": "sand",
        "soviet": "brown_red",
    }
    explains = why_not.EXPLAINS
    standing_questions = standing_orders.QUESTIONS
    steps = steps_in(*STEP_MODULES)
    events = events_in(series_events, combat_events)

    def setup(
        self,
        scenario: str,
        options: Mapping[str, int | str | bool] | None = None,
        tables: Iterable[Table] = (),
    ) -> Setup:
        """[AGN 4.3.1, AGS 4.3.1] A checked setup; the pause is combined with the thrust, and so brings it along (R-80)."""
        chosen = dict(options or {})
        if chosen.get("pause") is True and chosen.setdefault("thrust", True) is False:
            book = "AGS 4.3.1" if scenario == "ags" else "AGN 4.3.1"
            raise Refused(Refusal(book, "the option 'pause' is played together with 'thrust', which is off"))
        return super().setup(scenario, chosen, tables)

    def board(self, setup: Setup) -> Board:
        """The map of the scenario."""
        return boards.load(self.scenario(setup.scenario).board)

    def start(self, setup: Setup) -> Front:
        """Nobody on the map; the set-up is the first step."""
        g = Front(setup, self._campaign(setup))
        g.then(SetUpGame(), GameTurn())
        return g

    def _campaign(self, setup: Setup) -> Campaign:
        if setup.tables:
            return campaign(setup.scenario, self.tables_for(setup), self.document)
        return standard_campaign(setup.scenario, self.tables, self.document)

    def result(self, g: Front) -> Result | None:
        """[AGN 5.0] Who has won, once the last turn is over."""
        return victory.result(g)

    def view(self, g: Front, seat: Seat) -> dict[str, Any]:
        """[2.4] What *seat* may know."""
        return view.view(g, seat)

    def why_not(self, g: Front, seat: Seat, verb: str, what: Mapping[str, str]) -> Refusal | None:
        """[7.0] Why something may not be done now; ``explains`` lists the verbs."""
        return why_not.why_not(g, seat, verb, what)

    def layers(self, g: Front, seat: Seat) -> list[Layer]:
        """[2.5, 2.6, 2.9, 2.10] Control, zones, supply and the railway."""
        return layers(g, seat)

    def mark(self, g: Front, told: Mapping[str, Any]) -> Mark | None:
        """[4.0, 8.2] Turns and combats."""
        return mark(g, told)

    def unit_ids(self, g: Front) -> Sequence[str]:
        """The counters in the order of the roster."""
        return g.roster.ids

    def reach(self, g: Front, seat: Seat, action: Action | None) -> Reach | None:
        """[7.0, 6.0] Where the force now moving can go, or the one that *action* would set in motion."""
        return reach(g, seat, action)

    def preview(self, g: Front, seat: Seat, action: Action) -> Preview:
        """What an option would bring."""
        return preview(g, seat, action)

    def odds(self, g: Front, seat: Seat, action: Action | None) -> Odds | None:
        """[8.2] How the combat at hand may go, or the one that *action* would start."""
        return odds(g, seat, action)

    def odds_there(self, g: Front, seat: Seat, hex_: str, action: Action | None) -> Odds | None:
        """[8.0] How a combat at the end of a march may go."""
        return odds_there(g, seat, hex_, action)

    def muster(self, g: Front) -> Mapping[str, Mustered]:
        """Every unit on the map with what it has left."""
        return review.muster(g)

    def points_held(self, g: Front) -> Mapping[str, int]:
        """[AGN 5.0, AGS 5.0] What the Germans hold of what they are after."""
        return review.points_held(g)

    def let_go(self, g: Front, seat: Seat, action: Action) -> Sequence[LetGo[Front]]:
        """[8.0] Attacks that could have been made and were not."""
        return review.let_go(g, seat, action)

    def standing(self, g: Front, seat: Seat, orders: Sequence[StandingOrder]) -> Action | None:
        """[2.6.1] What standing orders answer to a question about reactions."""
        return standing_orders.standing(g, seat, orders)

    def order_complaint(self, g: Front, seat: Seat, order: StandingOrder) -> str | None:
        """What is wrong with the unit or hex that an order names."""
        return standing_orders.order_complaint(g, seat, order)

    def editable(self, g: Front) -> Editable:
        """What Control may write into the position."""
        return editable.editable(g)

    def after_edit(self, g: Front, columns: Collection[str]) -> None:
        """[2.4] Once Control has written strengths, nobody knows more of them than what is printed."""
        soundness.forget_bounds(g, columns)

    def complaints(self, g: Front) -> list[str]:
        """Units where they cannot be, strength, marks and numbers that cannot be."""
        return soundness.complaints(g)

    def disguise(self, g: Front, seat: Seat, rng: Random) -> Front:
        """[2.4, 8.4] The same to *seat*, with what is hidden from it drawn anew."""
        return fog.disguise(g, seat, rng)

    def guess(self, view: Mapping[str, Any], rng: Random) -> Front:
        """[2.4, 8.4] A position that fits *view*, with what is hidden drawn at random."""
        g = self.start(self.setup(view["scenario"], view["setup"]["options"]))
        fog.fill_in(g, view, rng, lambda row: read_step(self, row))
        return g


RULEBOOK: Final = DamosRulebook()
