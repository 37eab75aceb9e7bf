"""Links to seats: looking at one changes nothing, whoever looks; a click takes the seat."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from sandtable.server import app as application
from sandtable.server.db import schema as t

from ..databases import sqlite_alone
from ..playing import Json, Player, Server, two_players

database = sqlite_alone

REPOSITORY = Path(__file__).resolve().parents[3]
# Who looks at links before people do: previews in talk and mail, scanners, and browsers that fetch ahead.
ROBOTS = (
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "WhatsApp/2.23.20.0",
    "facebookexternalhit/1.1",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36",
    "",
)


@pytest.fixture(autouse=True)
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page as it is before it is built: its head is the same."""
    folder = tmp_path / "page"
    folder.mkdir()
    (folder / "index.html").write_bytes((REPOSITORY / "web" / "index.html").read_bytes())
    monkeypatch.setattr(application, "PAGE", folder)


def look(player: Player, link: str) -> Json:
    """What the page is told about a link."""
    reply = player.post("/api/invitation", {"token": link.removeprefix("/join/")})
    assert reply.status == 200, reply.text
    found: Json = reply.document
    return found


def stored(server: Server) -> dict[str, list[tuple[Any, ...]]]:
    """Everything in the database."""
    with server.service.store.reading() as db:
        return {
            table.name: sorted((tuple(row) for row in db.execute(select(table))), key=repr)
            for table in t.METADATA.sorted_tables
        }


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("robot", ROBOTS)
def test_a_robot_that_fetches_a_link_takes_nothing(server: Server, robot: str, method: str) -> None:
    red = server.player()
    begun = red.begin(seats={"blue": "open"}, clock={"base": 600}, control="open")
    device = red.act(begun["match"], "device", seat="red").document["link"]
    before = stored(server)
    for link in (*begun["links"].values(), device):
        reply = server.client.request(
            method, link, headers={"user-agent": robot, "accept": "text/html"}, follow_redirects=False
        )
        assert reply.status_code == 200
        assert "set-cookie" not in reply.headers
    assert stored(server) == before


def test_to_look_at_a_link_changes_nothing(everywhere: Server) -> None:
    red, friend = everywhere.player(), everywhere.player()
    begun = red.begin(seats={"blue": "open"})
    device = red.act(begun["match"], "device", seat="red").document["link"]
    before = stored(everywhere)
    for link in (begun["links"]["blue"], begun["links"]["red"], device):
        look(friend, link)
    assert (stored(everywhere), friend.cookie) == (before, "")


def test_the_page_of_an_invitation_is_the_same_for_every_link_and_names_no_game(server: Server) -> None:
    link = server.player().begin(seats={"blue": "open"})["links"]["blue"]
    good, bad = (server.player().get(address, accept="text/html") for address in (link, "/join/guess"))
    assert good.text == bad.text
    assert 'property="og:title" content="An invitation to a game of Sandtable"' in good.text
    assert good.headers["x-robots-tag"] == "noindex, nofollow"
    assert good.headers["referrer-policy"] == "no-referrer"
    assert "og:title" not in server.player().get("/", accept="text/html").text


def test_an_invitation_says_to_what_and_not_where_until_it_is_accepted(server: Server) -> None:
    red, friend = server.player(), server.player()
    begun = red.begin(scenario="ford-counterstroke", seats={"blue": "open"}, listed=False)
    assert look(friend, begun["links"]["blue"]) == {
        "kind": "invitation",
        "scenario": "ford-counterstroke",
        "seat": "blue",
        "by": None,
        "taken": False,
        "over": False,
        "once": False,
        "mine": [],
        "match": None,
        "refused": False,
    }
    assert friend.join(begun["links"]["blue"]).document == {"match": begun["match"], "seat": "blue"}
    now = look(friend, begun["links"]["blue"])
    assert (now["mine"], now["match"], now["taken"]) == (["blue"], begun["match"], True)


@pytest.mark.usefixtures("quick_passwords")
def test_an_invitation_names_the_account_that_sends_it(server: Server) -> None:
    red = server.player()
    red.post("/api/account/register", {"name": "Anna", "password": "a long password"})
    links = red.begin(seats={"blue": "open"})["links"]
    assert look(server.player(), links["blue"])["by"] == "Anna"
    # The way to one's own seat is nobody's invitation.
    assert look(server.player(), links["red"])["by"] is None


@pytest.mark.usefixtures("quick_passwords")
def test_where_two_people_may_have_sent_an_invitation_nobody_is_named(server: Server) -> None:
    red, control = server.player(), server.player()
    red.post("/api/account/register", {"name": "Anna", "password": "a long password"})
    links = red.begin(seats={"blue": "open"}, control="open")["links"]
    control.join(links["control"])
    assert look(server.player(), links["blue"])["by"] is None


def test_a_link_to_the_own_seat_says_so(server: Server) -> None:
    desk, phone = server.player(), server.player()
    begun = desk.begin(seats={"blue": "random"})
    device = desk.act(begun["match"], "device", seat="red").document["link"]
    assert [
        (look(phone, link)["kind"], look(phone, link)["once"]) for link in (begun["links"]["red"], device)
    ] == [
        ("own", False),
        ("own", True),
    ]


def test_whoever_sits_there_already_finds_his_match_and_spends_nothing(server: Server) -> None:
    desk, phone = server.player(), server.player()
    match = desk.begin(seats={"blue": "random"})["match"]
    device = desk.act(match, "device", seat="red").document["link"]
    assert (look(desk, device)["mine"], look(desk, device)["match"]) == (["red"], match)
    assert phone.join(device).status == 200


def test_a_link_that_has_ended_is_told_from_one_that_leads_to_a_seat(server: Server) -> None:
    desk = server.player()
    device = desk.act(desk.begin()["match"], "device", seat="red").document["link"]
    server.player().join(device)
    reply = server.player().post("/api/invitation", {"token": device.removeprefix("/join/")})
    assert (reply.status, reply.error.split(";")[0]) == (404, "this link leads to no seat")


def test_an_invitation_to_a_game_that_is_over_says_so(server: Server) -> None:
    red = server.player()
    begun = red.begin(seats={"blue": "open"})
    red.act(begun["match"], "resign", seat="red")
    assert look(server.player(), begun["links"]["blue"])["over"] is True


def test_a_player_is_told_before_he_tries_that_he_cannot_be_the_umpire(server: Server) -> None:
    red = server.player()
    begun = red.begin(seats={"blue": "open"}, control="open")
    assert look(red, begun["links"]["control"])["refused"] is True
    assert red.join(begun["links"]["control"]).status == 403
    assert red.head(begun["match"])["mine"] == ["red"]


def test_another_site_makes_nobody_sit_down(server: Server) -> None:
    friend = server.player()
    token = {"token": server.player().begin(seats={"blue": "open"})["links"]["blue"].removeprefix("/join/")}
    for headers in ({"x-sandtable": ""}, {"origin": "https://elsewhere.example"}):
        for path in ("/api/invitation", "/api/invitation/take"):
            assert friend.post(path, token, **headers).status == 403
    assert friend.cookie == ""


def test_of_a_match_nothing_is_told_to_whoever_has_no_link(server: Server) -> None:
    _red, _blue, match = two_players(server, listed=False)
    for token in (match, "blue", f"{match}/blue"):
        for path in ("/api/invitation", "/api/invitation/take"):
            reply = server.player().post(path, {"token": token})
            assert (reply.status, match in reply.text) == (404, False)
