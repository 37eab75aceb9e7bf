"""The Ford: a complete rulebook in four paragraphs, for the tutorial and for the kernel's own tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from random import Random
from typing import Any, ClassVar, Final

from sandtable.kernel import (
    Action,
    Board,
    Editable,
    Layer,
    LetGo,
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
    Switch,
    UnknownName,
    answer,
    asked,
    events_in,
    options,
    steps_in,
    top,
)
from sandtable.kernel.game.codec import read_step

from . import combat, events, movement, study, supply, survivors, victory
from .editable import editable
from .state import BLUE, RED, SEATS, Ford, Printed, picture_of
from .view import APPEARANCE, disguise, fill_in, view

# What the town is worth in the afterword, in points of strength.
TOWN: Final = 4
# --8<-- [start:scenarios]
_SWITCHES: Final = (
    Switch(name="turns", values=(6, 4, 10), text="How many turns the game lasts", rule="4"),
    Switch(
        name="night", values=(False, True), text="At night the river is crossed only at the ford", rule="1.1"
    ),
)


class FordRulebook(PrintedMatter, Rulebook[Ford]):
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
    livery: ClassVar[Mapping[str, str]] = {"red": "brown_red", "blue": "blue_white"}
    appearance = APPEARANCE
    steps = steps_in(movement, combat, supply, survivors, victory)
    events = events_in(events)
    # --8<-- [end:scenarios]

    # --8<-- [start:printed]
    folder = files(__name__)
    table_names = ("combat", "terrain")

    def board(self, setup: Setup) -> Board:
        """The drawn board."""
        return self._printed(setup).board

    def _printed(self, setup: Setup) -> Printed:
        night = bool(setup.options.get("night", False))
        return Printed(picture_of(setup.scenario), self.tables_for(setup), night=night)
        # --8<-- [end:printed]

    # --8<-- [start:play]
    def start(self, setup: Setup) -> Ford:
        """Units as drawn, the first turn to come."""
        g = Ford(setup, self._printed(setup))
        g.then(victory.Turn())
        return g

    def result(self, g: Ford) -> Result | None:
        """[4] Who has won."""
        return victory.result(g)
        # --8<-- [end:play]

    # --8<-- [start:view]
    def view(self, g: Ford, seat: Seat) -> dict[str, Any]:
        """[3.1] What *seat* may know."""
        return view(g, seat)
        # --8<-- [end:view]

    # --8<-- [start:whynot]
    explains: ClassVar[Mapping[str, tuple[str, ...]]] = {"enter": ("unit", "hex"), "attack": ("hex",)}

    def why_not(self, g: Ford, seat: Seat, verb: str, what: Mapping[str, str]) -> Refusal | None:
        """Explains "enter" (unit, hex) and "attack" (hex)."""
        step = top(g)
        if verb == "enter":
            unit, to = self._unit(g, self.named(what, "unit")), g.grid.hex(self.named(what, "hex"))
            if not isinstance(step, movement.Move) or step.side != seat:
                return Refusal("1", "units move only while their own side is moving")
            return movement.move_refusal(g, seat, unit, to)
        if verb == "attack":
            to = g.grid.hex(self.named(what, "hex"))
            if not isinstance(step, combat.Attack) or step.side != seat:
                return Refusal("2", "units attack only after their own side's movement")
            return combat.attack_refusal(g, seat, to)
        raise UnknownName(f"{verb!r} is not explained; enter and attack are")

    def _unit(self, g: Ford, name: str) -> int:
        if name not in g.printed.numbers:
            raise UnknownName(f"there is no unit {name!r}; there are {', '.join(g.printed.numbers)}")
        return g.printed.numbers[name]
        # --8<-- [end:whynot]

    # --8<-- [start:study]
    def layers(self, g: Ford, seat: Seat) -> list[Layer]:
        """Zones and supply."""
        return study.layers(g, seat)

    def reach(self, g: Ford, seat: Seat, action: Action | None) -> Reach | None:
        """Where the unit that *action* moves could go."""
        return study.reach(g, action)

    def preview(self, g: Ford, seat: Seat, action: Action) -> Preview:
        """What an option would bring."""
        return study.preview(g, seat, action)

    def odds(self, g: Ford, seat: Seat, action: Action | None) -> Odds | None:
        """How an attack may go."""
        return study.odds(study.known(g, seat), seat, action)

    def unit_ids(self, g: Ford) -> Sequence[str]:
        """The counters by their numbers."""
        return tuple(g.printed.numbers)

    def mark(self, g: Ford, told: Mapping[str, Any]) -> Mark | None:
        """Turns and attacks."""
        return study.mark(g, told)
        # --8<-- [end:study]

    # --8<-- [start:review]
    def points_held(self, g: Ford) -> Mapping[str, int]:
        """The town is worth a company."""
        return {SEATS[g.holder]: TOWN}

    def let_go(self, g: Ford, seat: Seat, action: Action) -> Sequence[LetGo[Ford]]:
        """Attacks that could have been made and were not."""
        return study.let_go(g, action)
        # --8<-- [end:review]

    def editable(self, g: Ford) -> Editable:
        """What Control may write into the position."""
        return editable(g)

    # --8<-- [start:laboratory]
    def complaints(self, g: Ford) -> list[str]:
        """Two units in a hex, a unit off the map, strength or a turn that cannot be, a combat without its units."""
        count = len(g.printed.units)
        for name in g.COLUMNS:
            if len(getattr(g, name)) != count:
                return [f"{name} has {len(getattr(g, name))} entries for {count} units"]
        placed = [h for h in g.hex_of if h >= 0]
        found = [f"hex {h} is not on the map" for h in placed if h not in g.grid]
        if len(set(placed)) != len(placed):
            found.append("two units are in one hex [1.3]")
        for unit, printed in enumerate(g.printed.units):
            least = 1 if g.hex_of[unit] >= 0 else 0
            if not least <= g.strength[unit] <= printed.strength:
                found.append(f"{printed.name} has strength {g.strength[unit]} of {printed.strength}")
        if not {*g.moved, *g.fought} <= {0, 1}:
            found.append("a unit has moved or fought once, or not at all")
        if not 0 <= g.turn <= g.last_turn:
            found.append(f"turn {g.turn} is none of the {g.last_turn} turns")
        if g.holder not in (RED, BLUE):
            found.append(f"{g.holder} is no side that could hold the town")
        elif (holder := g.unit_at[g.printed.town]) >= 0 and g.side_of(holder) != g.holder:
            found.append("a unit stands in the town that the other side holds [4]")
        for step in g.agenda:
            if isinstance(step, combat.Plans | combat.CombatRoll) and g.unit_at[step.target] < 0:
                found.append("the unit under attack is gone [2]")
        return found

    def disguise(self, g: Ford, seat: Seat, rng: Random) -> Ford:
        """[3.1] The same to *seat*, with the enemy's strength drawn anew."""
        return disguise(g, seat, rng)

    def guess(self, view: Mapping[str, Any], rng: Random) -> Ford:
        """[3.1] A position that fits *view*, with the enemy's strength drawn at random."""
        g = self.start(self.setup(view["scenario"], view["setup"]["options"]))
        fill_in(g, view["position"], rng)
        g.agenda = [read_step(self, row) for row in view["position"]["agenda"]]
        for seat in asked(g):
            # Whoever is not asked any more has sealed an answer already; which one, nobody knows.
            if self.seat_name(g.setup, seat) not in view["asked"]:
                answer(g, rng.choice(options(g, seat)), seat)
        return g
        # --8<-- [end:laboratory]


# --8<-- [start:instance]
RULEBOOK: Final = FordRulebook()
# --8<-- [end:instance]
