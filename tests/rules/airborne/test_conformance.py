"""What every rulebook promises, of the learning game, with rulings by Control, and of the operation in its two lengths."""

from __future__ import annotations

from sandtable.rules.airborne import RULEBOOK
from sandtable.testing import conformance

LEARNING = [RULEBOOK.setup("arnhem"), RULEBOOK.setup("arnhem", {"rulings": True})]
TestConformance = conformance.battery(RULEBOOK, games=1, answers=40, setups=LEARNING)
# Ten commands and 279 units: the first answers; that it is played to its end the tests of the turn say.
OPERATION = [RULEBOOK.setup("market-garden-evening"), RULEBOOK.setup("market-garden")]
TestOperation = conformance.battery(RULEBOOK, games=0, answers=4, setups=OPERATION)
