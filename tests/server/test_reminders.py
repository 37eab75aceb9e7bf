"""Reminders go out when a seat is asked, once, without secrets, and only to where anybody may be sent."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import select

from sandtable.server import outgoing
from sandtable.server import tables as t
from sandtable.server.errors import BadRequest
from sandtable.server.outgoing import Undelivered
from sandtable.server.settings import Settings

from .playing import Player, Reply, Server, attack, two_players
from .post import Hook, mail_server, webhook

Later = Callable[[float], None]


@pytest.fixture
def hook() -> Iterator[Hook]:
    with webhook() as found:
        yield found


@pytest.fixture
def server(database: str) -> Iterator[Server]:
    settings: dict[str, Any] = {
        "private_webhooks": True,
        "public_url": "https://table.example/",
        "bot_workers": 0,
    }
    with Server(database, **settings) as running:
        # The tests make his rounds themselves.
        running.service.postman.close()
        running.service.postman._ending.clear()
        yield running


def remind(player: Player, match: str, seat: str, url: str | None, email: str | None = None) -> Reply:
    return player.act(match, "reminders", seat=seat, webhook=url, email=email)


def delivered(server: Server) -> int:
    found: int = server.service.postman.make_a_round()
    return found


def waiting(server: Server) -> int:
    with server.service.store.reading() as db:
        return len(db.execute(select(t.outbox)).all())


def test_whoever_wants_it_is_told_that_it_is_his_turn(server: Server, hook: Hook, later: Later) -> None:
    red, blue, match = two_players(server)
    assert remind(blue, match, "blue", hook.url).status == 200
    attack(red, match)
    later(121)
    assert delivered(server) == 1
    text = f"The Ford: counterstroke: it is your turn. https://table.example/match/{match}"
    assert hook.told == [{"content": text, "text": text}]
    assert hook.paths == ["/hook?token=abc"]
    assert (delivered(server), waiting(server)) == (0, 0)


def test_nobody_is_told_who_has_not_asked_for_it(server: Server, later: Later) -> None:
    red, _blue, match = two_players(server)
    attack(red, match)
    later(1000)
    assert (waiting(server), delivered(server)) == (0, 0)


def test_whoever_answers_soon_hears_nothing(server: Server, hook: Hook, later: Later) -> None:
    red, blue, match = two_players(server)
    remind(blue, match, "blue", hook.url)
    attack(red, match)
    assert delivered(server) == 0
    blue.choose(match, "blue", "stand")
    later(121)
    assert (delivered(server), hook.told, waiting(server)) == (0, [], 0)


def test_nobody_is_reminded_of_his_own_answers(server: Server, hook: Hook, later: Later) -> None:
    red, _blue, match = two_players(server)
    remind(red, match, "red", hook.url)
    attack(red, match)
    later(1000)
    assert waiting(server) == 0


def test_one_reminder_waits_at_a_time(server: Server, hook: Hook) -> None:
    red, blue, match = two_players(server)
    remind(blue, match, "blue", hook.url)
    attack(red, match)
    for _ in range(3):
        version = red.head(match)["version"]
        red.act(match, "rewind", seat="red", to=2, version=version)
        blue.act(match, "rewind", seat="blue", to=2, version=red.head(match)["version"])
        red.choose(match, "red", "attack:9")
    assert waiting(server) == 1


def test_no_reminder_follows_at_the_heels_of_another(server: Server, hook: Hook, later: Later) -> None:
    red, blue, match = two_players(server)
    remind(blue, match, "blue", hook.url)
    attack(red, match)
    later(121)
    assert delivered(server) == 1
    blue.choose(match, "blue", "stand")
    red.choose(match, "red", "assault")
    while "blue" not in red.view(match, "red")["view"]["asked"]:
        red.choose(match, "red", red.view(match, "red")["view"]["options"][0]["id"])
    later(121)
    assert (delivered(server), waiting(server)) == (0, 1)
    later(1800)
    assert delivered(server) == 1


def test_bots_cause_no_flood(server: Server, hook: Hook, later: Later) -> None:
    red, blue, match = two_players(server)
    remind(red, match, "red", hook.url)
    blue.post(f"/api/matches/{match}/substitute", {"seat": "blue", "for": "blue", "bot": "random"})
    for _ in range(12):
        asked = red.view(match, "red")
        if "blue" in asked["view"]["asked"]:
            option = server.service.authority.message(match, "blue")["view"]["options"][0]["id"]
            server.service.authority.answer(
                match, "blue", option, asked["version"], f"bot-{asked['version']}"
            )
        else:
            red.choose(match, "red", asked["view"]["options"][0]["id"])
    assert waiting(server) <= 1
    later(121)
    delivered(server)
    assert len(hook.told) <= 1


def test_what_does_not_arrive_is_tried_again_ever_later(server: Server, hook: Hook, later: Later) -> None:
    red, blue, match = two_players(server)
    remind(blue, match, "blue", hook.url)
    attack(red, match)
    hook.status = 500
    later(121)
    assert (delivered(server), len(hook.told)) == (0, 1)
    later(29)
    assert (delivered(server), len(hook.told)) == (0, 1)
    later(2)
    assert (delivered(server), len(hook.told)) == (0, 2)
    later(59)
    assert (delivered(server), len(hook.told)) == (0, 2)
    hook.status = 200
    later(2)
    assert (delivered(server), len(hook.told), waiting(server)) == (1, 3, 0)


def test_what_never_arrives_is_given_up(server: Server, hook: Hook, later: Later) -> None:
    red, blue, match = two_players(server)
    remind(blue, match, "blue", hook.url)
    attack(red, match)
    hook.status = 404
    for _ in range(12):
        later(100_000)
        delivered(server)
    assert (len(hook.told), waiting(server)) == (10, 0)


def test_what_was_taken_out_but_not_delivered_goes_out_after_a_restart(
    server: Server, hook: Hook, later: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    red, blue, match = two_players(server)
    remind(blue, match, "blue", hook.url)
    attack(red, match)
    later(121)

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as dying:
        dying.setattr(outgoing, "post_webhook", die)
        with pytest.raises(KeyboardInterrupt):
            delivered(server)
    server.restart()
    server.service.postman.close()
    server.service.postman._ending.clear()
    assert delivered(server) == 0
    later(121)
    assert (delivered(server), len(hook.told)) == (1, 1)


def test_a_redirection_is_followed_nowhere(server: Server, hook: Hook, later: Later) -> None:
    red, blue, match = two_players(server)
    remind(blue, match, "blue", hook.url)
    attack(red, match)
    hook.status = 307
    later(121)
    assert (delivered(server), len(hook.told)) == (0, 1)


def test_reminders_are_read_and_switched_off_by_whoever_set_them(server: Server, hook: Hook) -> None:
    red, blue, match = two_players(server)
    offers = {"webhook": True, "email": False}
    assert remind(blue, match, "blue", hook.url).document == {
        "webhook": hook.url,
        "email": None,
        "offers": offers,
    }
    assert red.get(f"/api/matches/{match}/reminders?seat=blue").status == 403
    assert remind(red, match, "blue", hook.url).status == 403
    attack(red, match)
    assert waiting(server) == 1
    assert remind(blue, match, "blue", None).document["webhook"] is None
    assert waiting(server) == 0


def test_another_device_at_the_same_seat_has_reminders_of_its_own(server: Server, hook: Hook) -> None:
    player, phone = server.player(), server.player()
    begun = player.begin(seats={"blue": "random"})
    remind(player, begun["match"], "red", hook.url)
    phone.get(begun["links"]["red"])
    assert phone.get(f"/api/matches/{begun['match']}/reminders?seat=red").document["webhook"] is None


def test_whoever_has_lost_his_seat_hears_no_more_of_it(server: Server, hook: Hook, later: Later) -> None:
    red, curious, blue = server.player(), server.player(), server.player()
    begun = red.begin(scenario="ford-counterstroke", seats={"blue": "open"})
    match = begun["match"]
    for player in (curious, blue):
        player.get(begun["links"]["blue"])
    remind(curious, match, "blue", hook.url)
    attack(red, match)
    blue.choose(match, "blue", "stand")
    red.choose(match, "red", "assault")
    later(121)
    assert (delivered(server), hook.told) == (0, [])


def test_mail_goes_out_through_the_server_of_the_settings(database: str, later: Later) -> None:
    with mail_server() as letters:
        settings: dict[str, Any] = {
            "smtp": letters.address,
            "smtp_security": "none",
            "smtp_sender": "table@example.org",
            "public_url": "https://table.example",
        }
        with Server(database, **settings) as server:
            server.service.postman.close()
            server.service.postman._ending.clear()
            red, blue, match = two_players(server)
            assert remind(blue, match, "blue", None, "blue@example.org").document["offers"]["email"]
            attack(red, match)
            later(121)
            assert delivered(server) == 1
    (letter,) = letters
    assert "To: blue@example.org" in letter
    assert "From: table@example.org" in letter
    assert "Subject: The Ford: counterstroke: it is your turn." in letter
    assert f"https://table.example/match/{match}" in letter


def test_a_server_without_mail_offers_none(server: Server) -> None:
    _red, blue, match = two_players(server)
    reply = remind(blue, match, "blue", None, "blue@example.org")
    assert (reply.status, reply.error) == (400, "this server sends no mail; use a webhook")


# ---- where a webhook may lead


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/hook",
        "https://example.org:8443/hook",
        "https://127.0.0.1/hook",
        "https://10.1.2.3/hook",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/hook",
        "https://[::ffff:127.0.0.1]/hook",
        "https://[fd00::1]/hook",
        "https://localhost/hook",
        "https://printer.local/hook",
        "https://intranet/hook",
        "https://name:word@example.org/hook",
        "ftp://example.org/hook",
        "file:///etc/passwd",
        "https:///hook",
        "https://example.org/a b",
        "https://example.org/\r\nHost: elsewhere",
        "https://[broken/hook",
        "nonsense",
    ],
)
def test_a_webhook_does_not_lead_into_the_house(url: str) -> None:
    with pytest.raises(BadRequest):
        outgoing.require_possible(Settings(), url, None)


def test_a_webhook_leads_to_a_public_address() -> None:
    outgoing.require_possible(Settings(), "https://discord.com/api/webhooks/1/abc", None)


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "192.168.1.1", "::1", "fe80::1%eth0", "::ffff:10.0.0.1", "0.0.0.0"]
)
def test_a_name_that_stands_for_an_address_in_the_house_is_not_dialled(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    def resolve(*_: object, **__: object) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443))]

    def dial(*_: object, **__: object) -> socket.socket:
        raise AssertionError("dialled")

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(socket, "create_connection", dial)
    with pytest.raises(Undelivered, match="not public"):
        outgoing.post_webhook("https://hooks.example.org/1", "text", Settings())


def test_the_address_that_was_looked_at_is_the_one_that_is_dialled(monkeypatch: pytest.MonkeyPatch) -> None:
    dialled: list[Any] = []

    def dial(address: Any, *_: object) -> socket.socket:
        dialled.append(address)
        raise OSError("nobody there")

    answers = iter([[(2, 1, 6, "", ("93.184.216.34", 443))], [(2, 1, 6, "", ("127.0.0.1", 443))]])
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: next(answers))
    monkeypatch.setattr(socket, "create_connection", dial)
    with pytest.raises(Undelivered):
        outgoing.post_webhook("https://hooks.example.org/1", "text", Settings())
    assert dialled == [("93.184.216.34", 443)]
