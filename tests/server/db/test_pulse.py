"""Health is told by a write, and in figures."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from sqlalchemy import Connection, select

from sandtable.server.db import schema as t
from sandtable.server.db.pulse import Pulse
from sandtable.server.db.store import Store
from sandtable.server.ops import backup

from ..playing import Server


@pytest.fixture
def store(database: str) -> Store:
    found = Store(database)
    found.migrate()
    return found


def test_a_pulse_writes_one_line_for_its_process(store: Store) -> None:
    pulse = Pulse(store, 10.0)
    for _ in range(3):
        pulse.look_round()
    with store.reading() as db:
        assert len(db.execute(select(t.pulse)).all()) == 1
    assert (pulse.beats, pulse.failures, pulse.failing(time.monotonic())) == (3, 0, None)
    store.close()


def test_a_server_that_can_write_nothing_for_long_is_not_well(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    pulse = Pulse(store, 10.0)
    pulse.look_round()
    assert pulse.last is not None

    def full(_: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(store, "write", full)
    with pytest.raises(OSError, match="no space"):
        pulse.look_round()
    assert pulse.failures == 1
    assert pulse.failing(pulse.last + 29) is None
    assert pulse.failing(pulse.last + 31) == "nothing could be written for 31 seconds"
    store.close()


def test_health_is_a_503_while_nothing_can_be_written(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert server.player().get("/healthz").status == 200
    monkeypatch.setattr(Pulse, "failing", lambda *_: "nothing could be written for 31 seconds")
    reply = server.player().get("/healthz")
    assert (reply.status, reply.document["troubles"]) == (503, ["nothing could be written for 31 seconds"])


def test_health_is_told_while_nobody_can_read_or_write(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise AssertionError("health asks nobody")

    monkeypatch.setattr(server.service.store, "reading", away)
    monkeypatch.setattr(server.service.store, "write", away)
    assert server.player().get("/healthz").status == 200


def test_figures_are_told_in_the_format_of_prometheus(server: Server) -> None:
    player = server.player()
    player.hotseat()
    server.service.pulse.look_round()
    reply = player.get("/metrics")
    assert reply.headers["content-type"].startswith("text/plain; version=0.0.4")
    figures = dict(line.rsplit(" ", 1) for line in reply.text.splitlines() if not line.startswith("#"))
    assert (figures["sandtable_up"], figures["sandtable_writes_total"]) == ("1", "1")
    assert int(figures['sandtable_requests_total{status="200"}']) >= 1
    assert float(figures["sandtable_write_seconds"]) > 0


@pytest.mark.parametrize(
    ("client", "status"), [("127.0.0.1", 200), ("10.1.2.3", 200), ("8.8.8.8", 403), ("2001:4860::1", 403)]
)
def test_figures_are_for_programs_nearby(server: Server, client: str, status: int) -> None:
    server.client._transport.client = (client, 50000)  # type: ignore[attr-defined]
    assert server.player().get("/metrics").status == status


def test_what_goes_wrong_is_logged_without_what_was_to_be_written(store: Store) -> None:
    def twice(db: Connection) -> None:
        for _ in range(2):
            db.execute(t.pulse.insert().values(process=77, at=1234.5))

    with pytest.raises(Exception, match="parameters hidden") as failed:
        store.write(twice)
    assert "1234.5" not in str(failed.value)
    store.close()


@pytest.mark.usefixtures("quick_passwords")
def test_a_name_of_characters_that_stand_for_sentences_is_refused(server: Server) -> None:
    reply = server.player().post("/api/account/register", {"name": "\ufdfa" * 9, "password": "correct horse"})
    assert (reply.status, reply.error) == (
        400,
        "written out this name has more than 160 characters; choose another",
    )
    assert (
        server.player().post("/api/account/login", {"name": "\ufdfa" * 9, "password": "x" * 12}).status == 403
    )


def test_a_backup_is_on_the_disk_before_it_takes_the_place_of_another(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda _: done.append("sync"))
    real = Path.replace

    def rename(one: Path, other: Path) -> Path:
        done.append("rename")
        return real(one, other)

    monkeypatch.setattr(Path, "replace", rename)
    backup.write_backup(store, tmp_path / "backup.gz")
    assert done == ["sync", "rename", "sync"]
    store.close()
