"""The Dikes over the wire: three seats on two sides and Control, each with a browser of their own."""

from __future__ import annotations

from typing import Any, NamedTuple

from sandtable.server.http.responses import match as documents

from .playing import Json, Player, Reply, Server

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


def seal_all(table: Evening, **sealed: str) -> None:
    """Everybody seals a sheet, a blank one unless another is given."""
    for seat in SEATS:
        table.of(seat).choose(table.match, seat, sealed.get(seat, "sheet"))
