"""The Ford: a complete rulebook in four paragraphs, for the tutorial and for the kernel's own tests."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from importlib.resources import files
from random import Random
from typing import Any, Final

from sandtable.kernel.actions import Action, Seat
from sandtable.kernel.board import Board
from sandtable.kernel.codec import read_step
from sandtable.kernel.events import Event
from sandtable.kernel.paragraphs import Paragraphs, parse_paragraphs
from sandtable.kernel.refusals import Refusal
from sandtable.kernel.rulebook import Result, Rulebook, Scenario, Switch, UnknownName, Wording, steps_in
from sandtable.kernel.state import Setup
from sandtable.kernel.tables import Tables, parse_table

from . import combat, movement, supply, victory
from .state import SEATS, Ford, Printed, picture_of
from .text import sentence, wording
from .view import disguise, fill_in, view

_HERE: Final = files(__name__)
_SWITCHES: Final = (
    Switch(name="turns", values=(6, 4, 10), text="How many turns the game lasts", rule="4"),
    Switch(
        name="night", values=(False, True), text="At night the river is crossed only at the ford", rule="1.1"
    ),
)


class FordRulebook(Rulebook[Ford]):
    """The four paragraphs of The Ford."""

    name = "ford"
    title = "The Ford"
    behaviour = 1
    scenarios = (
        Scenario(
            name="ford",
            title="The Ford",
            summary="Red must force the river and take the town of Furt; Blue holds it.",
            seats=SEATS,
            switches=_SWITCHES,
        ),
        Scenario(
            name="ford-counterstroke",
            title="The Ford: counterstroke",
            summary="Red is across with one company, and Blue strikes back.",
            seats=SEATS,
            switches=_SWITCHES,
        ),
    )
    steps = steps_in(movement, combat, supply, victory)

    @cached_property
    def tables(self) -> Tables:
        """Terrain and combat results."""
        names = ("combat", "terrain")
        return Tables(
            parse_table((_HERE / "tables" / f"{n}.toml").read_text("utf-8"), f"{n}.toml") for n in names
        )

    @cached_property
    def paragraphs(self) -> Paragraphs:
        """The four paragraphs and their parts."""
        return parse_paragraphs((_HERE / "paragraphs.toml").read_text("utf-8"), "ford/paragraphs.toml")

    def board(self, setup: Setup) -> Board:
        """The drawn board."""
        return self._printed(setup).board

    def _printed(self, setup: Setup) -> Printed:
        night = bool(setup.options.get("night", False))
        return Printed(picture_of(setup.scenario), self.tables_for(setup), night=night)

    def start(self, setup: Setup) -> Ford:
        """Units as drawn, the first turn to come."""
        g = Ford(setup, self._printed(setup))
        g.then(victory.Turn())
        return g

    def result(self, g: Ford) -> Result | None:
        """[4] Who has won."""
        return victory.result(g)

    def view(self, g: Ford, seat: Seat) -> dict[str, Any]:
        """[3.1] What *seat* may know."""
        return view(g, seat)

    def wording(self, g: Ford, seat: Seat, action: Action) -> Wording:
        """An option in words."""
        return wording(g, seat, action)

    def sentence(self, g: Ford, event: Event) -> str:
        """A line of the log."""
        return sentence(g, event) or self.kernel_sentence(g, event)

    def why_not(self, g: Ford, seat: Seat, verb: str, what: Mapping[str, str]) -> Refusal | None:
        """Explains "enter" (unit, hex) and "attack" (hex)."""
        if verb == "enter":
            return movement.move_refusal(g, seat, self._unit(g, what["unit"]), g.grid.hex(what["hex"]))
        if verb == "attack":
            return combat.attack_refusal(g, seat, g.grid.hex(what["hex"]))
        return super().why_not(g, seat, verb, what)

    def _unit(self, g: Ford, name: str) -> int:
        if name not in g.printed.numbers:
            raise UnknownName(f"there is no unit {name!r}; there are {', '.join(g.printed.numbers)}")
        return g.printed.numbers[name]

    def complaints(self, g: Ford) -> list[str]:
        """Two units in a hex, a unit off the map, or strength that cannot be."""
        placed = [h for h in g.hex_of if h >= 0]
        found = [f"hex {h} is not on the map" for h in placed if h not in g.grid]
        if len(set(placed)) != len(placed):
            found.append("two units are in one hex [1.3]")
        for unit, printed in enumerate(g.printed.units):
            least = 1 if g.hex_of[unit] >= 0 else 0
            if not least <= g.strength[unit] <= printed.strength:
                found.append(f"{printed.name} has strength {g.strength[unit]} of {printed.strength}")
        return found

    def disguise(self, g: Ford, seat: Seat, rng: Random) -> Ford:
        """[3.1] The same to *seat*, with the enemy's strength drawn anew."""
        return disguise(g, seat, rng)

    def guess(self, view: Mapping[str, Any], rng: Random) -> Ford:
        """[3.1] A position that fits *view*, with the enemy's strength drawn at random."""
        options = view["setup"]["options"]
        g = self.start(self.setup(view["scenario"], options))
        fill_in(g, view["position"], rng)
        g.agenda = [read_step(self, row) for row in view["position"]["agenda"]]
        return g


RULEBOOK: Final = FordRulebook()
