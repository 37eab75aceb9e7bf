"""Studies as they go over the wire, and a rulebook that answers none."""

from __future__ import annotations

from fractions import Fraction

from sandtable.kernel.book.appearance import HandCard, HexCard, Tray
from sandtable.kernel.book.map_marks import Arrow, HexsideMark, Label
from sandtable.kernel.book.rulebook import Rulebook
from sandtable.kernel.book.study import (
    Alternative,
    Fighter,
    Force,
    Fought,
    Layer,
    Odds,
    Preview,
    Reach,
    ReachHex,
    evenly,
)
from sandtable.kernel.chance.distribution import Distribution
from sandtable.kernel.machine.actions import DICE, Action, Seat, rolled
from sandtable.kernel.machine.engine import answer
from sandtable.kernel.machine.events import Rolled
from sandtable.kernel.map.hexes import Hex
from sandtable.testing.ford import RULEBOOK
from sandtable.testing.ford.combat import CombatRoll
from sandtable.testing.ford.state import Ford

WON = Fought(True, 0, 2, True)
LOST = Fought(False, 1, 0, False)
COIN = Distribution({WON: Fraction(1, 2), LOST: Fraction(1, 2)})


def force(side: str) -> Force:
    return Force(side=side, units=(Fighter("a", "A", None, 4),), strength=4)


def test_a_layer_goes_over_the_wire_with_its_lines() -> None:
    layer = Layer(
        name="rail", title="Rail", look="line", rule="1", hexes=("0101",), lines=(("0101", "0102"),)
    )
    assert layer.as_json() == {
        "name": "rail",
        "title": "Rail",
        "look": "line",
        "side": "",
        "hexes": ["0101"],
        "lines": [["0101", "0102"]],
        "rule": "1",
        "kind": "rail",
        "label": "Rail",
        "pattern": "lines",
        "nation": "",
        "usual": False,
        "describes": False,
    }


def test_a_layer_says_itself_how_it_is_drawn_and_with_which_others_it_belongs() -> None:
    layer = Layer(
        name="red_zone", title="Red zone", look="area", rule="1", kind="zone", label="Zone", pattern="cross"
    )
    told = layer.as_json()
    assert (told["kind"], told["label"], told["pattern"]) == ("zone", "Zone", "cross")


def test_a_layer_of_hexsides_arrows_and_labels_tells_only_what_they_say() -> None:
    layer = Layer(
        name="front",
        title="Front",
        look="hexside",
        rule="1",
        hexsides=(HexsideMark(hexside="0101/0102", side="red", facing="blue"),),
        arrows=(Arrow(start="0101", to="0101/0102", text="3", draft=True),),
        labels=(Label(at="0102", text="R"),),
    )
    told = layer.as_json()
    assert told["pattern"] == "front"
    assert told["hexsides"] == [{"hexside": "0101/0102", "side": "red", "facing": "blue"}]
    assert told["arrows"] == [{"start": "0101", "to": "0101/0102", "text": "3", "draft": True}]
    assert told["labels"] == [{"at": "0102", "text": "R"}]


def test_a_card_and_a_hand_tell_only_what_they_hold() -> None:
    card = HexCard(hex="0101", side="red", values={"men": 12}, words=("ME",))
    assert card.as_json() == {"hex": "0101", "side": "red", "values": {"men": 12}, "words": ["ME"]}
    tray = Tray(title="Hand", cards=(HandCard(title="Rain", text="No air.", count=2),))
    assert tray.as_json()["cards"] == [{"title": "Rain", "count": 2, "text": "No air."}]


def test_the_risk_of_a_hex_is_a_fraction_in_text() -> None:
    hex_ = ReachHex(cost="1", left="4½", path=("0102",), rule="1", risk=Fraction(7, 12))
    reach = Reach(start="0101", allowance="6", left="5½", hexes={"0102": hex_}).as_json()
    assert (reach["from"], reach["hexes"]["0102"]["risk"]) == ("0101", "7/12")


def test_odds_sum_up_their_outcomes() -> None:
    choice = Alternative(option="plan:1", text="Plan", outcomes=Distribution.certain(WON))
    odds = Odds(attacker=force("red"), defender=force("blue"), outcomes=COIN, choices=(choice,)).as_json()
    assert odds["winner"] == {"attacker": "1/2", "defender": "1/2"}
    assert (odds["attacker_loses"], odds["defender_loses"]) == (
        {"0": "1/2", "1": "1/2"},
        {"0": "1/2", "2": "1/2"},
    )
    assert odds["defender_eliminated"] == "1/2"
    assert odds["choices"][0]["winner"] == {"attacker": "1", "defender": "0"}
    assert odds["choices"][0]["defender_loses_mean"] == "2"


def test_what_cannot_be_known_counts_evenly() -> None:
    assert evenly([COIN, Distribution.certain(WON)]) == Distribution(
        {WON: Fraction(3, 4), LOST: Fraction(1, 4)}
    )


def test_a_preview_without_risk_or_odds_says_so_with_null() -> None:
    found = Preview(option="done", text="That is all").as_json()
    assert (found["risk"], found["odds"], found["left"], found["rolls"]) == (None, None, None, False)


def test_a_rulebook_that_studies_nothing_answers_nothing() -> None:
    g = RULEBOOK.start(RULEBOOK.setup("ford"))
    seat = Seat(0)
    plain = Rulebook[Ford]
    assert plain.layers(RULEBOOK, g, seat) == []
    assert plain.reach(RULEBOOK, g, seat, None) is None
    assert plain.preview(RULEBOOK, g, seat, Action("done")) is None
    assert plain.odds(RULEBOOK, g, seat, None) is None
    assert plain.mark(RULEBOOK, g, {"kind": "TurnBegan", "turn": 1}) is None
    assert plain.briefing(RULEBOOK, "ford") is None


def test_a_roll_is_told_with_whose_dice_they_were() -> None:
    g = RULEBOOK.start(RULEBOOK.setup("ford-counterstroke"))
    attacker, target = g.printed.numbers["red-c"], g.hex_of[g.printed.numbers["blue-g"]]
    g.agenda = [CombatRoll((attacker,), Hex(target), 0)]
    answer(g, rolled((4,)), DICE)
    event = (g.told or [])[0].event
    assert isinstance(event, Rolled)
    assert (event.seat, event.sides, event.high_is_good) == (0, (6,), True)
    assert event.reading == {
        "table": "combat",
        "row": "4",
        "column": "1:1",
        "cell": "X",
        "lines": [{"what": "die", "value": 4, "rule": "2.2"}],
    }


def test_where_nobody_listens_nobody_asks_whose_dice_they_were() -> None:
    g = RULEBOOK.start(RULEBOOK.setup("ford-counterstroke"))
    attacker, target = g.printed.numbers["red-c"], g.hex_of[g.printed.numbers["blue-g"]]
    g.told = None

    class Anonymous(CombatRoll):
        """[2.2] A roll that must not be asked for its owner."""

        def roller(self, g: Ford) -> Seat:
            """Nobody should want to know."""
            raise AssertionError

    g.agenda = [Anonymous((attacker,), Hex(target), 0)]
    answer(g, rolled((4,)), DICE)
    assert g.told is None
