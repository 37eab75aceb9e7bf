"""What sentences of any rulebook share: things in a row, and numbers with what they count."""

from __future__ import annotations

from collections.abc import Iterable


def enumerated(names: Iterable[str]) -> str:
    """Several names in a row: "A, B and C"."""
    listed = list(names)
    return ", ".join(listed[:-1]) + " and " + listed[-1] if len(listed) > 1 else "".join(listed)


def counted(number: float, thing: str) -> str:
    """A number of things: "1 attack", "2 attacks", "2 hexes"."""
    plural = thing + ("es" if thing.endswith("x") else "s")
    return f"{number:g} {thing if number == 1 else plural}"
