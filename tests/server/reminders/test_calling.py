"""Whatever makes somebody the one to act calls whoever wants it, once, and once more before time is up."""

from __future__ import annotations

from typing import Any

import pytest

from ..playing import Server, attack, two_players, under_attack
from ..post import Hook, delivered, waiting
from .wanting import Later, attacked_and_told, remind, wanting_and_attacked


def test_whoever_wants_it_is_told_that_it_is_his_turn(server: Server, hook: Hook, later: Later) -> None:
    _red, _blue, match = attacked_and_told(server, hook, later)
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
    _red, blue, match = wanting_and_attacked(server, hook)
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
    red, blue, match = under_attack(server)
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
    attacked_and_told(server, hook, later, clock={"days": 4})
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
    red, blue, match = attacked_and_told(server, hook, later, clock={"days": 4})
    later(3600)
    blue.choose(match, "blue", "stand")
    red.choose(match, "red", "assault")
    while "blue" not in red.view(match, "red")["view"]["asked"]:
        red.choose(match, "red", red.view(match, "red")["view"]["options"][0]["id"])
    later(121)
    assert delivered(server) == 1


def test_a_short_clock_is_no_matter_for_letters(server: Server, hook: Hook, later: Later) -> None:
    wanting_and_attacked(server, hook, clock={"base": 1800})
    later(121)
    assert (delivered(server), waiting(server)) == (1, 0)
