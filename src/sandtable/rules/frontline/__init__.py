"""Land Combat Rules 1942-1945: front lines, flags and effectiveness; combats and raids, exact, and the Eastern Front around them."""

from __future__ import annotations

from .book import RULEBOOK, FrontlineRulebook

__all__ = ["RULEBOOK", "FrontlineRulebook"]
