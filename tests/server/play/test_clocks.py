"""Clocks count while a person is asked, whether the server runs or not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ..databases import sqlite_alone
from ..playing import Json, Player, Server, attack, two_players

database = sqlite_alone

Later = Callable[[float], None]
BLITZ = {"base": 600, "increment": 10}


def left(player: Player, match: str, seat: str) -> Any:
    """The seconds that *seat* had at the moment of the last change, give or take what the test itself takes.

    On a busy machine that is several seconds; what the tests tell apart differs by thirty or more.
    """
    return pytest.approx(player.head(match)["clock"]["left"][seat], abs=14)


def running(player: Player, match: str) -> list[str]:
    found: list[str] = player.head(match)["clock"]["running"]
    return found


def test_a_match_without_a_clock_shows_none(server: Server) -> None:
    player, match = server.hotseat()
    assert player.view(match, "red")["clock"] is None
    assert player.head(match)["clock"] is None


def test_every_message_shows_how_much_is_left_and_who_runs(server: Server) -> None:
    red, blue, match = two_players(server, clock=BLITZ)
    for seen in (red.view(match, "red"), blue.view(match, "blue"), server.player().head(match)):
        clock = seen["clock"]
        assert (clock["base"], clock["increment"], clock["per"], clock["flag"]) == (
            600,
            10,
            "answer",
            "claim",
        )
        assert (clock["left"], clock["running"]) == ({"red": 600, "blue": 600}, ["red"])
    assert abs(server.player().get("/api/now").document["now"] - clock["at"]) < 60


def test_time_counts_while_a_seat_is_asked(everywhere: Server, later: Later) -> None:
    red, _blue, match = two_players(everywhere, clock={"base": 600})
    later(100)
    red.choose(match, "red", "move:2:20")
    later(50)
    red.choose(match, "red", "done")
    assert left(red, match, "red") == 450
    assert left(red, match, "blue") == 600


def test_both_run_while_both_are_asked_and_one_stops_who_has_answered(server: Server, later: Later) -> None:
    red, blue, match = two_players(server, clock={"base": 600})
    attack(red, match)
    assert sorted(running(red, match)) == ["blue", "red"]
    later(100)
    blue.choose(match, "blue", "stand")
    assert running(red, match) == ["red"]
    later(100)
    red.choose(match, "red", "assault")
    assert (left(red, match, "red"), left(red, match, "blue")) == (400, 500)


def test_an_increment_comes_with_every_answer(server: Server, later: Later) -> None:
    red, _blue, match = two_players(server, clock={"base": 600, "increment": 30})
    later(100)
    red.choose(match, "red", "move:2:20")
    red.choose(match, "red", "done")
    assert left(red, match, "red") == 560


def test_an_increment_a_turn_comes_when_the_seat_is_not_asked_any_more(server: Server) -> None:
    red, _blue, match = two_players(server, clock={"base": 600, "increment": 30, "per": "turn"})
    attack(red, match)
    assert left(red, match, "red") == 600
    red.choose(match, "red", "assault")
    assert left(red, match, "red") == 630


def test_days_begin_anew_with_every_answer(server: Server, later: Later) -> None:
    red, _blue, match = two_players(server, clock={"days": 3})
    later(2 * 86400)
    red.choose(match, "red", "move:2:20")
    assert left(red, match, "red") == 3 * 86400


def test_no_clock_runs_before_everybody_has_come(server: Server, later: Later) -> None:
    red, blue = server.player(), server.player()
    begun = red.begin(seats={"blue": "open"}, clock=BLITZ)
    match = begun["match"]
    assert running(red, match) == []
    later(1000)
    red.choose(match, "red", "move:0:4")
    later(1000)
    blue.join(begun["links"]["blue"])
    assert running(red, match) == ["red"]
    later(100)
    red.choose(match, "red", "move:1:16")
    assert left(red, match, "red") == 520


def test_bots_have_all_the_time_in_the_world(database: str, later: Later) -> None:
    with Server(database, bot_workers=0) as server:
        player = server.player()
        match = player.begin(seats={"red": "random", "blue": "person"}, clock=BLITZ)["match"]
        later(1000)
        assert running(player, match) == []
        assert player.act(match, "flag", seat="blue", against="red").status == 409


def test_clocks_go_on_where_they_were_after_a_restart(everywhere: Server, later: Later) -> None:
    red, _blue, match = two_players(everywhere, clock={"base": 600})
    later(100)
    red.choose(match, "red", "move:2:20")
    everywhere.restart()
    later(100)
    red.choose(match, "red", "done")
    assert left(red, match, "red") == 400


def test_undo_gives_no_time_back(server: Server, later: Later) -> None:
    red, _blue, match = two_players(server, clock={"base": 600})
    later(100)
    now = red.choose(match, "red", "move:2:20")
    red.act(match, "undo", seat="red", version=now["version"])
    assert left(red, match, "red") == 500


def test_an_opponent_claims_the_time_that_is_up(server: Server, later: Later) -> None:
    red, blue, match = two_players(server, clock=BLITZ)
    early = blue.act(match, "flag", seat="blue", against="red")
    assert (early.status, early.error) == (409, "Red has time left")
    later(601)
    seen = blue.act(match, "flag", seat="blue", against="red").document
    assert seen["result"] == {"winner": "blue", "level": "time", "reason": "the time of Red is up"}
    assert (red.answer(match, "red", "done").status, running(red, match)) == (409, [])


def test_a_fallen_flag_stays_fallen_until_it_is_claimed(server: Server, later: Later) -> None:
    red, blue, match = two_players(server, clock=BLITZ)
    later(601)
    red.choose(match, "red", "move:2:20")
    assert blue.act(match, "flag", seat="blue", against="red").status == 200


def test_an_answer_that_comes_days_too_late_lifts_no_flag(server: Server, later: Later) -> None:
    red, blue, match = two_players(server, clock={"days": 3})
    later(4 * 86400.0)
    red.choose(match, "red", "move:2:20")
    assert blue.act(match, "flag", seat="blue", against="red").document["result"]["winner"] == "blue"


def test_nobody_claims_where_nobody_keeps_time(server: Server) -> None:
    _red, blue, match = two_players(server)
    reply = blue.act(match, "flag", seat="blue", against="red")
    assert (reply.status, reply.error) == (409, "nobody keeps time in this match")


def test_nobody_claims_for_another_or_against_himself(server: Server, later: Later) -> None:
    red, blue, match = two_players(server, clock=BLITZ)
    later(601)
    assert server.player().act(match, "flag", seat="blue", against="red").status == 403
    assert red.act(match, "flag", seat="red", against="red").status == 400
    assert blue.act(match, "flag", seat="blue", against="control").status == 400


def test_where_it_is_automatic_the_match_ends_by_itself(everywhere: Server, later: Later) -> None:
    red, _blue, match = two_players(everywhere, clock={**BLITZ, "flag": "automatic"})
    everywhere.service.timeouts.look_round()
    assert not red.head(match)["over"]
    later(601)
    everywhere.service.timeouts.look_round()
    assert red.head(match)["result"]["winner"] == "blue"


def test_an_answer_that_comes_too_late_is_refused_where_it_is_automatic(server: Server, later: Later) -> None:
    red, _blue, match = two_players(server, clock={**BLITZ, "flag": "automatic"})
    server.service.timeouts.close()
    later(601)
    reply = red.answer(match, "red", "done")
    assert (reply.status, reply.error) == (409, "the match is over")
    assert red.head(match)["result"]["level"] == "time"


def test_the_clock_worker_finds_after_a_restart_whose_time_was_up(server: Server, later: Later) -> None:
    red, _blue, match = two_players(server, clock={"days": 1, "flag": "automatic"})
    later(86401)
    server.restart()
    server.service.timeouts.look_round()
    assert red.head(match)["over"]


def test_the_clock_of_an_open_match_is_wound_up_by_whoever_comes_last(
    everywhere: Server, later: Later
) -> None:
    red, blue = everywhere.player(), everywhere.player()
    begun = red.begin(seats={"blue": "open"}, clock={**BLITZ, "flag": "automatic"})
    later(10_000)
    everywhere.service.timeouts.look_round()
    blue.act(begun["match"], "sit", seat="blue")
    assert not red.head(begun["match"])["over"]
    later(601)
    everywhere.service.timeouts.look_round()
    assert red.head(begun["match"])["over"]


@pytest.mark.parametrize(
    "clock",
    [{}, {"base": 60, "days": 2}, {"base": -1}, {"base": 60, "per": "move"}, {"base": 60, "flag": ""}],
)
def test_terms_that_make_no_sense_are_refused(server: Server, clock: Json) -> None:
    assert server.player().post("/api/matches", {"scenario": "ford", "clock": clock}).status == 422
