"""A round of several combats: order, cards in all five uses, flags, and what one combat leaves for the next."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.kernel.book.adjudicator import BadDescription
from sandtable.kernel.chance.dice import BadDice, ScriptedDice, SeededDice

from .judging import JUDGE, TABLES, judge, odds


def combat(name: str, side: str = "german", **more: Any) -> dict[str, Any]:
    """A combat of ten men against ten, 1:1 with no shift; the hexes are named after the combat."""
    against = "soviet" if side == "german" else "german"
    return {
        "name": name,
        "side": side,
        "against": against,
        "attacker": [{"hex": f"{name} west", "men": 10, "me": 5 if side == "german" else 2, "lsp": 1}],
        "defender": [{"hex": f"{name} east", "men": 10, "me": 5 if side == "german" else 2, "lsp": 1}],
        **more,
    }


def card(side: str, use: str, value: int = 1, **more: Any) -> dict[str, Any]:
    return {"side": side, "use": use, "value": value, **more}


def order(*combats: dict[str, Any], **given: Any) -> list[str]:
    """The names of the combats in the order in which they are resolved."""
    return list(judge(*(3, 3) * len(combats), combat=list(combats), **given)["combats"])


def refusal(*combats: dict[str, Any], **given: Any) -> str:
    with pytest.raises(BadDescription) as no:
        judge(combat=list(combats), **given)
    assert "\n" not in str(no.value)
    return str(no.value)


# ---- order


@pytest.mark.rule("frontline Sequence 7")
def test_the_most_effective_attackers_fight_first() -> None:
    assert order(combat("Kursk", "soviet"), combat("Orel", "german")) == ["Orel", "Kursk"]


@pytest.mark.rule("frontline Sequence 7")
def test_the_largest_contingent_speaks_for_a_mixed_attack() -> None:
    mixed = [{"hex": "a", "men": 8, "me": 2, "lsp": 1}, {"hex": "b", "men": 2, "me": 5}]
    allied = combat("Don", "german", attacker=mixed)
    three = combat("Orel", "soviet", attacker=[{"hex": "c", "men": 9, "me": 3, "lsp": 1}])
    assert order(allied, three) == ["Orel", "Don"]


@pytest.mark.rule("frontline Sequence 7")
def test_of_equals_the_side_that_placed_first_fights_first() -> None:
    equal = combat("Kursk", "soviet", attacker=[{"hex": "c", "men": 9, "me": 5, "lsp": 1}])
    assert order(equal, combat("Orel"), placed_first="german") == ["Orel", "Kursk"]
    assert order(equal, combat("Orel"), placed_first="soviet") == ["Kursk", "Orel"]


@pytest.mark.rule("frontline Sequence 7")
def test_a_tie_that_nobody_broke_is_refused() -> None:
    equal = combat("Kursk", "soviet", attacker=[{"hex": "c", "men": 9, "me": 5, "lsp": 1}])
    assert "'Kursk' and 'Orel' tie at effectiveness 5" in refusal(equal, combat("Orel"))


@pytest.mark.rule("frontline Sequence 7")
def test_a_side_orders_its_own_equal_attacks_itself() -> None:
    assert order(combat("Kiev"), combat("Brest")) == ["Kiev", "Brest"]


@pytest.mark.rule("frontline Sequence 4")
def test_the_highest_effectiveness_chooses_when_to_place_flags() -> None:
    found = judge(3, 3, combat=[combat("Kursk", "soviet", defender=[{"men": 4, "me": 5}])])
    assert found["places_flags"] == "german"
    assert "The german side may choose to place its flags first or second." in JUDGE.tell(found)


@pytest.mark.rule("frontline Sequence 4")
def test_nobody_chooses_where_both_are_as_good() -> None:
    assert judge(3, 3, combat=[combat("Kursk")])["places_flags"] is None


# ---- cards


@pytest.mark.rule("frontline Card Order")
def test_a_card_for_the_order_of_play_goes_before_effectiveness() -> None:
    both = combat("Kursk", "soviet"), combat("Orel", "german")
    assert order(*both, card=[card("soviet", "order")]) == ["Kursk", "Orel"]


@pytest.mark.rule("frontline Card Order")
def test_the_highest_sum_of_cards_wins_and_may_let_the_other_go_first() -> None:
    both = combat("Kursk", "soviet"), combat("Orel", "german")
    bids = [card("soviet", "order", 2), card("soviet", "order", 2), card("german", "order", 3)]
    assert order(*both, card=bids) == ["Kursk", "Orel"]
    assert order(*both, card=bids, first="german") == ["Orel", "Kursk"]


@pytest.mark.rule("frontline Card Order")
def test_equal_sums_cancel_and_effectiveness_stands() -> None:
    both = combat("Kursk", "soviet"), combat("Orel", "german")
    bids = [card("soviet", "order", 2), card("german", "order", 2)]
    assert order(*both, card=bids) == ["Orel", "Kursk"]
    assert "nobody has won the order of play" in refusal(*both, card=bids, first="soviet")


@pytest.mark.rule("frontline Card Flag")
def test_a_card_is_one_more_flag_for_the_turn() -> None:
    both = combat("Kiev"), combat("Brest")
    says = "the german attacks take 2 Military flags, and it has 1 [Military Flags]"
    assert refusal(*both, flags="german=1") == says
    found = judge(3, 3, 3, 3, combat=list(both), flags="german=1", card=[card("german", "flag", 3)])
    assert found["flags"]["german"] == {"used": 2, "by_cards": 1, "left": 0}


@pytest.mark.rule("frontline Card Flag", "frontline Winter")
def test_in_winter_an_operation_takes_two_cards_or_a_card_and_a_spare_flag() -> None:
    attack = combat("Velikie Luki")
    one, two = [card("german", "flag")], [card("german", "flag")] * 2
    assert "2 Military flags, and it has 0 and 1 by cards" in refusal(
        attack, flags="german=0", card=one, winter=True
    )
    for flags, cards in (("german=1", one), ("german=0", two)):
        found = judge(3, 3, combat=[attack], flags=flags, card=cards, winter=True)
        assert found["flags"]["german"]["left"] == 0


@pytest.mark.rule("frontline Naval Flags")
def test_assaults_from_the_sea_count_naval_flags_too() -> None:
    landing = combat("Kerch", terrain="amphibious")
    assert "take 1 Naval flags, and it has 0 [Naval Flags]" in refusal(landing, naval_flags="german=0")


@pytest.mark.rule("frontline Card Die")
def test_cards_for_the_die_add_their_values_to_one_combat() -> None:
    cards = [card("german", "die", 2, combat="Kiev"), card("german", "die", 3, combat="Kiev")]
    found = judge(3, 3, 3, 3, combat=[combat("Kiev"), combat("Brest")], card=cards)["combats"]
    assert (found["Kiev"]["difference"], found["Brest"]["difference"]) == (5, 0)


@pytest.mark.rule("frontline Card Shift")
def test_a_card_for_a_column_shifts_one_whatever_its_value() -> None:
    cards = [card("german", "shift", 3, combat="Kiev"), card("soviet", "shift", 1, combat="Brest")]
    found = judge(3, 3, 3, 3, combat=[combat("Kiev"), combat("Brest")], card=cards)["combats"]
    assert (found["Kiev"]["column"], found["Brest"]["column"]) == ("3:2", "1:2")


@pytest.mark.rule("frontline Card Other")
def test_control_may_grant_something_else_for_a_card() -> None:
    cards = [card("soviet", "control", 2, what="a bridge is blown")]
    found = judge(3, 3, combat=[combat("Kiev")], card=cards)
    assert found["cards_spent"] == [
        {"side": "soviet", "value": 2, "use": "control", "what": "a bridge is blown"}
    ]
    assert "Cards discarded: soviet +2 for a bridge is blown." in JUDGE.tell(found)


@pytest.mark.rule("frontline Advantage Cards")
def test_a_card_played_for_an_ally_counts_as_the_allys() -> None:
    cards = [card("hungarian", "die", 2, combat="Kiev", ally="german")]
    found = judge(3, 3, combat=[combat("Kiev")], card=cards)
    assert found["combats"]["Kiev"]["difference"] == 2
    assert "hungarian +2 for the die in Kiev, on behalf of german" in " ".join(JUDGE.tell(found))


@pytest.mark.rule("frontline Advantage Cards", "frontline Sequence 5")
@pytest.mark.parametrize(
    ("played", "says"),
    [
        ({"side": "german", "value": 1}, "use of a card is None; it should be one of order, flag"),
        (card("german", "spell"), "use of a card is 'spell'"),
        (card("german", "die"), "a card for the die names combat ''; it should be one of Kiev"),
        (card("german", "flag", combat="Kiev"), "only cards for die and shift do"),
        (card("german", "control"), "lacks 'what', the advantage that Game Control grants"),
        (card("italian", "flag"), "side of a card is 'italian'; it should be one of german, soviet"),
        (card("german", "flag", 0), "value of a card is 0; it should be at least 1"),
        ({"use": "flag"}, "a card lacks its side"),
        ("ace", "a card is 'ace'"),
    ],
)
def test_a_card_has_one_use_and_says_where(played: Any, says: str) -> None:
    assert says in refusal(combat("Kiev"), card=[played])


# ---- one after another


def battle_for_orel(first: str = "soviet") -> dict[str, Any]:
    """Both worked examples in one round: Orel attacks, and is attacked."""
    soviet = {
        **combat("Salient", "soviet"),
        "attacker": [
            {"hex": "Orel", "men": 8, "tanks": 1, "air": 1, "me": 2, "lsp": 2},
            {"hex": "Kursk", "men": 6, "tanks": 2, "air": 2, "me": 2},
        ],
        "defender": [{"hex": "Salient", "men": 4, "tanks": 1, "air": 3, "me": 5}],
    }
    german = {
        **combat("Towards Orel"),
        "attacker": [{"hex": "Salient", "men": 7, "tanks": 3, "air": 3, "me": 5, "lsp": 4}],
        "defender": [{"hex": "Orel", "men": 8, "tanks": 1, "air": 1, "me": 2, "lsp": 1}],
    }
    cards = [card(first, "order"), card("german", "die", 2, combat="Towards Orel")]
    return {"combat": [soviet, german], "card": cards}


@pytest.mark.rule("frontline Sequence 7")
def test_a_force_that_attacked_defends_with_what_is_left() -> None:
    found = judge(2, 6, 3, 2, **battle_for_orel())
    assert found["combats"]["Salient"]["losses_by_hex"]["attacker"] == {
        "Orel": {"men": 2},
        "Kursk": {"tanks": 1},
    }
    words = [line["what"] for line in found["reckoning"] if line["of"] == "Towards Orel: defender's strength"]
    assert words == ["Orel: men 6, tanks 1, air 1, effectiveness 2"]


@pytest.mark.rule("frontline Sequence 7")
def test_an_attack_from_a_hex_that_was_lost_lapses() -> None:
    found = judge(6, 1, **battle_for_orel())
    assert found["combats"]["Salient"]["outcome"] == "occupy_and_beyond"
    assert found["combats"]["Towards Orel"] == {
        "side": "german",
        "against": "soviet",
        "lapsed": "the attack began in Salient, which is lost [Sequence 7]",
        "lsp_returned": {"attacker": 4, "defender": 1},
        "die_cards_returned": {"attacker": 0, "defender": 0},
    }


@pytest.mark.rule("frontline Advantage Cards")
def test_the_die_cards_of_an_attack_that_lapses_come_back() -> None:
    found = judge(6, 1, **battle_for_orel())
    assert [played["use"] for played in found["cards_spent"]] == ["order"]
    assert [played["use"] for played in found["cards_returned"]] == ["die"]
    assert "Cards returned: german +2 for the die in Towards Orel." in JUDGE.tell(found)


@pytest.mark.rule("frontline Sequence 7")
def test_an_attack_loses_only_the_part_whose_hex_is_gone() -> None:
    found = judge(3, 2, 3, 3, **battle_for_orel("german"))
    assert found["combats"]["Towards Orel"]["advance"]
    words = [line["what"] for line in found["reckoning"] if line["of"] == "Salient: attacker's strength"]
    assert words == ["Kursk: men 6, tanks 2, air 2, effectiveness 2"]


@pytest.mark.rule("frontline Sequence 7")
def test_a_target_that_has_changed_hands_is_attacked_no_more() -> None:
    one = combat("north", defender=[{"hex": "Rzhev", "men": 1, "me": 2}])
    two = combat("south", defender=[{"hex": "Rzhev", "men": 1, "me": 2}])
    found = judge(6, 1, combat=[one, two])
    assert found["combats"]["south"]["lapsed"] == "Rzhev is no longer held by the enemy [Sequence 7]"


@pytest.mark.rule("frontline Sequence 7")
def test_whoever_is_pushed_out_of_his_hex_cannot_attack_from_it_again() -> None:
    weak = combat("first", attacker=[{"hex": "Luga", "men": 2, "me": 5}])
    again = combat("second", attacker=[{"hex": "Luga", "men": 2, "me": 5, "lsp": 1}])
    found = judge(1, 6, combat=[weak, again])
    assert found["combats"]["first"]["outcome"] == "pushed_out"
    assert found["combats"]["second"]["lapsed"] == "the attack began in Luga, which is lost [Sequence 7]"


@pytest.mark.rule("frontline Sequence 7")
def test_a_hex_that_attacks_twice_has_divided_its_points() -> None:
    one = combat("north", attacker=[{"hex": "Luga", "men": 5, "me": 5, "lsp": 1}])
    two = combat("south", attacker=[{"hex": "Luga", "men": 5, "me": 5, "lsp": 1}])
    found = judge(3, 3, 3, 3, combat=[one, two])
    losses = [found["combats"][name]["attacker_loses"]["men"] for name in ("north", "south")]
    strengths = [line["value"] for line in found["reckoning"] if line["of"].endswith("attacker's strength")]
    assert (losses, strengths) == ([2, 2], [25, 25])


@pytest.mark.rule("frontline Sequence 7")
def test_an_attack_of_which_nothing_is_left_lapses() -> None:
    soviet = combat("Lovat", "soviet", defender=[{"hex": "Cholm", "men": 2, "me": 5}])
    german = combat("sortie", attacker=[{"hex": "Cholm", "men": 2, "me": 5, "lsp": 1}])
    found = judge(1, 6, combat=[soviet, german], card=[card("soviet", "order")])
    assert found["combats"]["sortie"]["lapsed"] == "nothing is left of the attackers [Sequence 7]"


@pytest.mark.rule("frontline Sequence 8")
def test_the_losses_of_a_round_are_added_up_for_each_side() -> None:
    found = judge(2, 6, 3, 2, **battle_for_orel())
    assert found["losses"]["german"] == {"men": 4, "tanks": 1, "air": 0, "bombers": 0}
    assert JUDGE.tell(found)[-1] == "Losses of the round: soviet 3 men, 2 tanks, 1 air; german 4 men, 1 tank."


def test_the_dice_of_a_round_are_typed_in_the_order_of_its_combats() -> None:
    found = judge(6, 1, 2, 5, combat=[combat("Kursk", "soviet"), combat("Orel")])["combats"]
    assert (found["Orel"]["dice"], found["Kursk"]["dice"]) == ([6, 1], [2, 5])


def test_dice_that_are_not_typed_are_rolled_anew_for_each_combat() -> None:
    many = [combat(f"combat at {n}") for n in range(20)]
    found = JUDGE.resolve({"combat": many}, TABLES, [(6, 1)], SeededDice(7))["combats"]
    assert found["combat at 0"]["dice"] == [6, 1]
    assert len({tuple(fought["dice"]) for fought in found.values()}) > 5


def test_too_many_dice_for_a_round_are_refused() -> None:
    with pytest.raises(BadDice, match="2 dice are left over; 1 combats are fought, with two dice each"):
        JUDGE.resolve({"combat": [combat("Kiev")]}, TABLES, [(6, 1, 2, 2)], ScriptedDice([]))


@pytest.mark.rule("frontline Sequence 7")
def test_what_comes_back_of_an_attack_that_lapses_is_told() -> None:
    given = battle_for_orel()
    given["combat"][1]["cards"] = "attacker=3"
    told = " ".join(JUDGE.tell(judge(6, 1, **given)))
    assert (
        "Towards Orel: the attack lapses, for the attack began in Salient, which is lost [Sequence 7]; its flag is "
        "spent, and 4 LSP of the attacker, 1 LSP of the defender, 3 on the die by cards of the attacker come back."
    ) in told


@pytest.mark.rule("frontline Sequence 7")
def test_a_part_of_an_attack_that_lapses_is_told_with_its_lsp() -> None:
    found = judge(3, 2, 3, 3, **battle_for_orel("german"))
    assert found["combats"]["Salient"]["lapsed_hexes"] == {"Orel": {"lsp": 2}}
    assert found["combats"]["Salient"]["lsp_spent"]["attacker"] == 0
    assert (
        "Salient: the part from Orel lapses, for the hex is lost; its flag is spent, its 2 LSP come back."
        in JUDGE.tell(found)
    )


# ---- what a hex has


def twice(north: int = 5, south: int = 5, **more: Any) -> dict[str, Any]:
    """Luga attacks to the north and to the south."""
    attacks = [
        combat(name, attacker=[{"hex": "Luga", "men": men, "me": 5, "lsp": 1}])
        for name, men in (("north", north), ("south", south))
    ]
    return {"combat": attacks, **more}


@pytest.mark.rule("frontline Process 1")
def test_a_hex_that_attacks_twice_has_no_more_than_its_total() -> None:
    says = "Luga has 9 men in all and attacks with 10; every point attacks once a turn [Process 1]"
    with pytest.raises(BadDescription) as no:
        judge(**twice(hexes={"Luga": "men=9,lsp=2"}))
    assert str(no.value) == says
    assert judge(3, 3, 3, 3, **twice(hexes={"Luga": "men=10,lsp=2"}))["combats"]["south"]["result"]


@pytest.mark.rule("frontline Process 1")
def test_the_total_of_a_hex_that_is_attacked_is_what_it_defends_with() -> None:
    given = twice()
    given["combat"].append(combat("Volkhov", "soviet", defender=[{"hex": "Luga", "men": 8, "me": 5}]))
    with pytest.raises(BadDescription, match="Luga has 8 men in all and attacks with 10"):
        judge(**given)


@pytest.mark.rule("frontline Process 1", "frontline Sequence 7")
def test_what_a_hex_lost_in_defence_is_missing_once_from_its_two_attacks() -> None:
    given = twice()
    given["combat"].append(combat("Volkhov", "soviet", defender=[{"hex": "Luga", "men": 10, "me": 5}]))
    found = judge(3, 3, 3, 3, 3, 3, card=[card("soviet", "order")], **given)
    lost = found["combats"]["Volkhov"]["defender_loses"]["men"]
    words = [line["what"] for line in found["reckoning"] if line["of"].endswith("attacker's strength")]
    assert lost == 2
    assert words[1:] == ["Luga: men 5, effectiveness 5", "Luga: men 3, effectiveness 5"]


@pytest.mark.rule("frontline Sequence 7")
def test_two_contingents_of_one_hex_share_what_it_has_lost() -> None:
    both = [
        {"hex": "Luga", "men": 5, "me": 5, "name": "18 A"},
        {"hex": "Luga", "men": 5, "me": 5, "name": "16 A"},
    ]
    given = [combat("one", "soviet", defender=both), combat("two", "soviet", defender=both)]
    found = judge(1, 6, 1, 6, combat=given)
    strength = [line["value"] for line in found["reckoning"] if line["of"] == "two: defender's strength"]
    assert found["combats"]["one"]["defender_loses"]["men"] == 2
    assert strength == [20, 20]


@pytest.mark.rule("frontline Process 1")
def test_no_hex_attacks_itself_and_none_fights_for_both_sides() -> None:
    own = combat("Kiev", defender=[{"hex": "Kiev west", "men": 3, "me": 2}])
    assert refusal(own) == "Kiev: Kiev west attacks itself; name the hex that is attacked [Process 1]"
    other = combat("Orel", "soviet", attacker=[{"hex": "Kiev west", "men": 3, "me": 2, "lsp": 1}])
    assert refusal(combat("Kiev"), other) == "Kiev west fights for german and for soviet [Front Line]"


# ---- dice of its own


@pytest.mark.rule("frontline Process 5")
@pytest.mark.parametrize("dice", ["6,1", [6, 1], "6 1"])
def test_a_combat_of_a_round_may_carry_its_own_dice(dice: Any) -> None:
    found = judge(2, 5, combat=[combat("Kiev", dice=dice), combat("Brest")])["combats"]
    assert (found["Kiev"]["dice"], found["Brest"]["dice"]) == ([6, 1], [2, 5])


@pytest.mark.parametrize("dice", ["7,1", "6", [6, 1, 1], [True, 1], "six", [[1], [2]]])
def test_dice_that_no_combat_could_have_are_refused(dice: Any) -> None:
    assert "Kiev" in refusal(combat("Kiev", dice=dice))


# ---- odds


@pytest.mark.rule("frontline Sequence 7")
def test_forty_combats_that_do_not_meet_are_weighed_one_by_one() -> None:
    found = odds(combat=[combat(f"at {n}") for n in range(40)])["combats"]
    assert found["at 39"] == odds(combat=[combat("at 39")])["combats"]["at 39"]


@pytest.mark.rule("frontline Sequence 7")
def test_forty_combats_in_twenty_places_are_weighed_place_by_place() -> None:
    there = [combat(f"at {n}") for n in range(20)]
    back = [
        combat(
            f"back at {n}",
            "soviet",
            attacker=[{"hex": f"at {n} east", "men": 9, "me": 2, "lsp": 1}],
            defender=[{"hex": f"at {n} west", "men": 10, "me": 5}],
        )
        for n in range(20)
    ]
    found = odds(combat=[*there, *back])["combats"]
    alone = odds(combat=[there[7], back[7]])["combats"]
    assert {name: found[name] for name in alone} == alone
    assert next(iter(found)) == "at 0"


def test_the_exact_odds_of_a_round_sum_to_one_for_each_combat() -> None:
    found = odds(**battle_for_orel())["combats"]
    for chances in found.values():
        assert sum(Fraction(chance) for chance in chances["results"].values()) == 1
        assert sum(Fraction(chance) for chance in chances["outcomes"].values()) == 1


def test_an_attack_lapses_as_often_as_the_one_before_it_takes_its_hex() -> None:
    found = odds(**battle_for_orel())["combats"]
    taken = sum(Fraction(found["Salient"]["outcomes"][word]) for word in ("occupy", "occupy_and_beyond"))
    assert Fraction(found["Towards Orel"]["results"]["lapsed"]) == taken


# ---- descriptions


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"combat": ["Kiev"]}, "combat 1 is 'Kiev'; a [[combat]] has side, against, attacker and defender"),
        ({"combat": [{"name": "Kiev"}]}, "Kiev lacks the side that attacks, or the one it is against"),
        ({"combat": [combat("Kiev", against="german")]}, "Kiev lacks the side that attacks"),
        ({"combat": [combat("Kiev", terrain="moon")]}, "Kiev: terrain is 'moon'"),
        ({"combat": [combat("Kiev", weather="fog")]}, "combat 1 knows no 'weather'"),
        ({"combat": [combat("Kiev"), combat("Kiev")]}, "two combats are called 'Kiev'"),
        ({"combat": [combat("Kiev")], "attacker": "men=1,me=1"}, "attacker is given beside [[combat]]"),
        ({"combat": [combat("Kiev")], "flags": "italian=1"}, "flags knows no 'italian'"),
        ({"combat": [combat("Kiev")], "placed_first": "nobody"}, "placed_first is 'nobody'"),
        ({"combat": [combat(str(n)) for n in range(41)]}, "41 combats are described; a round has at most 40"),
    ],
)
def test_a_round_that_cannot_be_is_refused_in_one_sentence(given: dict[str, Any], says: str) -> None:
    with pytest.raises(BadDescription) as no:
        judge(**given)
    assert says in str(no.value)
    assert "\n" not in str(no.value)
    with pytest.raises(BadDescription):
        odds(**given)


@pytest.mark.rule("frontline Sequence 7")
def test_a_chain_of_forty_combats_is_weighed_exactly() -> None:
    def chain(n: int) -> dict[str, Any]:
        side, own, other = ("german", 5, 2) if n % 2 == 0 else ("soviet", 2, 5)
        return combat(
            f"combat {n}",
            side,
            attacker=[{"hex": f"hex {n}", "men": 9, "me": own, "lsp": 1}],
            defender=[{"hex": f"hex {n + 1}", "men": 9, "me": other}],
        )

    found = odds(combat=[chain(n) for n in range(40)])["combats"]
    alone = odds(combat=[chain(n) for n in (4, 5, 6)])["combats"]
    assert found["combat 5"] == alone["combat 5"]
    assert Fraction(found["combat 5"]["results"]["lapsed"]) > 0
