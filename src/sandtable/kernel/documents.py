"""Documents: dataclasses as plain data for the wire, field by field; fractions travel as text, "7/12"."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar


class Document:
    """What is written as a dataclass and goes over the wire with all its fields."""

    def as_json(self) -> dict[str, Any]:
        """It as plain data."""
        return {name: plain(value) for name, value in vars(self).items()}


class Sparse(Document):
    """A document that goes over the wire without the fields that have a default and are empty."""

    # Fields that come even so.
    always: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def comes(cls, name: str) -> bool:
        """Whether the field *name* comes even if it is empty."""
        return name in cls.always or name not in vars(cls)

    def as_json(self) -> dict[str, Any]:
        """It as plain data."""
        return {name: plain(value) for name, value in vars(self).items() if value or self.comes(name)}


def plain(value: Any) -> Any:
    """*value* as plain data: documents inside it, too."""
    if hasattr(value, "as_json"):
        return value.as_json()
    if isinstance(value, Mapping):
        return {name: plain(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    return str(value) if isinstance(value, Fraction) else value
