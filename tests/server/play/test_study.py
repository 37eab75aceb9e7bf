"""Over the wire a seat may study the position: layers, reach, previews, odds, luck, marks, terms and briefings."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from sandtable.kernel.machine.actions import Seat
from sandtable.kernel.machine.engine import asked, options
from sandtable.testing.ford import RULEBOOK
from sandtable.testing.randomplay import random_play

from ..playing import Json, Player, Server, two_players, under_attack


@pytest.fixture
def database(each_at_length: str) -> str:
    """One kind of database every day: nothing special is asked of it here."""
    return each_at_length


def studied(player: Player, match: str, path: str) -> Json:
    """What the player is told at *path* of the match."""
    reply = player.get(f"/api/matches/{match}/{path}")
    assert reply.status == 200, reply.text
    found: Json = reply.document
    return found


# ---- the position


def test_layers_lie_over_the_map_with_their_paragraphs(server: Server) -> None:
    red, _, match = two_players(server)
    found = studied(red, match, "layers?seat=red")
    assert found["version"] == red.head(match)["version"]
    assert {(layer["name"], layer["rule"]) for layer in found["layers"]} == {
        ("red_zone", "1.2"),
        ("red_supply", "3"),
        ("blue_zone", "1.2"),
        ("blue_supply", "3"),
    }


def test_everybody_may_see_the_layers_of_a_spectator(server: Server) -> None:
    red, _, match = two_players(server)
    assert (
        studied(server.player(), match, "layers")["layers"]
        == studied(red, match, "layers?seat=red")["layers"]
    )


def test_the_reach_of_an_option_says_where_else_its_unit_could_go(server: Server) -> None:
    red, _, match = two_players(server)
    option = next(o for o in red.view(match, "red")["view"]["options"] if o["id"].startswith("move"))
    found = studied(red, match, f"reach?seat=red&option={option['id']}")["reach"]
    here = found["hexes"][option["target"]["hex"]]
    assert (found["allowance"], here["option"], here["path"][-1]) == (
        "4",
        option["id"],
        option["target"]["hex"],
    )


def test_the_preview_of_a_move_shows_its_way_and_its_price(server: Server) -> None:
    red, _, match = two_players(server)
    option = next(o for o in red.view(match, "red")["view"]["options"] if o["id"].startswith("move"))
    found = studied(red, match, f"preview?seat=red&option={option['id']}")["preview"]
    assert (found["option"], found["text"]) == (option["id"], option["text"])
    assert (found["path"][-1], found["lines"][0]["rule"]) == (option["target"]["hex"], "1.1")


def test_where_nothing_moves_and_nobody_fights_there_is_no_reach_and_no_odds(server: Server) -> None:
    red, _, match = two_players(server)
    assert studied(red, match, "reach?seat=red")["reach"] is None
    assert studied(red, match, "odds?seat=red")["odds"] is None
    assert studied(red, match, "odds?seat=red&hex=0101")["odds"] is None


# ---- combat


def test_the_odds_of_an_attack_add_up_and_show_every_plan(server: Server) -> None:
    red, _, match = under_attack(server)
    found = studied(red, match, "odds?seat=red")["odds"]
    assert sum(Fraction(chance) for chance in found["winner"].values()) == 1
    assert [choice["option"] for choice in found["choices"]] == ["assault", "probe"]
    assert "the enemy stands at its printed strength [3.1]" in found["assumes"]


def test_the_preview_of_a_plan_carries_the_odds_of_that_plan(server: Server) -> None:
    _, blue, match = under_attack(server)
    stands = studied(blue, match, "preview?seat=blue&option=stand")["preview"]
    yields = studied(blue, match, "preview?seat=blue&option=yield")["preview"]
    assert (stands["rolls"], yields["rolls"]) == (True, False)
    assert yields["odds"]["winner"] == {"attacker": "1", "defender": "0"} != stands["odds"]["winner"]


def test_the_strength_of_the_enemy_is_not_in_the_odds(server: Server) -> None:
    red, blue, match = under_attack(server)
    seen_by_red = studied(red, match, "odds?seat=red")["odds"]
    seen_by_blue = studied(blue, match, "odds?seat=blue")["odds"]
    assert all(unit["strength"] is None for unit in seen_by_red["defender"]["units"])
    assert all(unit["strength"] is None for unit in seen_by_blue["attacker"]["units"])
    assert all(unit["strength"] is not None for unit in seen_by_red["attacker"]["units"])


def test_luck_counts_the_rolls_of_each_seat(server: Server) -> None:
    red, blue, match = under_attack(server)
    assert studied(red, match, "luck?seat=red") == {
        "version": red.head(match)["version"],
        "rolls": [],
        "luck": {},
    }
    red.choose(match, "red", "probe")
    blue.choose(match, "blue", "stand")
    found = studied(blue, match, "luck?seat=blue")
    roll = found["rolls"][0]
    assert (roll["by"], roll["sides"], roll["rule"]) == ("red", [6], "2.2")
    assert Fraction(roll["percentile"]) == Fraction(2 * roll["faces"][0] - 1, 12)
    assert found["luck"]["red"]["rolls"] == 1
    assert found["luck"]["red"]["expected"] == "7/2"


def test_a_roll_in_the_log_says_who_rolled_which_dice(server: Server) -> None:
    red, blue, match = under_attack(server)
    red.choose(match, "red", "probe")
    blue.choose(match, "blue", "stand")
    log = red.get(f"/api/matches/{match}/log?seat=red").document
    event = next(line["event"] for line in log if line["event"]["kind"] == "Rolled")
    assert (event["seat"], event["sides"], event["high_is_good"]) == (0, [6], True)


def test_marks_lead_to_the_turns_and_the_combats(server: Server) -> None:
    red, blue, match = under_attack(server)
    found = studied(red, match, "marks?seat=red")["marks"]
    assert found[0] == {"answer": 0, "kind": "turn", "title": "Turn 1", "hex": None}
    assert found[-1]["kind"] == "combat"
    assert found == studied(blue, match, "marks?seat=blue")["marks"]


def test_positions_that_look_alike_are_studied_alike(server: Server) -> None:
    red, _, match = two_players(server)
    rng = Random(1941)
    played = random_play(RULEBOOK, RULEBOOK.setup("ford-counterstroke"), seed=7, answers=60)
    for real in [g.copy() for g, _ in played if 0 in asked(g)][::4]:
        twin = RULEBOOK.disguise(real, Seat(0), rng)
        read = []
        for g in (real, twin):
            # Control's pen would change the version, and nobody may tell the two by that.
            with server.service.authority.holding(match) as hot:
                hot.play.state = g
            server.service.studies.forget()
            option = options(g, Seat(0))[-1].id
            paths = ("layers?seat=red", "reach?seat=red", "odds?seat=red", "luck?seat=red")
            asking = [f"{what}?seat=red&option={option}" for what in ("reach", "odds", "preview")]
            read.append([studied(red, match, path) for path in (*paths, *asking)])
        assert read[0] == read[1]


def test_the_odds_of_an_earlier_combat_can_be_looked_at_again(server: Server) -> None:
    red, blue, match = under_attack(server)
    then, answers = studied(red, match, "odds?seat=red")["odds"], red.head(match)["answers"]
    red.choose(match, "red", "probe")
    blue.choose(match, "blue", "yield")
    assert studied(red, match, "odds?seat=red")["odds"] is None
    assert studied(red, match, f"odds?seat=red&at={answers}")["odds"] == then
    layers = studied(red, match, "layers?seat=red&at=0")["layers"]
    assert layers == studied(two_players(server)[0], match, "layers?at=0")["layers"]


def test_there_are_no_odds_after_an_answer_that_was_never_given(server: Server) -> None:
    red, _, match = two_players(server)
    assert red.get(f"/api/matches/{match}/odds?seat=red&at=99").error == (
        "the match has 0 answers; 99 is not among them"
    )


def test_a_roll_in_the_log_says_how_it_was_read(server: Server) -> None:
    red, blue, match = under_attack(server)
    red.choose(match, "red", "probe")
    blue.choose(match, "blue", "stand")
    log = red.get(f"/api/matches/{match}/log?seat=red").document
    event = next(line["event"] for line in log if line["event"]["kind"] == "Rolled")
    reading = event["reading"]
    assert (reading["table"], reading["row"]) == ("combat", str(event["faces"][0]))
    assert reading["lines"] == [{"what": "die", "value": event["faces"][0], "rule": "2.2"}]


# ---- who may ask what


def test_nobody_studies_for_the_seat_of_another(server: Server) -> None:
    red, _, match = two_players(server)
    paths = ("layers", "reach", "odds", "luck", "marks", "preview")
    replies = [red.get(f"/api/matches/{match}/{path}?seat=blue&option=done") for path in paths]
    assert [reply.status for reply in replies] == [403] * len(paths)


def test_an_option_that_the_seat_does_not_have_is_refused(server: Server) -> None:
    red, blue, match = two_players(server)
    reply = blue.get(f"/api/matches/{match}/preview?seat=blue&option=done")
    assert (reply.status, reply.error) == (400, "'done' is not among the options of Blue now")
    assert red.get(f"/api/matches/{match}/odds?seat=red&option=nonsense:1").status == 400
    assert red.get(f"/api/matches/{match}/reach?seat=red&option=%3F%3F").status == 400


def test_a_preview_needs_an_option(server: Server) -> None:
    red, _, match = two_players(server)
    assert red.get(f"/api/matches/{match}/preview?seat=red").status == 422


def test_there_is_nothing_to_study_in_a_match_that_does_not_exist(server: Server) -> None:
    assert server.player().get("/api/matches/nowhere/layers").status == 404


def test_when_a_match_is_over_its_layers_stay_and_its_options_go(server: Server) -> None:
    red, _, match = under_attack(server)
    red.act(match, "resign", seat="red")
    assert studied(red, match, "layers?seat=red")["layers"]
    assert studied(red, match, "odds?seat=red")["odds"] is None
    assert red.get(f"/api/matches/{match}/preview?seat=red&option=assault").status == 400


def test_studying_changes_nothing(server: Server) -> None:
    red, _, match = under_attack(server)
    before = red.view(match, "red")
    for path in ("layers", "odds", "reach", "luck", "marks", "preview"):
        studied(red, match, f"{path}?seat=red&option=assault")
    assert red.view(match, "red") == before


def test_an_answer_is_kept_until_the_board_changes(server: Server) -> None:
    red, blue, match = under_attack(server)
    first = studied(red, match, "odds?seat=red")
    assert studied(red, match, "odds?seat=red") == first
    blue.choose(match, "blue", "stand")
    after = studied(red, match, "odds?seat=red")
    assert after["version"] == first["version"] + 1
    assert after["odds"] == first["odds"]


# ---- printed matter


def test_the_terms_of_a_rulebook_cite_their_paragraphs(server: Server) -> None:
    terms = server.player().get("/api/rulebooks/damos/terms").document
    zone = next(term for term in terms if term["term"] == "ZOI")
    assert (zone["title"], zone["rule"]) == ("Zone of influence", "2.6")
    assert "zones of influence" in zone["aliases"]


def test_a_briefing_tells_each_side_its_goal(server: Server) -> None:
    found = server.player().get("/api/scenarios/agn/briefing").document
    assert [side["seat"] for side in found["sides"]] == ["german", "soviet"]
    assert (found["scenario"], found["turns"], found["maps"][0]["board"]) == ("agn", 12, "agn")
    assert all({"rule", "text"} == set(link) for link in found["rule_links"])


def test_there_is_no_briefing_for_a_scenario_that_does_not_exist(server: Server) -> None:
    assert server.player().get("/api/scenarios/nowhere/briefing").status == 404
    assert server.player().get("/api/rulebooks/nowhere/terms").status == 404
