"""The process in which a record is checked, or a long match is played again for a fork; ``python -m ...play.checker``.

A record is whatever a stranger has sent: to play it again costs what he likes. So it is done by a process of its own (see
``worker_pool``), which writes the new match itself; the server is told its name and the links to its seats.
"""

from __future__ import annotations

from typing import Any, Final

from ..db import match_store
from ..db.store import Store
from ..errors import BadRequest, TooLarge
from ..match.commands import ImportedMatch
from ..wire import refuse_half_characters, to_json
from ..worker_pool import Said, refusal_of, work
from . import create
from .create import Begun

IMPORT: Final = "import"
FORK: Final = "fork"


def done(job: dict[str, Any], body: bytes) -> Said:
    """The match that came of it, or why none did."""
    store = Store(job["database"])
    try:
        store.join(job["epoch"])
        begun = (_imported if job["kind"] == IMPORT else _forked)(store, job, body)
    except (MemoryError, RecursionError):
        return _no("the record is too large to be played again here", TooLarge.status)
    except Exception as why:
        if (refusal := refusal_of(why)) is not None:
            return Said(refusal, b"")
        if isinstance(why, ArithmeticError | LookupError | TypeError | ValueError):
            # A rulebook that trips over what a stranger has written, such as a table of his own: nothing is kept of it.
            return _no(
                f"the record cannot be played again here ({type(why).__name__}: {why})", BadRequest.status
            )
        raise
    finally:
        store.close()
    return Said({}, to_json({"match": begun.match, "links": begun.links}))


def _imported(store: Store, job: dict[str, Any], body: bytes) -> Begun:
    refuse_half_characters(body)
    wanted = ImportedMatch.model_validate_json(body)
    answers = wanted.record.get("answers")
    if isinstance(answers, list) and len(answers) > job["answers"]:
        raise TooLarge(
            f"the record has {len(answers)} answers, more than the {job['answers']} that are taken here"
        )
    return create.from_record(
        store, wanted.record, wanted.seats, wanted.mode, job["guest"], bot_matches=job["bot_matches"]
    )


def _forked(store: Store, job: dict[str, Any], _: bytes) -> Begun:
    with store.reading() as db:
        head = match_store.read_match(db, job["match"])
    return create.fork(
        store, head, job["to"], job["held"], job["guest"], job["seats"], bot_matches=job["bot_matches"]
    )


def _no(sentence: str, status: int) -> Said:
    return Said({"error": sentence, "status": status}, b"")


if __name__ == "__main__":
    work(done)
