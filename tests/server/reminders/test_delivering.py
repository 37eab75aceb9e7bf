"""Reminders arrive without secrets, are tried again where they do not, and go only where anybody may be sent."""

from __future__ import annotations

import pytest

from sandtable.server.mail import webhooks
from sandtable.server.match.commands import Answer

from ..playing import Server, attack, two_players
from ..post import Hook, by_hand, delivered, waiting
from .wanting import Later, attacked_and_told, remind, wanting_and_attacked


def test_one_reminder_waits_at_a_time(server: Server, hook: Hook) -> None:
    red, blue, match = wanting_and_attacked(server, hook)
    for _ in range(3):
        version = red.head(match)["version"]
        red.act(match, "rewind", seat="red", to=2, version=version)
        blue.act(match, "rewind", seat="blue", to=2, version=red.head(match)["version"])
        red.choose(match, "red", "attack:9")
    assert waiting(server) == 1


def test_no_reminder_follows_at_the_heels_of_another(server: Server, hook: Hook, later: Later) -> None:
    red, blue, match = attacked_and_told(server, hook, later)
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
            version = asked["version"]
            given = Answer(seat="blue", option=option, version=version, key=f"bot-{version}")
            server.service.authority.answer(match, given)
        else:
            red.choose(match, "red", asked["view"]["options"][0]["id"])
    assert waiting(server) <= 1
    later(121)
    delivered(server)
    assert len(hook.told) <= 1


def test_what_does_not_arrive_is_tried_again_ever_later(server: Server, hook: Hook, later: Later) -> None:
    wanting_and_attacked(server, hook)
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
    wanting_and_attacked(server, hook)
    hook.status = 500
    for _ in range(12):
        later(100_000)
        delivered(server)
    assert (len(hook.told), waiting(server)) == (10, 0)


@pytest.mark.parametrize("status", [404, 410])
def test_a_webhook_that_says_it_is_gone_is_not_tried_again(
    server: Server, hook: Hook, later: Later, status: int
) -> None:
    _red, blue, match = wanting_and_attacked(server, hook)
    hook.status = status
    later(121)
    assert (delivered(server), waiting(server)) == (0, 0)
    kept = blue.get(f"/api/matches/{match}/reminders?seat=blue").document
    assert kept["trouble"] == {"webhook": f"the webhook answered {status}", "email": None}


def test_whoever_is_asked_to_wait_waits_so_long(server: Server, hook: Hook, later: Later) -> None:
    wanting_and_attacked(server, hook)
    hook.status, hook.headers = 429, {"retry-after": "600"}
    later(121)
    delivered(server)
    hook.status, hook.headers = 204, {}
    later(599)
    assert (delivered(server), len(hook.told)) == (0, 1)
    later(2)
    assert (delivered(server), len(hook.told)) == (1, 2)


def test_trouble_is_forgotten_when_a_reminder_arrives(server: Server, hook: Hook, later: Later) -> None:
    _red, blue, match = wanting_and_attacked(server, hook)
    for status, trouble in ((503, "the webhook answered 503"), (204, None)):
        hook.status = status
        later(121)
        delivered(server)
        kept = blue.get(f"/api/matches/{match}/reminders?seat=blue").document
        assert kept["trouble"]["webhook"] == trouble


def test_what_was_taken_out_but_not_delivered_goes_out_after_a_restart(
    server: Server, hook: Hook, later: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanting_and_attacked(server, hook)
    later(121)

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as dying:
        dying.setattr(webhooks, "post_webhook", die)
        with pytest.raises(KeyboardInterrupt):
            delivered(server)
    server.restart()
    by_hand(server)
    assert delivered(server) == 0
    later(121)
    assert (delivered(server), len(hook.told)) == (1, 1)


def test_a_redirection_is_followed_nowhere(server: Server, hook: Hook, later: Later) -> None:
    wanting_and_attacked(server, hook)
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
