"""A process that takes all the processor time it is given, as a record made for it would."""

from __future__ import annotations

import json
import sys

from sandtable.server.play.checker import _limit

if __name__ == "__main__":
    _limit(json.loads(sys.stdin.buffer.readline())["seconds"])
    while True:
        pass
