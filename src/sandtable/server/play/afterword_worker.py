"""The worker process of afterwords: the record of a match that is over comes in, its afterword goes out.

To play a long game again and to weigh what was let go by takes seconds; whoever plays is not to wait for it.
"""

from __future__ import annotations

import os
import time
from typing import Any, Final

from sandtable import catalog
from sandtable.kernel.game.afterword import afterword
from sandtable.kernel.game.records import read_record

from ..worker_process import answer_questions

# Whoever serves players goes before.
_GIVING_WAY: Final = 10


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The afterword of a record; what was let go by is weighed for so many seconds of the processor as it says.

    Not by the clock on the wall: on a busy machine a game would have fewer attacks that were let go by.
    """
    book = catalog.rulebook_to_play(question["record"]["rulebook"])
    record = read_record(book, question["record"])
    latest = time.process_time() + question["seconds"]
    return {"afterword": afterword(book, record, enough=lambda: time.process_time() > latest).as_json()}


if __name__ == "__main__":
    os.nice(_GIVING_WAY)
    answer_questions(answer)
