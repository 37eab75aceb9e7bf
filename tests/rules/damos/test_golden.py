"""The golden playthroughs replay to the last answer; when to write them anew is told in ``golden``."""

from __future__ import annotations

import pytest

from sandtable.kernel.game.codec import loads
from sandtable.kernel.game.records import Record, first_divergence, read_record, replay, verify_dice
from sandtable.rules.damos import RULEBOOK

from .golden import SCENARIOS, file_of


def record_of(scenario: str) -> Record:
    return read_record(RULEBOOK, loads(file_of(scenario).read_text(encoding="utf-8")))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_answer_leads_where_it_led(scenario: str) -> None:
    assert first_divergence(RULEBOOK, record_of(scenario)) is None


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_it_ends_as_it_ended(scenario: str) -> None:
    record = record_of(scenario)
    result = RULEBOOK.result(replay(RULEBOOK, record, verify_digests=False))
    assert result is not None
    assert result.as_json() == record.result


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_dice_are_those_of_the_seed(scenario: str) -> None:
    assert verify_dice(RULEBOOK, record_of(scenario)) is None


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_files_stay_small(scenario: str) -> None:
    assert file_of(scenario).stat().st_size < 100_000
