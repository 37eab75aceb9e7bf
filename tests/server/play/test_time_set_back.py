"""The clock of the machine is set wrong, and right again: nobody wins, loses or grows deaf by it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.server.db import steady_time

from ..databases import sqlite_alone
from ..db.test_cluster import _listening
from ..playing import Server, two_players

database = sqlite_alone

HOUR = 3600.0
DAY = 24 * HOUR
Set = Callable[[float], None]
BLITZ = {"base": 600, "increment": 0, "flag": "automatic"}


@pytest.fixture
def start_anew(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Start the machine anew: its seconds are counted from the beginning."""
    counted, starts = steady_time.since_boot, [0]

    def start() -> None:
        at = counted()
        starts[0] += 1
        monkeypatch.setattr(steady_time, "boot", lambda: f"start {starts[0]}")
        monkeypatch.setattr(steady_time, "since_boot", lambda: counted() - at)

    return start


def test_nobody_gains_time_when_the_clock_is_put_back(
    server: Server, later: Callable[[float], None], set_clock: Set
) -> None:
    red, _blue, match = two_players(server, clock={"base": 600, "increment": 0})
    later(100)
    red.choose(match, "red", "move:2:20")
    set_clock(-HOUR)
    seen = red.choose(match, "red", "done")
    assert 400 < seen["clock"]["left"]["red"] <= 500
    later(60)
    assert red.choose(match, "red", "attack:9")["clock"]["left"]["red"] <= 440


def test_no_game_ends_when_the_clock_is_set_on(server: Server, set_clock: Set) -> None:
    red, blue, match = two_players(server, clock=BLITZ)
    set_clock(HOUR)
    server.service.timeouts.look_round()
    assert not red.head(match)["over"]
    assert blue.act(match, "flag", seat="blue", against="red").error == "Red has time left"
    assert red.choose(match, "red", "move:2:20")["clock"]["left"]["red"] > 500


def test_a_clock_set_wrong_and_then_right_costs_nobody_anything(server: Server, set_clock: Set) -> None:
    red, _blue, match = two_players(server, clock=BLITZ)
    set_clock(HOUR)
    red.choose(match, "red", "move:2:20")
    set_clock(-HOUR)
    assert red.choose(match, "red", "done")["clock"]["left"]["red"] > 500


def test_a_server_that_is_started_again_while_the_clock_is_wrong_charges_nobody(
    everywhere: Server, set_clock: Set
) -> None:
    red, _blue, match = two_players(everywhere, clock=BLITZ)
    set_clock(HOUR)
    everywhere.restart()
    everywhere.service.timeouts.look_round()
    assert red.choose(match, "red", "move:2:20")["clock"]["left"]["red"] > 500
    set_clock(-HOUR)
    everywhere.restart()
    assert red.choose(match, "red", "done")["clock"]["left"]["red"] > 500


def test_a_bot_takes_no_seat_because_the_clock_was_wrong_by_weeks(server: Server, set_clock: Set) -> None:
    red, blue, match = two_players(server)
    set_clock(30 * DAY)
    assert blue.act(match, "substitute", seat="blue", **{"for": "red"}, bot="random").status == 403
    assert red.head(match)["seats"]["red"]["kind"] == "person"


def test_after_a_start_of_the_machine_a_wrong_clock_leaves_everybody_time_to_come_back(
    everywhere: Server, set_clock: Set, start_anew: Callable[[], None]
) -> None:
    red, blue, match = two_players(everywhere, clock={"days": 3, "flag": "automatic"})
    start_anew()
    set_clock(365 * DAY)
    everywhere.restart()
    everywhere.service.timeouts.look_round()
    seen = red.head(match)
    assert (seen["over"], seen["clock"]["left"]["red"]) == (False, DAY / 2)
    assert blue.act(match, "substitute", seat="blue", **{"for": "red"}, bot="random").status == 403


def test_the_days_between_two_starts_of_the_machine_count(
    server: Server, later: Callable[[float], None], start_anew: Callable[[], None]
) -> None:
    red, _blue, match = two_players(server, clock={"days": 3})
    later(DAY)
    start_anew()
    server.restart()
    assert red.head(match)["clock"]["left"]["red"] == pytest.approx(2 * DAY, abs=60)


def test_whoever_listens_hears_what_happens_after_the_clock_was_put_back(
    database: str, set_clock: Set
) -> None:
    with Server(database) as server, _listening(database) as one:
        player, match = server.hotseat()
        assert one.heard.get(timeout=60) == (match, 1)
        set_clock(-HOUR)
        player.choose(match, "red", "move:0:4")
        assert one.heard.get(timeout=60) == (match, 2)
        player.choose(match, "red", "move:1:16")
        assert one.heard.get(timeout=60) == (match, 3)
