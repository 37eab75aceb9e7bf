"""What every rulebook promises: every day of the learning game with every optional rule, and of the first sheets of an evening."""

from __future__ import annotations

import pytest

from sandtable.rules.airborne import RULEBOOK
from sandtable.rules.airborne.scenario.switches import SWITCHES
from sandtable.testing import conformance

OPTIONAL = {switch.name: True for switch in SWITCHES}
LEARNING = [RULEBOOK.setup("arnhem", OPTIONAL)]
TestConformance = conformance.battery(RULEBOOK, games=1, answers=20, samples=7, setups=LEARNING)
# Ten commands and 279 units: the first answers; that it is played to its end the tests of the turn say.
EVENING = [RULEBOOK.setup("market-garden-evening")]
TestEvening = conformance.battery(RULEBOOK, games=0, answers=2, samples=1, setups=EVENING)

TestLearningAtLength = pytest.mark.long(conformance.battery(RULEBOOK, games=1, answers=20, setups=LEARNING))
AT_LENGTH = [
    RULEBOOK.setup("arnhem"),
    RULEBOOK.setup("market-garden-evening"),
    RULEBOOK.setup("market-garden"),
]
TestConformanceAtLength = pytest.mark.long(
    conformance.battery(RULEBOOK, games=1, answers=40, seed=1944, setups=AT_LENGTH)
)
