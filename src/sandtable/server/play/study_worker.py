"""The process in which matches are studied; ``python -m ...play.study_worker``.

It reads matches from the database as the server does, and keeps the latest in memory. It is asked by name what ``Studies``
answers, and writes nothing.
"""

from __future__ import annotations

import logging
from functools import cache
from typing import Any, Final

from sandtable import catalog

from .. import server_log
from ..db.store import Store
from ..errors import TooLarge
from ..settings import Settings
from ..wire import SMALL, compressed
from ..worker_pool import Said, refusal_of, work
from .authority import Authority
from .studies import Studies

# Of matches that are studied so much is kept; the latest are enough.
_CACHE_MEGABYTES: Final = 64
_LOG: Final = logging.getLogger("sandtable.server.play.study_worker")


def answered(question: dict[str, Any], _: bytes) -> Said:
    """The document that is asked for, compressed if it is large and the caller takes it so; or why there is none."""
    try:
        found = _studies(question["database"]).answer(question["study"])
    except (MemoryError, RecursionError):
        return Said({"error": "this is too large to be reckoned here", "status": TooLarge.status}, b"")
    except Exception as why:
        if (refusal := refusal_of(why)) is not None:
            return Said(refusal, b"")
        _LOG.exception("%s of match %s failed", question["study"]["do"], question["study"]["match"])
        return Said({"error": f"a study failed: {type(why).__name__}", "status": 0}, b"")
    if question["gzip"] and len(found.body) > SMALL:
        return Said({"headers": {**found.headers, "content-encoding": "gzip"}}, compressed(found.body))
    return Said({"headers": dict(found.headers)}, found.body)


@cache
def _studies(database: str) -> Studies:
    store = Store(database)
    store.join()
    return Studies(Authority(store, Settings(database=database, cache_megabytes=_CACHE_MEGABYTES)))


if __name__ == "__main__":
    server_log.install()
    # Whatever is read only once is read before anybody's time is counted.
    catalog.rulebooks()
    work(answered)
