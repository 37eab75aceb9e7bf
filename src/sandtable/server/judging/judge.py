"""The judge of a server: asks its worker process, within the time that one question may take."""

from __future__ import annotations

import threading
from typing import Any, Final

from sandtable.judging.log import BadLog
from sandtable.kernel.refusals import SandtableError

from ..errors import TooMuch
from ..settings import Settings
from ..worker_process import HasEnded, TookTooLong, WorkerProcess

# How long somebody waits for others who asked before.
PATIENCE: Final = 20.0


class CannotJudge(SandtableError):
    """A description that cannot be judged: one sentence, with the paragraph where a rule forbids it."""


class Judge:
    """One process that judges, for all who ask, one after another."""

    def __init__(self, settings: Settings) -> None:
        self._seconds: Final = settings.judge_seconds
        self._process: Final = WorkerProcess("sandtable.server.judging.worker")
        self._lock: Final = threading.Lock()

    def prepare(self) -> None:
        """Start the process before anybody waits for it."""
        if self._lock.acquire(blocking=False):
            try:
                self._process.prepare()
            finally:
                self._lock.release()

    def weigh(self, rulebook: str, told: dict[str, Any]) -> dict[str, Any]:
        """Reckoning and odds, or what is missing or wrong with the description so far."""
        return self._ask({"do": "weigh", "rulebook": rulebook, "told": told})

    def judge(self, rulebook: str, told: dict[str, Any], dice: str) -> dict[str, Any]:
        """What an entry of the log holds of it; CannotJudge says why it cannot be."""
        return self._judged(rulebook, told, dice)

    def judge_again(
        self, rulebook: str, told: dict[str, Any], dice: list[list[int]], of: int
    ) -> dict[str, Any]:
        """The same with the dice of an earlier entry; BadLog where they no longer do."""
        return self._judged(rulebook, told, " ".join(",".join(map(str, roll)) for roll in dice), of)

    def close(self) -> None:
        """End the process."""
        self._process.close()

    def _judged(
        self, rulebook: str, told: dict[str, Any], dice: str, of: int | None = None
    ) -> dict[str, Any]:
        found = self._ask({"do": "judge", "rulebook": rulebook, "told": told, "dice": dice})
        if of is not None and found.get("dice"):
            raise BadLog(f"the dice of entry {of} no longer fit: {found['wrong']}; type others")
        if "judged" not in found:
            raise CannotJudge(found.get("missing") or found["wrong"])
        return {**found["judged"], "behaviour": found["behaviour"]}

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        if not self._lock.acquire(timeout=PATIENCE):
            raise TooMuch("too many combats are being judged; try again in a moment")
        try:
            return self._process.ask(question, self._seconds)
        except TookTooLong:
            return {"wrong": "this takes longer to reckon than the server may take; describe less at once"}
        except (HasEnded, OSError):
            return {"wrong": "the reckoning was broken off; try again"}
        finally:
            self._lock.release()
