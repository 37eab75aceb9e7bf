"""Asking for studies: by processes beside the server, so that nobody who plays waits for somebody who studies."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any, Final

from starlette.concurrency import run_in_threadpool

from ..errors import TooLarge, Unavailable
from ..settings import Settings
from ..worker_pool import WorkerPool, unless_gone
from ..worker_process import HasEnded, TookTooLong
from . import study_worker
from .studies import Document, Studies


class StudyPool:
    """The processes that study; where there are none, the threads of the server do."""

    def __init__(self, studies: Studies, settings: Settings) -> None:
        self._studies: Final = studies
        self._settings: Final = settings
        places = settings.study_workers
        self._pool: Final = WorkerPool(study_worker.__name__, places, keep=True) if places else None

    def prepare(self) -> None:
        """Start a process, and let it read its rulebooks, before anybody waits for it."""
        if self._pool is not None:
            self._pool.prepare()

    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            self._pool.close()

    async def ask(
        self,
        study: dict[str, Any],
        gone: Callable[[], Awaitable[None]],
        charge: Callable[[float], None],
        *,
        gzip: bool,
    ) -> Document:
        """The document; *gone* returns when the caller has hung up, and *charge* is told what it has cost meanwhile."""
        if self._pool is None:
            return await run_in_threadpool(self._studies.answer, study)
        question = {"study": study, "database": self._settings.database, "gzip": gzip}
        seconds = self._settings.study_seconds
        work = self._pool.ask(question, seconds=seconds, about=study["match"])
        begun, spent = monotonic(), None
        try:
            said = await unless_gone(work, gone)
            spent = said.head["spent"]
        except TookTooLong:
            raise TooLarge(f"this takes longer to reckon than the {seconds} seconds it may") from None
        except (HasEnded, OSError):
            raise Unavailable("the study was broken off; ask again") from None
        finally:
            # Whoever hangs up has cost no more than he waited.
            charge(min(monotonic() - begun, seconds) if spent is None else spent)
        return Document(said.body, said.head["headers"])
