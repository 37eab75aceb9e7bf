"""What every rulebook promises, of both scenarios, by fronts, in fog, with sealed flags and with bombing."""

from __future__ import annotations

from sandtable.rules.frontline import RULEBOOK
from sandtable.testing import conformance

SETUPS = [
    RULEBOOK.setup("frontline-1943"),
    RULEBOOK.setup("frontline-1943-fronts", {"sealed_flags": True, "wishes": True}),
    RULEBOOK.setup("frontline-1943", {"fog": True, "bombing": True}),
    RULEBOOK.setup("frontline"),
]
TestConformance = conformance.battery(RULEBOOK, games=1, answers=40, setups=SETUPS)
