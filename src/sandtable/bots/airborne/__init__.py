"""The greedy bot of the airborne playsheet: it marches on the bridges, prepares, and attacks where the exact odds are good."""

from __future__ import annotations

from .greedy import Greedy

__all__ = ["Greedy"]
