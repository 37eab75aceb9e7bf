"""Airborne: the operational playsheet of an airborne operation in 1944, adjudicated procedure by procedure."""

from __future__ import annotations

from functools import cached_property
from importlib.resources import files
from typing import Any, Final, NoReturn

from sandtable.kernel.actions import Action, Seat
from sandtable.kernel.board import Board
from sandtable.kernel.events import Event
from sandtable.kernel.paragraphs import Paragraphs, parse_paragraphs
from sandtable.kernel.rulebook import Result, Rulebook, UnknownName, Wording, steps_in
from sandtable.kernel.state import Setup
from sandtable.kernel.tables import Tables, parse_table

from . import air, combat, flak, interdiction, recce, resupply, supply
from .adjudicate import AirborneAdjudicator
from .state import Operation

_HERE: Final = files(__name__)
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


class AirborneRulebook(Rulebook[Operation]):
    """The playsheet with our rulings."""

    name = "airborne"
    title = "Airborne: the operational playsheet"
    behaviour = 1
    scenarios = ()
    steps = steps_in(air, combat, flak, interdiction, recce, resupply, supply)
    adjudicator = AirborneAdjudicator()

    @cached_property
    def tables(self) -> Tables:
        """Every table of the sheet, and its lists of factors."""
        return Tables(parse_table(_read(f"tables/{n}.toml"), f"airborne/tables/{n}.toml") for n in _TABLES)

    @cached_property
    def paragraphs(self) -> Paragraphs:
        """The sections of the sheet under numbers of our own."""
        return parse_paragraphs(_read("paragraphs.toml"), "airborne/paragraphs.toml")

    def board(self, setup: Setup) -> Board:
        """There is none yet."""
        self._no_board()

    def start(self, setup: Setup) -> Operation:
        """There is no game yet."""
        self._no_board()

    def result(self, g: Operation) -> Result | None:
        """An adjudication is not won or lost."""
        self._no_board()

    def view(self, g: Operation, seat: Seat) -> dict[str, Any]:
        """An adjudication is seen by Control alone."""
        self._no_board()

    def wording(self, g: Operation, seat: Seat, action: Action) -> Wording:
        """Nobody chooses in an adjudication."""
        self._no_board()

    def sentence(self, g: Operation, event: Event) -> str:
        """An adjudication is told by its adjudicator."""
        self._no_board()

    def _no_board(self) -> NoReturn:
        raise UnknownName(
            f"{self.title} has no board and no scenarios yet; its single procedures are adjudicated with 'resolve' and 'odds'"
        )


def _read(name: str) -> str:
    return (_HERE / name).read_text("utf-8")


RULEBOOK: Final = AirborneRulebook()
