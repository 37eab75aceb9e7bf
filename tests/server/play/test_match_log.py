"""The log in memory: how many lines there are is told by counting only those that are new."""

from __future__ import annotations

from sandtable.kernel.book.log_facts import LogFacts
from sandtable.kernel.game.records import begin
from sandtable.server.db.match_store import Line, Row
from sandtable.server.play.match_log import MatchLog, tally
from sandtable.testing.ford import RULEBOOK as FORD


def line(*to: int) -> Line:
    """A line for everybody, or for these seats alone."""
    return {"text": "", "rule": "", "event": {}, "to": list(to) or None}


def row(number: int, *told: Line) -> Row:
    """An answer after which that was told."""
    return Row(number=number, who="red", action="done", digest="", told=list(told))


def test_lines_are_counted_as_they_come_and_go() -> None:
    facts = LogFacts(FORD, begin(FORD, FORD.setup("ford")))
    log = MatchLog([(1, line()), (1, line(0))], [], facts, before={"all": 7, "public": 7})
    assert log.count(None, [row(2, line(1))]) == {"all": 10, "public": 8, "0": 1, "1": 1}
    log.take(2, None, [row(2, line(1))], [])
    assert log.count(None, [row(3, line())]) == {"all": 11, "public": 9, "0": 1, "1": 1}
    log.take(1, 1, [], [])
    assert log.count(None, []) == tally([line(), line(0)], {"all": 7, "public": 7})
    assert log.count(0, []) == {"all": 7, "public": 7}
