"""Damaged documents for the fuzz tests: keys dropped or values replaced anywhere inside."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

junk = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 2**70) | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


@st.composite
def damaged(draw: st.DrawFn, document: Mapping[str, Any]) -> dict[str, Any]:
    """*document* with one to three things dropped from it or replaced by junk, at any depth."""
    twin: dict[str, Any] = json.loads(json.dumps(document))
    for _ in range(draw(st.integers(1, 3))):
        holder: Any = twin
        key = draw(st.sampled_from(_keys(holder))) if twin else None
        while key is not None and draw(st.booleans()) and len(_keys(holder[key])) > 0:
            holder = holder[key]
            key = draw(st.sampled_from(_keys(holder)))
        if key is not None and draw(st.booleans()):
            del holder[key]
        elif key is not None:
            holder[key] = draw(junk)
    return twin


def _keys(thing: Any) -> list[Any]:
    """The keys of an object or the places of a list; nothing for anything else."""
    return (
        list(thing) if isinstance(thing, dict) else list(range(len(thing))) if isinstance(thing, list) else []
    )
