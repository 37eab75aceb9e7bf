"""A rulebook of another shape keeps every promise too."""

from __future__ import annotations

from sandtable.kernel import SeededDice
from sandtable.kernel.book.log_facts import LogFacts
from sandtable.kernel.game.game import Game
from sandtable.testing import conformance

from .caravans import RULEBOOK

TestConformance = conformance.battery(RULEBOOK, secrets=False, guesses=False)


def test_its_log_lines_carry_facts_in_its_own_names() -> None:
    game = Game(RULEBOOK, RULEBOOK.setup("caravans"), SeededDice(1))
    game.choose("amber", next(o.id for o in game.options("amber") if o.target.get("hex") == "102"))
    facts = LogFacts(RULEBOOK, game.state)
    said = [facts.of(line["event"]) for line in game.events("amber")]
    assert said[0] == {"role": "turn", "turn": 1}
    assert {"role": "move", "units": ["amber-caravan"], "path": ["101", "102"]} in said
    assert next(f for f in said if f.get("role") == "roll")["by"] == "amber"


def test_an_event_that_no_rulebook_knows_has_no_facts() -> None:
    game = Game(RULEBOOK, RULEBOOK.setup("caravans"), SeededDice(1))
    assert LogFacts(RULEBOOK, game.state).of({"kind": "Unheard", "rule": "9"}) == {}
