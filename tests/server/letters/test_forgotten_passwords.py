"""Forgotten passwords, and what else is told by letter: nobody learns from it who is there, and a restart loses none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from sandtable.server.db import schema as t
from sandtable.server.mail import smtp as outgoing_mail

from ..correspondents import ANNA, OTHER, WORD, account, confirmed, forgotten, registered, state
from ..playing import Server
from ..post import MailServer, by_hand, delivered, mailing, waiting

Later = Callable[[float], None]
pytestmark = pytest.mark.usefixtures("quick_passwords")


@pytest.mark.parametrize("who", ["Anna", " aNNA ", ANNA, "Anna@Example.org"])
def test_a_forgotten_password_is_replaced(server: Server, mail: MailServer, who: str) -> None:
    confirmed(server, mail)
    browser = server.player()
    secret = forgotten(server, mail, who)
    assert account(browser, "token", token=secret).document["name"] == "Anna"
    reply = account(browser, "reset", token=secret, password=OTHER)
    assert (reply.status, reply.document["account"]["name"]) == (200, "Anna")
    assert state(browser) == (ANNA, True)
    assert account(server.player(), "login", name="Anna", password=WORD).status == 403
    assert account(server.player(), "login", name="Anna", password=OTHER).status == 200


def test_a_new_password_by_letter_logs_every_other_browser_out(
    on_every_database: Server, mail: MailServer
) -> None:
    thief = confirmed(on_every_database, mail)
    owner = on_every_database.player()
    account(owner, "reset", token=forgotten(on_every_database, mail, "Anna"), password=OTHER)
    assert thief.get("/api/account").document["account"] is None
    assert owner.get("/api/account").document["account"]["name"] == "Anna"


def test_a_new_password_makes_all_other_links_worthless(server: Server, mail: MailServer) -> None:
    confirmed(server, mail)
    first, second = forgotten(server, mail, "Anna"), forgotten(server, mail, ANNA)
    assert account(server.player(), "reset", token=second, password=OTHER).status == 200
    assert account(server.player(), "reset", token=first, password=WORD).status == 404


@pytest.mark.parametrize("action", ["password", "email"])
def test_whoever_changes_his_account_makes_links_worthless(
    server: Server, mail: MailServer, action: str
) -> None:
    player = confirmed(server, mail)
    secret = forgotten(server, mail, "Anna")
    documents: dict[str, dict[str, str | None]] = {
        "password": {"old": WORD, "new": OTHER},
        "email": {"password": WORD, "email": None},
    }
    assert account(player, action, **documents[action]).status == 200
    assert account(server.player(), "reset", token=secret, password="a third long word").status == 404


def test_a_password_that_cannot_be_one_costs_no_link(server: Server, mail: MailServer) -> None:
    confirmed(server, mail)
    secret = forgotten(server, mail, "Anna")
    assert account(server.player(), "reset", token=secret, password="short").status == 400
    assert account(server.player(), "reset", token=secret, password=OTHER).status == 200


def test_nobody_learns_from_the_answer_who_has_an_account(server: Server, mail: MailServer) -> None:
    confirmed(server, mail)
    registered(server, "Otto", "otto@example.org")
    delivered(server)
    mail.letters.clear()
    replies = [
        account(server.player(), "forgotten", who=who)
        for who in ("Anna", "Otto", "Nobody", ANNA, "otto@example.org", "nobody@example.org")
    ]
    assert len({(reply.status, reply.text) for reply in replies}) == 1
    # Each has left exactly one row, so that nothing can be read from how long it took either.
    assert waiting(server) == 6
    delivered(server)
    # Otto's address is not confirmed; nothing goes there.
    assert {tuple(letter.readers) for letter in mail.letters} == {(ANNA,)}


def test_everybody_who_has_confirmed_an_address_gets_a_letter(server: Server, mail: MailServer) -> None:
    confirmed(server, mail, "Anna")
    confirmed(server, mail, "Annas Bruder")
    account(server.player(), "forgotten", who=ANNA)
    assert delivered(server) == 2
    words = " ".join(letter.text for letter in mail.letters)
    assert ("'Anna'" in words, "'Annas Bruder'" in words) == (True, True)


def test_an_account_gets_only_so_many_letters_an_hour(server: Server, mail: MailServer, later: Later) -> None:
    confirmed(server, mail)
    for _ in range(5):
        account(server.player(), "forgotten", who="Anna")
        delivered(server)
    assert len(mail.letters) == 3
    later(3601)
    forgotten(server, mail, ANNA)


def test_asking_is_counted_the_same_for_whoever_is_not_there(database: str, mail: MailServer) -> None:
    with mailing(database, mail, letter_rate=0.001, letter_burst=2) as server:
        asked = [account(server.player(), "forgotten", who="Nobody").status for _ in range(3)]
        assert asked == [200, 200, 429]


def test_where_no_mail_is_sent_it_is_said(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/matches.db") as server:
        reply = account(server.player(), "forgotten", who="Anna")
        assert (reply.status, reply.error) == (400, "this server sends no mail; ask its keeper")


# ---- what was done to an account


@pytest.mark.parametrize("way", ["password", "reset"])
def test_whoever_has_a_new_password_is_told(server: Server, mail: MailServer, way: str) -> None:
    player = confirmed(server, mail)
    if way == "password":
        account(player, "password", old=WORD, new=OTHER)
    else:
        account(player, "reset", token=forgotten(server, mail, "Anna"), password=OTHER)
    assert delivered(server) == 1
    letter = mail.next_letter()
    assert (letter.readers, letter.message["Subject"]) == ([ANNA], "Sandtable: your password was changed")
    assert "'Anna'" in letter.text
    assert "#" not in letter.text


def test_the_old_address_is_told_of_a_new_one(server: Server, mail: MailServer) -> None:
    player = confirmed(server, mail)
    account(player, "email", password=WORD, email="new@example.org")
    assert delivered(server) == 2
    told = {tuple(letter.readers): letter.message["Subject"] for letter in mail.letters}
    assert told == {
        (ANNA,): "Sandtable: your e-mail address was changed",
        ("new@example.org",): "Sandtable: please confirm your e-mail address",
    }


def test_an_address_that_was_never_confirmed_is_told_nothing(server: Server, mail: MailServer) -> None:
    player = registered(server)
    delivered(server)
    mail.letters.clear()
    account(player, "password", old=WORD, new=OTHER)
    account(player, "email", password=OTHER, email=None)
    assert (delivered(server), waiting(server)) == (0, 0)


# ---- the outbox


def test_a_letter_that_was_asked_for_goes_out_after_a_restart(server: Server, mail: MailServer) -> None:
    confirmed(server, mail)
    account(server.player(), "forgotten", who="Anna")
    server.restart()
    by_hand(server)
    assert delivered(server) == 1
    secret = mail.next_letter().secret("reset")
    assert account(server.player(), "reset", token=secret, password=OTHER).status == 200


def test_a_reader_who_is_refused_for_good_is_not_tried_again(server: Server, mail: MailServer) -> None:
    mail.to_recipients[ANNA] = "550 no such user"
    registered(server)
    assert (delivered(server), waiting(server)) == (0, 0)


def test_a_reader_who_is_refused_for_now_gets_his_letter_later(
    server: Server, mail: MailServer, later: Later
) -> None:
    mail.to_recipients[ANNA] = "451 come back later"
    player = registered(server)
    assert (delivered(server), waiting(server)) == (0, 1)
    mail.to_recipients.clear()
    assert delivered(server) == 0
    later(31)
    assert delivered(server) == 1
    assert account(player, "confirm", token=mail.next_letter().secret("confirm")).status == 200


def test_a_letter_that_did_not_arrive_leaves_no_secret_that_is_worth_something(
    server: Server, mail: MailServer
) -> None:
    mail.to_recipients[ANNA] = "451 come back later"
    registered(server)
    delivered(server)
    with server.service.store.reading() as db:
        assert db.execute(select(t.tokens)).all() == []


def test_a_letter_that_breaks_the_post_keeps_no_other_back(
    server: Server, mail: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    registered(server)
    registered(server, "Otto", "otto@example.org")
    real = outgoing_mail.send_mail

    def stumble(address: str, *rest: Any) -> None:
        if address == ANNA:
            raise RuntimeError("stumbled")
        real(address, *rest)

    monkeypatch.setattr(outgoing_mail, "send_mail", stumble)
    assert (delivered(server), waiting(server)) == (1, 1)
    assert mail.next_letter().readers == ["otto@example.org"]


def test_a_deleted_account_takes_its_letters_along(on_every_database: Server, mail: MailServer) -> None:
    player = confirmed(on_every_database, mail)
    forgotten(on_every_database, mail, "Anna")
    account(player, "forgotten", who="Anna")
    account(player, "delete", password=WORD)
    assert delivered(on_every_database) == 0
    with on_every_database.service.store.reading() as db:
        assert [db.execute(select(table)).all() for table in (t.tokens, t.confirmed, t.outbox)] == [[]] * 3
