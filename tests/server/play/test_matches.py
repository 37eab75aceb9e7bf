"""Matches begin, are found, joined and resumed."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import select

from sandtable.server.db import schema as t
from sandtable.server.people import seating

from ..playing import Server, attack, two_players


def test_whoever_begins_a_match_holds_the_seats_of_persons(server: Server) -> None:
    red = server.player()
    begun = red.begin(seats={"red": "person", "blue": "open"})
    assert red.head(begun["match"])["mine"] == ["red"]


def test_a_match_in_one_place_gives_every_seat_to_whoever_began_it(server: Server) -> None:
    player = server.player()
    assert player.head(player.hotseat())["mine"] == ["blue", "red"]


def test_seats_that_are_not_mentioned_are_persons(server: Server) -> None:
    player = server.player()
    assert player.head(player.begin()["match"])["mine"] == ["blue", "red"]


def test_a_link_leads_to_its_seat_and_to_the_match(server: Server) -> None:
    red, blue = server.player(), server.player()
    begun = red.begin(seats={"blue": "open"})
    reply = blue.join(begun["links"]["blue"])
    assert (reply.status, reply.document) == (200, {"match": begun["match"], "seat": "blue"})
    assert blue.head(begun["match"])["mine"] == ["blue"]


def test_an_open_seat_becomes_a_persons_when_somebody_comes_by_the_link(server: Server) -> None:
    red, _blue, match = two_players(server)
    assert red.head(match)["seats"]["blue"]["kind"] == "person"


def test_the_cookie_is_hidden_from_scripts_and_from_other_sites(server: Server) -> None:
    reply = server.player().post("/api/matches", {"scenario": "ford"})
    cookie = reply.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_no_secret_of_a_link_or_a_cookie_is_stored(server: Server) -> None:
    player = server.player()
    secret = player.begin()["links"]["red"].removeprefix("/join/")
    with server.service.store.reading() as db:
        stored = [str(tuple(row)) for table in (t.links, t.holders) for row in db.execute(select(table))]
    assert len(stored) == 4
    assert not [row for row in stored if secret in row or player.cookie in row]


def test_a_player_invites_to_an_open_seat_again_and_the_older_link_ends(server: Server) -> None:
    red, blue, late = server.player(), server.player(), server.player()
    begun = red.begin(seats={"blue": "open"})
    link = red.act(begun["match"], "link", seat="blue").document["links"]["blue"]
    assert late.join(begun["links"]["blue"]).status == 404
    assert blue.join(link).status == 200
    assert blue.head(begun["match"])["mine"] == ["blue"]


def test_nobody_but_a_player_of_the_match_invites_to_it(server: Server) -> None:
    match = server.player().begin(seats={"blue": "open"})["match"]
    assert server.player().act(match, "link", seat="blue").status == 403


def test_a_seat_that_is_taken_has_links_for_its_player_alone(server: Server) -> None:
    red, _blue, match = two_players(server)
    assert red.act(match, "link", seat="blue").status == 403


def test_a_wrong_link_leads_nowhere(server: Server) -> None:
    reply = server.player().join("/join/abcdef")
    assert (reply.status, reply.document["rule"]) == (404, "")
    assert reply.error.startswith("this link leads to no seat")


def test_the_own_link_brings_the_seat_to_another_device(server: Server) -> None:
    desk, phone = server.player(), server.player()
    begun = desk.begin(seats={"blue": "random"})
    phone.join(begun["links"]["red"])
    assert phone.head(begun["match"])["mine"] == desk.head(begun["match"])["mine"] == ["red"]


def test_a_link_brings_the_own_seat_to_another_device_once(server: Server) -> None:
    desk, phone, thief = server.player(), server.player(), server.player()
    begun = desk.begin(seats={"blue": "random"})
    made = desk.act(begun["match"], "device", seat="red").document
    assert made["until"] > desk.get("/api/now").document["now"]
    assert phone.join(made["link"]).status == 200
    assert phone.head(begun["match"])["mine"] == desk.head(begun["match"])["mine"] == ["red"]
    assert thief.join(made["link"]).status == 404
    # The links that were given out at the beginning lead on.
    assert server.player().join(begun["links"]["red"]).status == 200


def test_a_link_to_another_device_runs_out(server: Server, later: Callable[[float], None]) -> None:
    desk, phone = server.player(), server.player()
    made = desk.act(desk.begin()["match"], "device", seat="red").document
    later(seating.DEVICE_SECONDS + 1)
    assert phone.join(made["link"]).status == 404


def test_a_newer_link_to_another_device_ends_the_older_one(server: Server) -> None:
    desk = server.player()
    match = desk.begin()["match"]
    older, newer = (desk.act(match, "device", seat="red").document["link"] for _ in range(2))
    assert (server.player().join(older).status, server.player().join(newer).status) == (404, 200)


def test_nobody_takes_the_seat_of_another_to_a_device(server: Server) -> None:
    red, _blue, match = two_players(server)
    assert red.act(match, "device", seat="blue").status == 403
    assert server.player().act(match, "device", seat="red").status == 403


def test_whoever_takes_an_invited_seat_along_is_its_player_on_both_devices(server: Server) -> None:
    red, blue, phone, curious = (server.player() for _ in range(4))
    begun = red.begin(seats={"blue": "open"}, scenario="ford-counterstroke")
    for player in (curious, blue):
        player.join(begun["links"]["blue"])
    phone.join(blue.act(begun["match"], "device", seat="blue").document["link"])
    assert curious.head(begun["match"])["mine"] == []
    attack(red, begun["match"])
    phone.choose(begun["match"], "blue", "stand")
    assert blue.head(begun["match"])["mine"] == phone.head(begun["match"])["mine"] == ["blue"]


def test_a_new_link_ends_the_older_ones(server: Server) -> None:
    player, thief = server.player(), server.player()
    begun = player.begin(seats={"blue": "random"})
    fresh = player.act(begun["match"], "link", seat="red").document["links"]["red"]
    assert thief.join(begun["links"]["red"]).status == 404
    assert thief.join(fresh).status == 200


def test_nobody_gets_a_link_to_the_seat_of_another(server: Server) -> None:
    red, _blue, match = two_players(server)
    assert red.act(match, "link", seat="blue").status == 403


def test_an_invitation_ends_when_the_invited_player_first_answers(server: Server) -> None:
    red, blue, curious = server.player(), server.player(), server.player()
    begun = red.begin(seats={"red": "open", "blue": "person"})
    for player in (curious, blue):
        player.join(begun["links"]["red"])
    blue.choose(begun["match"], "red", "done")
    assert curious.head(begun["match"])["mine"] == []
    assert curious.join(begun["links"]["red"]).status == 404
    assert blue.head(begun["match"])["mine"] == ["red"]


def test_the_lobby_shows_listed_matches_to_everybody(server: Server) -> None:
    match = server.player().begin(seats={"blue": "open"})["match"]
    (shown,) = server.player().get("/api/matches").document
    assert (shown["match"], shown["mine"], shown["seats"]["blue"]["kind"]) == (match, [], "open")


def test_the_lobby_shows_matches_that_are_not_listed_to_their_players_alone(server: Server) -> None:
    player = server.player()
    match = player.begin(listed=False)["match"]
    assert [m["match"] for m in player.get("/api/matches").document] == [match]
    assert server.player().get("/api/matches").document == []


def test_an_open_seat_can_be_taken_from_the_lobby_once(server: Server) -> None:
    red, blue, late = server.player(), server.player(), server.player()
    begun = red.begin(seats={"blue": "open"})
    assert blue.act(begun["match"], "sit", seat="blue").status == 200
    assert blue.head(begun["match"])["mine"] == ["blue"]
    assert late.act(begun["match"], "sit", seat="blue").status == 409
    assert late.join(begun["links"]["blue"]).status == 404


def test_the_commitment_of_the_dice_is_shown_from_the_start(server: Server) -> None:
    player = server.player()
    head = player.head(player.hotseat(salt="my own salt"))
    assert len(head["commitment"]) == 64
    assert head["salt"] == "my own salt"


def test_spectators_see_what_everybody_sees(server: Server) -> None:
    _, _, match = two_players(server)
    seen = server.player().view(match, "spectator")
    assert seen["view"]["seat"] == "spectator"
    assert not [c for c in seen["view"]["position"]["counters"] if "strength" in c]


def test_an_unknown_scenario_is_refused_in_a_sentence(server: Server) -> None:
    reply = server.player().post("/api/matches", {"scenario": "waterloo"})
    assert reply.status == 400
    assert reply.error.startswith("there is no scenario 'waterloo'")


def test_an_option_of_the_wrong_value_is_refused(server: Server) -> None:
    reply = server.player().post("/api/matches", {"scenario": "ford", "options": {"turns": 99}})
    assert (reply.status, reply.error) == (400, "option 'turns' may be 6, 4, 10, not 99")


def test_a_bot_that_does_not_exist_is_refused(server: Server) -> None:
    reply = server.player().post("/api/matches", {"scenario": "ford", "seats": {"blue": "napoleon"}})
    named = "person, open, greedy, planner-easy, planner-hard, planner-normal, random"
    assert (reply.status, reply.error) == (400, f"seat 'blue' may be {named}, not 'napoleon'")


def test_an_unknown_match_is_not_found(server: Server) -> None:
    reply = server.player().get("/api/matches/abc")
    assert (reply.status, reply.error) == (404, "there is no match 'abc'")


def test_waiting_says_since_when(server: Server) -> None:
    player = server.player()
    seats = player.head(player.hotseat())["seats"]
    assert isinstance(seats["red"]["waiting_since"], float)
    assert seats["blue"]["waiting_since"] is None
