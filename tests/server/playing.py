"""A server in this process and players at it, each with a browser of their own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Self

from starlette.testclient import TestClient, WebSocketTestSession

from sandtable.server import Settings, create_app
from sandtable.server.people.seating import COOKIE
from sandtable.server.play import checker
from sandtable.server.wire import patched
from sandtable.server.worker_pool import Said

from . import databases

Json = dict[str, Any]
_keys = count(1)
# What changes a match, and answers with the version alone.
CHANGE = re.compile(
    r"/api/matches/([^/]+)/"
    r"(?:(?:answer|undo|rewind|restore|resign|flag|result|substitute|reclaim|salt)|"
    r"(control/(?:edit|answer|rewind|pause|resume|announce|clock)))"
)
# What tests have drawn is kept for the next run, and away from the user's own cache.
PICTURES = str(Path(__file__).resolve().parents[2] / ".cache" / "pictures")


class Reply:
    """A response: its status, headers and document; where a change of a match was accepted, what the seat sees after it."""

    def __init__(self, response: Any, look: Callable[[], Any] | None = None) -> None:
        self.status: int = response.status_code
        self.headers: Mapping[str, str] = response.headers
        self.text: str = response.text
        self.said: Any = None
        self._response = response
        self._look = look

    @property
    def document(self) -> Any:
        if self.said is None:
            self.said = self._response.json() if self._look is None else self._look()
        return self.said

    @property
    def error(self) -> str:
        text: str = self.document["error"]
        return text


class Watching:
    """A live socket; what has changed is put together with what was known before."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self._socket = socket
        self.frames: list[Json] = []
        self.seen: Json = {}
        self.close = socket.close
        self.send_text = socket.send_text
        self.receive_text = socket.receive_text
        self.send_bytes = socket.send_bytes

    def receive_json(self) -> Json:
        """The whole message after the next frame; a ping or a word of talk as it is."""
        frame: Json = self._socket.receive_json()
        self.frames.append(frame)
        if "change" in frame:
            assert frame["since"] == self.seen["version"]
            self.seen = patched(self.seen, frame["change"])
            return self.seen
        if "view" in frame:
            self.seen = frame
        return frame


class CheckedHere:
    """What the process would say that checks records; to start one for each takes longer than all the rest of a test."""

    about = ""

    def __init__(self, _: str) -> None:
        """Nothing is started."""

    async def ask(self, job: Json, body: bytes, _: int) -> Said:
        """What is found in this process."""
        return checker.done(job, body)

    def end(self) -> None:
        """Nothing has to be."""


class Server:
    """A server on a database; it can be stopped and started again."""

    def __init__(self, database: str, **settings: Any) -> None:
        # Most tests ask no bot: its process is started when one is.
        usual = {"rate": 0, "login_rate": 0, "letter_rate": 0, "bots_ready": False, "pictures": PICTURES}
        # Positions that a test lays into memory are studied there; how processes study is tested by itself.
        usual |= {"study_workers": 0}
        # Nothing is written but what a test writes.
        usual |= {"bot_seconds": 60.0, "judge_seconds": 60.0, "pulse": 0}
        self.settings = Settings(**{"database": database, **usual, **settings})
        self.client: TestClient

    def __enter__(self) -> Self:
        databases.lay_out(self.settings.database)
        with databases.unhurried_disk():
            self.client = TestClient(create_app(self.settings), raise_server_exceptions=False)
        self.client.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.client.__exit__(None, None, None)

    def restart(self) -> None:
        """Stop, forget everything in memory, and start again."""
        self.__exit__()
        self.__enter__()

    @property
    def service(self) -> Any:
        return self.client.app.state.service  # type: ignore[attr-defined]

    def player(self) -> Player:
        """Somebody with a fresh browser."""
        return Player(self)

    def hotseat(self, **document: Any) -> tuple[Player, str]:
        """Somebody who holds every seat of a new match, and the match."""
        player = self.player()
        return player, player.hotseat(**document)


