"""The miniature rulebook keeps every promise; so must any other."""

from __future__ import annotations

from sandtable.testing import conformance
from sandtable.testing.ford import RULEBOOK

TestFord = conformance.battery(RULEBOOK)
