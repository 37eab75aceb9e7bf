"""Counters: side by colour and by shape, symbol, size mark, strength and movement, and what has befallen them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sandtable.kernel.book.appearance import Appearance, Measure, strength_and_movement
from sandtable.kernel.map.board import Board
from sandtable.kernel.map.hexes import Hex

from ..sheet.sheet import CELL, Sheet
from ..sheet.svg import group, num, path, tag, words
from ..sheet.theme import SANS
from ..sheet.typography import Lettering
from .symbols import SHAPES, draw_unit_symbol

# Rulebooks name the kind of a unit in their own words; the symbols have the army's.
_SYMBOLS = {"foot": "infantry"}
# A counter is drawn 120 wide around the origin and scaled to where it goes.
SIZE: Final = 120.0
_HALF: Final = SIZE / 2
_STACK_STEP: Final = 7.0
_STACK_SHOWN: Final = 4
# How far apart the badges of a counter lie.
_BADGES: Final = 28.0


# A game that says no more of its counters: strength at the left, movement at the right.
PLAIN: Final = Appearance(
    figures=strength_and_movement(
        Measure(short="strength", one="strength point", many="strength points"),
        Measure(short="movement", one="movement point", many="movement points"),
    )
)


@dataclass(frozen=True, kw_only=True)
class SideStyle:
    """How the counters of a side look: shape of the edge, body, ink of the text, paper of the symbol's frame."""

    shape: str
    body: str
    ink: str
    frame: str
    frame_ink: str
    edge: str


SIDES: Final[dict[str, SideStyle]] = {
    "field_grey": SideStyle(
        shape="square", body="#b7bdb2", ink="#171a15", frame="#e4e7e0", frame_ink="#171a15", edge="#3d423a"
    ),
    "brown_red": SideStyle(
        shape="round", body="#8a4030", ink="#fff6e8", frame="#f3dcc6", frame_ink="#4a170c", edge="#431a10"
    ),
    "blue_white": SideStyle(
        shape="cut", body="#f4f7fa", ink="#123f7c", frame="#d5e2f1", frame_ink="#123f7c", edge="#123f7c"
    ),
    "olive": SideStyle(
        shape="notched", body="#5d6638", ink="#fbf9e9", frame="#e6e6c9", frame_ink="#2b3014", edge="#2b3014"
    ),
    "sand": SideStyle(
        shape="slanted", body="#dcc391", ink="#33240a", frame="#f6ebd0", frame_ink="#33240a", edge="#6d5320"
    ),
    "stone": SideStyle(
        shape="square", body="#d9d6ce", ink="#2b2925", frame="#f3f1ec", frame_ink="#2b2925", edge="#7b776d"
    ),
}


@dataclass(frozen=True, kw_only=True)
class Counter:
    """A counter to be drawn. *left*, *middle* and *right* stand at the bottom: strength and movement in most games."""

    hex: Hex | None = None
    side: str = "stone"
    symbol: str = "infantry"
    size: str = ""
    left: str = ""
    middle: str = ""
    right: str = ""
    name: str = ""
    formation: str | None = None
    spent: bool = False
    demoralized: bool = False
    unsupplied: bool = False
    hatched: bool = False
    badges: str = ""
    """The letters of what else has befallen it, each on a round badge."""


def side_style(side: str) -> SideStyle:
    """The look of *side*; a side without one is stone grey."""
    return SIDES.get(side, SIDES["stone"])


def draw_counter(counter: Counter, px: int = 96) -> str:
    """One counter alone, as an SVG document *px* pixels wide."""
    room = SIZE + 12
    return tag(
        "svg",
        counter_marks(counter),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{num(-room / 2)} {num(-room / 2)} {num(room)} {num(room)}",
        width=str(px),
        height=str(px),
    )


def draw_counters(sheet: Sheet, counters: Iterable[Counter]) -> str:
    """All *counters* on their hexes, in stacks where they share one; those without a hex are left out."""
    stacks: dict[Hex, list[Counter]] = {}
    for counter in counters:
        if counter.hex is not None:
            stacks.setdefault(counter.hex, []).append(counter)
    scale = counter_width(sheet) / SIZE
    return group(
        tag(
            "g",
            draw_stack(stacks[h], sheet),
            transform=f"translate({num(x)} {num(y)}) scale({scale:.3f})",
        )
        for h in sorted(stacks)
        for x, y in [sheet.centre(h)]
    )


def counter_width(sheet: Sheet) -> float:
    """How wide a counter is on the map: two thirds of a cell, more where cells are small."""
    return CELL * 0.66 * max(1.0, sheet.lettering * 0.75)


def draw_stack(stack: Sequence[Counter], sheet: Sheet) -> str:
    """A stack, its last counter on top, each a step up and to the right, with a count."""
    shown = list(stack)[-_STACK_SHOWN:]
    drawn: list[str] = []
    for i, counter in enumerate(shown):
        off = _STACK_STEP * (i - (len(shown) - 1) / 2)
        drawn.append(tag("g", counter_marks(counter), transform=f"translate({num(off)} {num(-off)})"))
    if len(stack) > 1:
        off = _HALF + _STACK_STEP * (len(shown) - 1) / 2
        theme = sheet.theme
        drawn.append(
            tag(
                "circle",
                cx=off - 4,
                cy=-off + 4,
                r=17.0,
                fill=theme.ink,
                stroke=theme.paper,
                stroke_width=3.0,
            )
            + Lettering(size=25, weight=700).set(
                str(len(stack)), off - 4, -off + 12.6, text_anchor="middle", fill=theme.paper
            )
        )
    return group(drawn)


