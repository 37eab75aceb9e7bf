"""What was acknowledged stays, whatever happens to the server."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import delete, update

import sandtable
from sandtable.kernel.book import rulebook as registry
from sandtable.kernel.game.records import read_record, verify_dice
from sandtable.server.db import match_store
from sandtable.server.db import schema as t
from sandtable.testing.ford import RULEBOOK as FORD

from ..playing import Player, Server, attack, under_attack


def test_a_restart_in_the_middle_of_a_combat_changes_nothing(server: Server) -> None:
    red, blue, match = under_attack(server)
    red.choose(match, "red", "assault")
    before = (red.view(match, "red"), blue.view(match, "blue"))
    server.restart()
    assert (red.view(match, "red"), blue.view(match, "blue")) == before
    assert "Revealed" in [line["event"]["kind"] for line in blue.choose(match, "blue", "stand")["log"]]


def test_a_match_is_the_same_from_a_snapshot_and_from_its_answers(database: str) -> None:
    with Server(database, snapshot_every=3) as server:
        player, match = server.hotseat()
        _play_on(player, match, answers=20)
        before = player.view(match, "red")
        server.restart()
        assert player.view(match, "red") == before
        server.service.store.write(lambda db: db.execute(delete(t.snapshots)))
        server.restart()
        assert player.view(match, "red") == before


@pytest.mark.usefixtures("checked_here")
def test_the_past_of_a_game_from_a_file_has_snapshots_on_the_way(server: Server) -> None:
    game = sandtable.new("ford", seed=4)
    while game.answers < 70:
        (seat, *_) = game.asked
        game.choose(seat, game.options(seat)[-1].id)
    player = server.player()
    body = {"record": game.record(), "seats": {"red": "person", "blue": "person"}, "mode": "hotseat"}
    match = player.post("/api/matches/import", body).document["match"]
    with server.service.store.reading() as db:
        kept = [number for number, _ in match_store.snapshots_up_to(db, match, 70)]
    assert kept == [70, 50]
    then = player.get(f"/api/matches/{match}/moments/60?seat=red").document
    server.service.store.write(lambda db: db.execute(delete(t.snapshots)))
    assert player.get(f"/api/matches/{match}/moments/60?seat=red").document == then


def test_a_damaged_snapshot_costs_time_and_nothing_else(database: str) -> None:
    with Server(database, snapshot_every=3) as server:
        player, match = server.hotseat()
        _play_on(player, match, answers=10)
        before = player.view(match, "red")
        server.service.store.write(lambda db: db.execute(update(t.snapshots).values(document='{"format":')))
        server.restart()
        assert player.view(match, "red") == before


def test_a_match_put_aside_for_others_comes_back(database: str) -> None:
    with Server(database, cache_megabytes=0) as server:
        player = server.player()
        one, other = player.hotseat(), player.hotseat()
        before = player.choose(one, "red", "move:0:4")
        player.choose(other, "red", "done")
        assert player.view(one, "red") == before


def test_a_store_that_fails_leaves_the_match_as_it_was(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, match = server.hotseat()
    before = player.view(match, "red")
    with monkeypatch.context() as broken:
        broken.setattr(match_store, "write_change", _full_disk)
        assert player.answer(match, "red", "move:0:4").status == 500
    assert player.view(match, "red") == before
    assert player.choose(match, "red", "move:0:4")["answers"] == 1


def test_a_finished_match_is_a_record_that_replays_with_honest_dice(server: Server) -> None:
    player, match = server.hotseat(options={"turns": 4})
    _play_on(player, match, answers=10_000)
    record = player.get(f"/api/matches/{match}/record").document
    assert sandtable.replay(record).result == player.head(match)["result"]
    assert verify_dice(FORD, read_record(FORD, record)) is None


def test_an_exported_match_goes_on_where_it_was_imported(server: Server) -> None:
    player, stranger = server.player(), server.player()
    match = player.hotseat()
    _play_on(player, match, answers=12)
    record = player.get(f"/api/matches/{match}/record").document
    reply = stranger.post("/api/matches/import", {"record": record})
    copy = reply.document["match"]
    assert stranger.view(copy, "red")["view"] == player.view(match, "red")["view"]
    assert stranger.view(copy, "red")["log"] == player.view(match, "red")["log"]
    assert _play_on(stranger, copy, answers=1)["answers"] > player.view(match, "red")["answers"]


@pytest.mark.usefixtures("checked_here")
def test_the_record_of_an_imported_match_says_whose_dice_it_had(server: Server) -> None:
    player, match = server.hotseat(scenario="ford-counterstroke")
    attack(player, match)
    player.choose(match, "red", "assault")
    player.choose(match, "blue", "stand")
    record = player.get(f"/api/matches/{match}/record").document
    copy = player.post("/api/matches/import", {"record": record}).document["match"]
    dice = player.get(f"/api/matches/{copy}/record").document["dice"]
    assert (dice["source"], dice["rolls_before"]) == ("commit-reveal, continued", 1)


@pytest.mark.usefixtures("checked_here")
@pytest.mark.parametrize(
    "damage",
    [
        {"rulebook": None},
        {"rulebook": "chess"},
        {"behaviour": 99},
        {"format": "poem"},
        {"answers": [["red", "move:0:4", "0123456789abcdef"]]},
        {"answers": [["red", "move:0:100", "0123456789abcdef"]]},
        {"answers": "none"},
        {"setup": {}},
    ],
)
def test_a_damaged_record_is_refused_in_a_sentence(server: Server, damage: dict[str, Any]) -> None:
    player = server.player()
    record = player.get(f"/api/matches/{player.hotseat()}/record").document
    reply = player.post("/api/matches/import", {"record": {**record, **damage}})
    assert (reply.status, reply.document["rule"]) == (400, "")
    assert reply.error


def test_a_match_of_older_rules_says_so_and_spoils_nothing_else(server: Server) -> None:
    player, match = server.hotseat()
    server.service.store.write(lambda db: db.execute(update(t.matches).values(behaviour=0)))
    server.restart()
    reply = player.get(f"/api/matches/{match}/view?seat=red")
    assert reply.status == 400
    assert reply.error.startswith("this match was played under behaviour 0 of 'ford'")
    assert len(player.get("/api/matches").document) == 1


def test_army_group_north_survives_a_restart(database: str) -> None:
    from sandtable.rules.damos import RULEBOOK as DAMOS

    registry.register(DAMOS)
    with Server(database, snapshot_every=10) as server:
        player, match = server.hotseat(scenario="agn")
        before = _play_on(player, match, answers=35, seat="german")
        server.restart()
        assert player.view(match, "german") == before


def _play_on(player: Player, match: str, answers: int, seat: str = "red") -> dict[str, Any]:
    """Answer so many times, always with the last option; what *seat* sees then."""
    seen = player.view(match, seat)
    for _ in range(answers):
        if seen["over"]:
            break
        asked = seen["view"]["asked"][0]
        option = player.view(match, asked)["view"]["options"][-1]["id"]
        seen = player.choose(match, asked, option)
    return player.view(match, seat)


def _full_disk(*_: object, **__: object) -> None:
    raise OSError("no space left on device")
