"""Databases that earlier versions wrote: players go on, or are told clearly why they cannot."""

from __future__ import annotations

import json
import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, update

from sandtable import catalog
from sandtable.server.db import schema as t
from sandtable.server.db.store import Store
from sandtable.server.ops.audit import audit
from sandtable.server.ops.backup import restore_backup, write_backup
from tests.cli.commanding import run

from .. import databases
from ..playing import Json, Player, Server

FILES = Path(__file__).parent.parent / "files"
VERSIONS = ("first", "behaviour-2", "people", "behaviour-2-last")
# Which of them on which kind of database: tables of every revision on every kind.
PLACES = [
    (name, kind)
    for kind in databases.kinds()
    for name in VERSIONS
    if (name, kind) != ("behaviour-2", "postgresql")
]
OF_PEOPLE = pytest.mark.parametrize(
    "past", [place for place in PLACES if place[0] == "people"], indirect=True
)


def old_rules(behaviour: int) -> str:
    """Why a match of Army Group North that was played under this behaviour is not opened."""
    return (
        f"this match was played under behaviour {behaviour} of 'damos'; this program plays behaviour "
        f"{catalog.rulebook('damos').behaviour}, under which the same answers could lead elsewhere, so only a version "
        f"that plays behaviour {behaviour} can open it"
    )


OLD_RULES = old_rules(1)


class Past:
    """A database of an earlier version, and what its players had in their browsers."""

    def __init__(self, name: str, url: str) -> None:
        self.url = url
        self.notes: Json = json.loads((FILES / f"{name}.json").read_text(encoding="utf-8"))
        self.record: Json = json.loads((FILES / f"{name}.record.json").read_text(encoding="utf-8"))
        self.matches: dict[str, Json] = self.notes["matches"]

    def player(self, server: Server, name: str) -> Player:
        """Somebody who comes back with the cookie of then."""
        player = server.player()
        player.cookie = self.notes["cookies"][name]
        return player

    def id(self, name: str) -> str:
        match: str = self.matches[name]["match"]
        return match


def loaded(name: str, folder: Path) -> str:
    """The address of an SQLite file with the database in it."""
    file = folder / f"{name}.db"
    with closing(sqlite3.connect(file)) as db:
        db.executescript((FILES / f"{name}.sql").read_text(encoding="utf-8"))
    return f"sqlite:///{file}"


def brought(name: str, folder: Path, url: str) -> Past:
    """The database at *url*: its own file on SQLite, else the way of whoever moves to another kind, by a backup."""
    file = loaded(name, folder)
    if url.startswith("sqlite"):
        return Past(name, file)
    old, new = Store(file), Store(url)
    write_backup(old, folder / "moving.gz")
    restore_backup(new, folder / "moving.gz")
    old.close()
    new.close()
    return Past(name, url)


