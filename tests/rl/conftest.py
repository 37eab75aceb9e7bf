"""The Dikes are among the scenarios here, and log lines of OpenSpiel go where they may.

OpenSpiel's Python side brings absl, whose handler of log lines keeps the stderr of the moment and closes it in the end: it
is given the real one, since pytest's of that moment would be missed by the tests that come after.
"""

from __future__ import annotations

import sys

import pytest
from absl import logging

from sandtable.kernel.book import rulebook as registry
from sandtable.testing.dikes import RULEBOOK as DIKES

logging.get_absl_handler().python_handler.stream = sys.__stderr__


@pytest.fixture(autouse=True)
def _the_dikes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._registered, DIKES.name, DIKES)