class Player:
    """A browser with its cookie."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.cookie = ""

    def get(self, path: str, **headers: str) -> Reply:
        return self._send("GET", path, None, headers)

    def post(self, path: str, document: Any, **headers: str) -> Reply:
        return self._send("POST", path, document, {"x-sandtable": "1", **headers})

    def _send(self, method: str, path: str, document: Any, headers: Mapping[str, str]) -> Reply:
        client = self._server.client
        client.cookies.clear()
        given = {name.replace("_", "-"): value for name, value in headers.items() if value}
        if self.cookie:
            given["cookie"] = f"{COOKIE}={self.cookie}"
        response = client.request(method, path, json=document, headers=given, follow_redirects=False)
        self.cookie = response.cookies.get(COOKIE) or self.cookie
        changed = CHANGE.fullmatch(path) if method == "POST" and response.status_code == 200 else None
        if changed is None:
            return Reply(response)
        seat = "control" if changed[2] else document["seat"]
        return Reply(response, lambda: self.view(changed[1], seat))

    # ---- matches

    def begin(self, **document: Any) -> Json:
        """A new match; what the server answered."""
        reply = self.post("/api/matches", {"scenario": "ford", **document})
        assert reply.status == 200, reply.text
        begun: Json = reply.document
        return begun

    def hotseat(self, **document: Any) -> str:
        """A new match of which this player holds every seat."""
        match: str = self.begin(mode="hotseat", **document)["match"]
        return match

    def join(self, link: str) -> Reply:
        """Follow a link, and sit down."""
        return self.post("/api/invitation/take", {"token": link.removeprefix("/join/")})

    def view(self, match: str, seat: str) -> Json:
        reply = self.get(f"/api/matches/{match}/view?seat={seat}")
        assert reply.status == 200, reply.text
        seen: Json = reply.document
        return seen

    def head(self, match: str) -> Json:
        found: Json = self.get(f"/api/matches/{match}").document
        return found

    def answer(self, match: str, seat: str, option: str, version: int | None = None, key: str = "") -> Reply:
        """Answer; to the board as it stands unless a version is given."""
        if version is None:
            version = self.head(match)["version"]
        document = {"seat": seat, "option": option, "version": version, "key": key or f"key-{next(_keys)}"}
        return self.post(f"/api/matches/{match}/answer", document)

    def choose(self, match: str, seat: str, option: str) -> Json:
        """Answer, and be acknowledged."""
        reply = self.answer(match, seat, option)
        assert reply.status == 200, reply.text
        seen: Json = reply.document
        return seen

    def act(self, match: str, name: str, **document: Any) -> Reply:
        """Undo, rewind, fork or resign."""
        return self.post(f"/api/matches/{match}/{name}", document)

    @contextmanager
    def watching(self, match: str, seat: str, **headers: str) -> Iterator[Watching]:
        """A live socket of this browser."""
        given = {"cookie": f"{COOKIE}={self.cookie}", **headers}
        self._server.client.cookies.clear()
        with self._server.client.websocket_connect(
            f"/api/matches/{match}/live?seat={seat}", headers=given
        ) as socket:
            yield Watching(socket)


# How red comes to attack in ford-counterstroke; then both sides are asked for their sealed plans.
ATTACK = ("move:2:20", "done", "attack:9")


def two_players(
    server: Server, scenario: str = "ford-counterstroke", **document: Any
) -> tuple[Player, Player, str]:
    """Red, who began the match, blue, who came by the link, and the match."""
    red, blue = server.player(), server.player()
    begun = red.begin(scenario=scenario, seats={"red": "person", "blue": "open"}, **document)
    assert blue.join(begun["links"]["blue"]).status == 200
    return red, blue, begun["match"]


def attack(red: Player, match: str) -> None:
    """Red attacks: both sides are asked for their plans."""
    for option in ATTACK:
        red.choose(match, "red", option)


def under_attack(server: Server) -> tuple[Player, Player, str]:
    """Two players, of whom red has just attacked, and the match."""
    red, blue, match = two_players(server)
    attack(red, match)
    return red, blue, match
