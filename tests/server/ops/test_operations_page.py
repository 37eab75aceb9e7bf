"""The page about running a server and the files of the container say what is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandtable.server import Settings

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "operations.md"
_ROW = re.compile(r"^\| `SANDTABLE_(\w+)` \| (?:`([^`]*)`)? ?\|", re.MULTILINE)


def test_every_setting_stands_there_with_its_default() -> None:
    told = dict(_ROW.findall(PAGE.read_text(encoding="utf-8")))
    assert told == {name.upper(): str(field.default) for name, field in Settings.model_fields.items()}


@pytest.mark.parametrize("name", ["Containerfile", "compose.yaml", ".env.example", "docs/operations.md"])
def test_every_variable_that_is_set_anywhere_is_a_setting(name: str) -> None:
    named = set(re.findall(r"SANDTABLE_([A-Z_]+)", (ROOT / name).read_text(encoding="utf-8")))
    assert named
    assert named <= {setting.upper() for setting in Settings.model_fields}
