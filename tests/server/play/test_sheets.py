"""Order sheets over the wire: drafts that are kept and shown to whom they concern, seals, and taking a sheet back."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.server.bots import scheduler, worker
from sandtable.server.http.responses import live
from sandtable.server.http.responses import match as documents
from sandtable.server.match import phases
from sandtable.server.ops.audit import audit
from sandtable.testing.dikes import BOARD

from ..dike_wardens import SEATS, Evening, draft, first_line, gather, seal_all, sheet, sheets
from ..playing import Json, Server


@pytest.fixture(autouse=True)
def _dikes(dikes_known: None) -> None:
    """They are known while a test plays them."""


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
    seal_all(table)
    assert table.north.answer(table.match, "north", "unseal").status == 409
    record = table.control.get(f"/api/matches/{table.match}/record").document
    assert [row[1] for row in record["answers"]][:2] == [f"sheet;{line}", "unseal"]
    assert sandtable.replay(record).state.turn == 2


def test_a_draft_of_an_earlier_phase_is_waste_paper(server: Server) -> None:
    table = gather(server)
    old = draft(table.south, table.match, "south", [first_line(table.south, table.match, "south")]).document
    seal_all(table)
    new = sheet(table.south, table.match, "south")
    assert (new["lines"], new["version"]) == ([], 0)
    assert new["phase"] > old["phase"]
    late = {"seat": "south", "lines": [], "phase": old["phase"], "version": 1}
    assert table.south.post(f"/api/matches/{table.match}/sheets/draft", late).status == 409


# ---- who sees what


def test_a_side_reads_its_own_drafts_and_control_all(server: Server) -> None:
    table = gather(server)
    line = first_line(table.north, table.match, "north")
    draft(table.north, table.match, "north", [line])
    ally = sheets(table.south, table.match, "south")["sheets"]
    assert [(one["seat"], len(one["lines"]), one["writable"]) for one in ally] == [
        ("south", 0, True),
        ("north", 1, False),
    ]
    assert [one["seat"] for one in sheets(table.duke, table.match, "duke")["sheets"]] == ["duke"]
    assert [one["seat"] for one in sheets(table.control, table.match, "control")["sheets"]] == list(SEATS)
    assert table.duke.get(f"/api/matches/{table.match}/sheets?seat=north").status == 403
    assert (
        table.south.post(
            f"/api/matches/{table.match}/sheets/draft",
            {"seat": "north", "lines": [], "phase": 1, "version": 1},
        ).status
        == 403
    )


def test_a_side_may_agree_that_nobody_reads_anothers_draft(server: Server) -> None:
    table = gather(server, shared_drafts=False)
    draft(table.north, table.match, "north", [first_line(table.north, table.match, "north")])
    assert [one["seat"] for one in sheets(table.south, table.match, "south")["sheets"]] == ["south"]


def test_nobody_else_can_tell_that_a_draft_is_written(server: Server) -> None:
    """Neither by what can be asked for, nor by its size, nor by any frame of a socket."""
    table = gather(server)
    paths = [f"/api/matches/{table.match}{rest}" for rest in ("", "/view?seat=duke", "/log?seat=duke")]
    paths += [f"/api/matches/{table.match}{rest}" for rest in ("/sheets?seat=duke", "/talk?seat=duke")]
    paths += ["/api/matches", f"/api/matches/{table.match}/reports?seat=duke"]
    lines = [one["id"] for one in sheet(table.north, table.match, "north")["next"]]
    table.duke.get("/api/matches")
    before = [table.duke.get(path).text for path in paths]
    with (
        table.duke.watching(table.match, "duke") as enemy,
        table.south.watching(table.match, "south") as ally,
        server.player().watching(table.match, "spectator") as onlooker,
    ):
        for socket in (enemy, ally, onlooker):
            socket.receive_json()
        for line in lines[:3]:
            draft(table.north, table.match, "north", [line])
            mark = ally.receive_json()
            live.SheetsMark.model_validate(mark)
        assert [table.duke.get(path).text for path in paths] == before
        # The next thing that either hears is the seal, which everybody sees.
        table.north.choose(table.match, "north", f"sheet;{lines[0]}")
        for socket in (enemy, onlooker):
            seen = socket.receive_json()
            assert seen["phase"]["sealed"] == ["north"]
            assert len(socket.frames) == 2


def test_a_seal_tells_nothing_of_the_length_of_its_sheet(server: Server) -> None:
    frames = []
    for many in (0, 1, 2):
        table = gather(server)
        drafted: list[str] = []
        for _ in range(many):
            drafted.append(first_line_after(table, drafted))
            draft(table.north, table.match, "north", drafted)
        with table.duke.watching(table.match, "duke") as enemy:
            enemy.receive_json()
            table.north.choose(table.match, "north", ";".join(("sheet", *drafted)))
            enemy.receive_json()
            changed = enemy.frames[-1]["change"]["in"]
            frames.append((sorted(changed), sorted(changed["view"]["in"])))
            assert table.duke.view(table.match, "duke")["version"] == 2
    assert frames[0] == frames[1] == frames[2]


def first_line_after(table: Evening, drafted: list[str]) -> str:
    """The first line that may follow these on the sheet of North."""
    body = {"seat": "north", "lines": drafted}
    found = table.north.post(f"/api/matches/{table.match}/sheets/lines", body).document
    seizes = [one["id"] for one in found["next"] if one["id"].startswith("seize")]
    return str(seizes[0])


# ---- Control


def dispute(table: Evening) -> Json:
    """Both sides seize one dike; what Control sees then."""
    shared = _between(table)
    seal_all(table, north=f"sheet;seize:0:{shared}", duke=f"sheet;seize:4:{shared}")
    return table.control.view(table.match, "control")


def _between(table: Evening) -> int:
    """Put the first party of the Duke beside the first of North; the number of the dike between them."""
    position = table.control.get(f"/api/matches/{table.match}/control/position").document
    here = position["columns"]["hex_of"][0]
    beside = BOARD.grid.neighbours(here)[0]
    body = {
        "version": position["version"],
        "reason": "for the sake of it",
        "changes": [["hex_of", 4, beside]],
    }
    assert table.control.post(f"/api/matches/{table.match}/control/edit", body).status == 200
    return BOARD.grid.side_number(here, beside)


def test_what_the_rules_ask_control_waits_for_control(everywhere: Server) -> None:
    table = gather(everywhere)
    seen = dispute(table)["view"]
    documents.RulingDue.model_validate(seen["ruling"])
    assert (seen["asked"], len(seen["options"])) == (["control"], 3)
    assert seen["ruling"] == {"rule": "3", "default": "nobody", "reckoning": []}
    other = table.duke.view(table.match, "duke")["view"]
    assert (other["asked"], other["options"], other["prompt"]) == (["control"], [], "")
    assert table.duke.answer(table.match, "duke", "award:1").status == 409
    after = table.control.choose(table.match, "control", "award:1")
    assert list(after["view"]["position"]["held"].values()) == ["duke"]
    assert "Control decides" in " ".join(line["text"] for line in after["log"])
    record = table.control.get(f"/api/matches/{table.match}/record").document
    assert sandtable.replay(record).state.turn == 2


def test_where_nobody_sits_as_control_the_default_holds(server: Server) -> None:
    north, duke = server.player(), server.player()
    begun = north.begin(scenario="dikes", seats={"duke": "open"})
    duke.join(begun["links"]["duke"])
    match = begun["match"]
    for _ in range(3):
        for player, seat in ((north, "north"), (north, "south"), (duke, "duke")):
            player.choose(match, seat, "sheet")
    assert north.head(match)["result"]["winner"] == "draw"


def test_control_that_leaves_for_good_is_asked_no_more(
    server: Server, later: Callable[[float], None], quick_passwords: None
) -> None:
    table = gather(server)
    umpire = {"name": "Umpire", "password": "a long enough one"}
    assert table.control.post("/api/account/register", umpire).status == 200
    dispute(table)
    assert table.control.post("/api/account/delete", {"password": umpire["password"]}).status == 200
    server.service.timeouts.look_round()
    assert table.duke.view(table.match, "duke")["view"]["asked"] == list(SEATS)


def test_control_types_a_sheet_in_from_paper(server: Server) -> None:
    table = gather(server)
    line = first_line(table.north, table.match, "north")
    kept = draft(table.control, table.match, "north", [line], by="control").document
    assert kept["writable"]
    seen = table.control.view(table.match, "control")
    body = {"seat": "north", "option": kept["option"], "version": seen["version"], "reason": "from paper"}
    assert table.control.post(f"/api/matches/{table.match}/control/answer", body).status == 200
    assert sheet(table.north, table.match, "north")["sealed"]
    found = sheets(table.control, table.match, "control")["sheets"][0]
    back = {**body, "option": found["reopens"], "version": seen["version"] + 1}
    assert table.control.post(f"/api/matches/{table.match}/control/answer", back).status == 200
    assert [one["id"] for one in sheet(table.north, table.match, "north")["lines"]] == [line]


# ---- the clock that all share


def test_at_the_deadline_drafts_are_completed_and_sealed(
    everywhere: Server, later: Callable[[float], None]
) -> None:
    table = gather(everywhere, phase_seconds=600)
    marches = [
        o["id"] for o in sheet(table.north, table.match, "north")["next"] if o["id"].startswith("march")
    ]
    both = list({line.split(":")[1]: line for line in marches}.values())
    # Two marches may not be sealed: the first of them holds, as the rules complete it.
    draft(table.north, table.match, "north", both)
    table.duke.choose(table.match, "duke", "sheet")
    clock = table.duke.view(table.match, "duke")["phase"]["clock"]
    assert (clock["running"], clock["left"] <= 600, clock["deadline"] is not None) == (True, True, True)
    later(601)
    everywhere.service.timeouts.look_round()
    seen = table.duke.view(table.match, "duke")
    assert seen["view"]["position"]["turn"] == 2
    told = [line["text"] for line in seen["log"]]
    assert "Time is up: the sheet of North is sealed as it stands." in told
    assert "Time is up: the sheet of Duke is sealed as it stands." not in told
    assert len([text for text in told if "marches to" in text]) == 1
    assert seen["phase"]["sealed"] == []
    assert seen["phase"]["clock"]["left"] == 600
    record = table.control.get(f"/api/matches/{table.match}/record").document
    assert sandtable.replay(record).state.turn == 2


def test_an_answer_that_comes_after_the_deadline_is_late(
    server: Server, later: Callable[[float], None]
) -> None:
    table = gather(server, phase_seconds=60)
    version = table.north.head(table.match)["version"]
    later(61)
    assert table.north.answer(table.match, "north", "sheet", version).status == 409
    assert table.north.view(table.match, "north")["view"]["position"]["turn"] == 2


def test_control_stops_lengthens_and_shortens_the_clock(
    server: Server, later: Callable[[float], None]
) -> None:
    table = gather(server, phase_seconds=60)
    path = f"/api/matches/{table.match}/control/clock"
    assert table.control.post(path, {"running": False, "add": 30}).status == 200
    later(1000)
    server.service.timeouts.look_round()
    seen = table.duke.view(table.match, "duke")
    assert seen["view"]["position"]["turn"] == 1
    assert seen["phase"]["clock"]["stopped"]
    assert 80 < seen["phase"]["clock"]["left"] <= 90
    assert "Control gives 30 seconds to write and stops the clock." in [line["text"] for line in seen["log"]]
    table.control.post(path, {"running": True, "add": -85})
    later(6)
    server.service.timeouts.look_round()
    assert table.duke.view(table.match, "duke")["view"]["position"]["turn"] == 2


def test_no_clock_runs_while_control_has_stopped_the_match(
    server: Server, later: Callable[[float], None]
) -> None:
    table = gather(server, phase_seconds=60)
    table.control.post(f"/api/matches/{table.match}/control/pause", {"reason": "tea"})
    later(100)
    server.service.timeouts.look_round()
    table.control.post(f"/api/matches/{table.match}/control/resume", {})
    seen = table.duke.view(table.match, "duke")
    assert seen["view"]["position"]["turn"] == 1
    assert 50 < seen["phase"]["clock"]["left"] <= 60


def test_time_in_which_no_server_was_there_leaves_enough_to_write(server: Server) -> None:
    table = gather(server, phase_seconds=3600)
    head = server.service.authority.head(table.match)
    at = head.phase["at"]

    def left_after(seconds: float) -> float:
        phase = phases.resumed(head, at + seconds, seconds)
        assert phase is not None
        return float(round(phase["left"]))

    assert (left_after(100), left_after(9000)) == (3500, 600)
    assert phases.resumed(replace(head, terms={}, phase=None), at, 9) is None


def test_going_back_inside_a_phase_keeps_its_drafts_and_behind_it_none(server: Server) -> None:
    table = gather(server)
    seal_all(table)
    first = sheet(table.south, table.match, "south")
    draft(table.south, table.match, "south", [first["next"][0]["id"]])
    table.north.choose(table.match, "north", "sheet")
    for to, lines in ((3, 1), (1, 0)):
        version = table.control.head(table.match)["version"]
        body = {"version": version, "reason": "a slip", "to": to}
        assert table.control.post(f"/api/matches/{table.match}/control/rewind", body).status == 200
        assert len(sheet(table.south, table.match, "south")["lines"]) == lines


# ---- sides


def test_a_side_loses_and_wins_as_one(server: Server) -> None:
    table = gather(server)
    assert table.north.act(table.match, "resign", seat="north").status == 409
    assert table.duke.act(table.match, "resign", seat="duke").status == 200
    result = table.north.head(table.match)["result"]
    assert result == {"winner": "league", "level": "resignation", "reason": "Duke resigned"}


def test_a_result_that_all_agree_on_is_a_sides(server: Server) -> None:
    table = gather(server)
    for seat in SEATS:
        head = table.north.head(table.match)
        body = {"seat": seat, "version": head["version"], "winner": "league"}
        assert table.of(seat).post(f"/api/matches/{table.match}/result", body).status == 200
    assert table.north.head(table.match)["result"]["winner"] == "league"


def test_nobody_plays_for_both_sides_but_one_may_play_for_a_whole_one(server: Server) -> None:
    host, guest = server.player(), server.player()
    begun = host.begin(scenario="dikes", seats={"north": "open", "south": "open", "duke": "person"})
    match = begun["match"]
    both = {"north": "person", "south": "open", "duke": "person"}
    assert host.post("/api/matches", {"scenario": "dikes", "seats": both}).status == 400
    assert host.head(match)["sides"] == {"north": "league", "south": "league", "duke": "duke"}
    assert host.join(begun["links"]["north"]).status == 403
    reply = guest.post(f"/api/matches/{match}/sit", {"seat": "north", "side": True})
    assert sorted(reply.document["links"]) == ["north", "south"]
    assert guest.head(match)["mine"] == ["north", "south"]


def test_a_side_talks_among_itself_and_control_listens(server: Server) -> None:
    table = gather(server)
    assert table.north.get(f"/api/matches/{table.match}/talk?seat=north").document["addressees"] == [
        "all",
        "side",
        "control",
    ]
    remark = {"seat": "north", "to": "side", "text": "I go left.", "key": "1"}
    assert table.north.post(f"/api/matches/{table.match}/talk", remark).status == 200
    told = {"seat": "control", "to": "side:league", "text": "Ten minutes.", "key": "2"}
    assert table.control.post(f"/api/matches/{table.match}/talk", told).status == 200

    def heard(seat: str) -> list[tuple[str, str]]:
        found = table.of(seat).get(f"/api/matches/{table.match}/talk?seat={seat}").document["remarks"]
        return [(one["to"], one["text"]) for one in found]

    assert heard("south") == heard("control") == [("side", "I go left."), ("side", "Ten minutes.")]
    assert heard("duke") == []
    assert table.south.head(table.match)["unread"] == 2
    assert table.duke.head(table.match)["unread"] == 0
    refused = {"seat": "duke", "to": "side", "text": "Alone.", "key": "3"}
    assert table.duke.post(f"/api/matches/{table.match}/talk", refused).status == 400


def test_every_side_keeps_its_own_reports(server: Server) -> None:
    table = gather(server)
    seal_all(table)
    seal_all(table)

    def reports(seat: str) -> list[tuple[int, str]]:
        found = table.of(seat).get(f"/api/matches/{table.match}/reports?seat={seat}").document
        documents.Reports.model_validate(found)
        return [(one["turn"], one["text"]) for one in found]

    league = "League holds 0 dikes and has stores for 4 marches."
    assert reports("south") == [(1, league), (2, league)]
    assert [text[:4] for _, text in reports("duke")] == ["Duke", "Duke"]
    assert len(reports("control")) == 4


# ---- bots


def test_bots_hand_their_sheets_over_as_a_whole(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Json] = []

    def think(self: Any, question: Json, seconds: float) -> Json:
        asked.append(question)
        return worker.choose(question)

    monkeypatch.setattr(scheduler.BotProcess, "ask", think)
    player = server.player()
    match = player.begin(scenario="dikes", seats={"north": "random", "south": "random"})["match"]
    for _ in range(3):
        _until(lambda: player.view(match, "duke")["phase"]["sealed"] == ["north", "south"])
        player.choose(match, "duke", "sheet")
    assert player.head(match)["over"]
    # One question for each sheet of each bot, and nothing else was asked of them.
    assert [question["sheet"] for question in asked] == [True] * 6
    record = player.get(f"/api/matches/{match}/record").document
    assert sandtable.replay(record).result == player.head(match)["result"]


def _until(holds: Callable[[], bool]) -> None:
    """Wait for the bots."""
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


# ---- a whole game


def test_four_people_play_the_dikes_to_the_end(everywhere: Server) -> None:
    """Sheets are written line by line, Control decides what is disputed, and the record says the same."""
    table, rng = gather(everywhere), Random(3)
    while not (seen := table.control.view(table.match, "control"))["over"]:
        asked = rng.choice(seen["view"]["asked"])
        if asked == "control":
            table.control.choose(table.match, asked, rng.choice(seen["view"]["options"])["id"])
            continue
        player = table.of(asked)
        found = sheet(player, table.match, asked)
        while found["next"]:
            lines = [line["id"] for line in found["lines"]] + [rng.choice(found["next"])["id"]]
            found = draft(player, table.match, asked, lines).document
        if found["refusal"] is not None:
            found = draft(player, table.match, asked, [found["lines"][0]["id"]]).document
        player.choose(table.match, asked, found["option"])
        if rng.random() < 0.3 and sheet_is_mine_again(table, asked):
            player.choose(table.match, asked, "unseal")
    record = table.duke.get(f"/api/matches/{table.match}/record").document
    assert sandtable.replay(record).result == seen["result"]
    assert seen["result"]["winner"] in ("league", "duke", "draw")
    assert audit(everywhere.service.store).broken == {}


def sheet_is_mine_again(table: Evening, seat: str) -> bool:
    """Whether *seat* may take back what it has sealed."""
    found = sheets(table.of(seat), table.match, seat)["sheets"]
    return any(one["seat"] == seat and one["reopens"] for one in found)


# ---- what befalls servers

KILLED_BETWEEN_SEALS = """
import json, os, signal, sys
from sandtable.kernel.book import rulebook as registry
from sandtable.testing.dikes import RULEBOOK
from tests.server.dike_wardens import draft, first_line, gather
from tests.server.playing import Server

registry.register(RULEBOOK)
with Server(sys.argv[1]) as server:
    table = gather(server)
    table.duke.choose(table.match, "duke", "sheet")
    lines = {}
    for seat in ("north", "south"):
        lines[seat] = first_line(table.of(seat), table.match, seat)
        assert draft(table.of(seat), table.match, seat, [lines[seat]]).status == 200
    cookies = {seat: table.of(seat).cookie for seat in ("north", "south", "duke")}
    print(json.dumps({"match": table.match, "lines": lines, "cookies": cookies}), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_server_that_is_killed_between_seals_loses_no_draft(database: str) -> None:
    command = [sys.executable, "-c", KILLED_BETWEEN_SEALS, database]
    killed = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    assert killed.returncode == -signal.SIGKILL
    told = json.loads(killed.stdout)
    with Server(database) as server:
        for seat, line in told["lines"].items():
            player = server.player()
            player.cookie = told["cookies"][seat]
            found = sheet(player, told["match"], seat)
            assert [one["id"] for one in found["lines"]] == [line]
            seen = player.choose(told["match"], seat, found["option"])
        assert seen["view"]["position"]["turn"] == 2
