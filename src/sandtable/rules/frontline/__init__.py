"""Land Combat Rules 1942-1945: front lines, flags and effectiveness; combats and raids, exact. The board game follows."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from sandtable.kernel import PrintedMatter, steps_in

from . import bombing, combat
from .judging.adjudicate import FrontlineAdjudicator

_TABLES: Final = ("results", "losses", "terrain", "bomber_range")


class FrontlineRulebook(PrintedMatter):
    """The land combat rules."""

    name = "frontline"
    title = "Land Combat Rules 1942-1945"
    behaviour = 2
    folder = files(__name__)
    table_names = _TABLES
    steps = steps_in(combat, bombing)
    adjudicator = FrontlineAdjudicator()


RULEBOOK: Final = FrontlineRulebook()
