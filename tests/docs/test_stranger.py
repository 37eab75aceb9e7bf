"""What the tutorial promises a stranger: a package of one's own is found by its entry point, and no different from ours."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from .pages import ROOT

FORD = ROOT / "src" / "sandtable" / "testing" / "ford"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A folder with the package my_rules, which holds The Ford under the name of brook, as pip would install it."""
    brook = tmp_path / "my_rules" / "brook"
    shutil.copytree(FORD, brook, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "my_rules" / "__init__.py").touch()
    for file in ("__init__.py", "state.py"):
        text = (brook / file).read_text(encoding="utf-8")
        (brook / file).write_text(text.replace('"ford', '"brook'), encoding="utf-8")
    info = tmp_path / "my_rules-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: my-rules\nVersion: 0.1.0\n", encoding="utf-8"
    )
    (info / "entry_points.txt").write_text(
        "[sandtable.rulebooks]\nbrook = my_rules.brook:RULEBOOK\n", encoding="utf-8"
    )
    return tmp_path


def sandtable(package: Path, *arguments: str) -> Any:
    """What a command answers where that package is installed."""
    program = "import sys; from sandtable.cli import main; main(sys.argv[1:])"
    command = [sys.executable, "-c", program, *arguments, "--json"]
    here = {**os.environ, "PYTHONPATH": str(package)}
    done = subprocess.run(command, env=here, cwd=package, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_the_scenarios_of_a_strangers_package_are_listed_with_ours(package: Path) -> None:
    names = {entry["scenario"] for entry in sandtable(package, "scenarios")}
    assert {"brook", "brook-counterstroke", "ford", "ford-counterstroke"} <= names


def test_the_fuzzer_plays_a_strangers_scenario(package: Path) -> None:
    report = sandtable(package, "fuzz", "brook", "--games", "1")
    assert (report["games"], report["findings"]) == (1, [])


def test_the_matrix_finds_the_code_of_a_strangers_rulebook(package: Path) -> None:
    assert all(trace["code"] for trace in sandtable(package, "rules", "brook"))