def counter_marks(counter: Counter) -> str:
    """The drawing of *counter* around the origin, 120 units wide."""
    style = side_style(counter.side)
    outline = SHAPES[style.shape](_HALF)
    room = 33.0 if counter.middle else 48.0
    drawn = [path(outline, fill=style.body, stroke=style.edge, stroke_width=3.0, stroke_linejoin="round")]
    if counter.demoralized or counter.hatched:
        # Beneath symbol and numbers, which must stay readable.
        drawn.append(path(_hatching(), fill="none", stroke=style.ink, stroke_width=3.0, stroke_opacity="0.5"))
    letters = ("D" if counter.demoralized else "") + counter.badges
    drawn += [_badge(letter, 41.0, -41.0 + _BADGES * n, style) for n, letter in enumerate(letters)]
    drawn += [
        _formation(counter, style),
        tag(
            "g",
            draw_unit_symbol(counter.symbol, ink=style.frame_ink, fill=style.frame),
            transform="translate(0 -9) scale(1.16)",
        ),
        _text(counter.size, 0.0, -37.0, 22, style.ink, weight=700),
        _number(counter.left, -33.0, style, room=room),
        _number(counter.middle, 0.0, style, room=room),
        _number(counter.right, 33.0, style, room=room),
        _name(counter, style),
    ]
    if counter.unsupplied:
        drawn.append(_broken_chain(style))
    return group(
        drawn,
        transform="rotate(90)" if counter.spent else None,
        opacity="0.62" if counter.spent else None,
        **{"class": "counter spent" if counter.spent else "counter"},
    )


def _text(content: str, x: float, y: float, size: float, ink: str, *, weight: int = 400) -> str:
    if not content:
        return ""
    return words(
        content,
        x,
        y,
        text_anchor="middle",
        font_family=SANS,
        font_size=size,
        font_weight=str(weight),
        fill=ink,
    )


def _number(content: str, x: float, style: SideStyle, *, room: float) -> str:
    lettering = Lettering(size=34, weight=700)
    size = min(34.0, 34.0 * room / max(room, lettering.width(content)))
    return _text(content, x, 51.0, size, style.ink, weight=700)


def _name(counter: Counter, style: SideStyle) -> str:
    """The name, small, between symbol and numbers; long ones are set smaller."""
    lettering = Lettering(size=12.5, weight=600)
    size = min(12.5, 12.5 * 100 / max(1.0, lettering.width(counter.name)))
    return _text(counter.name, 0.0, 27.0, size, style.ink, weight=600)


def _formation(counter: Counter, style: SideStyle) -> str:
    """The bar of the formation, down the left side of the symbol."""
    if counter.formation is None:
        return ""
    return tag(
        "rect",
        x=-52.0,
        y=-32.0,
        width=11.0,
        height=46.0,
        fill=counter.formation,
        stroke=style.edge,
        stroke_width=1.6,
    )


def _hatching() -> str:
    """Slanting lines across the whole counter."""
    reach = _HALF - 9
    return "".join(
        f"M{num(max(-reach, c - reach))} {num(min(reach, c + reach))}L{num(min(reach, c + reach))} {num(max(-reach, c - reach))}"
        for c in (-80, -48, -16, 16, 48, 80)
    )


def _badge(letter: str, x: float, y: float, style: SideStyle) -> str:
    return tag("circle", cx=x, cy=y, r=13.0, fill=style.ink, stroke=style.body, stroke_width=2.0) + _text(
        letter, x, y + 6.6, 19, style.body, weight=700
    )


def _broken_chain(style: SideStyle) -> str:
    """Two links torn apart: no supply."""
    upper = "M40 -24v-3a5 5 0 0 1 10 0v8a5 5 0 0 1 -4 5"
    lower = "M50 4v3a5 5 0 0 1 -10 0v-8a5 5 0 0 1 4 -5"
    return group(
        path(upper + lower, fill="none", stroke=ink, stroke_width=weight, stroke_linecap="round")
        for ink, weight in ((style.body, 6.5), (style.ink, 3.2))
    )


def counters_of(
    board: Board, seen: Iterable[Mapping[str, Any]], livery: Mapping[str, str], look: Appearance = PLAIN
) -> list[Counter]:
    """The counters of a view: figures and marks as *look* has them, strength as far as it is known, else as printed.

    *livery* says in which style a nation, or else a side, is drawn.
    """
    return [_counter(board, entry, livery, look) for entry in seen]


def _counter(board: Board, entry: Mapping[str, Any], livery: Mapping[str, str], look: Appearance) -> Counter:
    figures = {f.place: str(entry.get(f.field, entry.get(f.printed, ""))) for f in look.figures}
    marks = [mark for mark in look.marks if entry.get(mark.field) is mark.when]
    looks = {mark.look for mark in marks}
    return Counter(
        hex=board.hex(entry["hex"]),
        side=_style(entry, livery),
        symbol=_SYMBOLS.get(entry["symbol"], entry["symbol"]),
        size=entry.get("size", ""),
        left=figures.get("left", ""),
        middle=figures.get("middle", ""),
        right=figures.get("right", ""),
        name=_short(entry.get("name", entry["unit"]), look),
        spent="turned" in looks,
        hatched="hatched" in looks,
        unsupplied="chain" in looks,
        badges="".join(mark.letter for mark in marks),
    )


def _short(name: str, look: Appearance) -> str:
    """ "1st Guards Division" is "1st Guards" on a counter."""
    for ending in look.endings:
        if name.endswith(f" {ending}"):
            return name.removesuffix(f" {ending}")
    return name


def _style(entry: Mapping[str, Any], livery: Mapping[str, str]) -> str:
    for word in (entry.get("nation"), entry.get("side")):
        style = livery.get(str(word))
        if style in SIDES:
            return str(style)
    return "stone"
