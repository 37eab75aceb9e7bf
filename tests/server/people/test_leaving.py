"""Players who come back by a link of their own, and seats whose players have left for good."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from sandtable.server.db import match_store
from sandtable.server.match.commands import Answer

from ..playing import Json, Player, Server, attack

WORD = "correct horse battery"
pytestmark = pytest.mark.usefixtures("quick_passwords")
Later = Callable[[float], None]


@pytest.fixture
def server(database: str) -> Iterator[Server]:
    """Bots do not move, so that nothing happens between two looks."""
    with Server(database, bot_workers=0) as running:
        yield running


def against_anna(server: Server, **document: Any) -> tuple[Player, Player, str, Json]:
    """Red, who began a match; Anna, who has an account and plays blue; the match, and its links."""
    red, anna = server.player(), server.player()
    begun = red.begin(scenario="ford-counterstroke", seats={"blue": "open"}, **document)
    assert anna.post("/api/account/register", {"name": "Anna", "password": WORD}).status == 200
    assert anna.join(begun["links"]["blue"]).status == 200
    attack(red, begun["match"])
    anna.choose(begun["match"], "blue", "stand")
    return red, anna, begun["match"], begun["links"]


def delete(player: Player) -> None:
    assert player.post("/api/account/delete", {"password": WORD}).status == 200


def kinds(player: Player, match: str) -> list[str]:
    return [line["event"]["kind"] for line in player.view(match, "red")["log"]]


# ---- a way back


def test_a_guest_comes_back_by_a_link_of_his_own_after_his_browser_has_forgotten_him(server: Server) -> None:
    red, blue, again = (server.player() for _ in range(3))
    begun = red.begin(scenario="ford-counterstroke", seats={"blue": "open"})
    match = begun["match"]
    blue.join(begun["links"]["blue"])
    attack(red, match)
    blue.choose(match, "blue", "stand")
    link = blue.act(match, "link", seat="blue").document["links"]["blue"]
    for visit in (again, server.player()):
        assert visit.join(link).status == 200
        assert visit.head(match)["mine"] == ["blue"]


def test_whoever_makes_a_way_back_is_the_player_and_nobody_else_stays(server: Server) -> None:
    red, curious, blue = (server.player() for _ in range(3))
    begun = red.begin(seats={"blue": "open"})
    for player in (curious, blue):
        assert player.join(begun["links"]["blue"]).status == 200
    assert blue.act(begun["match"], "link", seat="blue").status == 200
    assert curious.head(begun["match"])["mine"] == []
    assert server.player().join(begun["links"]["blue"]).status == 404


def test_the_host_makes_no_link_to_a_seat_that_somebody_holds(server: Server) -> None:
    red, _anna, match, _links = against_anna(server)
    assert red.act(match, "link", seat="blue").status == 403


# ---- leaving for good


def test_a_seat_is_open_again_when_its_players_account_is_deleted(server: Server) -> None:
    red, anna, match, links = against_anna(server)
    delete(anna)
    seen = red.view(match, "red")
    assert (seen["seats"]["blue"]["kind"], seen["seats"]["blue"]["vacated"]) == ("open", True)
    assert seen["log"][-1]["text"] == (
        "The player of Blue has left for good. Somebody else may be invited, or a bot may take the seat."
    )
    assert server.player().join(links["blue"]).status == 404


def test_somebody_else_is_invited_to_the_seat_of_one_who_has_left(server: Server) -> None:
    red, anna, match, _links = against_anna(server)
    delete(anna)
    link = red.act(match, "link", seat="blue").document["links"]["blue"]
    carl = server.player()
    assert carl.join(link).status == 200
    assert carl.head(match)["seats"]["blue"]["kind"] == "person"
    assert carl.view(match, "blue")["log"][-1]["text"] == "Somebody else plays for Blue now."
    assert not carl.head(match)["seats"]["blue"]["vacated"]


def test_whoever_plays_in_the_match_does_not_take_the_seat_of_an_opponent_who_has_left(
    server: Server,
) -> None:
    red, anna, match, _links = against_anna(server)
    delete(anna)
    link = red.act(match, "link", seat="blue").document["links"]["blue"]
    for reply in (red.join(link), red.act(match, "sit", seat="blue")):
        assert (reply.status, reply.error) == (
            403,
            "whoever plays in this match cannot take the seat of an opponent who has left it",
        )
    assert red.get(f"/api/matches/{match}/view?seat=blue").status == 403


def test_a_bot_takes_the_seat_of_one_who_has_left_at_once_and_for_good(server: Server) -> None:
    red, anna, match, _links = against_anna(server)
    delete(anna)
    reply = red.post(f"/api/matches/{match}/substitute", {"seat": "red", "for": "blue", "bot": "random"})
    seat = reply.document["seats"]["blue"]
    assert (seat["bot"], seat["substitute"], seat["vacated"]) == ("random", False, False)


def test_a_bot_that_stood_in_plays_on_for_one_who_has_left(server: Server) -> None:
    red, anna, match, _links = against_anna(server)
    anna.post(f"/api/matches/{match}/substitute", {"seat": "blue", "for": "blue", "bot": "random"})
    delete(anna)
    seat = red.head(match)["seats"]["blue"]
    assert (seat["bot"], seat["substitute"]) == ("random", False)
    # Nobody's consent is missing any more.
    back = red.act(match, "rewind", seat="red", to=0, version=red.head(match)["version"])
    assert back.document["answers"] == 0


def test_a_seat_that_another_device_holds_stays_with_its_player(server: Server) -> None:
    red, anna, match, _links = against_anna(server)
    phone = server.player()
    phone.join(anna.act(match, "link", seat="blue").document["links"]["blue"])
    delete(anna)
    assert red.head(match)["seats"]["blue"]["kind"] == "person"
    assert phone.head(match)["mine"] == ["blue"]
    assert "Left" not in kinds(red, match)


def test_no_clock_runs_while_the_seat_of_one_who_has_left_is_open(server: Server, later: Later) -> None:
    red, anna, match, _links = against_anna(server, clock={"base": 3600})
    delete(anna)
    later(7200)
    assert red.head(match)["clock"]["running"] == []
    assert red.act(match, "flag", seat="red", against="blue").status == 409


def test_a_match_that_nobody_holds_any_more_is_offered_to_nobody(server: Server) -> None:
    anna = server.player()
    anna.post("/api/account/register", {"name": "Anna", "password": WORD})
    match = anna.begin(seats={"blue": "random"})["match"]
    delete(anna)
    assert server.player().head(match)["seats"]["red"]["kind"] == "person"


def test_an_umpire_who_leaves_stops_nothing_for_ever(server: Server) -> None:
    red, anna = server.player(), server.player()
    begun = red.begin(mode="hotseat", control="open")
    match = begun["match"]
    anna.post("/api/account/register", {"name": "Anna", "password": WORD})
    anna.join(begun["links"]["control"])
    anna.act(match, "control/pause", reason="Dinner")
    delete(anna)
    seen = red.view(match, "red")
    assert (seen["paused"], seen["control"]) == (None, "none")
    assert seen["log"][-1]["text"] == "Control has left for good; the match goes on without an umpire."
    red.choose(match, "red", "move:0:4")


def test_no_clock_runs_after_a_player_has_left_though_another_answers_from_memory(server: Server) -> None:
    """Red is asked when Anna leaves; the server has the match in memory as it was before."""
    clock = {"base": 600, "increment": 0, "flag": "automatic"}
    red, anna, match, _ = against_anna(server, clock=clock)
    version = red.view(match, "red")["version"]
    delete(anna)
    server.service.authority.answer(
        match, Answer(seat="red", option="assault", version=version, key="from-memory")
    )
    with server.service.store.reading() as db:
        head = match_store.read_match(db, match)
    assert (head.seats["blue"], head.deadline) == ("open", None)
