"""What every rulebook promises: every day of 1941 with its switches the other way and of the whole war, at length of all."""

from __future__ import annotations

import pytest

from sandtable.rules.besieged import RULEBOOK
from sandtable.testing import conformance

SETUPS = [
    RULEBOOK.setup("besieged-1941", {"air": "constant", "city_doubles": True}),
    RULEBOOK.setup("besieged"),
]
TestConformance = conformance.battery(
    RULEBOOK, games=1, answers=400, samples=12, secrets=False, setups=SETUPS
)

FREE = RULEBOOK.setup("besieged-1941", {"setup": "free"})
AT_LENGTH = [RULEBOOK.setup("besieged-1941"), FREE, *SETUPS]
TestConformanceAtLength = pytest.mark.long(
    conformance.battery(RULEBOOK, games=1, answers=400, secrets=False, setups=AT_LENGTH)
)
