"""Both worked examples of the document happen on the board, number for number, with their errata (F-1)."""

from __future__ import annotations

import pytest

from sandtable.kernel import Action
from sandtable.rules.frontline.combat import colour_of
from sandtable.rules.frontline.fight.aftermath import Beyond, Occupy
from sandtable.rules.frontline.fight.casualties import AssignLosses
from sandtable.rules.frontline.position.nations import AXIS, SOVIET
from sandtable.rules.frontline.turn.commitment import Commit

from .board import GERMAN, USSR, ask, choose, flag, hex_, in_hex, is_asked, points, roll, seal, start, told


@pytest.mark.rule("frontline Example 1", "frontline Sequence 7")
def test_the_assault_on_the_orel_salient_holds_at_great_cost() -> None:
    g = start()
    for column in (g.layers_low, g.layers_high):
        column[:] = [0] * len(column)
    points(g, "germany", "1509", 4, 1, 3, 0)
    points(g, "ussr", "1508", 8, 2, 2, 1)
    points(g, "ussr", "1408", 6, 1, 1, 1)
    flag(g, SOVIET, "1508", "1509")
    flag(g, SOVIET, "1408", "1509")
    ask(g, Commit())
    seal(g, GERMAN)
    seal(g, GERMAN.__class__(1))
    seal(
        g,
        USSR,
        Action("lsp", (5, hex_("1508"), hex_("1509"), 1)),
        Action("lsp", (5, hex_("1408"), hex_("1509"), 1)),
    )
    assert told(g, "CombatBegan") == ["The Soviets attack 1509 Orel with 40 against 40, in column 3:2."]
    roll(g, 2, 6)
    assert g.difference == -2
    assert colour_of(g) == "orange"
    assert told(g, "CombatEnded") == [
        "Orange in 1509 Orel: the front line does not advance; the attacker loses 2 men and 1 tank, "
        "the defender 3 men and 1 tank."
    ]
    assert is_asked(g, AssignLosses)
    choose(g, "usual")
    assert in_hex(g, "germany", "1509") == (1, 0, 3, 0)
    assert in_hex(g, "ussr", "1508")[:3] == (6, 1, 2)
    assert in_hex(g, "ussr", "1408")[:3] == (6, 1, 1)
    assert g.holds(AXIS, hex_("1509"))


@pytest.mark.rule("frontline Example 2", "frontline Sequence 8")
def test_the_counter_offensive_towards_orel_takes_the_hex_and_stops() -> None:
    g = start()
    for column in (g.layers_low, g.layers_high):
        column[:] = [0] * len(column)
    points(g, "ussr", "1508", 8, 1, 1, 1)
    points(g, "germany", "1509", 7, 3, 3, 4)
    for hex_name in ("1513", "1612", "1712"):
        g.partisans[hex_(hex_name)] = 0
    flag(g, AXIS, "1509", "1508")
    ask(g, Commit())
    seal(
        g,
        GERMAN,
        Action("lsp", (0, hex_("1509"), hex_("1508"), 4)),
        Action("die", (1, hex_("1508"))),
    )
    seal(g, GERMAN.__class__(1))
    seal(g, USSR, Action("lsp", (5, hex_("1508"), hex_("1508"), 1)))
    assert told(g, "CombatBegan") == ["The Axis attacks 1508 Yelets with 65 against 20, in column 4:1."]
    roll(g, 3, 2)
    assert g.difference == 6
    assert told(g, "CombatEnded") == [
        "Green in 1508 Yelets: the hex is occupied, and perhaps one beyond; the attacker loses 2 men, "
        "the defender 3 men, 1 tank and 1 aircraft."
    ]
    assert in_hex(g, "germany", "1509")[:3] == (5, 3, 3)
    assert is_asked(g, Occupy)
    seal(g, GERMAN, Action("move", (0, 0, hex_("1509"), 3)), Action("move", (0, 1, hex_("1509"), 2)))
    assert is_asked(g, Beyond)
    choose(g, "stop")
    choose(g, "retreat", hex_("1407"))
    assert g.holds(AXIS, hex_("1508"))
    assert in_hex(g, "germany", "1508") == (3, 2, 0, 0)
    assert in_hex(g, "ussr", "1407")[0] == 5
