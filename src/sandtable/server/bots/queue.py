"""The line in which matches wait for their bots: those with people in them first, and those that failed after a pause."""

from __future__ import annotations

import heapq
import threading
import time
from itertools import count
from typing import Final, NamedTuple

# People wait for their opponents; bots among themselves wait for nobody.
WITH_PEOPLE: Final = 0
BOTS_ALONE: Final = 1


class _Place(NamedTuple):
    """A place in the line: who is before whom, and which match waits there."""

    rank: float
    number: int
    match: str
    precedence: int


class WaitingLine:
    """Every match waits in one place at most; any number of threads may take from the line."""

    def __init__(self) -> None:
        self._changed: Final = threading.Condition()
        self._numbers: Final = count()
        # In order of precedence, then of arrival; and in order of the moment at which a pause ends.
        self._ready: Final[list[_Place]] = []
        self._later: Final[list[_Place]] = []
        # The one place of a match that counts, and whether its pause is over.
        self._places: Final[dict[str, tuple[int, bool]]] = {}
        self._closed = False

    def put(self, match: str, precedence: int = WITH_PEOPLE) -> None:
        """Let *match* wait, unless it does; what waited for the end of a pause need not any more."""
        with self._changed:
            if self._places.get(match, (0, False))[1]:
                return
            self._join_ready(match, precedence)
            self._changed.notify()

    def put_off(self, match: str, seconds: float, precedence: int = WITH_PEOPLE) -> None:
        """Let *match* wait after a pause, unless it waits already."""
        with self._changed:
            if match in self._places:
                return
            place = _Place(time.monotonic() + seconds, next(self._numbers), match, precedence)
            self._places[match] = (place.number, False)
            heapq.heappush(self._later, place)
            # Somebody may be sleeping until a later moment than this one.
            self._changed.notify()

    def take(self) -> str | None:
        """The next match, when there is one; None when the line is closed."""
        with self._changed:
            while not self._closed:
                self._end_pauses()
                while self._ready:
                    place = heapq.heappop(self._ready)
                    if self._counts(place):
                        del self._places[place.match]
                        return place.match
                self._changed.wait(self._later[0].rank - time.monotonic() if self._later else None)
            return None

    def close(self) -> None:
        """Let everybody who waits for a match go home."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _join_ready(self, match: str, precedence: int) -> None:
        place = _Place(precedence, next(self._numbers), match, precedence)
        self._places[match] = (place.number, True)
        heapq.heappush(self._ready, place)

    def _end_pauses(self) -> None:
        while self._later and self._later[0].rank <= time.monotonic():
            place = heapq.heappop(self._later)
            if self._counts(place):
                self._join_ready(place.match, place.precedence)
                # One who sleeps was woken for one match; there may be more.
                self._changed.notify()

    def _counts(self, place: _Place) -> bool:
        return self._places.get(place.match, (-1, False))[0] == place.number
