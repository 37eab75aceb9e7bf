"""[4] The end before the last turn: a side without units has lost at once."""

from __future__ import annotations

from sandtable.kernel import Auto

from .state import BLUE, RED, Ford


class SurvivorsCheck(Auto[Ford]):
    """[4] A side without units has lost at once."""

    rule = "4"

    def run(self, g: Ford) -> None:
        """Clear the agenda when nobody is left to play it."""
        if not g.living(RED) or not g.living(BLUE):
            g.agenda.clear()
