"""What every rulebook promises, of both scenarios."""

from __future__ import annotations

from sandtable.rules.besieged import RULEBOOK
from sandtable.testing import conformance

SETUPS = [
    RULEBOOK.setup("besieged-1941"),
    RULEBOOK.setup("besieged-1941", {"air": "constant", "city_doubles": True}),
    RULEBOOK.setup("besieged"),
]
TestConformance = conformance.battery(RULEBOOK, games=1, answers=400, secrets=False, setups=SETUPS)
