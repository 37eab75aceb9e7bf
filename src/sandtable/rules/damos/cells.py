"""What may stand in the cells of our tables: the usual spellings are understood, anything else is refused with an example.

Whoever owns the real player aid types it in as it is printed: "+1 LP to the attacker", "1♥", "3 / 0", a dash for
nothing. Here such a cell becomes what the rules read; where that cannot be done, ``BadCell`` says what would do.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from sandtable.kernel import BadCell, Cell, CellReader

NOTHING: Final = ("-", "", "none", "nil", "no effect", "no change")
MINUS: Final = str.maketrans(dict.fromkeys("‐‑‒–—―−﹣－", "-"))
MOST: Final = 99


def plain(cell: Cell) -> str:
    """A cell in small letters, with plain digits, dashes and spaces; as ``"1/2"`` where one sign was typed."""
    text = unicodedata.normalize("NFKC", str(cell)).replace("\N{FRACTION SLASH}", "/").replace("\ufe0f", "")
    return " ".join(text.translate(MINUS).lower().split())


# ---- [8.6] the Combat Results Table

_SUITS: Final = {
    **dict.fromkeys(("♥", "♡", "❤", "heart", "hearts"), "h"),
    **dict.fromkeys(("♦", "♢", "diamond", "diamonds"), "d"),
}
_RESULT: Final = re.compile(r"([0-9]{1,2}) ?(h|d|[♥♡❤♦♢]|hearts?|diamonds?)?(?: ?lp)?")
# How far down one, two and three dice read; four columns for each number of dice.
_LAST_ROWS: Final = (9, 15, 20)
_COLUMNS: Final = ("1", "2", "3-4", "5-6", "7", "8", "9-10", "11-12", "13-15", "16-18", "19-23", "24+")


def crt_cell(row: str, column: str, cell: Cell) -> Cell:
    """[8.6] Loss points, with a heart or a diamond at 0 and 1 alone [8.7]; nothing where the dice do not reach."""
    text = plain(cell)
    if text in NOTHING:
        first = int(re.match("[0-9]+", row)[0])  # type: ignore[index]
        if first > _LAST_ROWS[_COLUMNS.index(column) // 4]:
            return ""
        if text:
            return "0"
    found = _RESULT.fullmatch(text)
    if found is None or (found[2] and int(found[1]) > 1):
        raise BadCell("loss points belong there, such as '2', '0h' for a heart or '1d' for a diamond")
    return f"{int(found[1])}{_SUITS.get(found[2] or '', found[2] or '')}"


# ---- [8.9] the Counterattack Table

_PAIR: Final = re.compile(r"(?:d:? ?)?([0-9]{1,2}|-) ?(?:lp)? ?[/|,;:] ?(?:a:? ?)?([0-9]{1,2}|-) ?(?:lp)?")


def counterattack_cell(row: str, column: str, cell: Cell) -> Cell:
    """[8.9] Loss points of the counterattacking defender / of the original attacker."""
    found = _PAIR.fullmatch(plain(cell))
    if found is None:
        raise BadCell("the losses of the counterattacker / of the attacker belong there, such as '1/3'")
    return "/".join("0" if points == "-" else str(int(points)) for points in found.groups())


# ---- [8.4] the Combat Matrix

# Who, how much, of what, and what may stand between.
_TOKEN: Final = re.compile(
    r"(?P<S>(?:both(?: sides)?|attack(?:ers?|ing)|att|atk|a|defend(?:ers?|ing)|defen[cs]e|def|d)(?![a-z]))"
    r"|(?P<N>[+-] ?[0-9]{1,2})(?![0-9])"
    r"|(?P<U>(?:loss points?|loss(?:es)?|lps?|di(?:e|ce)(?: rolls?)?(?: modifiers?)?|rolls?|modifiers?|drms?)(?![a-z]))"
    r"|(?P<X>(?:['’]s|and|to|for|the|of|on)(?![a-z])|[\s,;:/|.&()])"
)
# Who first and then what, once or more for each; or what first and then who; or the number before who and what.
_ORDERS: Final = (r"(?:S+(?:NU|UN)+)+", r"(?:(?:NU|UN)+S+)+", r"(?:NSU)+")
_GROUPS: Final = (r"S+(?:NU|UN)+", r"(?:NU|UN)+S+", r"NSU")


def matrix_cell(row: str, column: str, cell: Cell) -> Cell:
    """[8.4] What plan and posture do: loss points or die-roll modifiers of the attacker and of the defender."""
    text = plain(cell)
    if text in (*NOTHING[:1], *NOTHING[2:], "0"):
        return "-"
    entries = _entries(text)
    if not entries:
        raise BadCell(
            "effects belong there, such as 'A+1LP', 'A+1LP D-1DRM' (A attacker, D defender), or '-' for none"
        )
    return " ".join(entries)


def _entries(text: str) -> list[str]:
    """The effects that *text* names as the rules read them, ``["A+1LP", "D-1DRM"]``; none if it cannot be read."""
    tokens: list[tuple[str, str]] = []
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            return []
        if found.lastgroup != "X":
            tokens.append((found.lastgroup or "", found[0]))
        at = found.end()
    letters = "".join(kind for kind, _ in tokens)
    for order, group in zip(_ORDERS, _GROUPS, strict=True):
        if re.fullmatch(order, letters):
            return [
                entry
                for part in re.finditer(group, letters)
                for entry in _of_group(tokens[part.start() : part.end()])
            ]
    return []


def _of_group(tokens: list[tuple[str, str]]) -> list[str]:
    """The effects of some tokens that belong together: every number with its unit, for every side."""
    sides = "".join(
        "AD" if word.startswith("both") else word[0].upper() for kind, word in tokens if kind == "S"
    )
    numbers = [int(word.replace(" ", "")) for kind, word in tokens if kind == "N"]
    units = ["LP" if word.startswith("l") else "DRM" for kind, word in tokens if kind == "U"]
    return [
        f"{side}{number:+d}{unit}"
        for side in dict.fromkeys(sides)
        for number, unit in zip(numbers, units, strict=True)
    ]


# ---- [9.0] the Attrition Table, [3.0] the Terrain Effects Chart


def attrition_cell(row: str, column: str, cell: Cell) -> Cell:
    """[9.0] Loss points."""
    text = plain(cell)
    if text == "-":
        return 0
    if not re.fullmatch("[0-9]{1,2}", text):
        raise BadCell("loss points belong there, such as 2, or '-' for none")
    return int(text)


_GROUND: Final = ("clear", "woods", "rough", "swamp", "mountain")
_BUILT: Final = ("town", "city", "major_city")
_RIVERS: Final = ("river", "major_river")
_MOVEMENT: Final = ("foot", "motorized", "mechanized")
# What an attacker loses is written with a minus.
_LOST: Final = ("attack_armor", "attack_other")
_EXAMPLES: Final = {
    **dict.fromkeys(_LOST, "-1 for a point that each such unit loses, or 0"),
    "defence": "1 for a point that the defender gains, or 0",
    "reaction": "-1 or 0",
    "attrition": "1 or 0",
}


def terrain_cell(row: str, column: str, cell: Cell) -> Cell:
    """[3.0] Movement points, strength, modifiers, a share of the strength, or postures, by the column."""
    text = plain(cell)
    if column == "multiplier":
        return _share(text)
    if column == "postures":
        return _postures(row, text)
    if column in _MOVEMENT:
        return _movement(row, text)
    number = 0 if text == "-" else _whole(text)
    if number is None or (number > 0 and column in _LOST) or (number < 0 and column == "defence"):
        raise BadCell(f"a whole number belongs there, such as {_EXAMPLES[column]}")
    return number


def _whole(text: str) -> int | None:
    return int(text.replace(" ", "")) if re.fullmatch("[+-]? ?[0-9]{1,2}", text) else None


def _share(text: str) -> Cell:
    found = re.fullmatch(r"x? ?([0-9]{1,2}(?:/[0-9]{1,2}|\.[0-9]{1,2})?)", text)
    try:
        share = Fraction(found[1]) if found else Fraction(0)
    except ZeroDivisionError:
        share = Fraction(0)
    if not 0 < share <= MOST:
        raise BadCell("the share of the strength that counts belongs there, such as '1', '3/4' or '1/2'")
    return str(share)


def _movement(row: str, text: str) -> Cell:
    """Whole points, none of them free but where there is nothing to pay; along the rail half points too."""
    if row == "rail":
        if not re.fullmatch("[0-9]{1,2}(?:/2|\\.5)?", text) or not Fraction(text):
            raise BadCell("movement points belong there, such as '1/2' or 1")
        points = Fraction(text)
        return int(points) if points.denominator == 1 else str(points)
    least = 1 if row in (*_GROUND, "road") else 0
    if text == "-" and not least:
        return 0
    if not re.fullmatch("[0-9]{1,2}", text) or int(text) < least:
        raise BadCell("whole movement points belong there, such as 1 or 2")
    return int(text)


def _postures(row: str, text: str) -> Cell:
    """S, C, D, H: on the ground at least Steadfast; what is built and rivers may add to that with a plus."""
    letters = re.sub("[ ,;/.]", "", text)
    if letters in ("-", "", "none", "+"):
        letters = "" if row in ("road", "rail") else "+"
    allowed = "[scdh]*" if row in ("road", "rail") else r"[scdh]*s[scdh]*"
    if row in (*_BUILT, *_RIVERS):
        allowed += r"|\+[scdh]*"
    if not re.fullmatch(allowed, letters):
        raise BadCell(
            "letters of postures belong there (S Steadfast, C Counterattack, D Delay, H Hedgehog), such as 'SCDH'"
            + (" or '+H' for one more" if row in (*_BUILT, *_RIVERS) else ", Steadfast always among them")
        )
    return letters.upper()


CELLS: Final[Mapping[str, CellReader]] = {
    "crt": crt_cell,
    "counterattack": counterattack_cell,
    "combat_matrix": matrix_cell,
    "attrition": attrition_cell,
    "terrain": terrain_cell,
}
