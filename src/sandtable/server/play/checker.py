"""The process in which a record is checked, or a long match is played again for a fork; ``python -m ...play.checker``.

A record is whatever a stranger has sent: to play it again costs what he likes. So it is done by a process of its own,
which gives way to those that serve players, has so much processor time and memory and no more, and writes the new match
itself; the server is told its name and the links to its seats. The job comes as a line of JSON on stdin, a record after it.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from typing import Any, Final

from pydantic import ValidationError

from sandtable.kernel.refusals import Refused, SandtableError

from ..db import match_store
from ..db.store import Store
from ..errors import ServerError, TooLarge
from ..match.commands import ImportedMatch
from ..wire import refuse_half_characters
from . import create
from .create import Begun

IMPORT: Final = "import"
FORK: Final = "fork"
# Whoever serves players goes before.
_GIVING_WAY: Final = 10
_MOST_MEMORY: Final = 1536 * 1024 * 1024


def done(job: dict[str, Any], body: bytes) -> dict[str, Any]:
    """The match that came of it, or why none did."""
    store = Store(job["database"])
    try:
        store.join(job["epoch"])
        begun = (_imported if job["kind"] == IMPORT else _forked)(store, job, body)
    except Refused as why:
        return {"error": why.refusal.reason, "rule": why.refusal.rule, "status": 409}
    except SandtableError as why:
        return _no(str(why), why.status if isinstance(why, ServerError) else 400)
    except ValidationError as why:
        first = why.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return _no(f"{where or 'the request'} cannot be used: {first['msg'].lower()}", 422)
    except (MemoryError, RecursionError):
        return _no("the record is too large to be played again here", TooLarge.status)
    except (ArithmeticError, LookupError, TypeError, ValueError) as why:
        # A rulebook that trips over what a stranger has written, such as a table of his own: nothing is kept of it.
        return _no(f"the record cannot be played again here ({type(why).__name__}: {why})", 400)
    finally:
        store.close()
    return {"match": begun.match, "links": begun.links}


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


def _no(sentence: str, status: int) -> dict[str, Any]:
    return {"error": sentence, "rule": "", "status": status}


def _limit(seconds: int) -> None:
    os.nice(_GIVING_WAY)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    """Do the job on stdin, and say on stdout what came of it."""
    job = json.loads(sys.stdin.buffer.readline())
    _limit(job["seconds"])
    said = done(job, sys.stdin.buffer.read())
    sys.stdout.write(json.dumps(said))


if __name__ == "__main__":
    main()
