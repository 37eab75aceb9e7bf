"""The change feed: who watches which match, and is woken after every change of it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from ..db.match_store import Match
from ..threads import ThreadPool

# So many sockets of all matches at once look at what has become of theirs. The end of a phase of a team game wakes a dozen,
# and threads that reckon take turns: whoever answers meanwhile would wait for each of them.
MOST_LOOKS: Final = 1


class Told(NamedTuple):
    """How often something has happened while somebody watched a match: whoever watches looks only at what is new."""

    changes: int
    # What was said, or anything else of which nobody knows whom it concerns.
    words: int
    # Order sheets on which something was written that the seat may read.
    sheets: int


class _Watched:
    """A match that somebody watches."""

    def __init__(self) -> None:
        # Who is to be woken, and as which seat he watches.
        self.watchers: Final[dict[asyncio.Event, str]] = {}
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
        # In which what is new is looked at.
        self.looks: Final = ThreadPool("looks", MOST_LOOKS)

    def start(self) -> None:
        """Remember the loop on which the sockets live."""
        self._loop = asyncio.get_running_loop()

    def close(self) -> None:
        """Look at nothing any more."""
        self.looks.close()

    def watches(self, match: str) -> bool:
        """Whether anybody watches the match; may be asked from any thread."""
        return match in self._watched

    def changed(self, head: Match) -> None:
        """Wake the watchers of the match; may be called from any thread."""
        # Whoever begins to watch meanwhile looks only after that.
        if head.id in self._watched and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._note, head)

    def spoke(self, match: str) -> None:
        """Something was said at the match, or may have been; may be called from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._speak, match)

    def wrote(self, match: str, readers: Collection[str]) -> None:
        """Something was written on an order sheet that only *readers* may read; may be called from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._write, match, readers)

    def told(self, match: str, seat: str) -> Told:
        """How often something has happened to the match that concerns *seat*."""
        found = self._watched[match]
        return Told(found.changes, found.words, found.sheets[seat])

    def head(self, match: str) -> Match | None:
        """The head of the match as whoever watches it was told of last."""
        return self._watched[match].head

    @contextmanager
    def watching(self, match: str, seat: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever the match has changed, or something else has happened that concerns *seat*."""
        woken, found = asyncio.Event(), self._watched.setdefault(match, _Watched())
        found.watchers[woken] = seat
        try:
            yield woken
        finally:
            del found.watchers[woken]
            if not found.watchers:
                del self._watched[match]

    def _note(self, head: Match) -> None:
        if (found := self._watched.get(head.id)) is not None:
            found.head = head
            found.changes += 1
            _wake(found.watchers)

    def _speak(self, match: str) -> None:
        if (found := self._watched.get(match)) is not None:
            found.words += 1
            _wake(found.watchers)

    def _write(self, match: str, readers: Collection[str]) -> None:
        if (found := self._watched.get(match)) is not None:
            found.sheets.update(readers)
            _wake(woken for woken, seat in found.watchers.items() if seat in readers)


def _wake(watchers: Iterable[asyncio.Event]) -> None:
    for woken in watchers:
        woken.set()
