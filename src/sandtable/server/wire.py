"""Documents as they go over the wire: JSON, compressed JSON, and deltas for sockets.

A socket is sent the whole message of its seat first, and after a change what has changed since the message it was sent
last. A *change* of a document is one of

- ``{"is": document}``: it is this now;
- ``{"in": {key: change}}``: an object of the same keys, some of which have changed;
- ``{"splice": [[at, gone, [entry, ...]], ...]}``: a list in which, counted in the list of before, so many entries from
  a place on have given way to others.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Sequence
from itertools import compress, count
from operator import is_not
from typing import Any, Final, cast

import orjson

from .errors import BadRequest

# What fits into the first packets of a connection arrives no earlier for being smaller.
SMALL: Final = 14_000
# What is smaller than this is hardly ever larger than the whole, which takes longer to write than what has changed.
_LARGE: Final = 100_000
# Views are repetitive: more effort takes half as long again, or more, and saves a twentieth.
EFFORT: Final = 1
_GZIP: Final = 16 + zlib.MAX_WBITS
# A character in two halves as JSON may write it, or one half alone; nothing is looked at that does not begin like one.
_HALVES: Final = re.compile(
    rb"\\u[dD](?:[89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|([89a-fA-F])[0-9a-fA-F]{2})"
)
_numbers: Final = count()


class Message(dict[str, Any]):
    """What a seat may know at one version: put into words at most once, for however many look at it."""

    def __init__(self, *given: Any, **entries: Any) -> None:
        super().__init__(*given, **entries)
        # No two messages of a process have the same, however long either is kept.
        self._number: Final = next(_numbers)
        self._json: bytes | None = None
        self._deltas: Final[dict[int, bytes]] = {}

    def json(self) -> bytes:
        """The message as JSON."""
        if self._json is None:
            self._json = to_json(self)
        return self._json

    def frame(self, sent: Message | None) -> bytes:
        """What a socket is sent that was sent *sent* last: what has changed since then, or the whole where that is smaller.

        It depends on the two messages alone, and so tells nothing that they do not.
        """
        if sent is None:
            return self.json()
        found = self._deltas.get(sent._number)
        if found is None:
            found = to_json({"since": sent["version"], "change": change(sent, self)})
            if len(found) > _LARGE and len(self.json()) < len(found):
                found = self.json()
            self._deltas[sent._number] = found
        return found


def change(before: Any, after: Any) -> dict[str, Any]:
    """How *after* comes from *before*: see above. What is the same object is not looked into."""
    if isinstance(before, dict) and isinstance(after, dict) and list(before) == list(after):
        changed = [key for key, now in after.items() if before[key] is not now and before[key] != now]
        return {"in": {key: change(before[key], after[key]) for key in changed}}
    if isinstance(before, list) and isinstance(after, list) and before and after:
        # Rows that have not changed are mostly the same objects; where none is, they are compared by what they say,
        # which takes long, and only where a few of them tell that it may be worth it.
        splices = _splices(before, after, id)
        if _replaces_all(splices, len(before)) and _has_of(before, after):
            splices = _splices(before, after, to_json)
        if not _replaces_all(splices, len(before)):
            return {"splice": splices}
    return {"is": after}


def patched(before: Any, changed: dict[str, Any]) -> Any:
    """What *before* has become by a change."""
    if "is" in changed:
        return changed["is"]
    if "in" in changed:
        return {**before, **{key: patched(before[key], inner) for key, inner in changed["in"].items()}}
    after, start = [], 0
    for at, gone, new in changed["splice"]:
        after += [*before[start:at], *new]
        start = at + gone
    return after + before[start:]


def to_json(document: Any) -> bytes:
    """*document* as JSON without needless spaces."""
    try:
        return orjson.dumps(document)
    except TypeError:
        # Keys that are no text, which take orjson three times as long, and whole numbers beyond 64 bits.
        return json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode()


def from_json(text: str | bytes) -> Any:
    """The document that was written as JSON."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        # What orjson does not know, such as whole numbers beyond 64 bits; or no JSON at all, which fails again.
        return json.loads(text)


def refuse_half_characters(body: bytes) -> None:
    """BadRequest if JSON holds a lone surrogate: half a character, which databases cannot store."""
    if any(found[1] for found in _HALVES.finditer(body)):
        raise BadRequest("the body holds half a character (a lone surrogate), which cannot be stored")


def compressed(body: bytes) -> bytes:
    """*body* as gzip."""
    packer = zlib.compressobj(EFFORT, zlib.DEFLATED, _GZIP)
    return packer.compress(body) + packer.flush()


Splice = list[int | list[Any]]


def _splices(before: Sequence[Any], after: list[Any], key: Callable[[Any], object]) -> list[Splice]:
    """Where *after* differs from *before*; entries of the same *key* are kept as long as they stand in the same order."""
    # Most of a list is the same at either end, and need not be asked for its key.
    shorter = min(len(before), len(after))
    begin = next(compress(count(), map(is_not, before, after)), shorter)
    most = shorter - begin
    same = min(most, next(compress(count(), map(is_not, reversed(before), reversed(after))), shorter))
    places = {key(before[place]): place for place in range(begin, len(before) - same)}
    found: list[Splice] = []
    start = first = begin
    for number in range(begin, len(after) - same):
        place = places.get(key(after[number]), -1)
        if place < start:
            continue
        if place > start or number > first:
            found.append([start, place - start, after[first:number]])
        start, first = place + 1, number + 1
    if start < len(before) - same or first < len(after) - same:
        found.append([start, len(before) - same - start, after[first : len(after) - same]])
    return found


def _has_of(before: Sequence[Any], after: Sequence[Any]) -> bool:
    """Whether the first, the last or the middle entry of *after* stood in *before*."""
    return any(after[at] in before for at in {0, len(after) // 2, len(after) - 1})


def _replaces_all(splices: list[Splice], size: int) -> bool:
    return len(splices) == 1 and cast(int, splices[0][1]) == size
