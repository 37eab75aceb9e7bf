"""Reminders by mail go to confirmed addresses alone, and a test says at once whether they would arrive."""

from __future__ import annotations

import pytest

from ..playing import Player, Reply, Server, attack, two_players
from ..post import Hook, MailServer, delivered, mail_server, mailing, waiting
from .wanting import Later, remind


def confirmed(server: Server, mail: MailServer, player: Player) -> None:
    """The player opens the link in the letter."""
    assert delivered(server) == 1
    secret = mail.next_letter().secret("confirm")
    assert player.post("/api/account/confirm", {"token": secret}).status == 200


def test_mail_goes_to_a_confirmed_address(database: str, later: Later) -> None:
    with mail_server() as mail, mailing(database, mail) as server:
        red, blue, match = two_players(server)
        kept = remind(blue, match, "blue", None, "blue@example.org").document
        assert (kept["confirmed"], kept["offers"]["email"]) == (False, True)
        confirmed(server, mail, blue)
        attack(red, match)
        later(121)
        assert delivered(server) == 1
        letter = mail.next_letter()
    assert letter.readers == ["blue@example.org"]
    assert letter.message["Subject"] == "The Ford: counterstroke: it is your turn."
    assert letter.text.split("\n") == [
        "The Ford: counterstroke: it is your turn.",
        "",
        f"https://table.example/match/{match}",
        "",
        "You asked for this at the board; there it can be switched off.",
        "",
    ]


def test_no_mail_goes_to_an_address_that_nobody_has_confirmed(database: str, later: Later) -> None:
    with mail_server() as mail, mailing(database, mail) as server:
        red, blue, match = two_players(server)
        remind(blue, match, "blue", None, "blue@example.org")
        delivered(server)
        assert mail.next_letter().message["Subject"] == "Sandtable: please confirm your e-mail address"
        attack(red, match)
        later(121)
        assert (delivered(server), waiting(server), mail.letters) == (0, 0, [])


def test_saving_the_same_address_again_sends_no_other_letter(database: str) -> None:
    with mail_server() as mail, mailing(database, mail) as server:
        _red, blue, match = two_players(server)
        for _ in range(3):
            remind(blue, match, "blue", None, "blue@example.org")
            delivered(server)
        assert len(mail.letters) == 1


def test_a_server_without_mail_offers_none(server: Server) -> None:
    _red, blue, match = two_players(server)
    reply = remind(blue, match, "blue", None, "blue@example.org")
    assert (reply.status, reply.error) == (400, "this server sends no mail; ask its keeper")


# ---- a test, now


def trial(player: Player, match: str, channel: str = "webhook") -> Reply:
    return player.act(match, "reminders/test", seat="blue", channel=channel)


def test_a_test_arrives_at_once_and_says_so(server: Server, hook: Hook) -> None:
    _red, blue, match = two_players(server)
    remind(blue, match, "blue", hook.url)
    assert trial(blue, match).document == {"delivered": True, "said": "the webhook has taken it"}
    title = "The Ford: counterstroke: a test. You will be reminded here."
    assert hook.told[0]["content"] == f"{title} https://table.example/match/{match}"
    assert waiting(server) == 0


def test_a_test_that_fails_tells_what_the_other_side_answered(server: Server, hook: Hook) -> None:
    _red, blue, match = two_players(server)
    remind(blue, match, "blue", hook.url)
    hook.status = 403
    assert trial(blue, match).document == {"delivered": False, "said": "the webhook answered 403"}


def test_a_test_of_nothing_is_refused(server: Server) -> None:
    _red, blue, match = two_players(server)
    assert (trial(blue, match).status, trial(blue, match).error) == (
        400,
        "nothing is kept there yet; save it first",
    )


def test_a_test_leads_no_more_into_the_house_than_a_reminder(
    server: Server, hook: Hook, monkeypatch: pytest.MonkeyPatch
) -> None:
    _red, blue, match = two_players(server)
    remind(blue, match, "blue", hook.url)
    monkeypatch.setattr(
        server.service, "settings", server.settings.model_copy(update={"private_webhooks": False})
    )
    assert trial(blue, match).document == {
        "delivered": False,
        "said": "the address of a webhook begins with https:// and names no port",
    }
    assert hook.told == []


def test_tests_are_counted(database: str, hook: Hook) -> None:
    with Server(database, private_webhooks=True, letter_rate=0.001, letter_burst=2) as server:
        _red, blue, match = two_players(server)
        remind(blue, match, "blue", hook.url)
        assert [trial(blue, match).status for _ in range(3)] == [200, 200, 429]
    assert len(hook.told) == 2


def test_a_test_by_mail_goes_to_a_confirmed_address_alone(database: str) -> None:
    with mail_server() as mail, mailing(database, mail) as server:
        _red, blue, match = two_players(server)
        remind(blue, match, "blue", None, "blue@example.org")
        delivered(server)
        mail.next_letter()
        refused = trial(blue, match, "email").document
        assert (refused["delivered"], mail.letters) == (False, [])
        assert refused["said"].startswith("the address is not confirmed yet")
        confirmed(server, mail, blue)
        assert trial(blue, match, "email").document["delivered"]
        assert mail.next_letter().message["Subject"].startswith("The Ford: counterstroke: a test.")
        mail.to_recipients["blue@example.org"] = "550 no such user"
        assert trial(blue, match, "email").document == {
            "delivered": False,
            "said": "the mail server refuses this address (550)",
        }
