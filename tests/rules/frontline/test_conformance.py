"""What every rulebook promises: every day of both starts, one in fog and with bombing, one by fronts with sealed flags."""

from __future__ import annotations

import pytest

from sandtable.rules.frontline import RULEBOOK
from sandtable.testing import conformance

LATE = [RULEBOOK.setup("frontline-1943", {"fog": True, "bombing": True})]
TestConformance = conformance.battery(RULEBOOK, games=1, answers=40, samples=10, setups=LATE)
# By fronts: the first answers. The game that is played to its end has the same turns.
FRONTS = [RULEBOOK.setup("frontline-fronts", {"sealed_flags": True, "wishes": True})]
TestFronts = conformance.battery(RULEBOOK, games=0, answers=40, samples=8, setups=FRONTS)

TestFrontsAtLength = pytest.mark.long(conformance.battery(RULEBOOK, games=1, answers=40, setups=FRONTS))
AT_LENGTH = [
    RULEBOOK.setup("frontline-1943"),
    RULEBOOK.setup("frontline"),
    RULEBOOK.setup("frontline-1943-fronts", {"sealed_flags": True, "wishes": True}),
    RULEBOOK.setup("frontline-fronts", {"fog": True, "bombing": True}),
]
TestConformanceAtLength = pytest.mark.long(
    conformance.battery(RULEBOOK, games=3, answers=80, seed=1943, setups=AT_LENGTH)
)
