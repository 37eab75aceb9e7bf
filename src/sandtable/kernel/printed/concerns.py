"""What a player would regret and the rules know, about an option or about sealing an order sheet.

It stands here and not beside the other studies because steps tell of it, too: those that ask for sheets.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..documents import Document


@dataclass(frozen=True, kw_only=True)
class Concern(Document):
    """Something that the player would regret, as a sentence with its paragraph, and where it would be.

    Its kind is one of ``Appearance.concerns``, by which a player switches it off.
    """

    kind: str
    text: str
    rule: str
    hexes: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
