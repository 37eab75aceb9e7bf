"""Two real worker processes at one database: a match is played through both, and both tell whoever watches."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tools.browser import Client
from websockets.asyncio.client import ClientConnection, connect

from sandtable.server.wire import patched

from .. import databases

_SERVE = (sys.executable, "-c", "from sandtable.cli import main; main()", "serve")
BROKEN = (OSError, EOFError)


@pytest.fixture(scope="module", params=databases.kinds())
def port(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A server of two processes."""
    database = f"sqlite:///{tmp_path_factory.mktemp('workers')}/matches.db"
    if request.param == "postgresql":
        database = databases.new_database(request.getfixturevalue("postgresql_url"), "workers")
    port = databases.free_port()
    command = [*_SERVE, "--port", str(port), "--database", database, "--workers", "2"]
    environment = {**os.environ, "SANDTABLE_RATE": "0"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as running:
        try:
            yield port
        finally:
            running.terminate()


def test_a_match_is_played_through_two_processes_and_both_are_heard(port: int) -> None:
    asyncio.run(_play_through_both(port))


def test_whoever_asks_about_a_match_is_served_by_the_process_in_which_it_is_at_home(port: int) -> None:
    asyncio.run(_meet_at_home(port))


@pytest.mark.parametrize("port", ["sqlite"], indirect=True)
def test_another_process_takes_the_duty_over_from_one_that_is_killed(port: int) -> None:
    asyncio.run(_kill_whoever_is_on_duty(port))


def test_a_killed_process_is_replaced_at_once_and_all_end_with_their_supervisor(tmp_path: Path) -> None:
    """The first worker that answers is killed, then the supervisor; each time the system itself tells the others."""
    port = databases.free_port()
    command = [
        *_SERVE,
        "--port",
        str(port),
        "--database",
        f"sqlite:///{tmp_path}/matches.db",
        "--workers",
        "2",
    ]
    environment = {**os.environ, "SANDTABLE_RATE": "0", "SANDTABLE_BOTS_READY": "False"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as running:
        try:
            victim = asyncio.run(_first_to_answer(port))
            first = _children(running.pid)
            os.kill(victim, signal.SIGKILL)
            _wait_until(lambda: len(_children(running.pid) - first) == 1, "the dead process was not replaced")
        finally:
            running.kill()
        _wait_until(lambda: _is_free(port), "the port is still held")


def _children(process: int) -> set[int]:
    return {int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()}


def _wait_until(done: Callable[[], bool], otherwise: str) -> None:
    """Wait for what takes a moment: half as long as it may take until a process counts as hanging."""
    began = time.monotonic()
    while not done():
        assert time.monotonic() < began + 30, otherwise
        time.sleep(0.05)


def _is_free(port: int) -> bool:
    with socket.socket() as place:
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            place.bind(("127.0.0.1", port))
            place.listen()
        except OSError:
            return False
        return True


async def _first_to_answer(port: int) -> int:
    while True:
        client = Client("127.0.0.1", port)
        try:
            return int((await client.ask("GET", "/healthz"))[1]["process"])
        except BROKEN:
            await asyncio.sleep(0.05)
        finally:
            client.close()


async def _play_through_both(port: int) -> None:
    """Red answers in turn over connections that came to either process; every answer, and every one of the bot's, arrives at one socket."""
    clients = await _clients_of_both(port)
    one, other = clients.values()
    _, begun = await one.ask("POST", "/api/matches", {"scenario": "ford", "seats": {"blue": "random"}})
    other.cookie = one.cookie
    async with _watching(port, begun["match"], one.cookie) as socket:
        for number, client in enumerate((one, other) * 3):
            seen = await socket.until(lambda seen: seen["view"]["asked"] == ["red"])
            options = [option["id"] for option in seen["view"]["options"]]
            # Now and then the turn goes to the bot.
            option = options[0 if number % 3 == 2 else -1]
            answer = {"seat": "red", "option": option, "version": seen["version"], "key": f"key-{number}"}
            status, said = await client.ask("POST", f"/api/matches/{begun['match']}/answer", answer)
            assert (status, said.get("error")) == (200, None)
        last = await socket.until(lambda seen: seen["version"] >= said["version"])
    _, now = await one.ask("GET", f"/api/matches/{begun['match']}/view?seat=red")
    assert now["log"][: len(last["log"])] == last["log"]
    for client in clients.values():
        client.close()


async def _meet_at_home(port: int) -> None:
    """Two players who come to different processes are both at one of them after they have looked at the same match."""
    clients = list((await _clients_of_both(port)).values())
    _, begun = await clients[0].ask("POST", "/api/matches", {"scenario": "ford", "mode": "hotseat"})
    clients[1].cookie = clients[0].cookie
    seen = [await client.ask("GET", f"/api/matches/{begun['match']}/view?seat=red") for client in clients]
    homes = {(await client.ask("GET", "/healthz"))[1]["process"] for client in clients}
    assert (seen[0], len(homes)) == (seen[1], 1)
    for client in clients:
        client.close()


async def _kill_whoever_is_on_duty(port: int) -> None:
    clients = await _clients_of_both(port)
    on_duty = await _on_duty(clients)
    os.kill(on_duty, signal.SIGKILL)
    survivor = next(client for process, client in clients.items() if process != on_duty)
    while not (await survivor.ask("GET", "/healthz"))[1]["on_duty"]:
        await asyncio.sleep(0.05)
    _, begun = await survivor.ask("POST", "/api/matches", {"scenario": "ford", "seats": {"red": "random"}})
    async with _watching(port, begun["match"], survivor.cookie, seat="blue") as socket:
        seen = await socket.until(lambda seen: seen["view"]["asked"] == ["blue"])
    assert seen["answers"] > 0
    for client in clients.values():
        client.close()


async def _clients_of_both(port: int) -> dict[int, Client]:
    """A connection to each of the two processes, by their numbers."""
    found: dict[int, Client] = {}
    while len(found) < 2:
        client = Client("127.0.0.1", port)
        try:
            _, health = await client.ask("GET", "/healthz")
        except BROKEN:
            await asyncio.sleep(0.05)
            continue
        if found.setdefault(health["process"], client) is not client:
            client.close()
    return found


async def _on_duty(clients: dict[int, Client]) -> int:
    """Which process is on duty; there is never more than one."""
    while True:
        said = [(await client.ask("GET", "/healthz"))[1] for client in clients.values()]
        on_duty = [health["process"] for health in said if health["on_duty"]]
        assert len(on_duty) < 2
        if on_duty:
            return int(on_duty[0])
        await asyncio.sleep(0.05)


@asynccontextmanager
async def _watching(port: int, match: str, cookie: str, seat: str = "red") -> AsyncIterator[_Watcher]:
    address = f"ws://127.0.0.1:{port}/api/matches/{match}/live?seat={seat}"
    # However long a busy machine takes to open the door or to answer a ping.
    patient: Any = {"open_timeout": None, "ping_interval": None}
    async with connect(address, additional_headers={"cookie": cookie}, max_size=None, **patient) as socket:
        yield _Watcher(socket)


class _Watcher:
    """A live socket, and what has been put together of what it told."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._seen: dict[str, Any] = {}

    async def until(self, wanted: Any) -> dict[str, Any]:
        """The first message that is wanted; the server says when there is another."""
        while True:
            frame = json.loads(await self._socket.recv())
            if "change" in frame:
                self._seen = patched(self._seen, frame["change"])
            elif "view" in frame:
                self._seen = frame
            if "ping" not in frame and wanted(self._seen):
                return self._seen
