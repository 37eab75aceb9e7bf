"""The rulebook as the catalogue knows it."""

from __future__ import annotations

import re
from pathlib import Path

from sandtable import catalog
from sandtable.rules.airborne import RULEBOOK
from sandtable.rules.airborne.scenario.switches import SWITCHES
from sandtable.traceability import gaps

NAMES = {
    "movement",
    "results",
    "air_ground",
    "artillery",
    "recce",
    "air_to_air",
    "flak",
    "interdiction",
    "resupply",
}


def test_the_catalogue_finds_the_rulebook_and_its_tables() -> None:
    assert catalog.rulebook("airborne") is RULEBOOK
    assert {table.name for table in RULEBOOK.tables} >= NAMES


def test_every_table_names_a_paragraph() -> None:
    assert [table.name for table in RULEBOOK.tables if table.paragraph not in RULEBOOK.paragraphs] == []


def test_done_paragraphs_have_code_and_a_marked_test() -> None:
    assert gaps(RULEBOOK, Path(__file__).resolve().parent) == []


def test_the_board_game_has_its_scenarios() -> None:
    names = [scenario.name for scenario in catalog.rulebook_to_play("airborne").scenarios]
    assert names == ["arnhem", "market-garden-evening", "market-garden"]


def test_the_page_for_players_lists_every_switch_as_it_is_set() -> None:
    page = Path(__file__).resolve().parents[3] / "docs" / "playing" / "airborne.md"
    listed = re.findall(r"^\| `(\w+)` \| (on|off) \|", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert listed == [(switch.name, "on" if switch.values[0] else "off") for switch in SWITCHES]
