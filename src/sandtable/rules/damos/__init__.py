"""DAMOS: Army Group North, Army Group South, and both together with a reconstructed Army Group Center."""

from __future__ import annotations

from .book import RULEBOOK, DamosRulebook

__all__ = ["RULEBOOK", "DamosRulebook"]
