"""Airborne: the operational playsheet of an airborne operation in 1944, procedure by procedure, and Market Garden around it."""

from __future__ import annotations

from .book import RULEBOOK, AirborneRulebook

__all__ = ["RULEBOOK", "AirborneRulebook"]
