"""Confirmed addresses: nothing else goes to an address before the link in a letter was used, once and not too late."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from sqlalchemy import select

from sandtable.server.db import schema as t
from sandtable.server.people import seating

from ..correspondents import ANNA, OTHER, WORD, account, confirmed, forgotten, registered, state
from ..playing import Server
from ..post import MailServer, delivered, mailing, waiting

Later = Callable[[float], None]
pytestmark = pytest.mark.usefixtures("quick_passwords")


def test_an_address_is_confirmed_by_the_link_in_a_letter(on_every_database: Server, mail: MailServer) -> None:
    player = registered(on_every_database)
    assert state(player) == (ANNA, False)
    assert delivered(on_every_database) == 1
    letter = mail.next_letter()
    assert letter.readers == [ANNA]
    # The mail program may be on another device, where nobody is logged in.
    reply = account(on_every_database.player(), "confirm", token=letter.secret("confirm"))
    assert (reply.status, reply.document) == (200, {"email": ANNA})
    assert state(player) == (ANNA, True)


def test_a_link_is_looked_at_before_it_is_used(server: Server, mail: MailServer) -> None:
    player = registered(server)
    delivered(server)
    secret = mail.next_letter().secret("confirm")
    seen = [account(server.player(), "token", token=secret).document for _ in range(2)]
    assert seen[0] == seen[1]
    assert (seen[0]["kind"], seen[0]["name"], seen[0]["email"]) == ("confirm", "Anna", ANNA)
    assert state(player) == (ANNA, False)


def test_a_letter_that_asks_for_a_confirmation_holds_no_words_of_a_stranger(
    server: Server, mail: MailServer
) -> None:
    registered(server, "Win at evil.example")
    delivered(server)
    letter = mail.next_letter()
    assert "evil" not in letter.message.as_string() + letter.text


def test_the_link_keeps_its_secret_behind_the_mark_that_no_server_sees(
    server: Server, mail: MailServer
) -> None:
    registered(server)
    delivered(server)
    (link,) = re.findall(r"^https\S+$", mail.next_letter().text, re.MULTILINE)
    before, _, after = link.partition("#")
    assert before == "https://table.example/"
    assert re.fullmatch(r"confirm=[\w-]{43}", after)


@pytest.mark.parametrize("kind", ["confirm", "reset"])
def test_a_link_works_once(server: Server, mail: MailServer, kind: str) -> None:
    confirmed(server, mail)
    if kind == "reset":
        document = {"token": forgotten(server, mail, "Anna"), "password": OTHER}
    else:
        account(server.player(), "login", name="Anna", password=WORD)
        registered(server, "Otto", "otto@example.org")
        delivered(server)
        document = {"token": mail.next_letter().secret("confirm")}
    replies = [account(server.player(), kind, **document) for _ in range(2)]
    assert [reply.status for reply in replies] == [200, 404]
    assert replies[1].error.startswith("this link has been used, is too old or is not whole")


@pytest.mark.parametrize(("kind", "hours"), [("confirm", 48), ("reset", 1)])
def test_a_link_is_soon_too_old(
    server: Server, mail: MailServer, later: Later, kind: str, hours: float
) -> None:
    if kind == "reset":
        confirmed(server, mail)
        document = {"token": forgotten(server, mail, "Anna"), "password": OTHER}
    else:
        registered(server)
        delivered(server)
        document = {"token": mail.next_letter().secret("confirm")}
    later(hours * 3600 - 60)
    assert account(server.player(), "token", token=document["token"]).status == 200
    later(61)
    assert account(server.player(), "token", token=document["token"]).status == 404
    assert account(server.player(), kind, **document).status == 404


def test_a_link_of_one_kind_does_not_do_for_the_other(server: Server, mail: MailServer) -> None:
    player = registered(server)
    delivered(server)
    secret = mail.next_letter().secret("confirm")
    assert account(server.player(), "reset", token=secret, password=OTHER).status == 404
    assert account(server.player(), "confirm", token=secret).status == 200
    assert state(player) == (ANNA, True)


def test_no_secret_is_stored_as_it_is(server: Server, mail: MailServer) -> None:
    confirmed(server, mail)
    secret = forgotten(server, mail, "Anna")
    with server.service.store.reading() as db:
        stored = str([tuple(row) for table in t.METADATA.sorted_tables for row in db.execute(select(table))])
    assert secret not in stored
    assert seating.hashed(secret) in stored


def test_another_address_is_confirmed_anew_and_so_is_the_old_one(server: Server, mail: MailServer) -> None:
    player = confirmed(server, mail)
    account(player, "email", password=WORD, email="new@example.org")
    assert state(player) == ("new@example.org", False)
    account(player, "email", password=WORD, email=ANNA)
    assert state(player) == (ANNA, False)


def test_the_same_address_again_stays_confirmed(server: Server, mail: MailServer) -> None:
    player = confirmed(server, mail)
    account(player, "email", password=WORD, email=ANNA)
    assert (state(player), waiting(server)) == ((ANNA, True), 0)


def test_a_letter_to_an_address_that_was_changed_confirms_nothing(server: Server, mail: MailServer) -> None:
    player = registered(server)
    delivered(server)
    secret = mail.next_letter().secret("confirm")
    account(player, "email", password=WORD, email="new@example.org")
    assert account(player, "confirm", token=secret).status == 404


def test_reminders_follow_the_address_of_the_account_when_it_is_confirmed(
    on_every_database: Server, mail: MailServer
) -> None:
    player = confirmed(on_every_database, mail)
    match = player.begin(seats={"blue": "open"})["match"]
    player.act(match, "reminders", seat="red", webhook=None, email=ANNA)
    account(player, "email", password=WORD, email="new@example.org")
    kept = player.get(f"/api/matches/{match}/reminders?seat=red").document
    assert (kept["email"], kept["confirmed"]) == ("new@example.org", False)
    account(player, "email", password=WORD, email=None)
    assert player.get(f"/api/matches/{match}/reminders?seat=red").document["email"] is None


def test_the_letter_is_sent_again_on_demand(server: Server, mail: MailServer) -> None:
    player = registered(server)
    delivered(server)
    assert account(player, "confirm/again").status == 200
    assert delivered(server) == 1
    first, second = mail.letters
    assert account(player, "confirm", token=second.secret("confirm")).status == 200
    assert account(player, "token", token=first.secret("confirm")).status == 404


def test_letters_enough_are_letters_enough(server: Server, mail: MailServer) -> None:
    player = registered(server)
    delivered(server)
    for _ in range(4):
        assert account(player, "confirm/again").status == 200
        delivered(server)
    assert account(player, "confirm/again").status == 429
    # Nor does it help to be somebody else: the reader may have asked for none of them.
    registered(server, "Otto", ANNA)
    assert (delivered(server), waiting(server), len(mail.letters)) == (0, 0, 5)


def test_letters_are_counted_for_whoever_causes_them(database: str, mail: MailServer) -> None:
    with mailing(database, mail, letter_rate=0.001, letter_burst=2) as server:
        player = registered(server)
        assert [account(player, "confirm/again").status for _ in range(2)] == [200, 429]


def test_the_address_of_a_guest_stays_confirmed_when_he_registers(
    on_every_database: Server, mail: MailServer
) -> None:
    guest = on_every_database.player()
    match = guest.begin(seats={"blue": "open"})["match"]
    guest.act(match, "reminders", seat="red", webhook=None, email=ANNA)
    delivered(on_every_database)
    account(guest, "confirm", token=mail.next_letter().secret("confirm"))
    account(guest, "register", name="Anna", password=WORD)
    kept = guest.get(f"/api/matches/{match}/reminders?seat=red").document
    assert (kept["email"], kept["confirmed"]) == (ANNA, True)


def test_a_server_without_an_address_for_its_links_sends_no_mail(database: str, mail: MailServer) -> None:
    with mailing(database, mail, public_url="") as server:
        player = registered(server)
        assert (waiting(server), player.get("/api/account").document["mail"]) == (0, False)
        reply = account(player, "confirm/again")
        assert (reply.status, reply.error) == (400, "this server sends no mail; ask its keeper")
