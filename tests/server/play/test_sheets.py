"""Order sheets over the wire: drafts that are kept and shown to whom they concern, seals, and taking a sheet back."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

import sandtable
from sandtable.kernel.book import rulebook as registry
from sandtable.server.http.responses import match as documents
from sandtable.testing.dikes import RULEBOOK

from ..playing import Json, Player, Reply, Server

SEATS = ("north", "south", "duke")


class Evening(NamedTuple):
    """The players of The Dikes, each with a browser of his own, and Control."""

    north: Player
    south: Player
    duke: Player
    control: Player
    match: str

    def of(self, seat: str) -> Player:
        found: Player = getattr(self, seat)
        return found


@pytest.fixture(autouse=True)
def _dikes() -> None:
    registry.register(RULEBOOK)


def gather(server: Server, **document: Any) -> Evening:
    """Four people at a match of The Dikes."""
    host, south, duke, control = (server.player() for _ in range(4))
    seats = {"north": "person", "south": "open", "duke": "open"}
    begun = host.begin(scenario="dikes", seats=seats, control="open", **document)
    for player, seat in ((south, "south"), (duke, "duke"), (control, "control")):
        assert player.join(begun["links"][seat]).status == 200
    return Evening(host, south, duke, control, begun["match"])


def sheets(player: Player, match: str, seat: str) -> Json:
    reply = player.get(f"/api/matches/{match}/sheets?seat={seat}")
    assert reply.status == 200, reply.text
    documents.Sheets.model_validate(reply.document)
    found: Json = reply.document
    return found


def sheet(player: Player, match: str, seat: str) -> Json:
    """The sheet of one's own seat."""
    found: Json = sheets(player, match, seat)["sheets"][0]
    assert found["seat"] == seat
    return found


def draft(player: Player, match: str, seat: str, lines: list[str], **document: Any) -> Reply:
    """Write a draft on top of what stands there."""
    reader = "control" if document.get("by") == "control" else seat
    found = sheets(player, match, reader)["sheets"]
    here = next(one for one in found if one["seat"] == seat)
    body = {"seat": seat, "lines": lines, "phase": here["phase"], "version": here["version"], **document}
    return player.post(f"/api/matches/{match}/sheets/draft", body)


def first_line(player: Player, match: str, seat: str, number: int = 0) -> str:
    line: str = sheet(player, match, seat)["next"][number]["id"]
    return line


def test_a_draft_is_kept_line_by_line_and_sealed_by_the_answer_it_names(server: Server) -> None:
    table = gather(server)
    line = first_line(table.north, table.match, "north")
    kept = draft(table.north, table.match, "north", [line]).document
    documents.Sheet.model_validate(kept)
    assert [one["id"] for one in kept["lines"]] == [line]
    assert (kept["version"], kept["sealed"], kept["refusal"]) == (1, False, None)
    assert all(line.split(":")[1] != one["id"].split(":")[1] for one in kept["next"])
    server.restart()
    assert sheet(table.north, table.match, "north") == kept
    seen = table.north.choose(table.match, "north", kept["option"])
    assert seen["phase"]["sealed"] == ["north"]
    assert sheet(table.north, table.match, "north")["sealed"]


def test_what_may_not_be_written_or_sealed_says_why(server: Server) -> None:
    table = gather(server)
    marches = [
        o["id"] for o in sheet(table.north, table.match, "north")["next"] if o["id"].startswith("march")
    ]
    by_party = {line.split(":")[1]: line for line in marches}
    both = draft(table.north, table.match, "north", list(by_party.values())).document
    assert both["refusal"] == {"rule": "2.2", "reason": "one party of a command marches in a turn"}
    wrong = draft(table.north, table.match, "north", ["march:5:3", marches[0], "sing"]).document
    assert [bool(line["refusal"]) for line in wrong["lines"]] == [True, False, True]
    assert wrong["refusal"]["rule"] == "2"
    assert table.north.answer(table.match, "north", wrong["option"]).status == 409
    assert draft(table.north, table.match, "north", ["1:x"]).status == 400


def test_a_sheet_is_taken_back_while_others_write_and_the_record_replays(server: Server) -> None:
    table = gather(server)
    line = first_line(table.north, table.match, "north")
    table.north.choose(table.match, "north", f"sheet;{line}")
    sealed = sheet(table.north, table.match, "north")
    assert sealed["reopens"] == "unseal"
    seen = table.north.choose(table.match, "north", sealed["reopens"])
    assert seen["view"]["asked"] == ["north", "south", "duke"]
    assert [one["id"] for one in sheet(table.north, table.match, "north")["lines"]] == [line]
    assert table.duke.answer(table.match, "duke", "unseal").status == 409
    for seat in SEATS:
        table.of(seat).choose(table.match, seat, "sheet")
    assert table.north.answer(table.match, "north", "unseal").status == 409
    record = table.control.get(f"/api/matches/{table.match}/record").document
    assert [row[1] for row in record["answers"]][:2] == [f"sheet;{line}", "unseal"]
    assert sandtable.replay(record).state.turn == 2


def test_a_draft_of_an_earlier_phase_is_waste_paper(server: Server) -> None:
    table = gather(server)
    old = draft(table.south, table.match, "south", [first_line(table.south, table.match, "south")]).document
    for seat in SEATS:
        table.of(seat).choose(table.match, seat, "sheet")
    new = sheet(table.south, table.match, "south")
    assert (new["lines"], new["version"]) == ([], 0)
    assert new["phase"] > old["phase"]
    late = {"seat": "south", "lines": [], "phase": old["phase"], "version": 1}
    assert table.south.post(f"/api/matches/{table.match}/sheets/draft", late).status == 409
