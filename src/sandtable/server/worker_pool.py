"""A pool of worker processes for what strangers may make as expensive as they like: imports, and studies of a match.

Whatever such a process reckons takes nothing from the threads that serve players. It gives way to them, has so much
processor time for a question and so much memory and no more, is stopped when whoever asked hangs up, and is replaced when
it has ended. A question is a line of JSON and a body, and so is its answer; ``work`` is what the process does.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn, TypeVar

from pydantic import ValidationError
from sqlalchemy.exc import OperationalError

from sandtable.kernel.refusals import Refusal, Refused, SandtableError

from .errors import (
    BadRequest,
    Conflict,
    Damaged,
    Forbidden,
    Misread,
    NotFound,
    ServerError,
    TooLarge,
    TooMuch,
    Unavailable,
)
from .worker_process import START_SECONDS, HasEnded, TookTooLong

T = TypeVar("T")
# A machine that is busy takes longer than the processor time; nobody is waited for longer than so many times that.
_PATIENCE: Final = 6
# A process that was told to stop and does not is killed after so many seconds.
_STOPPING_SECONDS: Final = 1.0
_STOP: Final = signal.SIGUSR1
# Whoever serves players goes before.
_GIVING_WAY: Final = 10
_MOST_MEMORY: Final = 1536 * 1024 * 1024
# A process that has needed more than this is ended when it has answered, and gives its memory back.
_KEPT_MEMORY: Final = 400 * 1024 * 1024
# How ``multiprocessing.Connection`` says how long a message is; a longer one is announced by -1.
_LENGTH: Final = struct.Struct("!i")
_LONG_LENGTH: Final = struct.Struct("!Q")
# What a process may have refused, by the status that it says.
_BY_STATUS: Final[dict[int, type[ServerError]]] = {
    kind.status: kind
    for kind in (
        BadRequest,
        Conflict,
        Damaged,
        Forbidden,
        Misread,
        NotFound,
        TooLarge,
        TooMuch,
        Unavailable,
    )
}

Question = dict[str, Any]


class Gone(ServerError):
    """Whoever asked has hung up, and hears nothing."""


class Said(NamedTuple):
    """What a process has answered: a few words about it, and the document itself."""

    head: dict[str, Any]
    body: bytes


class WorkerPool:
    """So many processes that run *module*; each answers one question at a time.

    Where they are not *kept*, every question has a process of its own, which begins with nothing.
    """

    def __init__(self, module: str, places: int, *, keep: bool) -> None:
        self._module: Final = module
        self._keep: Final = keep
        self._places: Final = asyncio.Semaphore(places)
        # Processes that wait for a question; the latest to have worked is the last.
        self._idle: Final[list[_Worker]] = []
        self._all: Final[set[_Worker]] = set()
        self._stopping: Final[set[asyncio.Task[None]]] = set()

    def prepare(self) -> None:
        """Start a process before anybody waits for it."""
        if self._keep and not self._all:
            self._idle.append(self._started())

    async def ask(self, question: Question, body: bytes = b"", *, seconds: int, about: str = "") -> Said:
        """The answer; TookTooLong or HasEnded where none comes, and whatever the process has refused.

        It is asked of the process that was last asked *about* the same, if that waits for a question.
        """
        await self._places.acquire()
        free = True
        try:
            worker = self._waiting(about)
            try:
                said = await worker.ask({**question, "seconds": seconds}, body, seconds)
            except asyncio.CancelledError:
                free = False
                self._stop(worker)
                raise
            except BaseException:
                self._end(worker)
                raise
            if self._keep and not said.head.get("ends"):
                self._idle.append(worker)
            else:
                self._end(worker)
        finally:
            if free:
                self._places.release()
        if "error" in said.head:
            _refuse(said.head)
        return said

    def close(self) -> None:
        """End all processes."""
        for worker in list(self._all):
            self._end(worker)
        self._idle.clear()

    def _waiting(self, about: str) -> _Worker:
        """A process that can be asked: one that knows what the question is *about*, else any, else a new one."""
        self._all.difference_update(worker for worker in self._idle if not worker.lives())
        self._idle[:] = [worker for worker in self._idle if worker in self._all]
        if not self._idle:
            found = self._started()
        else:
            known = [worker for worker in self._idle if worker.about == about]
            found = (known or self._idle)[-1]
            self._idle.remove(found)
        found.about = about
        return found

    def _started(self) -> _Worker:
        worker = _Worker(self._module)
        self._all.add(worker)
        return worker

    def _end(self, worker: _Worker) -> None:
        self._all.discard(worker)
        worker.end()

    def _stop(self, worker: _Worker) -> None:
        """Nobody waits for the answer any more: the process gives it up, or is killed. Its place is free after that."""
        task = asyncio.ensure_future(self._given_up(worker))
        self._stopping.add(task)
        task.add_done_callback(self._stopping.discard)

    async def _given_up(self, worker: _Worker) -> None:
        try:
            if self._keep and await worker.stopped():
                self._idle.append(worker)
            else:
                self._end(worker)
        finally:
            self._places.release()


class _Worker:
    """One process, and the line to it."""

    def __init__(self, module: str) -> None:
        self._line, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-m", module, str(theirs.fileno())]
            self._process: Final = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()]
            )
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._has_answered = False
        self.about = ""

    def lives(self) -> bool:
        """Whether it waits for a question; one that has ended meanwhile is buried."""
        if self._process.poll() is None:
            return True
        self.end()
        return False

    async def ask(self, question: Question, body: bytes, seconds: int) -> Said:
        """The answer to one question; how long the process took to start is not counted."""
        patience = seconds * _PATIENCE + (0.0 if self._has_answered else START_SECONDS)
        try:
            async with asyncio.timeout(patience):
                if self._streams is None:
                    self._streams = await asyncio.open_connection(sock=self._line)
                _, writer = self._streams
                for part in (json.dumps(question).encode(), body):
                    writer.write(_LENGTH.pack(len(part)) + part)
                await writer.drain()
                return await self._said()
        except TimeoutError:
            raise TookTooLong from None
        except (OSError, EOFError) as why:
            # The end of the line is told before the end of the process.
            code = await asyncio.to_thread(self._process.wait)
            raise (TookTooLong if code == -signal.SIGXCPU else HasEnded(repr(why))) from None

    async def stopped(self) -> bool:
        """Let it give up what it is doing: whether it did, and may be asked again."""
        if self._streams is None or self._process.poll() is not None:
            return False
        self._process.send_signal(_STOP)
        try:
            async with asyncio.timeout(_STOPPING_SECONDS):
                await self._said()
        except (TimeoutError, OSError, EOFError, ValueError):
            # Of an answer that was on its way a part has been read perhaps, and the rest makes no sense.
            return False
        return True

    async def _said(self) -> Said:
        assert self._streams is not None
        reader, _ = self._streams
        said = Said(json.loads(await _message(reader)), await _message(reader))
        self._has_answered = True
        return said

    def end(self) -> None:
        """Kill it, and hang up."""
        self._process.kill()
        self._process.wait()
        if self._streams is not None:
            with suppress(RuntimeError):  # the loop may be over before the server is
                self._streams[1].close()
        else:
            self._line.close()


async def unless_gone(work: Coroutine[Any, Any, T], gone: Callable[[], Awaitable[None]]) -> T:
    """What comes of *work*; Gone, and it is cancelled, if *gone* returns before: whoever asked has hung up."""
    hung_up = asyncio.ensure_future(gone())
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait((hung_up, task), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Gone("whoever asked has hung up")
        return task.result()
    finally:
        for one in (hung_up, task):
            one.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await one


async def _message(reader: asyncio.StreamReader) -> bytes:
    (length,) = _LENGTH.unpack(await reader.readexactly(_LENGTH.size))
    if length < 0:
        (length,) = _LONG_LENGTH.unpack(await reader.readexactly(_LONG_LENGTH.size))
    return await reader.readexactly(length)


def _refuse(head: dict[str, Any]) -> NoReturn:
    """Raise what was raised in the process."""
    if head["status"] == 409 and "rule" in head:
        raise Refused(Refusal(head["rule"], head["error"]))
    if head["status"] not in _BY_STATUS:
        raise RuntimeError(head["error"])
    raise _BY_STATUS[head["status"]](head["error"])


# ---- in the process


class _Stop(BaseException):
    """Nobody waits for the answer any more; no rulebook takes it for a failure of its own."""


_working = False


def work(answer: Callable[[Question, bytes], Said]) -> None:
    """What such a process does: it answers questions until the server hangs up."""
    pipe = Connection(int(sys.argv[1]))
    limit()
    signal.signal(_STOP, _stop)
    while True:
        try:
            question, body = json.loads(pipe.recv_bytes()), pipe.recv_bytes()
        except (EOFError, OSError, KeyboardInterrupt):
            return
        begun = time.process_time()
        allow(question["seconds"])
        head, found = _answered(answer, question, body)
        ends = _memory_in_use() > _KEPT_MEMORY
        told = {**head, "spent": round(time.process_time() - begun, 4), "ends": ends}
        try:
            pipe.send_bytes(json.dumps(told).encode())
            pipe.send_bytes(found)
        except OSError:
            return


def _memory_in_use() -> int:
    """Bytes that this process holds now. Its peak, which every system tells, may be that of the server which started it."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return int(pages) * resource.getpagesize()


