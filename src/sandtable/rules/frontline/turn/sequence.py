"""[Sequence] The ten steps of a turn, one after another."""

from __future__ import annotations

from sandtable.kernel import Auto, Step

from ..position.commands import with_fronts
from ..position.war import War
from .closing import BeginClosing
from .commitment import BeginCommitment, Commit
from .deployment import BeginDeployment, Deploy
from .ending import Report
from .flagging import BeginFlags
from .industry import Allot, GatherFlags, Industry
from .straightening import BeginStraightening
from .update import Update


class GameTurn(Auto[War]):
    """[Sequence] A turn, and after it the next; the report of the last one ends the game."""

    rule = "Sequence"

    def run(self, g: War) -> None:
        """The steps as they are printed."""
        g.turn += 1
        allotting: list[Step[War]] = [Allot()] if with_fronts(g) else []
        g.then(
            Industry(),
            BeginDeployment(),
            *allotting,
            Deploy(),
            BeginClosing(),
            BeginFlags(),
            GatherFlags(),
            BeginCommitment(),
            Commit(),
            Update(),
            BeginStraightening(),
            Report(),
            GameTurn(),
        )
