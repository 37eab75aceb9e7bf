"""What seats see: Pools are a side's, in fog enemy strengths are classes, and layers lie on hexsides."""

from __future__ import annotations

import pytest

from sandtable.bots.frontline import Greedy
from sandtable.kernel import CONTROL, Action, parse_action
from sandtable.kernel.game.views import view
from sandtable.kernel.machine.actions import SPECTATOR
from sandtable.kernel.machine.engine import refusal
from sandtable.rules.frontline import RULEBOOK
from sandtable.rules.frontline.position.nations import SOVIET
from sandtable.rules.frontline.turn.commitment import Commit
from sandtable.rules.frontline.turn.deployment import Deploy

from .board import ALLIED, GERMAN, USSR, ask, flag, hex_, start


@pytest.mark.rule("frontline Pool")
def test_a_pool_is_known_to_its_side_and_to_control() -> None:
    g = start()
    assert set(RULEBOOK.view(g, ALLIED)["pools"]) == {"germany", "finland", "romania", "hungary", "italy"}
    assert "germany" not in RULEBOOK.view(g, USSR)["pools"]
    assert not RULEBOOK.view(g, SPECTATOR)["pools"]
    assert len(RULEBOOK.view(g, CONTROL)["pools"]) == 9


@pytest.mark.rule("frontline Resources")
def test_in_fog_an_enemy_hex_tells_the_class_of_its_strength_alone() -> None:
    g = start(fog=True)
    seen = RULEBOOK.view(g, GERMAN)["hexes"]["1609"]
    assert seen["soviet_cv"] == "15+"
    assert "ussr" not in seen
    assert RULEBOOK.view(g, USSR)["hexes"]["1609"]["ussr"] == [27, 13, 8, 4]


@pytest.mark.rule("frontline Front Line")
def test_the_front_line_is_a_layer_of_hexsides() -> None:
    g = start()
    (line,) = [layer for layer in RULEBOOK.layers(g, GERMAN) if layer.name == "front"]
    assert {mark.side for mark in line.hexsides} == {"axis", "soviet"}


@pytest.mark.rule("frontline Results Table")
def test_the_odds_of_a_planned_attack_follow_the_draft() -> None:
    g = start()
    flag(g, SOVIET, "1508", "1509")
    ask(g, Commit())
    few = Action("bombers", (0, hex_("1509"), 1))
    many = Action("bombers", (0, hex_("1509"), 3))
    first, second = (RULEBOOK.draft_odds(g, USSR, [line], line) for line in (few, many))
    assert first is not None
    assert second is not None
    assert first.attacker.strength < second.attacker.strength


@pytest.mark.rule("frontline Sequence 2")
@pytest.mark.parametrize("seat", [GERMAN, ALLIED, USSR])
def test_the_greedy_bot_writes_a_sheet_that_can_be_sealed_from_its_view_alone(seat: int) -> None:
    g = start()
    ask(g, Deploy())
    who = (GERMAN, ALLIED, USSR)[seat]
    seen = view(RULEBOOK, g, who)
    sheet = parse_action(Greedy(1).choose(seen, seen["options"]))
    assert refusal(g, sheet, who) is None
