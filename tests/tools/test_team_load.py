"""The load of team games: seats that hear of one another, phase after phase."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest
from tools.browser import Client
from tools.load import Load

from tools import team_load


def test_all_seats_write_and_seal_until_the_match_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(team_load, "THOUGHT", 0.001)
    drafts, seals = Load(), Load()

    async def play(port: int) -> list[str]:
        host = Client("127.0.0.1", port)
        _, begun = await host.ask("POST", "/api/matches", {"scenario": "dikes", "mode": "hotseat"})
        path = f"/api/matches/{begun['match']}"
        _, summary = await host.ask("GET", path)
        seats = list(summary["seats"])
        commands = []
        for number, seat in enumerate(seats):
            client = Client("127.0.0.1", port)
            client.cookie = host.cookie
            commands.append(team_load.Command(client, begun["match"], seat, Random(number)))
        await asyncio.gather(*(command.play(float("inf"), drafts, seals) for command in commands))
        _, seen = await host.ask("GET", f"{path}/view?seat={seats[0]}")
        assert seen["over"]
        for command in commands:
            command.close()
        host.close()
        return seats

    with team_load.own_server(f"sqlite:///{tmp_path}/matches.db") as (_, port):
        seats = asyncio.run(play(port))
    assert len(seals.times) > len(seats)
    assert drafts.times
