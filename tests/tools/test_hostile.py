"""The attack: records that are as dear as any that are taken, and players who are measured meanwhile."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from tools.hostile import dear_record, figures

from sandtable import catalog
from sandtable.kernel.game.records import first_divergence, read_record


def test_every_answer_of_a_hostile_record_is_right() -> None:
    record = dear_record("agn", 7)
    assert len(record["answers"]) == 7
    assert (
        first_divergence(catalog.rulebook_of("agn"), read_record(catalog.rulebook_of("agn"), record)) is None
    )


def test_the_figures_are_in_milliseconds() -> None:
    assert figures([0.001] * 98 + [0.5] * 2) == {"answers": 100, "median": 1.0, "p95": 1.0, "p99": 500.0}


@pytest.mark.long
def test_ten_hostile_imports_and_ten_hostile_studies_at_most_double_the_hundredth_slowest_answer() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tools.hostile"], check=True, stdout=subprocess.PIPE, text=True
    )
    found = json.loads(run.stdout)
    print(run.stdout)
    assert found["p99_under_attack_to_p99_in_peace"] <= 2.0
