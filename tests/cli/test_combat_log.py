"""The file under the running log: it only grows, it can be resumed, and damage is noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.cli.judging.combat_log import CombatLog
from sandtable.judging.log import COMBAT, CORRECTION, DAMAGE, WITHDRAWAL, BadLog


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "log.jsonl"


def begun(file: Path) -> CombatLog:
    """A log with two combats."""
    log = CombatLog(file, "toy")
    log.add(COMBAT, note="first", outcome={"result": "DE"}, told=["It is over."])
    log.add(COMBAT, note="second – ж")
    return log


def test_a_resumed_log_holds_what_was_written(file: Path) -> None:
    log = begun(file)
    assert CombatLog(file, "toy").entries == log.entries


def test_a_resumed_log_goes_on_with_the_next_number(file: Path) -> None:
    begun(file)
    assert CombatLog(file, "toy").add(COMBAT).number == 3


def test_the_file_only_grows(file: Path) -> None:
    log = begun(file)
    before = file.read_bytes()
    log.add(CORRECTION, of=1, reason="why")
    log.add(WITHDRAWAL, of=2, reason="why")
    assert file.read_bytes().startswith(before)


def test_only_what_is_neither_corrected_nor_withdrawn_stands(file: Path) -> None:
    log = begun(file)
    log.add(CORRECTION, of=1, reason="wrong hex")
    log.add(WITHDRAWAL, of=2, reason="twice")
    assert [entry.number for entry in log.standing()] == [3]
    assert [log.status(entry) for entry in log.entries] == [
        "corrected by 3: wrong hex",
        "withdrawn by 4: twice",
        "corrects 1: wrong hex",
        "withdraws 2: twice",
    ]


@pytest.mark.parametrize("kept", [1, 20, -2])
def test_a_torn_last_line_is_kept_and_said_in_an_entry(file: Path, kept: int) -> None:
    begun(file)
    *whole, last = file.read_bytes().splitlines(keepends=True)
    torn = last[:kept] if kept > 0 else last[: kept - 1]
    file.write_bytes(b"".join(whole) + torn)
    log = CombatLog(file, "toy")
    assert [entry.kind for entry in log.entries] == [COMBAT, DAMAGE]
    assert log.entries[1].reason == "line 3 was cut short while it was written and does not count"
    assert torn in file.read_bytes()


def test_a_log_with_a_torn_line_can_be_resumed_again_and_again(file: Path) -> None:
    begun(file)
    with file.open("ab") as log:
        log.write('{"number":3,"note":"ж'.encode()[:-1])
    CombatLog(file, "toy").add(COMBAT, note="after")
    again = CombatLog(file, "toy")
    assert [entry.kind for entry in again.entries] == [COMBAT, COMBAT, DAMAGE, COMBAT]
    assert CombatLog(file, "toy").entries == again.entries


def test_a_whole_last_line_that_lacks_its_end_counts(file: Path) -> None:
    log = begun(file)
    file.write_bytes(file.read_bytes().rstrip(b"\n"))
    resumed = CombatLog(file, "toy")
    assert resumed.entries == log.entries
    resumed.add(COMBAT)
    assert len(CombatLog(file, "toy").entries) == 3


@pytest.mark.parametrize("length", [0, 1, 30])
def test_a_torn_first_line_is_written_to_its_end(file: Path, length: int) -> None:
    CombatLog(file, "toy")
    header = file.read_bytes()
    file.write_bytes(header[:length])
    CombatLog(file, "toy")
    assert file.read_bytes() == header


def test_damage_in_the_middle_is_refused_with_its_line(file: Path) -> None:
    begun(file)
    header, first, second = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(header + first[:40] + b"\n" + second)
    with pytest.raises(BadLog, match=r"line 2 of .* cannot be read"):
        CombatLog(file, "toy")


def test_a_line_that_was_taken_out_is_noticed(file: Path) -> None:
    begun(file)
    header, _, second = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(header + second)
    with pytest.raises(BadLog, match=r"line 2 of .* cannot be read"):
        CombatLog(file, "toy")


@pytest.mark.parametrize("text", ["{}\n", "not JSON\n", "[]\n", "\n", "hello", "\xff\n"])
def test_a_file_that_is_no_log_is_refused_and_left_alone(file: Path, text: str) -> None:
    file.write_bytes(text.encode("latin-1"))
    with pytest.raises(BadLog, match="is no log of adjudicated combats"):
        CombatLog(file, "toy")
    assert file.read_bytes() == text.encode("latin-1")


def test_the_log_of_another_rulebook_is_refused(file: Path) -> None:
    begun(file)
    with pytest.raises(BadLog, match="is a log of 'toy', not of 'chess'"):
        CombatLog(file, "chess")


def test_two_at_one_log_do_not_write_over_each_other(file: Path) -> None:
    log = begun(file)
    CombatLog(file, "toy").add(COMBAT, note="from next door")
    with pytest.raises(BadLog, match="has been written to by another program"):
        log.add(COMBAT, note="from here")
    assert len(log.entries) == 2
    assert len(CombatLog(file, "toy").entries) == 3
