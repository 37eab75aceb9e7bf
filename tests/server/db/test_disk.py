"""A disk that is full: nothing is acknowledged that is not stored, the server says so, and goes on when there is room."""

from __future__ import annotations

import asyncio
import resource
from pathlib import Path
from typing import Any

from tools.browser import Client

from sandtable.server.db.store import existing
from sandtable.server.ops.audit import audit

from ..nursery import Forked, Nursery

UNLIMITED = resource.RLIM_INFINITY


def test_what_is_acknowledged_on_a_disk_that_fills_up_is_there_after_the_end_of_the_server(
    tmp_path: Path,
) -> None:
    with Nursery() as nursery:
        process = Forked(nursery, f"sqlite:///{tmp_path}/matches.db", pulse=0)
        process.start()
        match, cookie, acknowledged = asyncio.run(_fill_up(process, tmp_path))
        process.kill()
        process.start()
        stored = asyncio.run(_stored(process, match, cookie))
        process.kill()
    assert stored == acknowledged
    with existing(f"sqlite:///{tmp_path}/matches.db") as store:
        found = audit(store)
    assert (found.matches, found.broken) == (1, {})


async def _fill_up(process: Forked, folder: Path) -> tuple[str, str, list[str]]:
    """Play while no file may grow beyond so and so many bytes; when nothing fits any more there is room again."""
    client = Client("127.0.0.1", process.port)
    document = {"scenario": "ford", "mode": "hotseat", "options": {"turns": 10}}
    _, begun = await client.ask("POST", "/api/matches", document)
    acknowledged: list[str] = []
    for more in (0, 100, 9_000):
        process.limit_files((folder / "matches.db-wal").stat().st_size + more)
        refused = await _play_until_refused(client, begun["match"], acknowledged)
        process.limit_files(UNLIMITED)
        # The same again, with the same key: it had not been stored, and is now.
        status, seen = await client.ask("POST", f"/api/matches/{begun['match']}/answer", refused)
        assert (status, seen["version"]) == (200, refused["version"] + 1)
        acknowledged.append(refused["option"])
    client.close()
    return begun["match"], client.cookie, acknowledged


async def _play_until_refused(client: Client, match: str, acknowledged: list[str]) -> dict[str, Any]:
    """Answer until there is no room: the answer that was not stored."""
    while True:
        _, seen = await client.ask("GET", f"/api/matches/{match}/view?seat=red")
        seat = seen["view"]["asked"][0]
        _, seen = await client.ask("GET", f"/api/matches/{match}/view?seat={seat}")
        option = seen["view"]["options"][-1]["id"]
        answer = {"seat": seat, "option": option, "version": seen["version"], "key": f"k{seen['version']}"}
        status, said = await client.ask("POST", f"/api/matches/{match}/answer", answer)
        if status != 200:
            assert (status, said["error"].split(";")[0]) == (
                503,
                "the server cannot reach or write to its database now",
            )
            _, now = await client.ask("GET", f"/api/matches/{match}/view?seat={seat}")
            assert now == seen
            return answer
        acknowledged.append(option)


async def _stored(process: Forked, match: str, cookie: str) -> list[str]:
    client = Client("127.0.0.1", process.port)
    client.cookie = cookie
    _, record = await client.ask("GET", f"/api/matches/{match}/record")
    client.close()
    return [action for who, action, *_ in record["answers"] if who != "dice"]
