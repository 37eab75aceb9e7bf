"""How wide a piece of text will be, from the advance widths of the two typefaces."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Final

from .svg import words
from .theme import SANS, SERIF

# Advance widths of the characters from space to tilde, in thousandths of the size.
_SANS: Final = (
    "200 315 482 513 513 841 639 275 324 324 438 513 275 322 275 344 513 513 513 513 513 513 513 513 513 513 275 275 "
    "513 513 513 444 875 558 597 576 625 538 510 628 663 282 494 597 502 745 656 674 582 674 592 545 546 655 536 800 "
    "541 501 540 324 344 324 513 500 549 516 563 462 564 507 317 520 558 262 263 522 271 843 560 549 564 564 373 431 "
    "361 556 495 748 481 495 443 324 255 324 513"
)
_SERIF: Final = (
    "234 290 423 555 511 870 694 258 375 375 480 530 300 311 300 329 511 511 511 511 511 511 511 511 511 511 301 301 "
    "530 530 530 444 872 676 624 593 701 587 550 655 764 358 404 663 568 927 727 660 563 660 646 494 569 712 605 872 "
    "661 554 537 325 313 325 530 511 400 522 494 407 524 407 294 486 544 305 260 472 279 818 563 488 512 488 400 360 "
    "329 572 478 729 519 476 462 379 251 379 530"
)
_WIDTHS: Final = {
    face: tuple(int(width) / 1000 for width in table.split())
    for face, table in ((SANS, _SANS), (SERIF, _SERIF))
}
CAP_HEIGHT: Final = 0.66
DESCENT: Final = 0.2


@dataclass(frozen=True, kw_only=True)
class Lettering:
    """A way to set text: face, size, weight, slant, spacing between letters (in sizes)."""

    size: float
    face: str = SANS
    weight: int = 400
    italic: bool = False
    spacing: float = 0.0

    def width(self, content: str) -> float:
        """How wide *content* will be, in map units."""
        table = _WIDTHS[self.face]
        heavy = 1.0 + max(0, self.weight - 600) / 3000
        total = 0.0
        for letter in unicodedata.normalize("NFD", content):
            if unicodedata.combining(letter):
                continue
            index = ord(letter) - 32
            total += table[index] if 0 <= index < len(table) else 0.6
            total += self.spacing
        return total * self.size * heavy

    def set(self, content: str, x: float, y: float, **attributes: str | float | None) -> str:
        """*content* as an element with its baseline at *x*, *y*."""
        return words(
            content,
            x,
            y,
            font_family=self.face,
            font_size=self.size,
            font_weight=str(self.weight) if self.weight != 400 else None,
            font_style="italic" if self.italic else None,
            letter_spacing=self.spacing * self.size if self.spacing else None,
            **attributes,
        )

    def wrapped(self, content: str, width: float) -> list[str]:
        """*content* in lines no wider than *width*."""
        lines: list[str] = []
        line = ""
        for word in content.split():
            longer = f"{line} {word}" if line else word
            if line and self.width(longer) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        return [*lines, line] if line else lines
