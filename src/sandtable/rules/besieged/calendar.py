"""[Blitzkrieg Dates] The twenty-five two-month turns, May/Jun 1941 to May/Jun 1945, and who may use Blitzkrieg when."""

from __future__ import annotations

import re
from typing import Any, Final

from sandtable.kernel import BadDescription, Refusal
from sandtable.kernel.book.describing import shown, whole

LAST_TURN: Final = 25
LAST_GERMAN_BLITZKRIEG: Final = 14
_MONTHS: Final = ("Jan/Feb", "Mar/Apr", "May/Jun", "Jul/Aug", "Sep/Oct", "Nov/Dec")
# Turn 1 is the third pair of months of 1941.
_OFFSET: Final = 1
_FIRST_YEAR: Final = 1941


def turn_name(turn: int) -> str:
    """The months and the year of *turn*."""
    years, months = divmod(turn + _OFFSET, len(_MONTHS))
    return f"{_MONTHS[months]} {_FIRST_YEAR + years}"


def year_of(turn: int) -> int:
    """The year of *turn*."""
    return _FIRST_YEAR + (turn + _OFFSET) // len(_MONTHS)


def is_november(turn: int) -> bool:
    """Whether *turn* is a Nov/Dec turn."""
    return turn_name(turn).startswith("Nov")


def read_turn(given: Any) -> int:
    """A turn by its number, or by its months: "Jul/Aug 1943"."""
    if isinstance(given, str) and not re.fullmatch(r"[-+]?[0-9]+", given.strip()):
        wanted = " ".join(given.lower().split())
        for turn in range(1, LAST_TURN + 1):
            if turn_name(turn).lower() == wanted:
                return turn
        raise BadDescription(
            f"turn is {shown(given)}; 1 to {LAST_TURN} or months such as 'Jul/Aug 1943' would do"
        )
    return whole(given, "turn", least=1, most=LAST_TURN)


def blitzkrieg_date_refusal(side: str, turn: int) -> Refusal | None:
    """[Blitzkrieg Dates] Germans through Jul/Aug 1943, Russians from Sep 1943 on (B-3, B-22)."""
    if (side == "german") == (turn <= LAST_GERMAN_BLITZKRIEG):
        return None
    when = "through Jul/Aug 1943" if side == "german" else "from Sep/Oct 1943 on"
    return Refusal(
        "Blitzkrieg Dates", f"{side.title()}s use the Blitzkrieg table {when}, and this is {turn_name(turn)}"
    )
