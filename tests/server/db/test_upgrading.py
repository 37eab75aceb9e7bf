"""Databases of earlier versions are brought forward with everything in them."""

from __future__ import annotations

import json

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

from sandtable.server.db.store import MIGRATIONS, Store

from ..playing import Server, under_attack

# The columns that matches had in the first version.
FIRST = [
    "id",
    "scenario",
    "rulebook",
    "behaviour",
    "setup",
    "mode",
    "listed",
    "seats",
    "secret",
    "salt",
    "foreign_rolls",
    "opening",
    "version",
    "answers",
    "waiting",
    "proposal",
    "over",
    "result",
    "created",
    "changed",
]
KEPT = ("answers", "changes", "snapshots", "links", "holders")


def _rows(db: Connection, table: str, columns: str = "*") -> list[dict[str, object]]:
    return [dict(row._mapping) for row in db.execute(text(f"SELECT {columns} FROM {table}"))]


def _to(store: Store, revision: str, *, down: bool = False) -> None:
    with store.engine.connect() as db:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = db
        (command.downgrade if down else command.upgrade)(config, revision)
        db.commit()


def test_a_match_of_the_first_version_is_played_on(database: str) -> None:
    with Server(database) as server:
        red, blue, match = under_attack(server)
        before = (red.view(match, "red"), blue.view(match, "blue"))
    store = Store(database)
    # Back to the first version and forward again: what was kept there is kept, and the rest begins empty.
    with store.reading() as db:
        (stored,) = _rows(db, "matches", ", ".join(f'"{name}"' for name in FIRST))
        kept = {table: _rows(db, table) for table in KEPT}
    _to(store, "0001", down=True)
    with store.reading() as db:
        assert _rows(db, "matches") == [stored]
    _to(store, "head")
    with store.reading() as db:
        (now,) = _rows(db, "matches")
        assert {name: now[name] for name in FIRST} == stored
        assert (now["control"], now["clock"], now["deadline"]) == ("none", None, None)
        assert now["substitutes"] in ("[]", [])
        assert {table: _rows(db, table) for table in KEPT} == kept
    store.close()
    with Server(database) as server:
        again = []
        for player, seat in ((red, "red"), (blue, "blue")):
            fresh = server.player()
            fresh.cookie = player.cookie
            again.append(fresh.view(match, seat))
        assert json.dumps(again) == json.dumps(list(before))
        fresh.choose(match, "blue", "stand")


def test_a_database_of_the_first_version_gains_all_tables(database: str) -> None:
    store = Store(database)
    _to(store, "0001")
    store.close()
    with Server(database) as server:
        player = server.player()
        assert player.choose(player.hotseat(clock={"base": 60}), "red", "done")["clock"]["base"] == 60


def test_accounts_sessions_and_waiting_reminders_of_the_second_version_are_kept(database: str) -> None:
    store = Store(database)
    _to(store, "0002")
    with Server(database) as server:
        match = server.player().hotseat()
    _to(store, "0002", down=True)
    with store.engine.begin() as db:
        db.execute(text("INSERT INTO accounts VALUES ('a', 'Anna', 'anna', 'hash', 'a@example.org', 1.0)"))
        db.execute(text("INSERT INTO sessions VALUES ('h', 'a', 34560007.0)"))
        db.execute(text(f"INSERT INTO outbox VALUES (7, '{match}', 'red', '@a', 'webhook', 5.0, 2)"))
    _to(store, "head")
    with store.reading() as db:
        assert _rows(db, "sessions", "hash, created, device") == [{"hash": "h", "created": 7.0, "device": ""}]
        assert _rows(db, "outbox", "id, seat, due, tries, kind, target") == [
            {"id": 7, "seat": "red", "due": 5.0, "tries": 2, "kind": "reminder", "target": None}
        ]
        # Nobody has confirmed any address yet.
        assert _rows(db, "confirmed") == []
        assert _rows(db, "accounts", "name, email") == [{"name": "Anna", "email": "a@example.org"}]
    store.close()
