"""The worker process of the bots: a view comes in, an option goes out; ``python -m sandtable.server.bots.worker FD``.

It is started afresh rather than forked: it knows nothing of the server, its database or its secrets.
"""

from __future__ import annotations

from typing import Any, Final

from sandtable import catalog
from sandtable.bots import Bot, make_bot

from ..worker_process import answer_questions

# The bot that writes an order sheet, by the name of the sheet: it is asked for line after line.
_writing: Final[dict[str, Bot]] = {}


def choose(question: dict[str, Any]) -> dict[str, str]:
    """The option that the bot takes, or what went wrong."""
    try:
        seen, sheet = question["view"], question.get("sheet", "")
        bot = _writing.get(sheet) if sheet else None
        if bot is None:
            bot = make_bot(question["bot"], catalog.rulebook(seen["rulebook"]), question["seed"])
            _writing.clear()
            _writing[sheet] = bot
        return {"option": bot.choose(seen, seen["options"])}
    except Exception as why:
        # Whatever a bot trips over, the server must hear of it rather than wait.
        return {"complaint": f"{type(why).__name__}: {why}"}


if __name__ == "__main__":
    answer_questions(choose)
