"""Paired worlds at length: all that a seat is sent in one world is compared with a world that differs in what is hidden.

    python -m tests.server.play.paired_worlds --documents 100000
    python -m tests.server.play.paired_worlds --documents 100000 --rulebook ford

Random games of every rulebook that hides something are played; at positions on the way the world of each seat and of
whoever looks on is drawn anew, and everything that can be asked of the server is asked in both. A document is one reply or
one word of a socket, with its status, headers and size, in both worlds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch
from urllib.parse import quote

from sandtable import catalog
from sandtable.kernel.book import rulebook as registry
from sandtable.kernel.book.rulebook import Rulebook
from sandtable.kernel.chance.dice import SeededDice
from sandtable.kernel.game.records import begin
from sandtable.kernel.machine.actions import DICE, SPECTATOR, Seat, parse_action
from sandtable.kernel.machine.engine import answer, asked, options, refusal
from sandtable.kernel.machine.steps import Together
from sandtable.kernel.refusals import SandtableError
from sandtable.server.db import steady_time
from sandtable.server.people.seating import COOKIE
from sandtable.server.play import create
from sandtable.testing import properties
from sandtable.testing.dikes import RULEBOOK as DIKES
from sandtable.testing.randomplay import pick

from ..playing import Player, Reply, Server
from .test_noninterference import Ear, _differences

# Between two positions that are compared so many answers are given; sealed answers are compared whenever they lie there.
STRIDE = 7
# A world that differs is looked for so often.
TRIES = 8
TOLD_EVERY = 1000
# Of the options of those who attack at every opportunity these are taken: most that is hidden is hidden in combat.
ATTACKS = frozenset({"attack", "plan", "assault", "raid"})


@dataclass
class Compared:
    """What came of the comparison for one rulebook."""

    documents: int = 0
    pairs: int = 0
    games: int = 0
    # Questions that were answered differently; none, as it should be.
    told_apart: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        """How far it has come."""
        found = "; ".join(self.told_apart[:5]) or "no difference"
        return f"{self.documents} documents of {self.pairs} paired worlds in {self.games} games: {found}"


def rulebooks() -> Mapping[str, Rulebook[Any]]:
    """Every rulebook that can be played, those of the tests included."""
    registry.register(DIKES)
    return {book.name: book for book in catalog.playable()}


def hides(book: Rulebook[Any], *, answers: int = 150) -> bool:
    """Whether something is hidden from somebody in the course of a random game."""
    rng = Random(1941)
    return any(
        properties.disguises(book, g, rng) for g in _positions(book, book.scenarios[0].name, 1, answers)
    )


def compare(
    book: Rulebook[Any],
    documents: int,
    *,
    seed: int = 1,
    progress: Callable[[Compared], None] = lambda _found: None,
) -> Compared:
    """Compare until so many documents were; it stops at the first game in which two worlds were told apart."""
    found, rng = Compared(), Random(seed)
    names = [scenario.name for scenario in book.scenarios]
    while found.documents < documents and not found.told_apart:
        scenario = names[found.games % len(names)]
        with _still(), _server() as server:
            for _ in _compare_game(server, book, scenario, documents, found, rng, seed + found.games):
                progress(found)
        found.games += 1
    return found


class Direct(Player):
    """A browser whose requests go to the application in one step: the usual client takes longer than the server."""

    def __init__(self, server: Server, cookie: str) -> None:
        super().__init__(server)
        self.cookie = cookie

    def _send(self, method: str, path: str, document: Any, headers: Mapping[str, str]) -> Reply:
        client = self._server.client
        assert client.portal is not None
        given = {"host": "testserver", "content-type": "application/json", **headers}
        if self.cookie:
            given["cookie"] = f"{COOKIE}={self.cookie}"
        place, _, query = path.partition("?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": place,
            "raw_path": place.encode(),
            "query_string": quote(query, safe="=&:%").encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in given.items() if value],
            "client": ("testclient", 50000),
            "server": ("testserver", 80),
        }
        body = b"" if document is None else json.dumps(document).encode()
        return Reply(client.portal.call(_asked, client.app, scope, body))


async def _asked(app: Any, scope: dict[str, Any], body: bytes) -> SimpleNamespace:
    """What the application answers to a request."""
    came: list[dict[str, Any]] = []
    given = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        return given.pop() if given else await asyncio.Event().wait() and {}

    async def send(message: dict[str, Any]) -> None:
        came.append(message)

    await app(scope, receive, send)
    text = b"".join(message.get("body", b"") for message in came[1:]).decode()
    headers = {name.decode(): value.decode() for name, value in came[0]["headers"]}
    return SimpleNamespace(
        status_code=came[0]["status"], headers=headers, text=text, json=lambda: json.loads(text)
    )


class Careful(Ear):
    """It gives no answer that would be taken: in another game nonsense may make sense."""

    def __init__(self, player: Player, match: str, seat: str, world: Any) -> None:
        super().__init__(player, match, seat)
        self._world = world

    def post(self, name: str, **document: Any) -> Any:
        # Of seats that are not his nobody is taken any answer, and in a world that was drawn for him they may have none.
        if name == "answer" and document["seat"] == self.seat and self._is_allowed(document["option"]):
            self.heard.append((f"{document['option']} is allowed", 0, {}, ""))
            return None
        return super().post(name, **document)

    def _is_allowed(self, option: str) -> bool:
        setup = self._world.setup
        seats = list(catalog.rulebook_of(setup.scenario).scenario(setup.scenario).seats)
        try:
            action = parse_action(option)
        except SandtableError:
            return False
        return self.seat in seats and refusal(self._world, action, Seat(seats.index(self.seat))) is None


@contextmanager
def _server() -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder, Server(f"sqlite:///{folder}/matches.db") as server:
        yield server


def _compare_game(
    server: Server,
    book: Rulebook[Any],
    scenario: str,
    documents: int,
    found: Compared,
    rng: Random,
    seed: int,
) -> Iterator[None]:
    """One game: a step for every position at which worlds were compared."""
    names = list(book.scenario(scenario).seats)
    players = {name: server.player() for name in names}
    first = players[names[0]]
    begun = first.begin(scenario=scenario, seats={names[0]: "person", **dict.fromkeys(names[1:], "open")})
    for name in names[1:]:
        assert players[name].join(begun["links"][name]).status == 200
    listening: list[tuple[Seat, str, Player]] = [
        *((Seat(number), name, Direct(server, players[name].cookie)) for number, name in enumerate(names)),
        (SPECTATOR, "spectator", Direct(server, "")),
    ]
    for number, g in enumerate(_positions(book, scenario, seed)):
        if not g.agenda or found.documents >= documents or found.told_apart:
            return
        # No match of a server rests where the dice are due: it rolls them at once.
        if DICE in asked(g):
            continue
        sealed = isinstance(g.agenda[-1], Together) and g.sealed
        if number % STRIDE and not sealed:
            continue
        asking = tuple(
            f"verb={verb}&" + "&".join(f"{key}={value}" for key, value in about.items())
            for verb, about in properties.questions(book, g, rng)
        )
        for seat, name, player in listening:
            twin = _another_world(book, g, seat, rng)
            if twin is None:
                continue
            others = tuple(other for other in names if other != name)
            heard = [
                _heard(server, player, begun["match"], name, world, others, asking)
                for world in (g.copy(), twin)
            ]
            found.pairs += 1
            found.documents += len(heard[0])
            found.told_apart += [
                f"{scenario}, answer {number}, {name}: {question}" for question in _differences(*heard)
            ]
        yield


def _another_world(book: Rulebook[Any], g: Any, seat: Seat, rng: Random) -> Any:
    """One that differs only in what is hidden from *seat*; None where nothing is."""
    for _ in range(TRIES):
        world = book.disguise(g, seat, rng)
        if world.digest() != g.digest():
            return world
    return None


def _heard(
    server: Server,
    player: Player,
    match: str,
    name: str,
    world: Any,
    others: tuple[str, ...],
    asking: tuple[str, ...],
) -> Any:
    with server.service.authority.holding(match) as hot:
        hot.play.state = world
        world.told = []
        hot._seen.clear()
    server.service.studies.forget()
    ear = Careful(player, match, name, world)
    ear.ask_everything(others, asking)
    return ear.heard


def _positions(book: Rulebook[Any], scenario: str, seed: int, answers: int | None = None) -> Iterator[Any]:
    """Every position of a random game in which few let an attack go by."""
    rng, dice, rolls, given = Random(seed), SeededDice(seed), 0, 0
    g = begin(book, book.setup(scenario))
    while g.agenda and (answers is None or given < answers):
        yield g
        seat, action = pick(g, rng, dice, rolls)
        rolls += seat == DICE
        if seat != DICE and rng.random() < 0.8:
            attacks = [option for option in options(g, seat) if option.verb in ATTACKS]
            action = rng.choice(attacks) if attacks else action
        answer(g, action, seat)
        given += 1


@contextmanager
def _still() -> Iterator[None]:
    """No time passes, and the dice of all matches fall alike."""

    class Fixed:
        token_hex = staticmethod(secrets.token_hex)

        @staticmethod
        def token_bytes(count: int) -> bytes:
            return bytes(range(count))

    with (
        patch.object(time, "time", lambda: 1_800_000_000.0),
        patch.object(steady_time, "since_boot", lambda: 1_000.0),
        patch.object(create, "secrets", Fixed),
    ):
        yield


def main() -> None:
    """Compare, and say what came of it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--documents", type=int, default=100_000, help="for every rulebook that hides something"
    )
    parser.add_argument("--rulebook", help="this one alone")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    failed = False
    for name, book in rulebooks().items():
        if given.rulebook not in (None, name):
            continue
        if not hides(book):
            print(f"{name}: nothing is hidden", flush=True)
            continue
        latest = [0]

        def tell(found: Compared, name: str = name, latest: list[int] = latest) -> None:
            if found.documents - latest[0] >= TOLD_EVERY:
                latest[0] = found.documents
                print(f"{name}, so far: {found}", flush=True)

        found = compare(book, given.documents, seed=given.seed, progress=tell)
        print(f"{name}: {found}", flush=True)
        failed = failed or bool(found.told_apart)
    sys.exit(failed)


if __name__ == "__main__":
    main()
