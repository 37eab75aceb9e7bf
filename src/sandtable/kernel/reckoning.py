"""Reckonings: a number together with the named, cited contributions that make it up.

    odds = Reckoning("attack strength")
    odds.add("two infantry", 8, "3.1").times("across the river", Fraction(1, 2), "3.2").at_least(1, "3.3")
    odds.total, odds.lines

Every number a player meets is one of these, so the board can always answer "why?".
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Final, NamedTuple, Self

Number = int | Fraction


class Line(NamedTuple):
    """One contribution: what it is, what it does to the running total, under which paragraph, and the total after it."""

    what: str
    sign: str
    value: Number
    rule: str
    total: Number

    def __str__(self) -> str:
        value = (
            f"{self.value:+}"
            if self.sign == "+" and isinstance(self.value, int)
            else f"{self.sign} {self.value}"
        )
        return f"{value}  {self.what} [{self.rule}]"


class Reckoning:
    """A running total with its reasons, in the order in which the rules apply them."""

    def __init__(self, what: str = "") -> None:
        self.what: Final = what
        self.lines: Final[list[Line]] = []
        self.total: Number = 0

    def _note(self, what: str, sign: str, value: Number, rule: str, total: Number) -> Self:
        self.total = total
        self.lines.append(Line(what, sign, value, rule, total))
        return self

    def add(self, what: str, value: Number, rule: str) -> Self:
        """Add *value*; a contribution of 0 is noted too, for it explains itself."""
        return self._note(what, "+", value, rule, self.total + value)

    def add_if(self, holds: object, what: str, value: Number, rule: str) -> Self:
        """Add *value* where *holds*, else leave no line."""
        return self.add(what, value, rule) if holds else self

    def lacking(self, what: str, value: Number, rule: str) -> Self:
        """Note that *value* is missing for something; the total stays."""
        return self._note(what, "?", value, rule, self.total)

    def times(self, what: str, factor: Number, rule: str) -> Self:
        """Multiply the total so far."""
        return self._note(what, "x", factor, rule, _plain(self.total * factor))

    def round_down(self, rule: str) -> Self:
        """Drop a fraction."""
        return self._rounded("rounded down", self.total.__floor__(), rule)

    def round_half_up(self, rule: str) -> Self:
        """Round to the nearest whole number, halves up."""
        if isinstance(self.total, int):
            return self
        return self._rounded("rounded", (self.total + Fraction(1, 2)).__floor__(), rule)

    def at_least(self, least: int, rule: str, what: str = "at least") -> Self:
        """Raise the total to *least*; no line when it is there already."""
        return self if self.total >= least else self._note(what, "=", least, rule, least)

    def at_most(self, most: int, rule: str, what: str = "at most") -> Self:
        """Lower the total to *most*; no line when it is there already."""
        return self if self.total <= most else self._note(what, "=", most, rule, most)

    def _rounded(self, what: str, value: int, rule: str) -> Self:
        return self if self.total == value else self._note(what, "=", value, rule, value)

    def __int__(self) -> int:
        if self.total != int(self.total):
            raise ValueError(f"{self.what or 'the reckoning'} is {self.total}, which no rule has rounded")
        return int(self.total)

    def as_json(self) -> list[dict[str, Any]]:
        """The lines as they go over the wire; ``sign`` is only given where a line does not simply add.

        "x" multiplies, "=" replaces, "?" is missing for something; studies also write "%" for a chance.
        """
        return [
            {"what": line.what, "value": _json_number(line.value), "rule": line.rule}
            | ({} if line.sign == "+" else {"sign": line.sign})
            for line in self.lines
        ]

    def __str__(self) -> str:
        return "\n".join([*map(str, self.lines), f"= {self.total}  {self.what}"])


def lines_of(reckonings: Iterable[Reckoning]) -> list[dict[str, Any]]:
    """The lines of several reckonings one after another, each line with what it is a part of."""
    return [{"of": reckoning.what, **line} for reckoning in reckonings for line in reckoning.as_json()]


def _plain(number: Number) -> Number:
    return int(number) if isinstance(number, Fraction) and number.denominator == 1 else number


def _json_number(number: Number) -> int | str:
    plain = _plain(number)
    return plain if isinstance(plain, int) else str(plain)


if __name__ == "__main__":
    print(
        Reckoning("attack strength")
        .add("two rifle corps", 9, "8.2")
        .times("across a river", Fraction(3, 4), "5.2")
        .round_half_up("8.2")
    )
