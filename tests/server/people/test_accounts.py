"""Accounts: a name and a password, and the seats are there on every device."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from argon2 import PasswordHasher
from sqlalchemy import select, update

from sandtable.server.db import schema as t
from sandtable.server.people import devices, passwords

from ..databases import sqlite_alone
from ..playing import Player, Reply, Server, two_players

database = sqlite_alone

WORD = "correct horse battery"


@pytest.fixture(autouse=True)
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hash costs as little as it can; what it costs in earnest is the library's default."""
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


def account(player: Player, action: str, **document: object) -> Reply:
    return player.post(f"/api/account/{action}", document)


def registered(server: Server, name: str = "Anna") -> Player:
    player = server.player()
    assert account(player, "register", name=name, password=WORD).status == 200
    return player


def name_of(player: Player) -> str | None:
    found = player.get("/api/account").document["account"]
    return found["name"] if found else None


def test_whoever_registers_is_logged_in(server: Server) -> None:
    player = server.player()
    reply = account(player, "register", name=" Anna  Amalia ", password=WORD, email="anna@example.org")
    assert (reply.status, reply.document["account"]["name"]) == (200, "Anna Amalia")
    assert (reply.document["account"]["email"], reply.document["mail"]) == ("anna@example.org", False)
    assert name_of(player) == "Anna Amalia"


def test_the_seats_of_a_guest_come_along_when_he_registers(everywhere: Server) -> None:
    player = everywhere.player()
    match = player.begin(seats={"blue": "open"})["match"]
    before = player.cookie
    account(player, "register", name="Anna", password=WORD)
    assert player.cookie != before
    assert player.head(match)["mine"] == ["red"]
    assert player.get("/api/account").document["account"]["matches"] == 1
    assert player.choose(match, "red", "move:0:4")["answers"] == 1


def test_the_cookie_of_before_is_worth_nothing_afterwards(server: Server) -> None:
    player, thief = server.player(), server.player()
    match = player.begin(seats={"blue": "open"})["match"]
    thief.cookie = player.cookie
    account(player, "register", name="Anna", password=WORD)
    assert thief.head(match)["mine"] == []
    assert name_of(thief) is None


def test_another_device_finds_the_same_seats(everywhere: Server) -> None:
    desk = registered(everywhere)
    match = desk.begin(seats={"blue": "open"})["match"]
    phone = everywhere.player()
    assert account(phone, "login", name="ANNA", password=WORD).status == 200
    assert phone.head(match)["mine"] == ["red"]
    assert phone.choose(match, "red", "move:0:4")["answers"] == 1
    assert [m["match"] for m in phone.get("/api/matches").document] == [match]


def test_the_seats_of_a_guest_come_along_when_he_logs_in(everywhere: Server) -> None:
    registered(everywhere)
    phone = everywhere.player()
    match = phone.begin(seats={"blue": "open"})["match"]
    account(phone, "login", name="Anna", password=WORD)
    desk = everywhere.player()
    account(desk, "login", name="Anna", password=WORD)
    assert desk.head(match)["mine"] == phone.head(match)["mine"] == ["red"]


def test_a_seat_held_by_guest_and_account_alike_is_held_once(everywhere: Server) -> None:
    desk = registered(everywhere)
    begun = desk.begin(seats={"blue": "random"})
    phone = everywhere.player()
    phone.join(begun["links"]["red"])
    assert account(phone, "login", name="Anna", password=WORD).status == 200
    assert phone.head(begun["match"])["mine"] == ["red"]
    with everywhere.service.store.reading() as db:
        assert len(db.execute(select(t.holders)).all()) == 1


def test_guests_play_without_an_account(server: Server) -> None:
    red, blue, match = two_players(server)
    assert name_of(red) is None
    assert red.choose(match, "red", "done")["answers"] == 1
    assert blue.head(match)["mine"] == ["blue"]


def test_an_invitation_is_accepted_by_an_account(everywhere: Server) -> None:
    red, curious, anna = everywhere.player(), everywhere.player(), registered(everywhere)
    begun = red.begin(seats={"red": "open", "blue": "person"})
    for player in (curious, anna):
        player.join(begun["links"]["red"])
    anna.choose(begun["match"], "red", "done")
    assert (curious.head(begun["match"])["mine"], anna.head(begun["match"])["mine"]) == ([], ["red"])


def test_whoever_logs_out_holds_nothing_in_this_browser(server: Server) -> None:
    player = registered(server)
    match = player.begin(seats={"blue": "open"})["match"]
    reply = account(player, "logout")
    assert (reply.status, reply.document) == (200, {"account": None, "mail": False})
    assert "sandtable_guest=" in reply.headers["set-cookie"]
    assert (name_of(player), player.head(match)["mine"]) == (None, [])
    assert player.get(f"/api/matches/{match}/view?seat=red").status == 403


