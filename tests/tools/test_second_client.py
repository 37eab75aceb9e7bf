"""The second client of the load (`web/load.mjs`): what it counts is what the server has stored."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any, Final

from sqlalchemy import create_engine, text
from tools.load import own_server
from tools.npm import environment, npm_command

ROOT: Final = Path(__file__).parents[2]


def test_every_answer_it_counts_is_stored_and_seen(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/matches.db"
    with own_server(database, workers=1) as (process, port):
        due = _load(port, "--matches", "3", "--rate", "40", "--seconds", "1", "--server", str(process))
        closed = _load(port, "--matches", "2", "--closed", "--seconds", "0.5")
    with create_engine(database).connect() as db:
        stored = db.execute(text("SELECT count(*) FROM answers WHERE who <> 'dice'")).scalar_one()
    assert due["answers"] + closed["answers"] == stored
    assert min(due["answers"], closed["answers"]) > 0
    assert due["refused"] == due["hung_up"] == closed["refused"] == closed["hung_up"] == 0
    assert 0 < due["milliseconds"]["median"] <= due["milliseconds"]["p99"]


def _load(port: int, *options: str) -> dict[str, Any]:
    npm = [*npm_command(), "run", "load", "--silent", "--prefix", str(ROOT / "web"), "--"]
    ran = subprocess.run(
        [*npm, "--port", str(port), "--scenario", "ford", *options],
        env=environment() | {"NO_UPDATE_NOTIFIER": "1"},
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    document: dict[str, Any] = json.loads(ran.stdout)
    return document
