"""The page about running a server says what is so."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from sandtable.server import Settings

PAGE = Path(__file__).resolve().parents[3] / "docs" / "operations.md"
_ROW = re.compile(r"^\| `SANDTABLE_(\w+)` \| (?:`([^`]*)`)? ?\|", re.MULTILINE)


def test_every_setting_stands_there_with_its_default() -> None:
    told = dict(_ROW.findall(PAGE.read_text(encoding="utf-8")))
    assert told == {field.name.upper(): str(field.default) for field in fields(Settings)}
