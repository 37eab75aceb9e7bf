"""Answers: stored before they are acknowledged, once each, and refused with a reason."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from sandtable.kernel.chance.dice import BadDice, ScriptedDice, SeededDice
from sandtable.server.match.position import Play
from sandtable.testing.ford import RULEBOOK as FORD

from ..playing import ATTACK, Reply, Server, two_players, under_attack


def test_an_answer_moves_the_match_on(server: Server) -> None:
    player, match = server.hotseat()
    before = player.view(match, "red")
    after = player.choose(match, "red", "move:0:4")
    assert (after["version"], after["answers"]) == (before["version"] + 1, 1)
    assert after["log"][-1]["text"] == "red-a moves from 0101 to 0102."


def test_a_stale_answer_is_refused_and_the_board_stays_as_it_stands(server: Server) -> None:
    player, match = server.hotseat()
    now = player.choose(match, "red", "move:0:4")
    reply = player.answer(match, "red", "move:1:16", version=now["version"] - 1)
    assert reply.status == 409
    assert reply.error == "the board has changed since you looked; here it is as it stands now"
    assert player.view(match, "red")["view"] == now["view"]


def test_an_illegal_answer_is_refused_with_paragraph_and_reason(server: Server) -> None:
    player, match = server.hotseat()
    before = player.view(match, "red")
    reply = player.answer(match, "red", "move:0:100")
    assert (reply.status, reply.document["rule"][:1]) == (409, "1")
    assert reply.error
    assert player.view(match, "red") == before


@pytest.mark.parametrize("option", ["nonsense", "move:x", "move:01:4", "move:0:4:7:9", "roll:6", ":", "móve"])
def test_damaged_options_are_refused_and_change_nothing(server: Server, option: str) -> None:
    player, match = server.hotseat()
    before = player.view(match, "red")
    assert player.answer(match, "red", option).status in (400, 409)
    assert player.view(match, "red") == before


def test_a_seat_that_is_not_asked_is_refused(server: Server) -> None:
    player = server.player()
    reply = player.answer(player.hotseat(), "blue", "done")
    assert (reply.status, reply.error) == (409, "another seat is asked now")


def test_nobody_answers_for_a_seat_held_by_another(server: Server) -> None:
    _red, blue, match = two_players(server)
    reply = blue.answer(match, "red", "done")
    assert (reply.status, reply.error) == (403, "you do not hold the seat Red in this match")


def test_the_same_answer_with_the_same_key_counts_once(server: Server) -> None:
    player, match = server.hotseat()
    first = player.answer(match, "red", "move:0:4", version=1, key="k")
    again = player.answer(match, "red", "move:0:4", version=1, key="k")
    assert (first.status, again.status) == (200, 200)
    assert again.document == first.document


def test_a_retry_is_recognised_after_a_restart(server: Server) -> None:
    player, match = server.hotseat()
    first = player.answer(match, "red", "move:0:4", version=1, key="k")
    server.restart()
    again = player.answer(match, "red", "move:0:4", version=1, key="k")
    assert (again.status, again.document["answers"]) == (200, first.document["answers"])


def test_a_key_stands_for_one_answer_only(server: Server) -> None:
    player, match = server.hotseat()
    player.answer(match, "red", "move:0:4", version=1, key="k")
    reply = player.answer(match, "red", "move:1:16", version=2, key="k")
    assert (reply.status, player.head(match)["answers"]) == (409, 1)


def test_of_two_answers_to_the_same_board_one_wins(server: Server) -> None:
    player, match = server.hotseat()

    def answer(number: int) -> Reply:
        twin = server.player()
        twin.cookie = player.cookie
        return twin.answer(match, "red", f"move:0:{number}", version=1)

    with ThreadPoolExecutor(4) as pool:
        replies = list(pool.map(answer, [4, 5, 16, 17]))
    assert sorted(r.status for r in replies) == [200, 409, 409, 409]
    assert player.view(match, "red")["answers"] == 1


def test_sealed_answers_to_the_same_board_do_not_hinder_each_other(server: Server) -> None:
    red, blue, match = under_attack(server)
    version = red.head(match)["version"]
    assert red.answer(match, "red", "assault", version=version).status == 200
    assert blue.answer(match, "blue", "stand", version=version).status == 200


def test_a_roll_follows_its_answer_in_the_same_step(server: Server) -> None:
    red, blue, match = under_attack(server)
    red.choose(match, "red", "assault")
    seen = blue.choose(match, "blue", "stand")
    kinds = [line["event"]["kind"] for line in seen["log"]]
    assert kinds[kinds.index("Revealed") + 1] == "Rolled"


def test_nobody_answers_when_the_match_is_over(server: Server) -> None:
    red, _blue, match = two_players(server)
    red.act(match, "resign", seat="red")
    reply = red.answer(match, "red", "done")
    assert (reply.status, reply.error) == (409, "the match is over")


def test_why_not_explains_with_a_paragraph(server: Server) -> None:
    player, match = server.hotseat()
    refusal = player.get(f"/api/matches/{match}/why?seat=red&verb=enter&unit=red-a&hex=0608").document
    assert refusal["rule"].startswith("1")
    assert refusal["reason"]
    assert player.get(f"/api/matches/{match}/why?seat=red&verb=enter&unit=red-a&hex=0102").document is None


def test_why_not_of_something_unknown_is_a_sentence(server: Server) -> None:
    player, match = server.hotseat()
    reply = player.get(f"/api/matches/{match}/why?seat=red&verb=enter&unit=nobody&hex=0102")
    assert reply.status == 400
    assert reply.error.startswith("there is no unit 'nobody'")


def test_the_older_part_of_a_long_log_is_asked_for(server: Server) -> None:
    player, match = server.hotseat()
    player.choose(match, "red", "move:0:4")
    player.choose(match, "red", "move:1:16")
    whole = player.get(f"/api/matches/{match}/log?seat=red").document
    assert whole == player.view(match, "red")["log"]
    since = player.get(f"/api/matches/{match}/log?seat=red&since=2").document
    assert [line["answer"] for line in since] == [2]


def test_an_answer_whose_roll_fails_has_not_been_given() -> None:
    play, _ = Play.begin(FORD, FORD.setup("ford-counterstroke"), ScriptedDice([]))
    for option in (*ATTACK, "assault"):
        play.answer("red", option)
    before = (play.state.digest(), play.answers, play.rolls, play.asked)
    with pytest.raises(BadDice):
        play.answer("blue", "stand")
    assert (play.state.digest(), play.answers, play.rolls, play.asked) == before
    play.dice = SeededDice(1)
    assert [row.who for row in play.answer("blue", "stand")] == ["blue", "dice"]