def test_a_wrong_password_and_an_unknown_name_are_answered_alike(server: Server) -> None:
    registered(server)
    stranger = server.player()
    wrong = account(stranger, "login", name="Anna", password="correct horse batterie")
    unknown = account(stranger, "login", name="Otto", password=WORD)
    assert (wrong.status, wrong.text) == (unknown.status, unknown.text)
    assert (wrong.status, wrong.error) == (403, "this name and this password do not belong together")
    assert "set-cookie" not in wrong.headers


def test_a_name_that_does_not_exist_costs_a_hash_too(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    verified: list[str] = []

    class Counting(PasswordHasher):
        def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
            verified.append(str(password))
            return super().verify(hash, password)

    monkeypatch.setattr(passwords, "HASHER", Counting(time_cost=1, memory_cost=8, parallelism=1))
    account(server.player(), "login", name="Otto", password=WORD)
    assert verified == [WORD]


def test_too_many_tries_must_wait(database: str) -> None:
    with Server(database, login_rate=0.001, login_burst=3) as server:
        registered(server)
        stranger = server.player()
        replies = [account(stranger, "login", name="Anna", password="wrong wrong wrong") for _ in range(3)]
        assert [reply.status for reply in replies] == [403, 403, 429]
        assert replies[2].error == "too many tries; wait a few minutes"


def test_a_name_is_taken_once_whatever_its_capitals(everywhere: Server) -> None:
    registered(everywhere, "Anna")
    reply = account(everywhere.player(), "register", name="aNNA", password=WORD)
    assert (reply.status, reply.error) == (409, "the name 'aNNA' is taken; choose another")


def test_nobody_registers_while_logged_in(server: Server) -> None:
    reply = account(registered(server), "register", name="Otto", password=WORD)
    assert (reply.status, reply.error) == (409, "you are logged in as 'Anna'; log out first")


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({"password": "too short"}, "a password has 10 to 200 characters, this one has 9"),
        ({"password": "x" * 201}, "a password has 10 to 200 characters, this one has 201"),
        ({"name": "   "}, "a name has 1 to 40 characters that can be printed"),
        ({"name": "a\u0007b"}, "a name has 1 to 40 characters that can be printed"),
        ({"email": "nowhere"}, "this is no e-mail address; 'name@example.org' is one"),
        ({"email": "a@b.c\nBcc: d@e.f"}, "this is no e-mail address; 'name@example.org' is one"),
        ({"email": "änna@example.org"}, "this is no e-mail address; 'name@example.org' is one"),
        ({"email": "anna@example..org"}, "this is no e-mail address; 'name@example.org' is one"),
    ],
)
def test_what_cannot_be_used_is_refused_in_a_sentence(
    server: Server, document: dict[str, str], sentence: str
) -> None:
    reply = account(server.player(), "register", **{"name": "Anna", "password": WORD, **document})
    assert (reply.status, reply.error) == (400, sentence)


def test_a_password_needs_nothing_but_its_length(server: Server) -> None:
    assert account(server.player(), "register", name="Anna", password="aaaaaaaaaa").status == 200


def test_a_password_is_the_same_however_the_keyboard_composes_it(server: Server) -> None:
    account(server.player(), "register", name="Anna", password="za\u0308hlt bis neun")
    assert account(server.player(), "login", name="Anna", password="z\u00e4hlt bis neun").status == 200


def test_a_new_password_logs_other_browsers_out(everywhere: Server) -> None:
    desk = registered(everywhere)
    phone = everywhere.player()
    account(phone, "login", name="Anna", password=WORD)
    assert account(desk, "password", old=WORD, new="another long word").status == 200
    assert (name_of(desk), name_of(phone)) == ("Anna", None)
    assert account(phone, "login", name="Anna", password=WORD).status == 403
    assert account(phone, "login", name="Anna", password="another long word").status == 200


@pytest.mark.parametrize("action", ["password", "email", "delete"])
def test_changes_need_the_password(server: Server, action: str) -> None:
    documents: dict[str, dict[str, str | None]] = {
        "password": {"old": "wrong wrong", "new": WORD},
        "email": {"password": "wrong wrong", "email": None},
        "delete": {"password": "wrong wrong"},
    }
    document = documents[action]
    assert account(server.player(), action, **document).status == 403
    reply = account(registered(server), action, **document)
    assert (reply.status, reply.error) == (403, "this is not your password")


def test_the_address_can_be_changed_and_taken_away(server: Server) -> None:
    player = registered(server)
    for address in ("anna@example.org", None):
        reply = account(player, "email", password=WORD, email=address)
        assert reply.document["account"]["email"] == address


def test_a_deleted_account_leaves_nothing_behind(everywhere: Server) -> None:
    player = registered(everywhere)
    begun = player.begin(seats={"blue": "open"})
    assert account(player, "delete", password=WORD).status == 200
    assert (name_of(player), player.head(begun["match"])["mine"]) == (None, [])
    assert account(player, "login", name="Anna", password=WORD).status == 403
    assert everywhere.player().join(begun["links"]["red"]).status == 404
    with everywhere.service.store.reading() as db:
        assert [db.execute(select(table)).all() for table in (t.accounts, t.sessions, t.holders)] == [[]] * 3


