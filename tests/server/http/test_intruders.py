"""Strangers with bad intentions, and clients that are broken: refused in a sentence, never a failure of ours."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.types import Message
from starlette.websockets import WebSocketDisconnect

from sandtable.server.http import middleware
from sandtable.server.http.middleware import SecurityMiddleware
from sandtable.server.http.websocket import MOST_WORDS
from sandtable.server.mail.webhooks import Undelivered, _is_public, post_webhook
from sandtable.server.settings import Settings

from ..databases import sqlite_alone
from ..playing import Player, Server, two_players

database = sqlite_alone

JSON = {"x-sandtable": "1", "content-type": "application/json"}
NUL = "\0"


@pytest.fixture(scope="module")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Player, str]]:
    """A server that stands whatever is thrown at it, a player, and a match of his."""
    with Server(f"sqlite:///{tmp_path_factory.mktemp('intruders')}/matches.db", sockets=3) as server:
        player = server.player()
        yield server, player, player.hotseat()


# ---- bodies

BODIES = {
    "nothing": b"",
    "no JSON": b"scenario=ford",
    "half a document": b'{"scenario": "ford"',
    "deep lists": b"[" * 60_000,
    "deep objects": b'{"record":' * 6_000,
    "deep and closed": b'{"record":{"rulebook":"ford","x":' + b"[" * 900 + b"]" * 900 + b"}}",
    "no UTF-8": b'{"scenario":"\xff\xfe"}',
    "UTF-16": '{"scenario":"ford"}'.encode("utf-16"),
    "half a character": b'{"scenario":"\\ud800","seat":"\\ud800","record":{"rulebook":"\\ud800"}}',
    "NUL": b'{"scenario":"ford","salt":"\\u0000","record":{"rulebook":"\\u0000"}}',
    "not a number": b'{"scenario":"ford","options":{"turns":NaN},"version":NaN,"record":{"rulebook":NaN}}',
    "infinity": b'{"scenario":"ford","clock":{"days":Infinity},"version":1e999,"record":{"behaviour":1e999}}',
    "a number of 20000 digits": b'{"scenario":"ford","version":' + b"9" * 20_000 + b"}",
    "a number of 30 digits": b'{"scenario":"ford","options":{"turns":' + b"9" * 30 + b"}}",
    "a list": b"[1, 2]",
    "null": b"null",
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES.keys())
@pytest.mark.parametrize("path", ["/api/matches", "/api/matches/import", "/api/matches/MATCH/answer"])
def test_no_body_makes_the_server_fail(standing: tuple[Server, Player, str], path: str, body: bytes) -> None:
    server, player, match = standing
    headers = {**JSON, "cookie": f"sandtable_guest={player.cookie}"}
    before = player.view(match, "red")
    reply = server.client.post(path.replace("MATCH", match), content=body, headers=headers)
    assert reply.status_code in (400, 422), reply.text
    assert set(reply.json()) >= {"error", "rule"}
    assert player.view(match, "red") == before


def test_a_text_with_nul_is_refused_by_every_database(everywhere: Server) -> None:
    player = everywhere.player()
    match = player.begin(mode="hotseat", control="person")["match"]
    replies = [
        player.post("/api/matches", {"scenario": "ford", "salt": NUL}),
        player.answer(match, "red", "move:0:4", version=1, key=f"k{NUL}"),
        player.act(match, "control/announce", text=f"x{NUL}"),
        player.act(match, "control/pause", reason=f"x{NUL}"),
        player.act(match, "orders", seat=f"red{NUL}", orders=[]),
        player.post("/api/account/login", {"name": f"x{NUL}", "password": "a long password"}),
        player.get(f"/api/matches/{match}%00/view?seat=red"),
        player.get(f"/api/matches/{match}/view?seat=red%00"),
        player.get("/join/%00"),
    ]
    assert [reply.status for reply in replies] == [400] * len(replies)


def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "BODY_SECONDS", 0.01)
    sent: list[Message] = []

    async def silence() -> Message:
        return await asyncio.Future()

    async def send(message: Message) -> None:
        sent.append(message)

    async def app(*_: Any) -> None:
        raise AssertionError("nobody should have been let in")

    scope = {"type": "http", "method": "POST", "path": "/api/matches", "query_string": b""}
    door = SecurityMiddleware(app, Settings(rate=0))
    asyncio.run(
        door({**scope, "headers": [(b"x-sandtable", b"1")], "client": ("192.0.2.1", 1)}, silence, send)
    )
    assert sent[0]["status"] == 408
    assert json.loads(sent[1]["body"])["error"] == "the body of this request did not come"


def test_matches_are_begun_more_rarely_than_looked_at(database: str) -> None:
    with Server(database, rate=0.001, burst=2 * middleware.BEGINNING + 1) as server:
        player = server.player()
        begun = [player.post("/api/matches", {"scenario": "ford"}).status for _ in range(3)]
        assert begun == [200, 200, 429]
        assert [player.get("/healthz").status for _ in range(2)] == [200, 429]


# ---- addresses

ADDRESSES = (
    "/%00",
    "/x%00y.js",
    "/" + "a" * 300,
    "/" + "a/" * 3000,
    "/assets/" + "b" * 255 + ".js",
    "//elsewhere.example/",
    "//elsewhere.example/%2e%2e",
    "/\\elsewhere.example",
    "/%5celsewhere.example/",
    "/join//elsewhere.example",
    "/join/%0d%0aset-cookie:%20x=y",
    "/join/https:%2f%2felsewhere.example",
    "/api/matches/%0d%0alocation:%20x",
    "/api/boards/..%2f..%2fsettings.py",
    "/..%2f..%2fsettings.py",
    "/%2e%2e/%2e%2e/settings.py",
    "/assets/..%2f..%2f..%2fsettings.py",
)


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_address_leads_out_of_the_server(standing: tuple[Server, Player, str], address: str) -> None:
    reply = standing[0].player().get(address)
    assert reply.status in (200, 400, 404, 405)
    assert "location" not in reply.headers
    assert "set-cookie" not in reply.headers
    assert "class Settings" not in reply.text


@pytest.mark.parametrize("host", ["elsewhere.example", "localhost:1\\@elsewhere", "x" * 500, ""])
def test_the_name_by_which_the_server_was_called_is_repeated_nowhere(
    standing: tuple[Server, Player, str], host: str
) -> None:
    server, player, _match = standing
    begun = player.begin(seats={"blue": "open"})
    token = {"token": begun["links"]["blue"].removeprefix("/join/")}
    joined = server.client.post("/api/invitation/take", json=token, headers={**JSON, "host": host})
    assert joined.json() == {"match": begun["match"], "seat": "blue"}
    assert "location" not in joined.headers


# ---- sockets


@pytest.mark.parametrize("origin", ["null", "https://elsewhere.example", "http://testserver:81"])
def test_a_socket_of_another_site_does_not_open(standing: tuple[Server, Player, str], origin: str) -> None:
    _, player, match = standing
    with pytest.raises(WebSocketDisconnect), player.watching(match, "red", origin=origin) as socket:
        socket.receive_json()


def test_a_socket_that_says_garbage_is_closed_and_spoils_no_other(
    standing: tuple[Server, Player, str],
) -> None:
    _, player, match = standing
    with player.watching(match, "red") as good, player.watching(match, "red") as bad:
        good.receive_json()
        bad.receive_json()
        bad.send_bytes(b"\xff\x00" * 100)
        with pytest.raises(WebSocketDisconnect):
            bad.receive_json()
        version = player.view(match, "red")["version"]
        player.choose(match, "red", player.view(match, "red")["view"]["options"][-1]["id"])
        assert good.receive_json()["version"] == version + 1


def test_a_socket_that_talks_and_talks_is_closed(standing: tuple[Server, Player, str]) -> None:
    _, player, match = standing
    with player.watching(match, "red") as socket:
        socket.receive_json()
        for _ in range(MOST_WORDS):
            socket.send_text("and another thing")
        with pytest.raises(WebSocketDisconnect) as end:
            socket.receive_json()
        assert end.value.reason == "nobody listens to you here"


def test_one_client_keeps_so_many_sockets_open_and_no_more(standing: tuple[Server, Player, str]) -> None:
    _, player, match = standing
    with (
        player.watching(match, "red") as first,
        player.watching(match, "red"),
        player.watching(match, "red"),
    ):
        first.receive_json()
        with pytest.raises(WebSocketDisconnect), player.watching(match, "red") as fourth:
            fourth.receive_json()
    with player.watching(match, "red") as again:
        assert again.receive_json()["match"] == match


# ---- players of before


def invited(server: Server) -> tuple[Player, Player, str, str]:
    """Red, blue, who has not come yet, their match, and the link that leads blue there."""
    red, blue = server.player(), server.player()
    begun = red.begin(scenario="ford-counterstroke", seats={"blue": "open"})
    return red, blue, begun["match"], begun["links"]["blue"]


def test_who_was_invited_but_is_not_the_player_leaves_no_orders_behind(everywhere: Server) -> None:
    _red, blue, match, link = invited(everywhere)
    # Red keeps the link that he gave to blue, and uses it himself from another browser.
    intruder = everywhere.player()
    blue.join(link)
    intruder.join(link)
    assert intruder.act(match, "orders", seat="blue", orders=[]).status == 200
    # Whoever acts first is the player: the other one notices at once, not when it is too late.
    assert blue.get(f"/api/matches/{match}/view?seat=blue").status == 403
    assert everywhere.player().join(link).status == 404


def test_who_is_no_player_any_more_sees_and_does_nothing(server: Server) -> None:
    red, blue, match, link = invited(server)
    former = server.player()
    former.join(link)
    blue.join(link)
    with former.watching(match, "blue") as socket:
        assert socket.receive_json()["view"]["seat"] == "blue"
        assert blue.act(match, "orders", seat="blue", orders=[]).status == 200
        red.choose(match, "red", "move:2:20")
        with pytest.raises(WebSocketDisconnect) as end:
            socket.receive_json()
        assert end.value.reason == "this seat is no longer yours"
    assert former.get(f"/api/matches/{match}/view?seat=blue").status == 403
    assert former.act(match, "resign", seat="blue").status == 403
    assert former.act(match, "link", seat="blue").status == 403
    assert former.head(match)["mine"] == []


def test_who_has_resigned_changes_nothing_any_more(server: Server) -> None:
    red, blue, match = two_players(server)
    red.choose(match, "red", "move:2:20")
    red.act(match, "resign", seat="red")
    version = red.head(match)["version"]
    tried = [
        red.answer(match, "red", "done"),
        red.act(match, "undo", seat="red", version=version),
        red.act(match, "rewind", seat="red", to=0, version=version),
        red.act(match, "result", seat="red", winner="red", version=version),
        red.act(match, "resign", seat="red"),
        blue.act(match, "resign", seat="blue"),
        red.post(f"/api/matches/{match}/substitute", {"seat": "red", "for": "red", "bot": "random"}),
    ]
    assert {reply.status for reply in tried} == {409}
    assert red.head(match)["result"]["winner"] == "blue"


def test_a_cookie_that_nobody_was_given_holds_nothing(server: Server) -> None:
    _red, _blue, match = two_players(server)
    for cookie in ("x", "'; DROP TABLE holders; --", "@1", "A" * 200, "A" * 5000):
        stranger = server.player()
        stranger.cookie = cookie
        assert stranger.get(f"/api/matches/{match}/view?seat=red").status == 403
        assert stranger.head(match)["mine"] == []


# ---- where webhooks may lead


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "0.0.0.0",
        "10.0.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "::1",
        "fe80::1%eth0",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::7f00:1",
        "64:ff9b::7f00:1",
        "64:ff9b::a00:1",
        "2002:7f00:1::",
        "ff02::1",
        "224.0.0.1",
    ],
)
def test_no_way_of_writing_a_local_address_makes_it_public(address: str) -> None:
    assert not _is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "64:ff9b::808:808"])
def test_public_addresses_are_public(address: str) -> None:
    assert _is_public(address)


@pytest.mark.parametrize("host", ["2130706433", "0x7f000001", "0177.0.0.1", "127.1", "localhost.", "[::1]"])
def test_a_webhook_to_this_machine_is_found_out_however_it_is_written(host: str) -> None:
    with pytest.raises(Undelivered, match=r"not public|into a local net|no address|Name or service"):
        post_webhook(f"https://{host}/hook", "x", Settings())
