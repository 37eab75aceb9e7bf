"""The airborne rulebook is known by name while its tests run."""

from __future__ import annotations

from sandtable.kernel.book.rulebook import register
from sandtable.rules.airborne import RULEBOOK

register(RULEBOOK)
