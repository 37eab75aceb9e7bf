"""What a command asks of a plan, and Control of the commands: the odds of a line that is only drafted, reports of a seat."""

from __future__ import annotations

import pytest

from sandtable.kernel import Action, Odds, Seat
from sandtable.server.http.responses import study as documents
from sandtable.testing import dikes

from ..dike_wardens import first_line, gather, seal_all
from ..playing import Server


@pytest.fixture(autouse=True)
def _dikes(dikes_known: None) -> None:
    """They are known while a test plays them."""


def test_the_odds_of_a_planned_line_count_what_may_stay_on_the_draft(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, int]] = []

    def draft_odds(
        self: object, g: dikes.Dikes, seat: Seat, draft: list[Action], line: Action
    ) -> Odds | None:
        asked.append((seat, len(draft)))
        return None

    monkeypatch.setattr(dikes.DikesRulebook, "draft_odds", draft_odds)
    table = gather(server)
    line = first_line(table.north, table.match, "north")
    path = f"/api/matches/{table.match}/sheets/odds"
    reply = table.north.post(path, {"seat": "north", "lines": [line, "nonsense:9"], "line": line})
    documents.Odds.model_validate(reply.document)
    assert (reply.status, reply.document["odds"]) == (200, None)
    # Of a line that does not stand on the sheet nothing is asked; nobody asks for another seat.
    assert table.north.post(path, {"seat": "north", "lines": [], "line": line}).document["odds"] is None
    assert table.duke.post(path, {"seat": "north", "lines": [line], "line": line}).status == 403
    assert asked == [(0, 1)]


def test_control_reads_the_reports_of_any_seat_and_a_seat_its_own_alone(server: Server) -> None:
    table = gather(server)
    seal_all(table)
    path = f"/api/matches/{table.match}/reports"

    def read(who: str, **query: str) -> list[str]:
        asked = "&".join(f"{name}={value}" for name, value in query.items())
        return [one["text"] for one in table.of(who).get(f"{path}?{asked}").document]

    league = read("control", seat="control", of="north")
    assert [text.split()[0] for text in league] == ["League"]
    assert read("control", seat="control", of="duke") == read("duke", seat="duke")
    assert read("duke", seat="duke", of="north") == read("duke", seat="duke")
