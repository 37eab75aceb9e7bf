"""What is asked of all running matches is asked for a little of each: there may be thousands."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from sandtable.server.db import match_store

from ..databases import sqlite_alone
from ..playing import Server

database = sqlite_alone


@pytest.fixture
def broken(server: Server) -> str:
    """A match between persons whose set-up, which is long, cannot be read."""
    match = server.player().hotseat()
    spoilt = text("UPDATE matches SET setup = '{{' WHERE id = :match")
    server.service.store.write(lambda db: db.execute(spoilt, {"match": match}))
    return match


def test_who_sits_where_is_told_without_reading_the_rest_of_a_match(server: Server, broken: str) -> None:
    with server.service.store.reading() as db:
        (found,) = match_store.running_matches(db)
    assert found.id == broken
    assert found.people() == {"red", "blue"}
    assert found.bots_asked() == ()


def test_the_round_of_the_bots_reads_no_match_in_which_none_is_asked(
    server: Server, broken: str, caplog: pytest.LogCaptureFixture
) -> None:
    server.service.bots.look_round()
    assert broken not in caplog.text


def test_only_matches_whose_time_is_counted_are_looked_at_when_a_server_comes_back(server: Server) -> None:
    player = server.player()
    player.hotseat()
    counted = player.begin(clock={"base": 600, "increment": 0})["match"]
    with server.service.store.reading() as db:
        assert [match.id for match in match_store.timed_matches(db)] == [counted]
