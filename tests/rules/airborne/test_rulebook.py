"""The rulebook as the catalogue knows it, before it has a board."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable import catalog
from sandtable.kernel.book.rulebook import UnknownName
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


def test_whoever_asks_for_the_board_game_is_told_that_it_follows() -> None:
    with pytest.raises(UnknownName, match="has no board game yet"):
        catalog.rulebook_to_play("airborne")
