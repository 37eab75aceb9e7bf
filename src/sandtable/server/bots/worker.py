"""The worker process of the bots: a view comes in, an option goes out; ``python -m sandtable.server.bots.worker FD``.

It is started afresh rather than forked: it knows nothing of the server, its database or its secrets.
"""

from __future__ import annotations

from typing import Any

from sandtable import catalog
from sandtable.bots import make_bot

from ..worker_process import answer_questions


def choose(question: dict[str, Any]) -> dict[str, str]:
    """The option that the bot takes, or the order sheet that it writes; or what went wrong."""
    try:
        seen = question["view"]
        bot = make_bot(question["bot"], catalog.rulebook(seen["rulebook"]), question["seed"])
        if question["sheet"]:
            return {"option": bot.write(seen, seen["lines"])}
        return {"option": bot.choose(seen, seen["options"])}
    except Exception as why:
        # Whatever a bot trips over, the server must hear of it rather than wait.
        return {"complaint": f"{type(why).__name__}: {why}"}


if __name__ == "__main__":
    answer_questions(choose)
