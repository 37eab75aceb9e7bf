"""Matches with the players' own tables: what cannot be read is refused when it comes in, and troubles nobody later."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import update

import sandtable
from sandtable.kernel.game.codec import dumps, loads
from sandtable.rules.damos import RULEBOOK
from sandtable.server.db import schema as t

from ..playing import Server

pytestmark = pytest.mark.usefixtures("checked_here")
BAD = "row '3', column '24+' of table 'crt' holds 'DR'; loss points belong there, such as '2', '0h'"


def record(*cells: str) -> dict[str, Any]:
    """A game that has just begun, with a CRT of its own where a cell of it is given."""
    found: dict[str, Any] = loads(dumps(sandtable.new("agn", seed=4).record()))
    for cell in cells:
        crt = loads(dumps(RULEBOOK.tables["crt"].document))
        crt["cells"]["3"][-1] = cell
        found["setup"]["tables"] = {"crt": crt}
    return found


def test_a_record_with_a_table_that_cannot_be_read_is_not_imported(server: Server) -> None:
    reply = server.player().post("/api/matches/import", {"record": record("DR")})
    assert reply.status == 400
    assert BAD in reply.error


def test_a_table_in_another_spelling_is_imported_and_odds_are_worked_out(server: Server) -> None:
    player = server.player()
    body = {"record": record("1♥"), "mode": "hotseat"}
    match = player.post("/api/matches/import", body).document["match"]
    seen = player.choose(match, "german", "end_phase")
    attack = next(o["id"] for o in seen["view"]["options"] if o["id"].startswith("concerted"))
    reply = player.get(f"/api/matches/{match}/odds?seat=german&option={attack}")
    assert reply.status == 200, reply.text


def test_a_match_that_was_begun_with_such_a_table_says_so_and_leaves_the_server_in_peace(
    server: Server,
) -> None:
    player = server.player()
    body = {"record": record(), "seats": {"german": "greedy", "soviet": "person"}}
    match = player.post("/api/matches/import", body).document["match"]
    setup = record("DR")["setup"]
    change = update(t.matches).where(t.matches.c.id == match).values(setup=setup)
    server.service.store.write(lambda db: db.execute(change))
    server.restart()
    listed = {m["match"]: m["unplayable"] for m in player.get("/api/matches").document}
    assert BAD in listed[match]
    for path in ("view?seat=soviet", "layers?seat=soviet", "log?seat=soviet"):
        reply = player.get(f"/api/matches/{match}/{path}")
        assert (reply.status, BAD in reply.error) == (400, True), path
    assert player.get("/healthz").document["status"] == "ok"
