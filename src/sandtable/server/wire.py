"""Documents as they go over the wire: JSON, and compressed where that saves more than it costs."""

from __future__ import annotations

import json
import zlib
from typing import Any, Final

import orjson

# What fits into the first packets of a connection arrives no earlier for being smaller.
SMALL: Final = 14_000
# Views are repetitive: more effort takes half as long again, or more, and saves a twentieth.
EFFORT: Final = 1
_GZIP: Final = 16 + zlib.MAX_WBITS


class Message(dict[str, Any]):
    """What a seat may know at one version: put into words at most once, for however many look at it."""

    _json: bytes | None = None
    _packed: bytes | None = None

    def json(self) -> bytes:
        """The message as JSON."""
        if self._json is None:
            self._json = to_json(self)
        return self._json

    def packed(self) -> bytes:
        """The same as gzip."""
        if self._packed is None:
            self._packed = compressed(self.json())
        return self._packed


def to_json(document: Any) -> bytes:
    """*document* as JSON without needless spaces."""
    try:
        return orjson.dumps(document)
    except TypeError:
        # Keys that are no text, which take orjson three times as long, and whole numbers beyond 64 bits.
        return json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode()


def compressed(body: bytes) -> bytes:
    """*body* as gzip."""
    packer = zlib.compressobj(EFFORT, zlib.DEFLATED, _GZIP)
    return packer.compress(body) + packer.flush()
