"""What the planner's doctrines of Frontline do otherwise than greedy: one real position for each."""

from __future__ import annotations

import sandtable
from sandtable.bots.frontline.assessing import Sighting
from sandtable.bots.frontline.committing import reserves
from sandtable.bots.frontline.doctrine import GREEDY, SEASONED, Doctrine
from sandtable.bots.frontline.greedy import JUDGEMENTS
from sandtable.bots.frontline.sheets import flags, occupation, withdrawal
from sandtable.kernel import Action
from sandtable.rules.frontline.fight.aftermath import Beyond, Occupy
from sandtable.rules.frontline.position.commands import GERMAN, HIGH_COMMAND
from sandtable.rules.frontline.position.line import front
from sandtable.rules.frontline.position.nations import AXIS, GERMANY, MEN, SOVIET, USSR
from sandtable.rules.frontline.position.war import War
from sandtable.rules.frontline.turn.commitment import Commit
from sandtable.rules.frontline.turn.flagging import PlaceFlags
from sandtable.rules.frontline.turn.straightening import GiveUp


def summer() -> War:
    """The first position of 1943, in which anything may be changed."""
    g: War = sandtable.new("frontline-1943", seed=1).state
    return g


def test_men_behind_the_line_go_back_to_the_pool_but_for_one() -> None:
    g = summer()
    moscow = g.campaign.hex("1309")
    assert moscow not in front(g, SOVIET)
    g.add(USSR, MEN, moscow, 10 - g.stock(USSR, MEN)[moscow])

    def gone(how: Doctrine) -> list[Action]:
        lines = Commit().lines(g, HIGH_COMMAND, ())
        found = reserves(Sighting(g, HIGH_COMMAND, how), ())
        return [line for line in found if line.args[1] == moscow and line in lines]

    assert gone(SEASONED[SOVIET]) == [Action("withdraw", (USSR, int(moscow), MEN, 9))]
    # Every hex keeps a man: greedy asks for all ten, and none of them may go.
    assert gone(GREEDY[SOVIET]) == []


def test_two_men_go_forward_so_that_one_can_go_on() -> None:
    g = summer()
    start, target = g.campaign.hex("1508"), g.campaign.hex("1509")
    step = Occupy(SOVIET, int(target), (int(start),))
    assert g.stock(USSR, MEN)[start] == 3

    def forward(how: Doctrine) -> int:
        lines = occupation(Sighting(g, HIGH_COMMAND, how), step)
        return sum(line.args[3] for line in lines if line.args[1] == MEN)

    assert forward(GREEDY[SOVIET]) == 1
    assert forward(SEASONED[SOVIET]) == 2


def test_two_men_in_a_taken_hex_are_enough_to_go_on() -> None:
    g = summer()
    target = g.campaign.hex("1710")
    for nation in (GERMANY, USSR):
        g.add(nation, MEN, target, -g.stock(nation, MEN)[target])
    g.holder[target] = SOVIET + 1
    g.add(USSR, MEN, target, 2)
    step = Beyond(SOVIET, int(target), (int(g.campaign.hex("1609")),), 1)
    offered = step.options(g)
    on = {
        how: JUDGEMENTS[Beyond](Sighting(g, HIGH_COMMAND, how), step, offered)
        for how in (GREEDY[1], SEASONED[1])
    }
    assert on[GREEDY[SOVIET]] == Action("stop")
    assert on[SEASONED[SOVIET]].verb == "beyond"


def test_no_flag_of_the_axis_goes_against_partisans() -> None:
    g = summer()
    g.flags[GERMANY] = 3
    g.to_pool(GERMANY, MEN, 4)

    def placed(how: Doctrine) -> list[str]:
        return [line.verb for line in flags(Sighting(g, GERMAN, how), PlaceFlags(AXIS))]

    assert placed(GREEDY[AXIS]).count("operation") == 1
    assert placed(SEASONED[AXIS]).count("operation") == 0
    assert placed(SEASONED[AXIS]).count("flag") > placed(GREEDY[AXIS]).count("flag")


def test_the_axis_gives_nothing_up() -> None:
    g = summer()

    def given_up(how: Doctrine) -> list[Action]:
        return withdrawal(Sighting(g, GERMAN, how), GiveUp(AXIS))

    assert given_up(GREEDY[AXIS])
    assert given_up(SEASONED[AXIS]) == []
