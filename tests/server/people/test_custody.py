"""Whoever holds a seat sees how many devices do, and puts out the others."""

from __future__ import annotations

import pytest
from starlette.websockets import WebSocketDisconnect

from ..playing import Player, Server, two_players

WORD = "correct horse battery"
pytestmark = pytest.mark.usefixtures("quick_passwords")


def devices(player: Player, match: str, seat: str) -> int:
    found: int = player.get(f"/api/matches/{match}/custody?seat={seat}").document["devices"]
    return found


def along(server: Server, player: Player, match: str, seat: str) -> Player:
    """Another device, to which the seat was taken along."""
    other = server.player()
    assert other.join(player.act(match, "device", seat=seat).document["link"]).status == 200
    return other


def test_every_device_that_holds_a_seat_is_counted(everywhere: Server) -> None:
    red, blue, match = two_players(everywhere)
    assert devices(red, match, "red") == 1
    phone = along(everywhere, red, match, "red")
    assert (devices(red, match, "red"), devices(phone, match, "red"), devices(blue, match, "blue")) == (
        2,
        2,
        1,
    )


def test_the_others_are_put_out_with_their_sockets_and_links(everywhere: Server) -> None:
    red, _blue, match = two_players(everywhere)
    thief = along(everywhere, red, match, "red")
    way_back = red.act(match, "link", seat="red").document["links"]["red"]
    on_its_way = red.act(match, "device", seat="red").document["link"]
    with thief.watching(match, "red") as socket:
        socket.receive_json()
        assert red.act(match, "custody", seat="red").document["devices"] == 1
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert closed.value.code == 4403
    assert thief.answer(match, "red", "done", version=1).status == 403
    assert thief.act(match, "custody", seat="red").status == 403
    assert [thief.join(link).status for link in (way_back, on_its_way)] == [404, 404]
    assert red.answer(match, "red", "move:2:20").status == 200


def test_an_account_holds_its_seats_wherever_it_is_logged_in(everywhere: Server) -> None:
    anna, desk, guest = (everywhere.player() for _ in range(3))
    assert anna.post("/api/account/register", {"name": "Anna", "password": WORD}).status == 200
    match = anna.hotseat()
    assert desk.post("/api/account/login", {"name": "Anna", "password": WORD}).status == 200
    assert devices(anna, match, "red") == 2
    guest.join(anna.act(match, "device", seat="red").document["link"])
    assert devices(anna, match, "red") == 3
    assert anna.act(match, "custody", seat="red").document["devices"] == 2
    assert (desk.head(match)["mine"], guest.head(match)["mine"]) == (["blue", "red"], [])


def test_nobody_counts_or_puts_out_at_the_seats_of_others(everywhere: Server) -> None:
    _red, blue, match = two_players(everywhere)
    assert blue.get(f"/api/matches/{match}/custody?seat=red").status == 403
    assert blue.act(match, "custody", seat="red").status == 403
