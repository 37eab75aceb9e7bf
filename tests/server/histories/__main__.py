"""Harm servers as often as one likes, and say whether all that was seen could have been."""

from __future__ import annotations

import argparse
import sys

from .run import run

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--faults", type=int, default=200)
parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
parser.add_argument("--servers", type=int, default=2, help="processes at the one database")
parser.add_argument("--tables", type=int, default=4, help="matches that are played at once")
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--kills-alone", action="store_true", help="no other faults than kill -9")
parser.add_argument("--portion", type=int, default=100, help="faults before a fresh database is begun")
given = parser.parse_args()
failed = False
for number, start in enumerate(range(0, given.faults, given.portion)):
    found = run(
        given.database,
        min(given.portion, given.faults - start),
        seed=given.seed + number,
        tables=given.tables,
        servers=given.servers,
        kills_alone=given.kills_alone,
    )
    print(found, flush=True)
    failed = failed or bool(found.faults)
sys.exit(failed)
