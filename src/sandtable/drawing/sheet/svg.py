"""A tiny SVG writer: elements are strings, numbers are short, text is escaped."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape, quoteattr

XY = tuple[float, float]


def num(value: float) -> str:
    """*value* with at most one decimal and no needless characters: map units are a hundredth of a hex."""
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    return "0" if text == "-0" else text


def tag(name: str, *children: str, **attributes: str | float | None) -> str:
    """The element *name*; an underscore in an attribute's name stands for a hyphen, None leaves it out."""
    given = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(value if isinstance(value, str) else num(value))}"
        for key, value in attributes.items()
        if value is not None
    )
    inner = "".join(children)
    return f"<{name}{given}>{inner}</{name}>" if inner else f"<{name}{given}/>"


def group(children: Iterable[str], **attributes: str | float | None) -> str:
    """The *children* as one group, or nothing at all if there are none."""
    inner = "".join(children)
    return tag("g", inner, **attributes) if inner else ""


def words(content: str, x: float, y: float, **attributes: str | float | None) -> str:
    """A piece of text at its baseline point."""
    return tag("text", escape(content), x=x, y=y, **attributes)


def path(d: str, **attributes: str | float | None) -> str:
    """A path, or nothing if it has no length."""
    return tag("path", d=d, **attributes) if d else ""


def polyline(points: Sequence[XY], *, closed: bool = False) -> str:
    """Path data of straight pieces through *points*."""
    body = "L".join(f"{num(x)} {num(y)}" for x, y in points)
    return f"M{body}{'Z' if closed else ''}" if len(points) > 1 else ""


def soft_ring(points: Sequence[XY], most: float = 1e9) -> str:
    """Path data of a closed curve that rounds every corner of the ring *points*, cutting no more than *most* off a side."""
    if len(points) < 3:
        return ""
    pieces: list[str] = []
    for a, p, b in zip([points[-1], *points[:-1]], points, [*points[1:], points[0]], strict=True):
        enter, leave = _toward(p, a, most), _toward(p, b, most)
        word = "L" if pieces else "M"
        # Where sides are cut at their middles, one curve ends where the next begins.
        start = f"{word}{num(enter[0])} {num(enter[1])}"
        if pieces and pieces[-1].endswith(f" {start[1:]}"):
            start = ""
        pieces.append(f"{start}Q{num(p[0])} {num(p[1])} {num(leave[0])} {num(leave[1])}")
    return "".join(pieces) + "Z"


def curve_through(points: Sequence[XY]) -> str:
    """Path data of a smooth open (or, with equal ends, closed) curve through all of *points*."""
    if len(points) < 2:
        return ""
    loop = points[0] == points[-1] and len(points) > 3
    before = points[-2] if loop else points[0]
    after = points[1] if loop else points[-1]
    padded = [before, *points, after]
    pieces = [f"M{num(points[0][0])} {num(points[0][1])}"]
    for p0, p1, p2, p3 in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        pieces.append(
            f"C{num(p1[0] + (p2[0] - p0[0]) / 6)} {num(p1[1] + (p2[1] - p0[1]) / 6)}"
            f" {num(p2[0] - (p3[0] - p1[0]) / 6)} {num(p2[1] - (p3[1] - p1[1]) / 6)} {num(p2[0])} {num(p2[1])}"
        )
    return "".join(pieces)


def rounded_line(points: Sequence[XY], sharp: Sequence[bool], cut: float = 0.4) -> str:
    """Path data through *points* with the corners rounded, save those marked *sharp*."""
    if len(points) < 2:
        return ""
    pieces = [f"M{num(points[0][0])} {num(points[0][1])}"]
    for a, b, c, keep in zip(points, points[1:], points[2:], sharp[1:], strict=False):
        if keep:
            pieces.append(f"L{num(b[0])} {num(b[1])}")
        else:
            enter = (b[0] + (a[0] - b[0]) * cut, b[1] + (a[1] - b[1]) * cut)
            leave = (b[0] + (c[0] - b[0]) * cut, b[1] + (c[1] - b[1]) * cut)
            pieces.append(
                f"L{num(enter[0])} {num(enter[1])}Q{num(b[0])} {num(b[1])} {num(leave[0])} {num(leave[1])}"
            )
    pieces.append(f"L{num(points[-1][0])} {num(points[-1][1])}")
    return "".join(pieces)


def _toward(p: XY, q: XY, most: float) -> XY:
    """The point from *p* half way to *q*, but no farther than *most*."""
    length = math.hypot(q[0] - p[0], q[1] - p[1])
    t = min(0.5, most / length) if length else 0.0
    return p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t