def limit() -> None:
    """Give way to whoever serves players, and take no more memory than there is for this."""
    os.nice(_GIVING_WAY)
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def allow(seconds: int) -> None:
    """From now on so many seconds of the processor may be used; whoever uses more is ended by the system."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + 1 + seconds, hard))


def refusal_of(why: Exception) -> dict[str, Any] | None:
    """What *why* is over the line; None where it is no refusal but a fault."""
    if isinstance(why, Refused):
        return {"error": why.refusal.reason, "rule": why.refusal.rule, "status": 409}
    if isinstance(why, SandtableError):
        return {"error": str(why), "status": why.status if isinstance(why, ServerError) else 400}
    if isinstance(why, ValidationError):
        first = why.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        sentence = f"{where or 'the request'} cannot be used: {first['msg'].lower()}"
        return {"error": sentence, "status": Misread.status}
    if isinstance(why, OperationalError):
        sentence = "the server cannot reach its database now; try again"
        return {"error": sentence, "status": Unavailable.status}
    return None


def _answered(answer: Callable[[Question, bytes], Said], question: Question, body: bytes) -> Said:
    global _working
    try:
        _working = True
        said = answer(question, body)
        _working = False
    except _Stop:
        return Said({}, b"")
    finally:
        _working = False
    return said


def _stop(*_: object) -> None:
    # One that comes too late finds nothing to be stopped.
    if _working:
        raise _Stop
