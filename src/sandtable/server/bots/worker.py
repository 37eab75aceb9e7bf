"""The worker process of the bots: a view comes in, an option goes out; ``python -m sandtable.server.bots.worker FD``.

It is started afresh rather than forked: it knows nothing of the server, its database or its secrets.
"""

from __future__ import annotations

import json
import sys
from multiprocessing.connection import Connection
from typing import Any, Final

from sandtable import catalog
from sandtable.bots import make_bot

# The first thing that the process says.
READY: Final = b"ready"


def choose(question: dict[str, Any]) -> dict[str, str]:
    """The option that the bot takes, or what went wrong."""
    try:
        seen = question["view"]
        bot = make_bot(question["bot"], catalog.rulebook(seen["rulebook"]), question["seed"])
        return {"option": bot.choose(seen, seen["options"])}
    except Exception as why:
        # Whatever a bot trips over, the server must hear of it rather than wait.
        return {"complaint": f"{type(why).__name__}: {why}"}


def think_for_ever(pipe: Connection) -> None:
    """Answer questions until the server hangs up; first say that they may come."""
    # Whatever is read only once is read before a bot's time is counted.
    catalog.rulebooks()
    pipe.send_bytes(READY)
    while True:
        try:
            question = json.loads(pipe.recv_bytes())
        except (EOFError, OSError, KeyboardInterrupt):
            return
        pipe.send_bytes(json.dumps(choose(question)).encode())


if __name__ == "__main__":
    think_for_ever(Connection(int(sys.argv[1])))
