"""The line in which matches wait for their bots."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from sandtable.server.bots.queue import BOTS_ALONE, WITH_PEOPLE, WaitingLine

NEVER = 1e6


def test_whoever_came_first_is_taken_first() -> None:
    line = _line("a", "b", "c")
    assert [line.take() for _ in range(3)] == ["a", "b", "c"]


def test_a_match_waits_once_however_often_it_is_put_there() -> None:
    line = _line("a", "b", "a", "a", "c")
    assert [line.take() for _ in range(3)] == ["a", "b", "c"]


def test_a_match_that_was_taken_may_wait_again() -> None:
    line = _line("a", "b")
    assert line.take() == "a"
    line.put("a")
    assert [line.take(), line.take()] == ["b", "a"]


def test_matches_with_people_go_before_those_of_bots_alone() -> None:
    line = WaitingLine()
    for number in range(3):
        line.put(f"bots-{number}", BOTS_ALONE)
    line.put("people", WITH_PEOPLE)
    assert [line.take() for _ in range(4)] == ["people", "bots-0", "bots-1", "bots-2"]


def test_what_was_put_off_comes_when_its_pause_is_over() -> None:
    line = WaitingLine()
    line.put_off("later", NEVER)
    line.put_off("sooner", 0.001)
    assert line.take() == "sooner"


def test_what_is_put_off_gets_no_second_place() -> None:
    line = _line("a")
    line.put_off("a", 0.0)
    line.put("b")
    assert [line.take(), line.take()] == ["a", "b"]


def test_a_change_ends_a_pause() -> None:
    line = WaitingLine()
    line.put_off("a", NEVER)
    line.put("a")
    line.put("b")
    assert [line.take(), line.take()] == ["a", "b"]


def test_a_pause_that_was_ended_early_is_not_kept_afterwards() -> None:
    line = WaitingLine()
    line.put_off("a", 0.0)
    line.put("a")
    assert line.take() == "a"
    line.put("b")
    assert line.take() == "b"


def test_a_pause_does_not_make_a_match_of_bots_a_match_of_people() -> None:
    line = WaitingLine()
    line.put_off("bots", 0.0, BOTS_ALONE)
    line.put("more bots", BOTS_ALONE)
    line.put("people")
    assert line.take() == "people"


def test_whoever_waits_at_an_empty_line_gets_what_comes() -> None:
    line = WaitingLine()
    with ThreadPoolExecutor(2) as pool:
        taken = [pool.submit(line.take) for _ in range(2)]
        line.put("a")
        line.put_off("b", 0.001)
        assert {one.result() for one in taken} == {"a", "b"}


def test_whoever_waits_goes_home_when_the_line_is_closed() -> None:
    line = WaitingLine()
    line.put_off("a", NEVER)
    with ThreadPoolExecutor(2) as pool:
        taken = [pool.submit(line.take) for _ in range(2)]
        line.close()
        assert [one.result() for one in taken] == [None, None]


def _line(*matches: str) -> WaitingLine:
    line = WaitingLine()
    for match in matches:
        line.put(match)
    return line
