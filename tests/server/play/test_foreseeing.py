"""Nobody foresees what is still hidden: not by a fork that ends sooner, not by reckoning out a bot or silencing it."""

from __future__ import annotations

import time
from typing import Any

import pytest
from sqlalchemy import select, update

from sandtable.server.bots.scheduler import BotProcess
from sandtable.server.db import schema as t

from ..databases import sqlite_alone
from ..playing import Player, Server, attack

database = sqlite_alone

# The seed of a bot's chance, and what it saw.
Thought = tuple[int, dict[str, Any]]
FORKED = "this was forked from a match that goes on; all sides may be seen when that is over too"


@pytest.fixture(autouse=True)
def thoughts(monkeypatch: pytest.MonkeyPatch) -> list[Thought]:
    """What bots were told, who take the first option at once."""
    told: list[Thought] = []

    def think(_: BotProcess, __: str, seed: int, seen: dict[str, Any], ___: float) -> str:
        told.append((seed, seen))
        option: str = seen["options"][0]["id"]
        return option

    monkeypatch.setattr(BotProcess, "think", think)
    return told


def against_a_bot(server: Server) -> tuple[Player, str]:
    """Red has attacked a bot, which has sealed its plan."""
    player = server.player()
    match = player.begin(scenario="ford-counterstroke", seats={"blue": "random"})["match"]
    attack(player, match)
    with player.watching(match, "red") as socket:
        while socket.receive_json()["view"]["asked"] != ["red"]:
            pass
    return player, match


def fork(player: Player, match: str, to: int = 4) -> str:
    reply = player.act(match, "fork", to=to)
    assert reply.status == 200, reply.text
    found: str = reply.document["match"]
    return found


# ---- forks


def test_a_fork_that_ends_sooner_tells_nothing_of_the_match_that_goes_on(everywhere: Server) -> None:
    player, match = against_a_bot(everywhere)
    copy = fork(player, match)
    player.act(copy, "resign", seat="red")
    for seat in ("blue", "control"):
        for path in ("view", "log", "moments/4", "layers", "odds", "luck"):
            reply = player.get(f"/api/matches/{copy}/{path}?seat={seat}")
            assert (path, reply.status, reply.error) == (path, 403, FORKED)
    assert player.get(f"/api/matches/{copy}/record").error == FORKED
    assert everywhere.player().get(f"/api/matches/{copy}/view?seat=red").status == 403
    assert player.view(copy, "red")["over"]


def test_a_fork_of_a_match_that_goes_on_stays_in_the_fog_when_it_is_over(server: Server) -> None:
    player, match = against_a_bot(server)
    copy = fork(player, match)
    player.act(copy, "resign", seat="red")
    for path in ("view?seat=red", "view?seat=spectator", "moments/2?seat=red"):
        seen = player.get(f"/api/matches/{copy}/{path}").document["view"]
        assert {c["side"] for c in seen["position"]["counters"] if "strength" in c} <= {"red"}
    refused = player.get(f"/api/matches/{copy}/afterword")
    assert (refused.status, refused.error) == (403, FORKED)
    player.act(match, "resign", seat="red")
    seen = player.view(copy, "red")["view"]
    assert {c["side"] for c in seen["position"]["counters"] if "strength" in c} == {"red", "blue"}


def test_when_both_are_over_everything_may_be_seen(everywhere: Server) -> None:
    player, match = against_a_bot(everywhere)
    copy = fork(player, match)
    player.act(copy, "resign", seat="red")
    everywhere.restart()
    player.act(match, "resign", seat="red")
    assert player.get(f"/api/matches/{copy}/view?seat=control").status == 200
    assert player.get(f"/api/matches/{copy}/record").document["dice"]["secret"]


def test_a_fork_of_a_fork_is_no_way_round(server: Server) -> None:
    player, match = against_a_bot(server)
    first = fork(player, match)
    second = fork(player, first)
    for copy in (first, second):
        player.act(copy, "resign", seat="red")
    third = fork(player, second)
    player.act(third, "resign", seat="red")
    for copy in (first, second, third):
        assert player.get(f"/api/matches/{copy}/view?seat=control").error == FORKED
    assert server.player().act(first, "fork", to=4).status == 403


def test_whoever_holds_every_seat_may_see_all_of_a_fork_that_is_over(server: Server) -> None:
    player, match = server.hotseat()
    copy = fork(player, match, to=0)
    player.act(copy, "resign", seat="red")
    assert player.get(f"/api/matches/{copy}/view?seat=control").status == 200


# ---- bots


def test_the_chance_of_a_bot_comes_from_the_secret_of_the_match(
    database: str, monkeypatch: pytest.MonkeyPatch, thoughts: list[Thought]
) -> None:
    with Server(database, bot_workers=0) as server:
        match = server.player().begin(seats={"red": "random", "blue": "person"})["match"]
        monkeypatch.setattr(server.service.authority, "answer", lambda *_: None)
        for secret in (b"a" * 32, b"a" * 32, b"b" * 32):
            server.service.store.write(lambda db, to=secret: db.execute(update(t.matches).values(secret=to)))
            server.service.bots._play(BotProcess(), match)
    # The same position at the same version: the seed differs by the secret alone.
    one, again, other = (seed for seed, _ in thoughts)
    assert one == again != other


def test_a_bot_sees_what_its_seat_sees_and_no_more(server: Server, thoughts: list[Thought]) -> None:
    against_a_bot(server)
    shown = [seen for _, seen in thoughts]
    counters = [counter for seen in shown for counter in seen["position"]["counters"]]
    assert {seen["seat"] for seen in shown} == {"blue"}
    assert {counter["side"] for counter in counters if "strength" in counter} == {"blue"}


def test_nobody_silences_a_bot_by_using_its_keys_first(everywhere: Server) -> None:
    player = everywhere.player()
    match = player.begin(seats={"blue": "random"})["match"]
    seen = player.view(match, "red")
    while seen["view"]["asked"] == ["red"]:
        options = [option["id"] for option in seen["view"]["options"]]
        version = seen["version"]
        # The key that a bot would use next if its keys could be reckoned out.
        player.answer(match, "red", options[0], version=version, key=f"bot-blue-{version + 1}")
        seen = player.view(match, "red")
    until = time.monotonic() + 60
    # The bot has answered: red is asked again, or the game is over.
    while seen["view"]["asked"] == ["blue"] and time.monotonic() < until:
        time.sleep(0.05)
        seen = player.view(match, "red")
    assert seen["view"]["asked"] != ["blue"]
    with everywhere.service.store.reading() as db:
        keys = db.execute(select(t.changes.c.key).where(t.changes.c.seat == "blue")).scalars().all()
    assert keys
    assert all(len(key.rsplit("-", 1)[1]) == 16 for key in keys)
