"""Bots for the DAMOS rulebook."""

from __future__ import annotations

from .greedy import Greedy
from .light import Light

__all__ = ["Greedy", "Light"]
