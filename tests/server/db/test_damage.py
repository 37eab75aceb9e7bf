"""One row of the database is damaged: it is named, and everything else goes on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import text

from sandtable.server.db.store import Store
from sandtable.server.ops.audit import audit
from sandtable.server.ops.backup import check_backup, restore_backup, write_backup

from ...cli.commanding import Capture, run
from ..databases import opened, sqlite_alone
from ..playing import Player, Server

database = sqlite_alone

# Columns of a match, and what a failing disk or a careless hand has made of them.
DAMAGE = [("seats", '{"red": "pers'), ("setup", "[1, 2]"), ("waiting", "7"), ("clock", "{{")]


@pytest.fixture
def played(server: Server) -> tuple[Server, Player, str, str]:
    """Two matches, of which the first will be damaged."""
    player = server.player()
    broken, whole = player.hotseat(listed=True), player.hotseat(listed=True)
    player.choose(whole, "red", "move:0:4")
    return server, player, broken, whole


def damage(store: Store, match: str, column: str, value: str) -> None:
    wanted = text(f"UPDATE matches SET {column} = :value, changed = changed + 1 WHERE id = :match")
    store.write(lambda db: db.execute(wanted, {"value": value, "match": match}))


@pytest.mark.parametrize(("column", "value"), DAMAGE)
def test_the_lobby_shows_all_other_matches(
    played: tuple[Server, Player, str, str], column: str, value: str, caplog: pytest.LogCaptureFixture
) -> None:
    server, player, broken, whole = played
    damage(server.service.store, broken, column, value)
    seen = [match["match"] for match in player.get("/api/matches").document]
    assert whole in seen
    if column != "waiting":
        assert broken not in seen
        assert broken in caplog.text


def test_whoever_opens_a_damaged_match_reads_which_it_is(played: tuple[Server, Player, str, str]) -> None:
    server, player, broken, _ = played
    damage(server.service.store, broken, *DAMAGE[0])
    reply = player.get(f"/api/matches/{broken}")
    assert reply.status == 500
    assert reply.error.startswith(f"match {broken} is damaged")


def test_the_server_starts_and_others_play_on(played: tuple[Server, Player, str, str]) -> None:
    server, player, broken, whole = played
    damage(server.service.store, broken, *DAMAGE[0])
    server.restart()
    server.service.timeouts.look_round()
    assert player.choose(whole, "red", "done")["answers"] > 1


@pytest.mark.parametrize(("column", "value"), DAMAGE)
def test_verify_names_it_and_plays_the_others_again(
    played: tuple[Server, Player, str, str], column: str, value: str
) -> None:
    server, _, broken, _ = played
    damage(server.service.store, broken, column, value)
    found = audit(server.service.store)
    assert [*found.broken] == ([broken] if column != "clock" or "{{" in value else [])
    assert found.matches == 1


@pytest.mark.parametrize(("column", "value"), DAMAGE)
def test_a_backup_names_it_carries_it_and_can_be_restored(
    played: tuple[Server, Player, str, str], tmp_path: Path, column: str, value: str
) -> None:
    server, player, broken, whole = played
    stands = player.view(whole, "red")
    damage(server.service.store, broken, column, value)
    manifest = write_backup(server.service.store, tmp_path / "b.gz")
    cannot_be_read = column in ("seats", "clock")
    assert manifest.damaged == ([f"matches {broken}: {column}"] if cannot_be_read else [])
    assert check_backup(tmp_path / "b.gz").rows["matches"] == 2
    fresh = f"sqlite:///{tmp_path}/fresh.db"
    with opened(fresh) as other:
        restore_backup(other, tmp_path / "b.gz")
    with Server(fresh) as restored:
        again = restored.player()
        again.cookie = player.cookie
        assert again.view(whole, "red") == stands


def test_the_command_says_what_it_could_not_read(
    played: tuple[Server, Player, str, str], database: str, tmp_path: Path, capsys: Capture
) -> None:
    server, _, broken, _ = played
    damage(server.service.store, broken, *DAMAGE[0])
    arguments = ["backup", str(tmp_path / "c.gz"), "--database", database]
    _, told, _ = run(capsys, *arguments, "--json")
    assert json.loads(told)["damaged"] == [f"matches {broken}: seats"]
    code, _, warned = run(capsys, *arguments, "--replace")
    assert (code, warned) == (0, f"sandtable: damaged, and carried as it is: matches {broken}: seats\n")
