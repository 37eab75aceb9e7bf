"""No, with a paragraph: refusals are values that explain, errors are exceptions that explain."""

from __future__ import annotations

from typing import Final


class SandtableError(Exception):
    """Something a user gave that cannot be used; its text is one sentence fit to be shown."""


class Refusal:
    """Why the rules forbid something: the paragraph and the reason in a player's words."""

    __match_args__ = ("rule", "reason")

    def __init__(self, rule: str, reason: str) -> None:
        self.rule: Final = rule
        self.reason: Final = reason

    def __str__(self) -> str:
        return f"{self.reason} [{self.rule}]" if self.rule else self.reason

    def __repr__(self) -> str:
        return f"Refusal({self.rule!r}, {self.reason!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and (self.rule, self.reason) == (other.rule, other.reason)

    def __hash__(self) -> int:
        return hash((self.rule, self.reason))

    def as_json(self) -> dict[str, str]:
        """The refusal as it goes over the wire."""
        return {"rule": self.rule, "reason": self.reason}


class Refused(SandtableError):
    """Raised where an answer was given that the rules forbid."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal: Final = refusal
