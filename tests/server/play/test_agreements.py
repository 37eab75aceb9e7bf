"""Results by agreement, bots that stand in for players, and players who come back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.server.errors import Stale
from sandtable.server.match.commands import Answer

from ..databases import sqlite_alone
from ..playing import Json, Player, Reply, Server, two_players, under_attack

database = sqlite_alone

Later = Callable[[float], None]
DAYS = 86400.0


def settle(player: Player, match: str, seat: str, winner: str = "draw", *, agree: bool = True) -> Reply:
    version = player.head(match)["version"]
    return player.act(match, "result", seat=seat, winner=winner, version=version, agree=agree)


def stand_in(player: Player, match: str, seat: str, absent: str, bot: str = "random") -> Reply:
    return player.post(f"/api/matches/{match}/substitute", {"seat": seat, "for": absent, "bot": bot})


@pytest.fixture
def quiet(database: str) -> Server:
    """A server whose bots do not move, so that nothing happens between two looks."""
    return Server(database, bot_workers=0)


# ---- results


@pytest.mark.parametrize(
    ("winner", "reason"),
    [("draw", "a draw was agreed"), ("blue", "it was agreed that Blue has won")],
)
def test_a_result_needs_all_persons(everywhere: Server, winner: str, reason: str) -> None:
    red, blue, match = two_players(everywhere)
    asked = settle(red, match, "red", winner).document
    assert asked["proposal"] == {"kind": "result", "winner": winner, "by": "red", "agreed": ["red"]}
    assert not asked["over"]
    ended = settle(blue, match, "blue", winner).document
    assert (ended["over"], ended["proposal"]) == (True, None)
    assert ended["result"] == {"winner": winner, "level": "agreement", "reason": reason}


def test_one_player_alone_agrees_to_nothing(server: Server) -> None:
    red, _blue, match = two_players(server)
    settle(red, match, "red")
    assert not settle(red, match, "red").document["over"]


def test_another_result_is_another_proposal(server: Server) -> None:
    red, blue, match = two_players(server)
    settle(red, match, "red", "red")
    other = settle(blue, match, "blue", "blue").document
    assert (other["over"], other["proposal"]["winner"], other["proposal"]["agreed"]) == (
        False,
        "blue",
        ["blue"],
    )


def test_a_result_can_be_declined(server: Server) -> None:
    red, blue, match = two_players(server)
    settle(red, match, "red")
    assert settle(blue, match, "blue", agree=False).document["proposal"] is None


def test_whoever_holds_all_seats_ends_the_match_alone(server: Server) -> None:
    player, match = server.hotseat()
    assert settle(player, match, "red").document["result"]["winner"] == "draw"


def test_a_bot_agrees_to_nothing(quiet: Server) -> None:
    with quiet as server:
        player = server.player()
        match = player.begin(seats={"blue": "random"})["match"]
        reply = settle(player, match, "red", "red")
        assert (reply.status, reply.error) == (409, "a bot agrees to no result; resign instead")


def test_only_seats_of_the_match_can_win(server: Server) -> None:
    player = server.player()
    reply = settle(player, player.hotseat(), "red", "green")
    assert (reply.status, reply.error) == (400, "'green' cannot win; red, blue, draw can")


def test_a_proposal_makes_no_answer_stale_and_nobody_wait_anew(server: Server) -> None:
    red, blue, match = under_attack(server)
    before = blue.head(match)
    settle(red, match, "red")
    assert blue.head(match)["seats"] == before["seats"]
    assert blue.answer(match, "blue", "stand", version=before["version"]).status == 200


# ---- bots that stand in


def test_a_player_lets_a_bot_play_for_him_and_comes_back(everywhere: Server) -> None:
    red, blue, match = two_players(everywhere)
    with blue.watching(match, "blue") as socket:
        socket.receive_json()
        seen = stand_in(red, match, "red", "red").document
        assert (seen["seats"]["red"]["kind"], seen["seats"]["red"]["substitute"]) == ("bot", True)
        told: Json = {}
        while "blue" not in told.get("view", {"asked": ()})["asked"]:
            told = socket.receive_json()
    assert "The bot random plays for Red." in [line["text"] for line in told["log"]]
    back = red.act(match, "reclaim", seat="red").document
    assert (back["seats"]["red"]["kind"], back["seats"]["red"]["substitute"]) == ("person", False)
    assert back["log"][-1]["text"] == "The player of Red is back."


def test_while_a_bot_plays_the_player_does_not(quiet: Server) -> None:
    with quiet as server:
        red, _blue, match = two_players(server)
        stand_in(red, match, "red", "red")
        reply = red.answer(match, "red", "done")
        assert (reply.status, reply.error) == (409, "a bot plays for Red; take the seat back first")
        red.act(match, "reclaim", seat="red")
        assert red.answer(match, "red", "done").status == 200


def test_a_bot_whose_player_is_back_answers_no_more(quiet: Server) -> None:
    with quiet as server:
        red, _blue, match = two_players(server)
        version = stand_in(red, match, "red", "red").document["version"]
        red.act(match, "reclaim", seat="red")
        given = Answer(seat="red", option="done", version=version, key="bot-red")
        with pytest.raises(Stale):
            server.service.authority.answer(match, given)


def test_it_survives_a_restart_who_stands_in_for_whom(quiet: Server) -> None:
    with quiet as server:
        red, _blue, match = two_players(server)
        stand_in(red, match, "red", "red")
        server.restart()
        assert red.head(match)["seats"]["red"]["substitute"]
        assert "The bot random plays for Red." in [line["text"] for line in red.view(match, "red")["log"]]
        assert red.act(match, "reclaim", seat="red").status == 200


def test_nobody_is_replaced_while_he_may_still_come(quiet: Server, later: Later) -> None:
    with quiet as server:
        _red, blue, match = two_players(server)
        later(13 * DAYS)
        reply = stand_in(blue, match, "blue", "red")
        assert (reply.status, reply.error) == (
            403,
            "Red has not kept you waiting so long that a bot may take the seat",
        )


def test_whoever_stays_away_too_long_is_replaced_and_may_come_back(quiet: Server, later: Later) -> None:
    with quiet as server:
        red, blue, match = two_players(server)
        seats = blue.head(match)["seats"]
        assert seats["red"]["claimable"] == pytest.approx(seats["red"]["waiting_since"] + 14 * DAYS)
        assert seats["blue"]["claimable"] is None
        later(14 * DAYS)
        assert stand_in(blue, match, "blue", "red").document["seats"]["red"]["substitute"]
        assert red.act(match, "reclaim", seat="red").document["seats"]["red"]["kind"] == "person"


def test_whoever_is_not_asked_keeps_nobody_waiting(quiet: Server, later: Later) -> None:
    with quiet as server:
        red, _blue, match = two_players(server)
        later(30 * DAYS)
        assert stand_in(red, match, "red", "blue").status == 403


def test_where_the_setting_says_never_nobody_is_replaced(database: str, later: Later) -> None:
    with Server(database, bot_workers=0, absent_days=0.0) as server:
        _red, blue, match = two_players(server)
        later(1000 * DAYS)
        assert stand_in(blue, match, "blue", "red").status == 403
        assert blue.head(match)["seats"]["red"]["claimable"] is None


def test_a_player_whose_time_is_up_is_replaced_and_comes_back_with_the_whole(
    quiet: Server, later: Later
) -> None:
    with quiet as server:
        red, blue, match = two_players(server, clock={"base": 600})
        later(601)
        assert stand_in(red, match, "red", "red").status == 409
        assert stand_in(blue, match, "blue", "red").status == 200
        back = red.act(match, "reclaim", seat="red").document
        assert back["clock"]["left"]["red"] == 600


def test_a_replaced_player_keeps_his_say_in_going_back(quiet: Server, later: Later) -> None:
    with quiet as server:
        red, blue, match = two_players(server)
        red.choose(match, "red", "move:2:20")
        later(15 * DAYS)
        stand_in(blue, match, "blue", "red")
        version = blue.head(match)["version"]
        assert blue.act(match, "rewind", seat="blue", to=0, version=version).document["answers"] == 1
        assert blue.act(match, "fork", to=0).status == 403
        assert blue.get(f"/api/matches/{match}/record").status == 403


@pytest.mark.parametrize(
    ("document", "status"),
    [
        ({"for": "blue", "bot": "random"}, 403),
        ({"for": "red", "bot": "napoleon"}, 400),
        ({"for": "green", "bot": "random"}, 400),
        ({"for": "control", "bot": "random"}, 400),
    ],
)
def test_a_substitute_that_cannot_be_is_refused(quiet: Server, document: Json, status: int) -> None:
    with quiet as server:
        red, _blue, match = two_players(server)
        assert red.post(f"/api/matches/{match}/substitute", {"seat": "red", **document}).status == status


def test_nobody_takes_a_seat_back_that_was_never_given_away(quiet: Server) -> None:
    with quiet as server:
        player = server.player()
        match = player.begin(seats={"blue": "random"})["match"]
        assert player.act(match, "reclaim", seat="red").status == 409
        assert player.act(match, "reclaim", seat="blue").status == 403
