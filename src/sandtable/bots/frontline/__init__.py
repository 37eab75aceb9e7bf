"""The greedy bot of the Land Combat Rules: it weighs every hexside exactly, masses, and falls back where it is thin."""

from __future__ import annotations

from .greedy import Greedy

__all__ = ["Greedy"]
