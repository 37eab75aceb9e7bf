"""What sockets are sent after a change makes, together with what they were sent before, the whole message again."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import orjson
import pytest

from sandtable.server.wire import SMALL, Message, change, patched

from ..databases import sqlite_alone
from ..playing import Player, Server, two_players

database = sqlite_alone

# Documents before and after, and how they changed step by step: the page's own test reads the same file.
SHARED = Path(__file__).resolve().parents[3] / "web" / "tests" / "api" / "deltas.json"


class Listener:
    """A socket that is sent frames, and puts them together as a page does."""

    def __init__(self, server: Server, match: str, seat: str) -> None:
        self._authority = server.service.authority
        self._match, self._seat = match, seat
        self._sent: Message | None = None
        self.known: Any = None
        self.sizes: list[tuple[int, int]] = []

    def listen(self) -> None:
        """Hear of whatever has changed; what is known then is the whole, byte for byte."""
        message = self._authority.message(self._match, self._seat)
        frame = orjson.loads(message.frame(self._sent))
        self.known = patched(self.known, frame["change"]) if "change" in frame else frame
        assert orjson.dumps(self.known) == message.json()
        self.sizes.append((len(message.frame(self._sent)), len(message.json())))
        assert self._sent is None or self.sizes[-1][0] <= max(SMALL, self.sizes[-1][1])
        self._sent = message


def _played_at_random(player: Player, match: str, rng: random.Random) -> None:
    """An answer at random, or now and then a step or a leap back."""
    seat = player.head(match)["seats"]
    asked = next(name for name, state in seat.items() if state["waiting_since"])
    seen, what = player.view(match, asked), rng.random()
    if what < 0.1 and seen["undoable"]:
        player.act(match, "undo", seat=asked, version=seen["version"])
    elif what < 0.13 and seen["answers"] > 5:
        to = seen["answers"] - rng.randint(1, 5)
        player.act(match, "rewind", seat=asked, to=to, version=seen["version"])
    elif what < 0.16:
        player.post(f"/api/matches/{match}/control/announce", {"text": "A word.", "to": [asked]})
    else:
        player.choose(match, asked, rng.choice(seen["view"]["options"])["id"])


@pytest.mark.parametrize(
    ("scenario", "answers"),
    [
        ("ford", 60),
        ("ford-counterstroke", 60),
        ("agn", 40),
        *(
            pytest.param(*longer, marks=pytest.mark.long)
            for longer in (("ford", 150), ("agn", 120), ("barbarossa", 40))
        ),
    ],
)
def test_patching_gives_the_whole_message_byte_for_byte(server: Server, scenario: str, answers: int) -> None:
    player, rng = server.player(), random.Random(1941)
    match = player.hotseat(scenario=scenario, control="person")
    seats = [*player.head(match)["seats"], "spectator", "control"]
    eager = [Listener(server, match, seat) for seat in seats]
    # Whoever listens seldom is told of several changes at once.
    seldom = [Listener(server, match, seat) for seat in seats]
    for listener in (*eager, *seldom):
        listener.listen()
    for number in range(answers):
        if player.head(match)["over"]:
            break
        _played_at_random(player, match, rng)
        for listener in (*eager, *(seldom if number % 7 == 0 else ())):
            listener.listen()
    for listener in eager:
        deltas, wholes = zip(*listener.sizes[1:], strict=True)
        assert sum(deltas) < sum(wholes) * (0.15 if scenario in ("agn", "barbarossa") else 0.6)


def test_all_sockets_of_a_seat_are_sent_the_same_bytes(server: Server) -> None:
    red, _blue, match = two_players(server)
    authority = server.service.authority
    before = authority.message(match, "red")
    red.choose(match, "red", "move:2:20")
    after = authority.message(match, "red")
    assert after is authority.message(match, "red")
    assert after.frame(before) is after.frame(before)


def test_the_first_frame_is_the_whole_and_the_next_what_has_changed(server: Server) -> None:
    red, blue, match = two_players(server)
    with blue.watching(match, "blue") as socket:
        first = socket.receive_json()
        red.choose(match, "red", "move:2:20")
        assert socket.receive_json() == blue.view(match, "blue")
        assert [set(frame) for frame in socket.frames] == [set(first), {"since", "change"}]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, {"in": {"b": {"is": 3}}}),
        ({"a": 1}, {"a": None}, {"in": {"a": {"is": None}}}),
        ({"a": 1}, {"b": 1}, {"is": {"b": 1}}),
        ([1, 2, 3], [1, 3], {"splice": [[1, 1, []]]}),
        ([{"u": 1}, {"u": 2}, {"u": 3}], [{"u": 1}, {"u": 9}, {"u": 3}], {"splice": [[1, 1, [{"u": 9}]]]}),
        (["one", "two", "three"], ["two", "three", "four"], {"splice": [[0, 1, []], [3, 0, ["four"]]]}),
        ([1], [2], {"is": [2]}),
        ([], [2], {"is": [2]}),
        ([2], [], {"is": []}),
    ],
)
def test_what_has_changed(before: Any, after: Any, expected: Any) -> None:
    assert change(before, after) == expected
    assert patched(before, expected) == after


def test_rows_that_are_the_same_objects_are_not_looked_into() -> None:
    class Closed(dict[str, int]):
        def __eq__(self, _: object) -> bool:
            raise AssertionError("nobody need compare this")

        __hash__ = None

    rows = [Closed(unit=1), Closed(unit=2), {"unit": 3}, Closed(unit=4)]
    assert change({"rows": rows}, {"rows": [*rows[:2], {"unit": 9}, *rows[3:]]}) == {
        "in": {"rows": {"splice": [[2, 1, [{"unit": 9}]]]}}
    }


def test_the_page_reads_the_same_changes() -> None:
    for case in json.loads(SHARED.read_text("utf-8")):
        known = case["before"]
        for changed in case["changes"]:
            now = patched(known, changed)
            assert change(known, now) == changed
            known = now
        assert json.dumps(known) == json.dumps(case["after"])
