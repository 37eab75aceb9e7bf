"""What the facade warns of: an option, the end of a phase, a sheet as it stands; every scenario through the same door."""

from __future__ import annotations

import pytest

import sandtable


def test_ending_a_phase_warns_of_what_has_not_acted() -> None:
    game = sandtable.new("agn", seed=7)
    while not any(option.id.startswith("activate") for option in game.options("german")):
        game.choose("german", game.options("german")[0].id)
    found = game.warnings("german")
    assert found == game.warnings("german", "end_phase")
    assert [warning.kind for warning in found] == ["unused"]
    assert found[0].rule.endswith("7.0")
    assert found[0].hexes


def test_whoever_is_not_asked_is_warned_of_nothing() -> None:
    assert sandtable.new("agn", seed=7).warnings("soviet") == []


def test_an_option_that_there_is_not_is_refused() -> None:
    with pytest.raises(sandtable.Refused):
        sandtable.new("agn", seed=7).warnings("german", "surrender")


def test_sealing_a_sheet_warns_of_what_it_forgets_and_less_once_it_is_written() -> None:
    game = sandtable.new("arnhem", seed=3)
    before = game.warnings("panzer_corps")
    assert before == game.warnings("panzer_corps", "seal")
    assert before
    named = before[0].units[0]
    order = next(o for o in game.options("panzer_corps") if o.target.get("unit") == named)
    game.choose("panzer_corps", order.id)
    after = [unit for warning in game.warnings("panzer_corps") for unit in warning.units]
    assert named in [unit for warning in before for unit in warning.units]
    assert named not in after
