"""Bots answer from processes of their own, and never hold a match up."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import sandtable
from sandtable.kernel import parse_action, sheet
from sandtable.server.bots.scheduler import BotProcess
from sandtable.server.bots.worker import choose

from ..playing import Json, Player, Server


def test_a_bot_answers_when_it_is_asked(server: Server) -> None:
    player = server.player()
    match = player.begin(seats={"red": "random", "blue": "person"})["match"]
    assert _until_asked(player, match, "blue")["view"]["asked"] == ["blue"]


def test_two_bots_play_to_the_end(server: Server) -> None:
    player = server.player()
    match = player.begin(options={"turns": 4}, seats={"red": "random", "blue": "random"})["match"]
    with player.watching(match, "spectator") as socket:
        seen = socket.receive_json()
        while not seen.get("over"):
            seen = socket.receive_json()
    assert seen["result"]["winner"] in ("red", "blue", "draw")


def test_a_bot_that_was_interrupted_goes_on_after_a_restart(database: str) -> None:
    with Server(database, bot_workers=0) as server:
        player = server.player()
        match = player.begin(seats={"red": "random", "blue": "person"})["match"]
    with Server(database) as server:
        again = server.player()
        again.cookie = player.cookie
        assert _until_asked(again, match, "blue")["view"]["asked"] == ["blue"]


def test_a_bot_that_thinks_too_long_takes_the_first_option() -> None:
    thinker = BotProcess()
    thinker.think("random", 1, _seen("first", "second"), seconds=60.0)
    slow = thinker._process
    assert slow is not None
    # Now it thinks for ever.
    os.kill(slow.pid, signal.SIGSTOP)
    assert thinker.think("random", 1, _seen("first", "second"), seconds=0.0) == "first"
    assert slow.returncode == -signal.SIGKILL
    thinker.close()


def test_a_bot_hands_over_a_whole_order_sheet() -> None:
    game, thinker = sandtable.new("frontline-1943", seed=1), BotProcess()
    seen = game.view("germany")
    written = thinker.write("greedy", 1, seen, 60.0)
    # Where no sheet is asked for, a sheet is not on offer.
    assert thinker.think("greedy", 1, {**seen, "options": [{"id": "first"}]}, 60.0) == "first"
    thinker.close()
    game.choose("germany", sheet(map(parse_action, written)).id)
    assert "germany" not in game.asked


def test_a_bot_that_decides_line_by_line_writes_a_whole_sheet_too() -> None:
    game, thinker = sandtable.new("frontline-1943", seed=1), BotProcess()
    seen = game.view("germany")
    written = thinker.write("random", 7, seen, 60.0)
    assert written == thinker.write("random", 7, seen, 60.0) != []
    assert {*written} <= {line["id"] for line in seen["lines"]}
    thinker.close()


def test_a_bot_that_fails_at_a_sheet_leaves_it_blank() -> None:
    thinker = BotProcess()
    assert thinker.write("nobody", 1, {"rulebook": "frontline", "lines": []}, 60.0) == []
    thinker.close()


def test_a_process_that_was_started_beforehand_is_the_one_that_thinks() -> None:
    thinker = BotProcess()
    thinker.prepare()
    prepared = thinker._process
    assert prepared is not None
    assert thinker.think("random", 1, _seen("only"), seconds=60.0) == "only"
    assert thinker._process is prepared
    thinker.close()


def test_the_process_of_a_bot_loads_no_web_server_and_no_database() -> None:
    loaded = "import sys, sandtable.server.bots.worker; print({'fastapi', 'sqlalchemy', 'uvicorn'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


@pytest.mark.parametrize("ready", [True, False])
def test_the_processes_of_bots_are_started_with_the_server_if_it_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ready: bool
) -> None:
    started: list[BotProcess] = []
    monkeypatch.setattr(BotProcess, "prepare", lambda thinker: started.append(thinker))
    with Server(f"sqlite:///{tmp_path}/matches.db", bots_ready=ready, bot_workers=2):
        while len(started) < 2 * ready:
            time.sleep(0.005)
    assert len(started) == 2 * ready


def test_a_process_that_cannot_start_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    thinker = BotProcess()
    with pytest.raises(EOFError):
        thinker.think("random", 1, _seen("first"), seconds=60.0)
    assert thinker._process is None


def test_a_bot_whose_process_dies_takes_the_first_option_and_comes_back() -> None:
    thinker = BotProcess()
    options = ("first", "second", "third")
    assert thinker.think("random", 1, _seen(*options), seconds=60.0) in options
    assert thinker._process is not None
    os.kill(thinker._process.pid, signal.SIGKILL)
    thinker._process.wait()
    assert thinker.think("random", 1, _seen(*options), seconds=60.0) in options
    thinker.close()


def test_a_bot_that_fails_takes_the_first_option() -> None:
    thinker = BotProcess()
    assert thinker.think("nobody", 1, _seen("first", "second"), seconds=60.0) == "first"
    thinker.close()


def test_a_bot_is_given_a_view_and_nothing_else() -> None:
    assert choose({"bot": "random", "seed": 3, "sheet": False, "view": _seen("only")}) == {"option": "only"}


@pytest.mark.parametrize("question", [{}, {"bot": "random", "seed": 1, "view": {"rulebook": "none"}}])
def test_a_bot_that_cannot_answer_says_why(question: Json) -> None:
    assert choose(question)["complaint"]


def _seen(*options: str) -> Json:
    return {"rulebook": "ford", "options": [{"id": option} for option in options]}


def _until_asked(player: Player, match: str, seat: str) -> Json:
    """What *seat* sees when it is asked; the socket says when."""
    with player.watching(match, seat) as socket:
        seen: Json = socket.receive_json()
        while "view" not in seen or seat not in seen["view"]["asked"]:
            seen = socket.receive_json()
    return seen
