"""The change feed: who watches which match, and is woken after every change of it."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from ..db.match_store import Match


class ChangeFeed:
    """The change feed of all matches: wakes whoever watches one."""

    def __init__(self) -> None:
        self._watchers: Final[defaultdict[str, set[asyncio.Event]]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        # The head of each match that is watched, as it was told of last.
        self._heads: Final[dict[str, Match]] = {}
        # How often something was said at each match: whoever watches looks only then whether it was said to him.
        self._words: Final[Counter[str]] = Counter()

    def start(self) -> None:
        """Remember the loop on which the sockets live."""
        self._loop = asyncio.get_running_loop()

    def changed(self, head: Match) -> None:
        """Wake the watchers of the match; may be called from any thread."""
        # Whoever begins to watch meanwhile looks only after that.
        if head.id in self._watchers and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._note, head)

    def spoke(self, match: str) -> None:
        """Something was said at the match, or may have been; may be called from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._speak, match)

    def words(self, match: str) -> int:
        """How often something was said while somebody watched the match."""
        return self._words[match]

    def head(self, match: str) -> Match | None:
        """The head of the match as whoever watches it was told of last."""
        return self._heads.get(match)

    @contextmanager
    def watching(self, match: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever the match has changed."""
        woken = asyncio.Event()
        self._watchers[match].add(woken)
        try:
            yield woken
        finally:
            self._watchers[match].discard(woken)
            if not self._watchers[match]:
                del self._watchers[match]
                self._words.pop(match, None)
                self._heads.pop(match, None)

    def _note(self, head: Match) -> None:
        if head.id in self._watchers:
            self._heads[head.id] = head
            self._wake(head.id)

    def _speak(self, match: str) -> None:
        if match in self._watchers:
            self._words[match] += 1
            self._wake(match)

    def _wake(self, match: str) -> None:
        for woken in self._watchers.get(match, ()):
            woken.set()
