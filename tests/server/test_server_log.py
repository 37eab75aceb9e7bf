"""The log of a server: every line has its moment, and an outage is told in a few lines."""

from __future__ import annotations

import io
import logging
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from sandtable.server.server_log import DIFFERENT, MOST_KINDS, QUIET_SECONDS, ServerLog

NOON = 1_750_000_000.25
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z ")


class Written:
    """A log into a text, with a clock that is set."""

    def __init__(self) -> None:
        self.text = io.StringIO()
        self.log = ServerLog(self.text)

    def at(self, seconds: float, text: str, *args: object, why: Exception | None = None) -> None:
        """Log something so long after noon."""
        exc_info = (type(why), why, why.__traceback__) if why else None
        record = logging.LogRecord("sandtable.there", logging.ERROR, "", 1, text, args, exc_info)
        record.created = NOON + seconds
        self.log.handle(record)

    def lines(self) -> list[str]:
        """What was written, line by line without the moments."""
        return [MOMENT.sub("", line) for line in self.text.getvalue().splitlines()]


@pytest.fixture
def written() -> Iterator[Written]:
    found = Written()
    yield found
    found.log.close()


def test_every_line_has_its_moment_those_of_a_traceback_too(written: Written) -> None:
    try:
        raise ConnectionError("the database is away")
    except ConnectionError as why:
        written.at(0, "the clocks stumbled", why=why)
    lines = written.text.getvalue().splitlines()
    assert lines[0] == "2025-06-15T15:06:40.250Z error sandtable.there: the clocks stumbled"
    assert lines[-1] == "2025-06-15T15:06:40.250Z ConnectionError: the database is away"
    assert all(MOMENT.match(line) for line in lines)


def test_the_lines_of_an_outage_are_told_once_and_then_counted(written: Written) -> None:
    for second in range(0, 100, 2):
        written.at(second, "the clocks stumbled", why=ConnectionError("away"))
    told = [line for line in written.lines() if "clocks" in line]
    assert told == [
        "error sandtable.there: the clocks stumbled",
        "error sandtable.there: ... again 30 times since 15:06:42, last: the clocks stumbled",
    ]


def test_what_happens_meanwhile_is_told_at_once(written: Written) -> None:
    written.at(0, "the clocks stumbled")
    written.at(1, "the clocks stumbled")
    written.at(2, "the post stumbled")
    assert written.lines() == [
        "error sandtable.there: the clocks stumbled",
        "error sandtable.there: the post stumbled",
    ]


def test_some_matches_of_one_trouble_are_named_and_the_others_counted(written: Written) -> None:
    for number in range(100):
        written.at(number / 10, "match %d is not looked after", number)
    written.at(61, "match %d is not looked after", 100)
    assert written.lines() == [
        *(f"error sandtable.there: match {n} is not looked after" for n in range(DIFFERENT)),
        "error sandtable.there: ... again 96 times since 15:06:40, last: match 99 is not looked after",
    ]


def test_another_exception_at_the_same_place_is_another_trouble(written: Written) -> None:
    written.at(0, "the clocks stumbled", why=ConnectionError("away"))
    written.at(1, "the clocks stumbled", why=KeyError("lost"))
    assert [line for line in written.lines() if "Error:" in line] == [
        "ConnectionError: away",
        "KeyError: 'lost'",
    ]


def test_trouble_that_comes_back_after_a_quiet_time_is_told_whole(written: Written) -> None:
    written.at(0, "the clocks stumbled", why=ConnectionError("away"))
    written.at(QUIET_SECONDS + 1, "the clocks stumbled", why=ConnectionError("away"))
    assert written.lines().count("ConnectionError: away") == 2


def test_the_longer_it_lasts_the_rarer_it_is_told(written: Written) -> None:
    for minute in range(180):
        written.at(60 * minute, "the clocks stumbled")
    again = [line.split("again ")[1].split(" since")[0] for line in written.lines()[1:]]
    assert again == ["once", "10 times", "60 times", "60 times"]


def test_what_is_held_back_is_told_when_the_server_ends(written: Written) -> None:
    for second in range(3):
        written.at(second, "the clocks stumbled")
    written.log.close()
    assert written.lines()[1:] == [
        "error sandtable.there: ... again 2 times since 15:06:41, last: the clocks stumbled"
    ]


def test_sentences_that_are_never_the_same_do_not_fill_the_memory(written: Written) -> None:
    for number in range(3 * MOST_KINDS):
        written.at(number / 1000, f"something {number}")
    assert len(vars(written.log)["_troubles"]) == MOST_KINDS


def test_a_serving_process_writes_the_log_of_everything_with_moments() -> None:
    program = (
        "from sandtable.server.workers import web_server\n"
        "import logging\n"
        "web_server()\n"
        "logging.getLogger('uvicorn.error').error('Exception in ASGI application')\n"
        "logging.getLogger('sandtable.server.periodic').warning('the clocks stumbled')\n"
    )
    before = time.strftime("%Y-%m-%dT", time.gmtime())
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=dict(os.environ)
    )
    lines = done.stderr.splitlines()
    assert [MOMENT.sub("", line) for line in lines] == [
        "error uvicorn.error: Exception in ASGI application",
        "warning sandtable.server.periodic: the clocks stumbled",
    ]
    assert all(line.startswith(before) for line in lines)
