"""What every rulebook promises, of the learning game, with rulings by Control, and of the evening."""

from __future__ import annotations

from sandtable.rules.airborne import RULEBOOK
from sandtable.testing import conformance

SETUPS = [RULEBOOK.setup("arnhem"), RULEBOOK.setup("arnhem", {"rulings": True})]
TestConformance = conformance.battery(RULEBOOK, games=1, answers=40, setups=SETUPS)
