"""A stretch of front line: where it runs, its gaps, closing, straightening, partisans."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.book.adjudicator import BadDescription
from sandtable.kernel.chance.dice import BadDice
from sandtable.kernel.refusals import SandtableError

from .judging import JUDGE, judge, odds

# Rows of a map of our own, every second one half a hex to the east:
#     0101 0102 0103 0104
#       0201 0202 0203 0204
#     0301 0302 0303 0304
# Germans hold the two western columns, Soviets the eastern ones.
GRID = {"rows": 3, "columns": 4}
GERMAN = {"0101": 1, "0102": 3, "0201": 0, "0202": 2, "0301": 1, "0302": 1}
SOVIET = {"0103": 2, "0104": 0, "0203": 3, "0204": 0, "0303": 1, "0304": 1}


def line(
    german: dict[str, Any] | None = None, soviet: dict[str, Any] | None = None, **front: Any
) -> dict[str, Any]:
    """The stretch with what both sides do there."""
    sides = [
        {"name": "german", "hexes": GERMAN, **(german or {})},
        {"name": "soviet", "hexes": SOVIET, **(soviet or {})},
    ]
    return {"front": {"grid": GRID, "side": sides, **front}}


def refusal(given: dict[str, Any]) -> str:
    with pytest.raises(SandtableError) as no:
        judge(**given)
    assert "\n" not in str(no.value)
    return str(no.value)


@pytest.mark.rule("frontline Front Line")
def test_the_front_is_every_hex_next_to_one_that_its_side_does_not_hold() -> None:
    found = judge(**line())["lines"]
    assert found["german"]["front"] == ["0102", "0202", "0302"]
    assert found["soviet"]["front"] == ["0103", "0203", "0303"]


@pytest.mark.rule("frontline Front Line")
def test_a_gap_is_filled_from_the_pool_first() -> None:
    found = judge(**line({"hexes": {**GERMAN, "0302": 0}, "pool": 1}))
    assert found["moves"] == [{"side": "german", "from": "the Pool", "to": "0302", "men": 1}]


@pytest.mark.rule("frontline Front Line")
def test_without_a_pool_the_nearest_front_hex_with_two_men_sends_one() -> None:
    found = judge(**line({"hexes": {**GERMAN, "0302": 0}}))
    assert found["moves"] == [{"side": "german", "from": "0202", "to": "0302", "men": 1}]


@pytest.mark.rule("frontline Front Line")
def test_where_no_man_can_be_found_the_line_goes_back() -> None:
    thin = {"0101": 1, "0102": 1, "0201": 1, "0202": 1, "0301": 1, "0302": 0}
    found = judge(**line({"hexes": thin}))
    assert found["abandoned"]["german"] == ["0302"]
    assert found["lines"]["german"]["front"] == ["0102", "0201", "0202", "0301"]
    assert "No german man can be found for 0302: no-man's-land." in JUDGE.tell(found)


@pytest.mark.rule("frontline China")
def test_in_china_a_front_hex_may_be_empty() -> None:
    found = judge(**line({"hexes": {**GERMAN, "0302": 0}}, china=True))
    assert found["moves"] == []
    assert found["lines"]["german"]["men"]["0302"] == 0


@pytest.mark.rule("frontline Sequence 3")
def test_a_line_out_of_contact_may_be_moved_up_one_hex() -> None:
    apart = {"0104": 2, "0204": 1, "0304": 1}
    nobody = ["0103", "0203", "0303"]
    found = judge(**line({"closes": ["0103"]}, {"hexes": apart}, nobody=nobody))
    assert found["moves"] == [{"side": "german", "from": "0102", "to": "0103", "men": 1}]
    assert found["nobody"] == ["0203", "0303"]


@pytest.mark.rule("frontline Sequence 3")
@pytest.mark.parametrize(
    ("hexes", "says"),
    [
        (["0203"], "0203 is no no-man's-land, and to take it is an attack [Sequence 3]"),
        (["0104"], "0104 is not before a german front hex that is out of contact [Sequence 3]"),
        (["0103", "0103"], "0103 is no no-man's-land, and to take it is an attack [Sequence 3]"),
    ],
)
def test_closing_the_line_is_no_attack(hexes: list[str], says: str) -> None:
    soviet = {"0203": 3, "0204": 1, "0303": 1, "0304": 1}
    assert refusal(line({"closes": hexes}, {"hexes": soviet}, nobody=["0103", "0104"])) == says


@pytest.mark.rule("frontline Sequence 3")
def test_who_closes_the_line_leaves_a_man_behind() -> None:
    german = {"hexes": {**GERMAN, "0102": 1, "0202": 1}, "closes": ["0103"]}
    given = line(german, {"hexes": {"0104": 2, "0204": 1}}, nobody=["0103"])
    assert refusal(given) == "the german side has no man to spare next to 0103 [Sequence 3]"


@pytest.mark.rule("frontline Line Straightening", "frontline Sequence 9")
def test_a_salient_is_given_up_and_the_opponent_follows() -> None:
    found = judge(**line({"withdraws": ["0202"]}, {"follows": ["0202"]}))
    assert found["lines"]["german"]["front"] == ["0102", "0201", "0302"]
    assert found["lines"]["soviet"]["front"] == ["0103", "0202", "0303"]
    assert found["given_up"] == {"german": ["0202"], "soviet": []}


@pytest.mark.rule("frontline Sequence 9")
def test_what_becomes_of_the_line_is_told_with_the_men_in_each_hex() -> None:
    found = judge(**line({"withdraws": ["0202"]}, {"follows": ["0202"]}))
    assert JUDGE.tell(found) == [
        "The german line is withdrawn from 0202.",
        "german: 1 man goes from 0202 to 0201.",
        "german: 1 man goes from 0202 to 0302.",
        "soviet: 1 man goes from 0203 to 0202.",
        "The german front, with its men: 0102 (3), 0201 (1), 0302 (2).",
        "The soviet front, with its men: 0103 (2), 0202 (1), 0303 (1).",
    ]


@pytest.mark.rule("frontline Line Straightening")
def test_men_who_fall_back_fill_the_empty_hexes_of_the_new_line_first() -> None:
    found = judge(**line({"withdraws": ["0202"]}))
    assert {"side": "german", "from": "0202", "to": "0201", "men": 1} in found["moves"]
    assert found["lines"]["german"]["men"]["0201"] == 1
    assert found["nobody"] == ["0202"]


@pytest.mark.rule("frontline Line Straightening")
def test_the_opponent_sends_one_man_from_where_he_has_most() -> None:
    found = judge(**line({"withdraws": ["0202"]}, {"follows": ["0202"]}))
    assert found["moves"][-1] == {"side": "soviet", "from": "0203", "to": "0202", "men": 1}


@pytest.mark.rule("frontline Line Straightening")
def test_both_sides_may_straighten_and_the_first_is_named() -> None:
    found = judge(**line({"withdraws": ["0302"]}, {"withdraws": ["0103"]}, first="soviet"))
    assert list(found["lines"]) == ["soviet", "german"]
    assert found["nobody"] == ["0103", "0302"]


@pytest.mark.rule("frontline Line Straightening")
@pytest.mark.parametrize(
    ("german", "soviet", "says"),
    [
        ({"withdraws": ["0101"]}, {}, "0101 is not on the german front line, which goes back by one hex"),
        ({"withdraws": ["0203"]}, {}, "0203 is not on the german front line"),
        (
            {"withdraws": ["0202"]},
            {"follows": ["0102"]},
            "0102 was not given up, and to take it is an attack",
        ),
        ({}, {"follows": ["0202"]}, "0202 was not given up"),
        (
            {"withdraws": ["0302"]},
            {"follows": ["0302"], "hexes": {**SOVIET, "0303": 1, "0203": 1}},
            "the soviet side has no man to spare next to 0302",
        ),
        (
            {"hexes": {"0102": 3}, "withdraws": ["0102"]},
            {},
            "the men in 0102 have no german hex to fall back to",
        ),
    ],
)
def test_a_line_goes_back_one_hex_and_is_followed_no_further(
    german: dict[str, Any], soviet: dict[str, Any], says: str
) -> None:
    assert refusal(line(german, soviet)).startswith(says)


@pytest.mark.rule("frontline PAG Deployment")
def test_partisans_are_placed_behind_the_enemy_front() -> None:
    deep = {"hexes": {"0103": 1, "0203": 1, "0303": 1}, "partisans": ["0101"]}
    german = {"hexes": {"0101": 1, "0102": 3, "0201": 0, "0202": 2, "0301": 1, "0302": 1}}
    says = "0101 is on a front line or next to one [PAG Deployment]"
    assert refusal(line(german, deep)) == says
    wide = {"rows": 1, "columns": 6}
    sides = [
        {"name": "german", "hexes": {"0101": 0, "0102": 0, "0103": 0, "0104": 1}},
        {"name": "soviet", "hexes": {"0105": 1, "0106": 0}, "partisans": ["0101"]},
    ]
    found = judge(front={"grid": wide, "side": sides})
    assert found["partisans"]["soviet"] == ["0101"]
    assert "soviet partisans are in 0101." in JUDGE.tell(found)


@pytest.mark.rule("frontline PAG Deployment", "frontline Security Zone")
@pytest.mark.parametrize(
    ("where", "says"),
    [
        (["0105"], "0105 is not held by the enemy [PAG Deployment]"),
        (["0101", "0101"], "0101 has partisans already"),
        (["0102"], "0102 is a security zone [Security Zone]"),
    ],
)
def test_partisans_stay_off_their_own_side_each_other_and_security_zones(where: list[str], says: str) -> None:
    hexes = {"0101": 0, "0102": 1, "0103": 0, "0104": 1}
    sides = [
        {"name": "german", "hexes": hexes, "security": ["0102"]},
        {"name": "soviet", "hexes": {"0105": 1, "0106": 0}, "partisans": where},
    ]
    assert refusal({"front": {"grid": {"rows": 1, "columns": 6}, "side": sides}}).startswith(says)


@pytest.mark.rule("frontline Security Zone")
def test_a_security_zone_without_its_man_keeps_nobody_out() -> None:
    sides = [
        {"name": "german", "hexes": {"0101": 0, "0102": 0, "0103": 0, "0104": 1}, "security": ["0102"]},
        {"name": "soviet", "hexes": {"0105": 1, "0106": 0}, "partisans": ["0102"]},
    ]
    found = judge(front={"grid": {"rows": 1, "columns": 6}, "side": sides})
    assert found["partisans"]["soviet"] == ["0102"]


@pytest.mark.rule("frontline PAG Absorbed")
def test_partisans_whom_their_own_front_reaches_join_it_as_a_man() -> None:
    found = judge(**line({"withdraws": ["0202"]}, {"follows": ["0202"], "placed": ["0202", "0101"]}))
    assert found["lines"]["soviet"]["men"]["0202"] == 2
    assert found["moves"][-1] == {"side": "soviet", "from": "the partisans", "to": "0202", "men": 1}
    assert found["partisans"]["soviet"] == ["0101"]


@pytest.mark.rule("frontline Fortifications")
def test_a_man_and_an_lsp_build_a_layer_on_a_hexside() -> None:
    found = judge(**line({"builds": ["0202/0203", "0202/0103"], "lsp": 2}))
    assert (found["built"]["german"], found["lsp_spent"]["german"]) == (["0202/0203", "0202/0103"], 2)
    told = "The german side has built a layer of fortification on 0202/0203, 0202/0103."
    assert told in JUDGE.tell(found)


@pytest.mark.rule("frontline Fortifications")
def test_what_is_begun_in_a_hex_that_is_given_up_is_lost_with_its_lsp() -> None:
    found = judge(**line({"builds": ["0202/0203"], "lsp": 1, "withdraws": ["0202"]}))
    assert (found["built"]["german"], found["lsp_spent"]["german"]) == ([], 1)


@pytest.mark.rule("frontline Fortifications")
@pytest.mark.parametrize(
    ("builds", "says"),
    [
        (["0203/0202"], "0203 is not held by the german side [Fortifications]"),
        (["0202/0101"], "0202 and 0101 have no hexside [Fortifications]"),
        (["0202/0203", "0202/0203"], "0202 gets one layer a turn towards 0203 [Fortifications]"),
        (["0302/0303", "0302/0202"], "0302 has no man for each of its hexsides [Fortifications]"),
        (["0102/0103", "0202/0203", "0302/0303"], "3 layers take as many LSP, and the german side has 2"),
        (["0202"], "builds of german has '0202'; it should read like 1409/1408"),
    ],
)
def test_a_layer_that_cannot_be_built_is_refused(builds: list[str], says: str) -> None:
    assert refusal(line({"builds": builds, "lsp": 2})).startswith(says)


def test_the_compiled_board_is_the_map_unless_another_is_drawn() -> None:
    sides = [
        {"name": "german", "hexes": "1510=2,1610=1"},
        {"name": "soviet", "hexes": "Orel=2 1609=1"},
    ]
    found = judge(front={"side": sides})["lines"]
    assert found["german"]["in_contact"] == ["1510", "1610"]
    assert found["soviet"]["men"] == {"1509": 2, "1609": 1}
    sea = [{"name": "german", "hexes": "0119=1"}, {"name": "soviet", "hexes": "1509=2"}]
    assert refusal({"front": {"side": sea}}) == "0119 is sea; a front line runs over land"


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"front": "here"}, "front should be a table: [front] with two [[front.side]]"),
        ({"front": {"side": []}}, "front needs two [[front.side]]"),
        (line(board="frontline"), "front has both a board and a grid"),
        ({"front": {"board": "mars", "side": []}}, "board is 'mars'; it should be one of agc"),
        (line({"hexes": "0101"}), "hexes of german is '0101'; it should read like 1108=3,1109=1"),
        (line({"hexes": {"0101": -1}}), "men in 0101 is -1; it should be at least 0"),
        (line({"hexes": {"9999": 1}}), "'9999' is not"),
        (line({"hexes": {"0103": 1}}), "0103 is held twice"),
        (line(nobody=["0103"]), "0103 is held, and so it is no no-man's-land"),
        (line({"hexes": {"0102": 1}, "withdraws": ["0101"]}), "withdraws of german names 0101"),
        (line({"retreats": ["0101"]}), "side german knows no 'retreats'"),
        (line(first="italian"), "first is 'italian'; it should be one of german, soviet"),
        (line(grid={"rows": 0, "columns": 4}), "rows of the grid is 0; it should be at least 1"),
        (line(grid={"rows": 3, "columns": 4, "east_rows": "both"}), "the grid cannot be drawn"),
        (line(grid={"rows": 3, "columns": 4, "numbering": "XX"}), "the grid cannot be drawn"),
    ],
)
def test_a_front_that_cannot_be_is_refused_in_one_sentence(given: dict[str, Any], says: str) -> None:
    assert says in refusal(given)


def test_a_front_has_no_dice_and_no_odds() -> None:
    with pytest.raises(BadDice, match="a front line is moved without any"):
        judge(3, 3, **line())
    with pytest.raises(BadDescription, match="has no odds; ask resolve instead"):
        odds(**line())


# ---- the sea, and what is out of play


@pytest.mark.rule("frontline Front Line")
def test_an_all_sea_hexside_makes_no_front_and_no_contact() -> None:
    given = line({"hexes": {"0101": 1, "0102": 1}}, {"hexes": {"0103": 2, "0104": 1}})
    assert judge(**given)["lines"]["german"]["front"] == ["0102"]
    given["front"]["sea"] = ["0102/0103"]
    assert judge(**given)["lines"]["german"] == {
        "front": [],
        "in_contact": [],
        "men": {"0101": 1, "0102": 1},
    }


@pytest.mark.rule("frontline Front Line")
def test_nobody_walks_over_an_all_sea_hexside() -> None:
    given = line({"hexes": {"0102": 3}, "closes": ["0103"]}, {"hexes": {"0104": 1}}, nobody=["0103"])
    assert judge(**given)["nobody"] == []
    given["front"]["sea"] = ["0103/0102"]
    assert "0103 is not before a german front hex" in refusal(given)


@pytest.mark.rule("frontline Front Line")
def test_a_hex_out_of_play_is_held_by_nobody() -> None:
    assert refusal(line(out_of_play=["0304"])) == "0304 is out of play, and nobody holds it [Front Line]"
    assert refusal(line(nobody=["0101"], out_of_play=["0101"])).startswith("0101 is out of play")


@pytest.mark.rule("frontline Front Line")
def test_the_board_knows_its_all_sea_hexsides_and_what_is_out_of_play() -> None:
    sides = [{"name": "german", "hexes": {"2008": 1}}, {"name": "soviet", "hexes": {"2108": 1}}]
    found = judge(front={"side": sides})
    assert found["lines"]["german"]["front"] == []
    sides[0] = {"name": "german", "hexes": {"0101": 1}}
    assert "0101 is" in refusal({"front": {"side": sides}})


@pytest.mark.rule("frontline Front Line")
@pytest.mark.parametrize("other", ["german", "German", " german "])
def test_two_sides_do_not_share_a_name(other: str) -> None:
    assert "both sides of the front are called 'german'" in refusal(line({}, {"name": other}))


@pytest.mark.parametrize("sea", ["0101", ["0101/0304"], [["0101"]], 7])
def test_a_hexside_that_is_none_is_refused(sea: Any) -> None:
    assert "sea" in refusal(line(sea=sea))


def test_a_long_front_is_made_whole_in_no_time() -> None:
    wide = {"rows": 30, "columns": 30}
    held = {f"{row:02}{column:02}": 0 for row in range(1, 31) for column in range(1, 16)}
    enemy = {f"{row:02}{column:02}": 1 for row in range(1, 31) for column in range(16, 31)}
    sides = [{"name": "german", "hexes": held}, {"name": "soviet", "hexes": enemy}]
    found = judge(front={"grid": wide, "side": sides})
    # What lies behind the hexes given up faces nobody, and is not given up with them.
    assert len(found["abandoned"]["german"]) == 30
