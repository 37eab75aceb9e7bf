"""Russia Besieged: the combat card, exact, and the war in the east around it, reconstructed."""

from __future__ import annotations

from .book import RULEBOOK, BesiegedRulebook

__all__ = ["RULEBOOK", "BesiegedRulebook"]
