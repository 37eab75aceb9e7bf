"""The change feed: who watches which match, and is woken after every change of it.

Where few watch, whoever has changed the match works out at once what they are to be shown: everything for that is at hand
in his thread, and no other has to be woken for it. Where many do, and wherever else something has happened, they look for
themselves, one after another.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from ..db.match_store import Match
from ..threads import ThreadPool
from ..wire import Message

# So many sockets of all matches at once look at what has become of theirs. The end of a phase of a team game wakes a dozen,
# and threads that reckon take turns: whoever answers meanwhile would wait for each of them.
MOST_LOOKS: Final = 1
# So many watchers are shown a change by whoever has made it, who is told only then that it is stored.
MOST_SHOWN: Final = 2
_LOG: Final = logging.getLogger("sandtable.server.play.change_feed")


class Told(NamedTuple):
    """How often something has happened while somebody watched a match: whoever watches looks only at what is new."""

    changes: int
    # What was said, or anything else of which nobody knows whom it concerns.
    words: int
    # Order sheets on which something was written that the seat may read.
    sheets: int


class Look(NamedTuple):
    """What a watcher is to be shown who was sent *sent* last; no message where he may not watch any more."""

    sent: Message
    message: Message | None
    # What is to be sent; None where nothing has changed for him.
    frame: bytes | None


def look(message: Message, sent: Message | None) -> bytes | None:
    """What whoever was sent *sent* last is sent of *message*; None where nothing has changed for him."""
    return None if message == sent else message.frame(sent)


class Watcher:
    """Somebody who watches a match as *seat*."""

    def __init__(self, seat: str, may_watch: Callable[[], bool]) -> None:
        self.seat: Final = seat
        self.may_watch: Final = may_watch
        self.woken: Final = asyncio.Event()
        # The message that he has been sent last.
        self.sent: Message | None = None
        # What has been worked out for him, and after which change.
        self.look: tuple[int, Look] | None = None

    def taken(self, changes: int) -> Look | None:
        """What has been worked out for him after so many changes; None where he has to look himself."""
        found, self.look = self.look, None
        if found is None or found[0] != changes or found[1].sent is not self.sent:
            return None
        return found[1]


class _Watched:
    """A match that somebody watches."""

    def __init__(self) -> None:
        # Who is to be woken.
        self.watchers: Final[dict[Watcher, None]] = {}
        # The head of the match, as it was told of last.
        self.head: Match | None = None
        self.changes = 0
        self.words = 0
        self.sheets: Final[Counter[str]] = Counter()


class ChangeFeed:
    """The change feed of all matches: wakes whoever watches one."""

    def __init__(self) -> None:
        self._watched: Final[dict[str, _Watched]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        # In which the loop runs.
        self._thread = 0
        # In which what is new is looked at.
        self.looks: Final = ThreadPool("looks", MOST_LOOKS)

    def start(self) -> None:
        """Remember the loop on which the sockets live."""
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()

    def close(self) -> None:
        """Look at nothing any more."""
        self.looks.close()

    def watches(self, match: str) -> bool:
        """Whether anybody watches the match; may be asked from any thread."""
        return match in self._watched

    def changed(self, head: Match, show: Callable[[str], Message] | None = None) -> None:
        """Wake the watchers of the match, as a seat of which one may *show*; may be called from any thread."""
        # Whoever begins to watch meanwhile looks only after that.
        found = self._watched.get(head.id)
        if found is not None:
            self._soon(self._note, head, {} if show is None else _looks(list(found.watchers), show))

    def spoke(self, match: str) -> None:
        """Something was said at the match, or may have been; may be called from any thread."""
        self._soon(self._speak, match)

    def wrote(self, match: str, readers: Collection[str]) -> None:
        """Something was written on an order sheet that only *readers* may read; may be called from any thread."""
        self._soon(self._write, match, readers)

    def told(self, match: str, seat: str) -> Told:
        """How often something has happened to the match that concerns *seat*."""
        found = self._watched[match]
        return Told(found.changes, found.words, found.sheets[seat])

    def head(self, match: str) -> Match | None:
        """The head of the match as whoever watches it was told of last."""
        return self._watched[match].head

    @contextmanager
    def watching(self, match: str, seat: str, may_watch: Callable[[], bool]) -> Iterator[Watcher]:
        """Somebody who is woken whenever the match has changed, or something else has happened that concerns *seat*."""
        watcher, found = Watcher(seat, may_watch), self._watched.setdefault(match, _Watched())
        found.watchers[watcher] = None
        try:
            yield watcher
        finally:
            del found.watchers[watcher]
            if not found.watchers:
                del self._watched[match]

    def _soon(self, do: Callable[..., None], *given: Any) -> None:
        if self._loop is None or self._loop.is_closed():
            return
        # In the order in which it has happened; on the loop itself nobody has to be woken.
        is_here = threading.get_ident() == self._thread
        (self._loop.call_soon if is_here else self._loop.call_soon_threadsafe)(do, *given)

    def _note(self, head: Match, looks: dict[Watcher, Look]) -> None:
        if (found := self._watched.get(head.id)) is not None:
            found.head = head
            found.changes += 1
            for watcher, seen in looks.items():
                watcher.look = found.changes, seen
            _wake(found.watchers)

    def _speak(self, match: str) -> None:
        if (found := self._watched.get(match)) is not None:
            found.words += 1
            _wake(found.watchers)

    def _write(self, match: str, readers: Collection[str]) -> None:
        if (found := self._watched.get(match)) is not None:
            found.sheets.update(readers)
            _wake(watcher for watcher in found.watchers if watcher.seat in readers)


def _looks(watchers: Collection[Watcher], show: Callable[[str], Message]) -> dict[Watcher, Look]:
    """What the *watchers* are to be shown, where they are few; those who have seen nothing yet look for themselves."""
    found: dict[Watcher, Look] = {}
    if len(watchers) > MOST_SHOWN:
        return found
    for watcher in watchers:
        sent = watcher.sent
        if sent is None:
            continue
        try:
            message = show(watcher.seat) if watcher.may_watch() else None
            found[watcher] = Look(sent, message, None if message is None else look(message, sent))
        except Exception as why:
            # The change is stored whatever becomes of this; he looks for himself, and is told what is wrong.
            _LOG.debug("nothing could be shown to %s: %r", watcher.seat, why)
    return found


def _wake(watchers: Iterable[Watcher]) -> None:
    for watcher in watchers:
        watcher.woken.set()
