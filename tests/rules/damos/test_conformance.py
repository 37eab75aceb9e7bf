"""DAMOS keeps the promises of every rulebook: random games of each scenario, and of each optional rule once."""

from __future__ import annotations

from sandtable.rules.damos import RULEBOOK
from sandtable.testing import conformance

SETUPS = (
    RULEBOOK.setup("agn"),
    RULEBOOK.setup("agn", {"setup": "free"}),
    RULEBOOK.setup("ags", {"thrust": True, "pause": True, "solitaire": True}),
    RULEBOOK.setup("barbarossa", {"turns": 13}),
)

TestConformance = conformance.battery(RULEBOOK, games=1, answers=400, setups=SETUPS)