# ---- devices, and what is kept

DESK = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Safari/604.1"


def at_two_devices(server: Server) -> tuple[Player, Player]:
    desk, phone = server.player(), server.player()
    for player, action, agent in ((desk, "register", DESK), (phone, "login", PHONE)):
        document = {"name": "Anna", "password": WORD}
        assert player.post(f"/api/account/{action}", document, user_agent=agent).status == 200
    return desk, phone


def test_the_devices_of_an_account_are_listed_the_latest_first(everywhere: Server) -> None:
    desk, _phone = at_two_devices(everywhere)
    found = desk.get("/api/account/devices").document["devices"]
    assert [(device["device"], device["here"]) for device in found] == [
        ("Safari on iPhone", False),
        ("Firefox on Linux", True),
    ]


def test_one_device_is_logged_out_from_another(everywhere: Server) -> None:
    desk, phone = at_two_devices(everywhere)
    other = desk.get("/api/account/devices").document["devices"][0]["id"]
    left = account(desk, "devices/leave", id=other).document["devices"]
    assert [device["device"] for device in left] == ["Firefox on Linux"]
    assert (name_of(desk), name_of(phone)) == ("Anna", None)


def test_nobody_logs_out_the_device_of_another(server: Server) -> None:
    desk, _phone = at_two_devices(server)
    stranger = registered(server, "Otto")
    for device in desk.get("/api/account/devices").document["devices"]:
        account(stranger, "devices/leave", id=device["id"])
    assert len(desk.get("/api/account/devices").document["devices"]) == 2


def test_whoever_logs_out_everywhere_is_logged_in_nowhere(everywhere: Server) -> None:
    desk, phone = at_two_devices(everywhere)
    assert account(desk, "logout", everywhere=True).status == 200
    assert (name_of(desk), name_of(phone)) == (None, None)


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (f"{PHONE} CriOS/140.0", "Chrome on iPhone"),
        (
            "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140 Safari/537.36 Edg/140",
            "Edge on Windows",
        ),
        (
            "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140 Mobile Safari/537.36",
            "Chrome on Android",
        ),
        ("curl/8.0", ""),
        ("", ""),
    ],
)
def test_a_device_is_called_what_its_owner_calls_it(agent: str, words: str) -> None:
    assert devices.described(agent) == words


def test_whoever_asks_is_given_everything_that_is_kept(everywhere: Server) -> None:
    desk, _phone = at_two_devices(everywhere)
    match = desk.begin(seats={"blue": "open"})["match"]
    hook = "https://hooks.example.org/1"
    desk.act(match, "reminders", seat="red", webhook=hook, email=None)
    kept = desk.get("/api/account/data").document
    assert kept["account"]["name"] == "Anna"
    assert kept["seats"] == [{"match": match, "scenario": "ford", "seat": "red", "over": False}]
    assert kept["reminders"] == [{"match": match, "seat": "red", "webhook": hook, "email": None}]
    assert (len(kept["devices"]), kept["confirmed_addresses"]) == (2, [])
    assert "argon2" not in str(kept)


def test_a_session_that_has_run_out_is_none(everywhere: Server) -> None:
    player = registered(everywhere)
    everywhere.service.store.write(lambda db: db.execute(update(t.sessions).values(until=1.0)))
    assert name_of(player) is None


def test_neither_passwords_nor_cookies_are_stored_as_they_are(server: Server) -> None:
    player = registered(server)
    with server.service.store.reading() as db:
        stored = [str(tuple(row)) for table in (t.accounts, t.sessions) for row in db.execute(select(table))]
    assert len(stored) == 2
    assert not [row for row in stored if WORD in row or player.cookie in row]
    assert "$argon2id$" in stored[0]


def test_a_cheap_hash_is_replaced_at_the_next_log_in(
    everywhere: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    registered(everywhere)
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=2, memory_cost=8, parallelism=1))
    assert account(everywhere.player(), "login", name="Anna", password=WORD).status == 200
    with everywhere.service.store.reading() as db:
        assert "t=2" in db.execute(select(t.accounts.c.password)).scalar_one()
    assert account(everywhere.player(), "login", name="Anna", password=WORD).status == 200


def test_a_restart_logs_nobody_out(server: Server) -> None:
    player = registered(server)
    server.restart()
    assert name_of(player) == "Anna"


@pytest.mark.parametrize(("address", "secure"), [("http://testserver", False), ("https://testserver", True)])
def test_a_cookie_that_came_over_https_goes_back_over_https_alone(
    tmp_path: Path, address: str, secure: bool
) -> None:
    with Server(f"sqlite:///{tmp_path}/matches.db") as server:
        server.client.base_url = address
        cookie = account(server.player(), "register", name="Anna", password=WORD).headers["set-cookie"]
    assert ("Secure" in cookie) is secure
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
