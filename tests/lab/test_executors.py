"""Jobs are done wherever they are sent, each once, and a worker that dies costs nothing that was done."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest

from sandtable.lab import ray_cluster
from sandtable.lab.executors import BadExecutor, Executor, InProcess, Processes, in_order
from sandtable.lab.matches import Fixture, play_all
from sandtable.lab.ray_cluster import RayCluster
from sandtable.testing.ford import RULEBOOK as FORD


def doubled(number: int) -> int:
    return 2 * number


def noted(folder: Path, number: int) -> int:
    """Leaves a mark each time that it is begun."""
    with (folder / str(number)).open("a", encoding="utf-8") as file:
        file.write("x")
    return number


def killed_once(folder: Path, number: int) -> int:
    """Whoever does number three first is killed by it."""
    first = not (folder / "3").exists()
    noted(folder, number)
    if number == 3 and first:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def always_killed(_: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def games() -> list[Fixture]:
    bots = {"red": "random", "blue": "random"}
    return [Fixture(type(FORD), FORD.setup("ford"), bots, seed) for seed in range(5)]


def results(where: Executor, jobs: Sequence[int]) -> list[int]:
    return list(in_order(where.run(doubled, jobs)))


@pytest.mark.parametrize("where", [InProcess(), Processes(2)], ids=["here", "processes"])
def test_every_job_is_done_and_results_come_in_the_order_of_the_jobs(where: Executor) -> None:
    assert results(where, range(9)) == [2 * number for number in range(9)]


def test_in_order_waits_for_whoever_is_late() -> None:
    assert list(in_order([(2, "c"), (0, "a"), (1, "b")])) == ["a", "b", "c"]


def test_when_a_process_is_killed_its_job_is_done_again_and_no_finished_one(tmp_path: Path) -> None:
    found = Processes(1).run(partial(killed_once, tmp_path), range(6))
    assert sorted(found) == [(number, number) for number in range(6)]
    begun = {file.name: len(file.read_text("utf-8")) for file in tmp_path.iterdir()}
    assert begun == {"0": 1, "1": 1, "2": 1, "3": 2, "4": 1, "5": 1}


def test_a_job_that_kills_every_worker_is_given_up() -> None:
    with pytest.raises(BadExecutor, match="workers died 3 times in a row"):
        list(Processes(1).run(always_killed, [1]))


def test_without_ray_one_is_told_what_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadExecutor, match=r"pip install 'sandtable\[cluster\]' brings it"):
        list(RayCluster().run(doubled, [1]))


class Crashed(Exception):
    """In the place of Ray's own."""


class WentDown(Exception):
    """The same."""


class RayDouble:
    """What the laboratory asks of Ray, in one thread; of those under way the last is ready first."""

    exceptions = SimpleNamespace(WorkerCrashedError=Crashed, LocalRayletDiedError=WentDown)

    def __init__(self) -> None:
        self.at_once = 0
        self.running = False

    def is_initialized(self) -> bool:
        return self.running

    def init(self, **_: object) -> None:
        self.running = True

    def shutdown(self) -> None:
        self.running = False

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def remote(self, **_: object) -> Any:
        return lambda function: SimpleNamespace(remote=lambda *given: partial(function, *given))

    def wait(self, under_way: list[Any], *, num_returns: int) -> tuple[list[Any], list[Any]]:
        self.at_once = max(self.at_once, len(under_way))
        return under_way[-num_returns:], under_way[:-num_returns]

    def get(self, reference: Any) -> Any:
        return reference()


def crashing(_: int) -> int:
    raise Crashed


def going_down(_: int) -> int:
    raise WentDown


def told_by_a_thread(number: int) -> int:
    speaking = Thread(target=print, args=("(raylet) A worker died",), name="ray_listen_error_messages")
    speaking.start()
    speaking.join()
    return number


@pytest.fixture
def double(monkeypatch: pytest.MonkeyPatch) -> RayDouble:
    ray = RayDouble()
    monkeypatch.setattr(ray_cluster, "_ray", lambda: ray)
    return ray


def test_ray_is_kept_as_busy_as_it_has_processors_and_is_left_in_the_end(double: RayDouble) -> None:
    assert results(RayCluster(), range(9)) == [2 * number for number in range(9)]
    assert (double.at_once, double.running) == (4, False)


def test_a_job_that_kills_every_worker_of_a_cluster_is_given_up(double: RayDouble) -> None:
    with pytest.raises(BadExecutor, match="died 4 times over the same job"):
        list(RayCluster(workers=1).run(crashing, [1]))
    assert not double.running


def test_a_ray_that_goes_down_says_that_the_run_can_go_on(double: RayDouble) -> None:
    with pytest.raises(BadExecutor, match="the same command goes on"):
        list(RayCluster(workers=1).run(going_down, [1]))
    assert not double.running


def test_what_threads_of_ray_print_is_no_part_of_the_output(
    double: RayDouble, capsys: pytest.CaptureFixture[str]
) -> None:
    found = RayCluster().run(told_by_a_thread, [1])
    print(next(found))
    list(found)
    print("done")
    assert capsys.readouterr() == ("(0, 1)\ndone\n", "(raylet) A worker died\n")


@pytest.mark.long
def test_a_local_ray_plays_the_games_that_are_played_here() -> None:
    assert list(play_all(games(), RayCluster(workers=1))) == list(play_all(games(), InProcess()))


@pytest.mark.long
def test_a_local_ray_does_again_what_was_lost_with_a_worker_and_no_more(tmp_path: Path) -> None:
    found = RayCluster(workers=1).run(partial(killed_once, tmp_path), range(6))
    assert sorted(found) == [(number, number) for number in range(6)]
    begun = {file.name: len(file.read_text("utf-8")) for file in tmp_path.iterdir()}
    assert begun == {"0": 1, "1": 1, "2": 1, "3": 2, "4": 1, "5": 1}


def test_games_in_processes_are_those_played_here() -> None:
    assert list(play_all(games(), Processes(2))) == list(play_all(games(), InProcess()))
