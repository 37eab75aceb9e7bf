"""The rulebook as the catalogue knows it."""

from __future__ import annotations

from pathlib import Path

from sandtable import catalog
from sandtable.rules.airborne import RULEBOOK
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