@pytest.fixture
def shortly_after(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a minute after the databases were written, whenever the test runs."""
    written = max(Past(name, "").notes["written"] for name in VERSIONS)
    real, began = time.time, time.time()
    monkeypatch.setattr(time, "time", lambda: written + 60 + real() - began)


@pytest.fixture(params=PLACES, ids=lambda place: "-".join(place))
def past(request: pytest.FixtureRequest, tmp_path: Path, shortly_after: None) -> Past:
    name, kind = request.param
    url = (
        databases.emptied(request.getfixturevalue("postgresql_url")) if kind == "postgresql" else "sqlite://"
    )
    return brought(name, tmp_path, url)


@pytest.fixture
def first(tmp_path: Path, shortly_after: None) -> Past:
    return brought("first", tmp_path, "sqlite://")


@pytest.fixture
def server(first: Past) -> Iterator[Server]:
    with Server(first.url) as running:
        yield running


def test_every_match_stands_as_it_stood(past: Past) -> None:
    with Server(past.url) as server:
        player = server.player()
        for stood in past.matches.values():
            head = player.head(stood["match"])
            now = {name: head[name] for name in ("match", "version", "answers", "over")}
            waiting = sorted(seat for seat, it in head["seats"].items() if it["waiting_since"] is not None)
            assert {**now, "waiting": waiting} == stood


def test_a_sealed_plan_of_then_is_answered_today_and_the_dice_are_those_committed_to(past: Past) -> None:
    with Server(past.url) as server:
        match = past.id("sealed")
        red, blue = past.player(server, "red"), past.player(server, "blue")
        assert red.view(match, "red")["view"]["options"] == []
        blue.choose(match, "blue", blue.view(match, "blue")["view"]["options"][0]["id"])
        assert red.head(match)["answers"] > past.matches["sealed"]["answers"] + 1
        found = audit(server.service.store)
        assert (found.broken, found.rolls > 0) == ({}, True)


def test_guests_find_their_matches_in_the_lobby(past: Past) -> None:
    with Server(past.url) as server:
        mine = {m["match"]: m["mine"] for m in past.player(server, "red").get("/api/matches").document}
        assert mine[past.id("sealed")] == ["red"]
        assert mine[past.id("agn")] == ["german"]


def test_an_invitation_of_then_leads_to_its_seat(past: Past) -> None:
    with Server(past.url) as server:
        friend = server.player()
        assert friend.join(past.notes["invitation"]).status == 200
        assert friend.view(past.id("open"), "blue")["view"]["seat"] == "blue"


def test_what_was_played_at_one_screen_is_taken_back_forked_and_read_again(past: Past) -> None:
    with Server(past.url) as server:
        host, match = past.player(server, "host"), past.id("hotseat")
        (seat,) = past.matches["hotseat"]["waiting"]
        assert host.act(match, "fork", to=1).status == 200
        assert host.get(f"/api/matches/{match}/moments/1?seat={seat}").document["answer"] == 1
        to = {"seat": seat, "to": 1, "version": past.matches["hotseat"]["version"]}
        assert host.act(match, "rewind", **to).document["answers"] == 1


def test_a_finished_match_is_exported_and_its_dice_are_honest(
    past: Past, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Server(past.url) as server:
        record = server.player().get(f"/api/matches/{past.id('finished')}/record").document
    file = tmp_path / "finished.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    code, out, _ = run(capsys, "replay", str(file), "--verify")
    assert code == 0
    assert "every roll is the one its source had to give" in " ".join(out.split())


def test_a_match_goes_on_exactly_if_its_rulebook_behaves_as_then(past: Past) -> None:
    with Server(past.url) as server:
        with server.service.store.reading() as db:
            stored = {row.id: row for row in db.execute(select(t.matches))}
        for match, row in stored.items():
            same = row.behaviour == catalog.rulebook(row.rulebook).behaviour
            head = server.player().head(match)
            assert (head["unplayable"] is None) == same
            assert server.player().get(f"/api/matches/{match}/view").status == (200 if same else 400)


def test_the_audit_finds_nothing_broken(past: Past) -> None:
    with Server(past.url) as server:
        found = audit(server.service.store)
        assert (found.broken, found.matches + len(found.unknown)) == ({}, len(past.matches))


@pytest.mark.parametrize("name", VERSIONS)
def test_a_backup_of_then_holds_and_moves_on_to_tables_of_today(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, fresh = tmp_path / "then.gz", f"sqlite:///{tmp_path}/fresh.db"
    assert run(capsys, "backup", str(file), "--database", loaded(name, tmp_path))[0] == 0
    assert run(capsys, "verify", str(file))[0] == 0
    assert run(capsys, "restore", str(file), "--database", fresh)[0] == 0
    assert run(capsys, "verify", "--database", fresh)[0] == 0
    past = Past(name, fresh)
    with Server(fresh) as server:
        assert (
            past.player(server, "red").view(past.id("bot"), "red")["answers"]
            == past.matches["bot"]["answers"]
        )


def test_a_bot_of_then_plays_on(server: Server, first: Past) -> None:
    match, red = first.id("bot"), first.player(server, "red")
    with red.watching(match, "red") as socket:
        seen = socket.receive_json()
        while seen["view"]["asked"] == ["red"]:
            seen = red.choose(match, "red", "done")
        while socket.receive_json()["answers"] <= seen["answers"]:
            pass


# ---- rules that have changed since


def test_the_lobby_says_why_a_match_of_older_rules_cannot_go_on(server: Server, first: Past) -> None:
    listed = {m["match"]: m["unplayable"] for m in first.player(server, "red").get("/api/matches").document}
    assert listed[first.id("agn")] == OLD_RULES
    assert listed[first.id("sealed")] is None


@pytest.mark.parametrize(
    "path", ["view?seat=german", "log?seat=german", "moments/1?seat=german", "layers?seat=german", "marks"]
)
def test_whoever_looks_at_a_match_of_older_rules_is_told_why_not(
    server: Server, first: Past, path: str
) -> None:
    reply = first.player(server, "red").get(f"/api/matches/{first.id('agn')}/{path}")
    assert (reply.status, reply.error) == (400, OLD_RULES)


@pytest.mark.parametrize(
    ("deed", "given"),
    [
        ("answer", {"seat": "german", "option": "done", "version": 1, "key": "k"}),
        ("undo", {"seat": "german", "version": 1}),
        ("resign", {"seat": "german"}),
        ("substitute", {"seat": "german", "for": "german", "bot": "random"}),
    ],
)
def test_whoever_acts_in_a_match_of_older_rules_is_told_why_not(
    server: Server, first: Past, deed: str, given: dict[str, Any]
) -> None:
    reply = first.player(server, "red").act(first.id("agn"), deed, **given)
    assert (reply.status, reply.error) == (400, OLD_RULES)


def test_a_match_of_older_rules_is_not_exported_under_a_wrong_name(server: Server, first: Past) -> None:
    reply = first.player(server, "host").get(f"/api/matches/{first.id('agn-over')}/record")
    assert (reply.status, reply.error) == (400, OLD_RULES)


@pytest.mark.usefixtures("checked_here")
def test_a_record_of_older_rules_is_not_taken_in(server: Server, first: Past) -> None:
    reply = server.player().post("/api/matches/import", {"record": first.record})
    assert (reply.status, reply.error) == (400, OLD_RULES.replace("match", "record"))


def test_a_record_of_older_rules_is_not_replayed(capsys: pytest.CaptureFixture[str]) -> None:
    said = f"sandtable: {OLD_RULES.replace('match', 'record')}\n"
    assert run(capsys, "replay", str(FILES / "first.record.json")) == (2, "", said)


@pytest.mark.usefixtures("checked_here")
@pytest.mark.parametrize("name", ["behaviour-2", "people", "behaviour-2-last"])
def test_matches_and_records_of_the_second_behaviour_say_so_and_are_kept(
    name: str, tmp_path: Path, shortly_after: None, capsys: pytest.CaptureFixture[str]
) -> None:
    past = brought(name, tmp_path, "sqlite://")
    said = old_rules(2)
    with Server(past.url) as server:
        red, match = past.player(server, "red"), past.id("agn")
        listed = {m["match"]: m["unplayable"] for m in red.get("/api/matches").document}
        assert listed[match] == said
        for path in ("view?seat=german", "log?seat=german", "moments/1?seat=german", "marks"):
            reply = red.get(f"/api/matches/{match}/{path}")
            assert (reply.status, reply.error) == (400, said)
        reply = past.player(server, "host").get(f"/api/matches/{past.id('agn-over')}/record")
        assert (reply.status, reply.error) == (400, said)
        reply = server.player().post("/api/matches/import", {"record": past.record})
        assert (reply.status, reply.error) == (400, said.replace("match", "record"))
        assert red.head(match)["answers"] == past.matches["agn"]["answers"]
    assert run(capsys, "replay", str(FILES / f"{name}.record.json")) == (
        2,
        "",
        f"sandtable: {said.replace('match', 'record')}\n",
    )


@pytest.mark.usefixtures("checked_here")
def test_a_record_of_the_behaviour_of_today_is_taken_in_and_stands_where_it_ended(
    server: Server, first: Past
) -> None:
    player = server.player()
    record = player.get(f"/api/matches/{first.id('finished')}/record").document
    again = player.post("/api/matches/import", {"record": record})
    assert player.head(again.document["match"])["answers"] == first.matches["finished"]["answers"]


def test_time_that_is_up_in_a_match_of_older_rules_stops_nobody(
    server: Server, first: Past, caplog: pytest.LogCaptureFixture
) -> None:
    row = t.matches.c.id == first.id("agn")
    server.service.store.write(lambda db: db.execute(update(t.matches).where(row).values(deadline=1.0)))
    with caplog.at_level(logging.INFO):
        server.service.timeouts.look_round()
    assert OLD_RULES in caplog.text
    assert not server.player().head(first.id("agn"))["over"]


# ---- what came with accounts, clocks and Control


@OF_PEOPLE
def test_clock_pause_words_and_reminder_are_as_they_were(past: Past) -> None:
    with Server(past.url) as server:
        blue, match = past.player(server, "blue"), past.id("timed")
        seen = blue.view(match, "blue")
        assert (seen["clock"]["base"], seen["paused"]["reason"]) == (30 * 86400, "dinner")
        assert "Control: Dinner is at eight" in [line["text"] for line in seen["log"]]
        reminders = blue.get(f"/api/matches/{match}/reminders?seat=blue").document
        assert reminders["webhook"] is not None
        with server.service.store.reading() as db:
            assert db.execute(select(func.count()).select_from(t.outbox)).scalar_one() == 1


@OF_PEOPLE
def test_account_orders_and_proposal_are_as_they_were(past: Past) -> None:
    with Server(past.url) as server:
        rosa = past.player(server, "red")
        assert rosa.get("/api/account").document["account"]["name"] == "Rosa"
        again, login = server.player(), {"name": "Rosa", "password": "correct horse battery"}
        assert again.post("/api/account/login", login).status == 200
        assert past.id("ordered") in {m["match"] for m in again.get("/api/matches").document if m["mine"]}
        with server.service.store.reading() as db:
            (order,) = db.execute(select(t.orders)).all()
            proposed = select(t.matches.c.proposal).where(t.matches.c.id == past.id("ordered"))
            proposal = db.execute(proposed).scalar_one()
        assert (order.match, order.seat, proposal["by"]) == (past.id("ordered"), "german", "german")
