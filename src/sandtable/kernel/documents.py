"""Documents: dataclasses as plain data for the wire, field by field; fractions travel as text, "7/12"."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any


class Document:
    """What is written as a dataclass and goes over the wire with all its fields."""

    def as_json(self) -> dict[str, Any]:
        """It as plain data."""
        return {name: plain(value) for name, value in vars(self).items()}


def plain(value: Any) -> Any:
    """*value* as plain data: documents inside it, too."""
    if hasattr(value, "as_json"):
        return value.as_json()
    if isinstance(value, Mapping):
        return {name: plain(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    return str(value) if isinstance(value, Fraction) else value
