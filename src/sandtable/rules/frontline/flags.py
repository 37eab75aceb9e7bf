"""[Winter, Naval Flags] The flags that an operation costs."""

from __future__ import annotations

from .state import Battle


def flags_needed(battle: Battle) -> dict[str, int]:
    """[Winter, Naval Flags] A Military flag for each attacked hexside, two in winter; an assault from the sea a Naval one besides (F-6, F-28, F-38)."""
    return {"military": battle.hexsides * (2 if battle.winter else 1), "naval": int(battle.amphibious)}
