"""Reminders go out when a seat is asked, once, without secrets, and only to where anybody may be sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from sandtable.server import outgoing

from .playing import Player, Reply, Server, attack, two_players
from .post import Hook, MailServer, by_hand, delivered, mail_server, mailing, waiting, webhook

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
        by_hand(running)
        yield running


def remind(player: Player, match: str, seat: str, url: str | None, email: str | None = None) -> Reply:
    return player.act(match, "reminders", seat=seat, webhook=url, email=email)


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


# ---- whatever makes somebody the one to act


def test_whoever_wants_it_while_he_is_asked_is_told_so(server: Server, hook: Hook, later: Later) -> None:
    red, _blue, match = two_players(server)
    remind(red, match, "red", hook.url)
    assert delivered(server) == 0
    later(121)
    assert (delivered(server), waiting(server)) == (1, 0)
    # Where to is changed, and nothing follows at the heels of the first.
    remind(red, match, "red", f"{hook.url}2")
    later(121)
    assert (delivered(server), waiting(server)) == (0, 1)


@pytest.mark.parametrize(
    ("deed", "more"), [("rewind", {"to": 1}), ("result", {"winner": "draw"})], ids=["going back", "a result"]
)
def test_a_proposal_calls_whoever_has_to_agree(
    server: Server, hook: Hook, later: Later, deed: str, more: dict[str, Any]
) -> None:
    red, blue, match = two_players(server)
    red.choose(match, "red", "move:2:20")
    red.choose(match, "red", "done")
    remind(blue, match, "blue", hook.url)
    remind(red, match, "red", None)
    assert blue.view(match, "blue")["view"]["asked"] == ["red"]
    red.act(match, deed, seat="red", version=red.head(match)["version"], **more)
    later(121)
    assert delivered(server) == 1
    assert hook.told[0]["content"].startswith(
        "The Ford: counterstroke: a proposal waits for your answer. https"
    )


def test_nobody_is_called_to_a_proposal_that_has_lapsed(server: Server, hook: Hook, later: Later) -> None:
    red, blue, match = two_players(server)
    red.choose(match, "red", "move:2:20")
    remind(blue, match, "blue", hook.url)
    red.act(match, "rewind", seat="red", to=0, version=red.head(match)["version"])
    red.choose(match, "red", "done")
    later(121)
    assert (delivered(server), hook.told, waiting(server)) == (0, [], 0)


def test_a_rewind_by_consent_calls_whoever_is_to_act_then(server: Server, hook: Hook, later: Later) -> None:
    red, blue, match = two_players(server)
    attack(red, match)
    red.act(match, "rewind", seat="red", to=1, version=red.head(match)["version"])
    remind(red, match, "red", hook.url)
    red.choose(match, "red", "assault")
    red.act(match, "rewind", seat="red", to=1, version=red.head(match)["version"])
    assert waiting(server) == 0
    blue.act(match, "rewind", seat="blue", to=1, version=blue.head(match)["version"])
    later(121)
    assert (delivered(server), len(hook.told)) == (1, 1)


def test_a_pause_swallows_no_reminder(server: Server, hook: Hook, later: Later) -> None:
    red, blue, control = (server.player() for _ in range(3))
    begun = red.begin(scenario="ford-counterstroke", seats={"blue": "open"}, control="open")
    match = begun["match"]
    for player, seat in ((blue, "blue"), (control, "control")):
        player.join(begun["links"][seat])
    remind(blue, match, "blue", hook.url)
    attack(red, match)
    control.act(match, "control/pause", reason="Dinner")
    later(3600)
    assert (delivered(server), waiting(server)) == (0, 0)
    control.act(match, "control/resume")
    later(121)
    assert (delivered(server), len(hook.told)) == (1, 1)


# ---- before the time is up

DAY = 86400.0


def test_whoever_has_a_clock_is_told_once_more_before_his_time_is_up(
    server: Server, hook: Hook, later: Later
) -> None:
    red, blue, match = two_players(server, clock={"days": 4})
    remind(blue, match, "blue", hook.url)
    attack(red, match)
    later(121)
    assert delivered(server) == 1
    later(2 * DAY)
    assert delivered(server) == 0
    later(DAY)
    assert delivered(server) == 1
    later(2 * DAY)
    assert (delivered(server), waiting(server)) == (0, 0)
    told = [letter["content"].partition(" https")[0] for letter in hook.told]
    assert told == [
        "The Ford: counterstroke: it is your turn, with 3 days left.",
        "The Ford: counterstroke: it is your turn, with 23 hours left.",
    ]


def test_whoever_leaves_the_board_in_mid_turn_is_told_before_his_time_is_up(
    server: Server, hook: Hook, later: Later
) -> None:
    red, _blue, match = two_players(server, clock={"days": 4})
    remind(red, match, "red", hook.url)
    red.choose(match, "red", "move:2:20")
    later(2 * DAY)
    assert delivered(server) == 0
    later(DAY + 60)
    assert (delivered(server), waiting(server)) == (1, 0)


def test_the_last_call_for_one_question_holds_no_reminder_of_the_next_back(
    server: Server, hook: Hook, later: Later
) -> None:
    red, blue, match = two_players(server, clock={"days": 4})
    remind(blue, match, "blue", hook.url)
    attack(red, match)
    later(121)
    assert delivered(server) == 1
    later(3600)
    blue.choose(match, "blue", "stand")
    red.choose(match, "red", "assault")
    while "blue" not in red.view(match, "red")["view"]["asked"]:
        red.choose(match, "red", red.view(match, "red")["view"]["options"][0]["id"])
    later(121)
    assert delivered(server) == 1


def test_a_short_clock_is_no_matter_for_letters(server: Server, hook: Hook, later: Later) -> None:
    red, blue, match = two_players(server, clock={"base": 1800})
    remind(blue, match, "blue", hook.url)
    attack(red, match)
    later(121)
    assert (delivered(server), waiting(server)) == (1, 0)


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
    hook.status = 500
    for _ in range(12):
        later(100_000)
        delivered(server)
    assert (len(hook.told), waiting(server)) == (10, 0)


@pytest.mark.parametrize("status", [404, 410])
def test_a_webhook_that_says_it_is_gone_is_not_tried_again(
    server: Server, hook: Hook, later: Later, status: int
) -> None:
    red, blue, match = two_players(server)
    remind(blue, match, "blue", hook.url)
    attack(red, match)
    hook.status = status
    later(121)
    assert (delivered(server), waiting(server)) == (0, 0)
    kept = blue.get(f"/api/matches/{match}/reminders?seat=blue").document
    assert kept["trouble"] == {"webhook": f"the webhook answered {status}", "email": None}


def test_whoever_is_asked_to_wait_waits_so_long(server: Server, hook: Hook, later: Later) -> None:
    red, blue, match = two_players(server)
    remind(blue, match, "blue", hook.url)
    attack(red, match)
    hook.status, hook.headers = 429, {"retry-after": "600"}
    later(121)
    delivered(server)
    hook.status, hook.headers = 204, {}
    later(599)
    assert (delivered(server), len(hook.told)) == (0, 1)
    later(2)
    assert (delivered(server), len(hook.told)) == (1, 2)


def test_trouble_is_forgotten_when_a_reminder_arrives(server: Server, hook: Hook, later: Later) -> None:
    red, blue, match = two_players(server)
    remind(blue, match, "blue", hook.url)
    attack(red, match)
    for status, trouble in ((503, "the webhook answered 503"), (204, None)):
        hook.status = status
        later(121)
        delivered(server)
        kept = blue.get(f"/api/matches/{match}/reminders?seat=blue").document
        assert kept["trouble"]["webhook"] == trouble


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
    by_hand(server)
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
        "confirmed": False,
        "trouble": {"webhook": None, "email": None},
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
    phone.join(begun["links"]["red"])
    assert phone.get(f"/api/matches/{begun['match']}/reminders?seat=red").document["webhook"] is None


def test_whoever_has_lost_his_seat_hears_no_more_of_it(server: Server, hook: Hook, later: Later) -> None:
    red, curious, blue = server.player(), server.player(), server.player()
    begun = red.begin(scenario="ford-counterstroke", seats={"blue": "open"})
    match = begun["match"]
    for player in (curious, blue):
        player.join(begun["links"]["blue"])
    remind(curious, match, "blue", hook.url)
    attack(red, match)
    blue.choose(match, "blue", "stand")
    red.choose(match, "red", "assault")
    later(121)
    assert (delivered(server), hook.told) == (0, [])


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
    monkeypatch.setattr(server.service, "settings", replace(server.settings, private_webhooks=False))
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
