"""Documents as they go over the wire: JSON, and compressed where that saves more than it costs."""

from __future__ import annotations

import json
import zlib
from typing import Any, Final

import orjson

# What fits into the first packets of a connection arrives no earlier for being smaller.
SMALL: Final = 14_000
# Views are repetitive: more effort takes several times as long and saves little.
EFFORT: Final = 3
_GZIP: Final = 16 + zlib.MAX_WBITS


def to_json(document: Any) -> bytes:
    """*document* as JSON without needless spaces."""
    try:
        return orjson.dumps(document, option=orjson.OPT_NON_STR_KEYS)
    except TypeError:
        # Whole numbers beyond 64 bits; the standard library knows no limit.
        return json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode()


def compressed(body: bytes) -> bytes:
    """*body* as gzip."""
    packer = zlib.compressobj(EFFORT, zlib.DEFLATED, _GZIP)
    return packer.compress(body) + packer.flush()
