"""Builds a pure and a compiled wheel, and holds them against each other.

    python -m tools.wheels build --to dist            both wheels, from a copy in a temporary folder
    python -m tools.wheels compare dist --games 300   equal digests over so many random games of every scenario
    python -m tools.wheels suite dist                 the tests on the compiled wheel, in an environment of its own

The working tree is never built in: a library beside a source would hide what is edited there. ``--borrow`` takes the
dependencies from the Python that runs this, where there is no index to install them from.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Final

import click

ROOT: Final = Path(__file__).resolve().parents[1]
BUILDS: Final = {"pure": "SANDTABLE_PURE", "compiled": "SANDTABLE_COMPILED"}
# What is needed to build a wheel, and what the tests read beside the package.
BUILT_FROM: Final = ("src", "pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "NOTICE.md")
TESTED_WITH: Final = ("tests", "tools", "docs", "pyproject.toml")
# Those that run the rules: servers and browsers see no difference but speed.
TESTS: Final = ("tests/kernel", "tests/rules", "tests/bots", "tests/lab", "tests/testing")
LIBRARIES: Final = ("*.so", "*.pyd", "__pycache__", "*.fresh")


@click.group()
def main() -> None:
    """A pure wheel and a compiled one."""


@main.command()
@click.option("--to", type=click.Path(path_type=Path), default=ROOT / "dist", show_default=True)
@click.option(
    "--isolated/--here", default=True, help="Fetch what builds the wheel, or use what is installed."
)
@click.argument("which", nargs=-1, type=click.Choice(list(BUILDS)))
def build(to: Path, which: tuple[str, ...], *, isolated: bool) -> None:
    """Build both wheels, or WHICH."""
    target = to.resolve()
    for name in which or BUILDS:
        with tempfile.TemporaryDirectory() as scratch:
            copy = Path(scratch, "sandtable")
            _copied(BUILT_FROM, copy)
            settings = {k: v for k, v in os.environ.items() if k not in BUILDS.values()} | {BUILDS[name]: "1"}
            pip = ["pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(target), "."]
            hatchling = ["hatchling", "build", "--target", "wheel", "--directory", str(target)]
            command = [sys.executable, "-m", *(pip if isolated else hatchling)]
            subprocess.run(command, check=True, cwd=copy, env=settings)
        print(f"{name}: {_wheel(target, name).name}")


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--games", default=20, show_default=True)
@click.option("--borrow", is_flag=True)
@click.argument("scenarios", nargs=-1)
def compare(folder: Path, games: int, scenarios: tuple[str, ...], *, borrow: bool) -> None:
    """Play random games with both wheels of FOLDER; an error where a digest differs."""
    with tempfile.TemporaryDirectory() as scratch:
        shutil.copy(ROOT / "tools" / "game_digests.py", scratch)
        asked = [str(Path(scratch, "game_digests.py")), str(games), *scenarios]
        builds = [_Environment(_wheel(folder, name), Path(scratch, name), borrow=borrow) for name in BUILDS]
        played = [build.begin(asked, Path(scratch)) for build in builds]
        parted, many = unequal(*(_lines(process) for process in played))
        if any(process.wait() for process in played):
            raise click.ClickException("a game could not be played")
    if not many:
        raise click.ClickException("no scenario has that name")
    if parted:
        raise click.ClickException(f"pure and compiled part in {', '.join(parted)}")
    print(f"equal in {many} random games, {games} of each scenario")


def unequal(pure: Iterable[str], compiled: Iterable[str]) -> tuple[list[str], int]:
    """The games in which two builds part, by scenario and seed, and how many were played; both tell a line a game."""
    parted, many = [], 0
    for one, other in zip_longest(pure, compiled, fillvalue=""):
        many += 1
        if one != other:
            scenario, seed, _ = (one or other).split()
            parted.append(f"{scenario} {seed}")
    return parted, many


def _lines(process: subprocess.Popen[str]) -> Iterator[str]:
    """What *process* tells, while a line on the terminal shows how far it has come."""
    assert process.stdout is not None
    for line in process.stdout:
        if sys.stderr.isatty():
            scenario, seed, _ = line.split()
            print(f"\r{scenario} {seed}\033[K", end="", file=sys.stderr, flush=True)
        yield line


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--borrow", is_flag=True)
@click.argument("tests", nargs=-1)
def suite(folder: Path, tests: tuple[str, ...], *, borrow: bool) -> None:
    """Run TESTS, or all that run the rules, on the compiled wheel of FOLDER."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch, "checkout")
        _copied(TESTED_WITH, copy)
        installed = _Environment(_wheel(folder, "compiled"), Path(scratch, "installed"), borrow=borrow)
        installed.run(["-m", "pytest", "-p", "no:cacheprovider", "-n", "2", *(tests or TESTS)], copy)


def _copied(names: tuple[str, ...], to: Path) -> None:
    """What is named of the working tree, without anything that was built in it."""
    to.mkdir(parents=True)
    for name in names:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, to / name, ignore=shutil.ignore_patterns(*LIBRARIES))
        else:
            shutil.copy(ROOT / name, to / name)


def _wheel(folder: Path, name: str) -> Path:
    """The latest wheel of that build in *folder*."""
    fits = [w for w in folder.glob("sandtable-*.whl") if w.name.endswith("-none-any.whl") == (name == "pure")]
    if not fits:
        raise click.ClickException(f"there is no {name} wheel in {folder}")
    return max(fits, key=lambda wheel: wheel.stat().st_mtime)


class _Environment:
    """A Python with *wheel* and nothing else of ours."""

    def __init__(self, wheel: Path, folder: Path, *, borrow: bool) -> None:
        self.settings: Final = dict(os.environ)
        if borrow:
            with zipfile.ZipFile(wheel) as packed:
                packed.extractall(folder)
            self.python = sys.executable
            self.settings["PYTHONPATH"] = str(folder)
            return
        venv.create(folder, with_pip=True)
        self.python = str(folder / ("Scripts" if os.name == "nt" else "bin") / "python")
        self.settings.pop("PYTHONPATH", None)
        wanted = f"sandtable[dev,bench,lab,theaters] @ {wheel.resolve().as_uri()}"
        pinned = ["--constraint", str(ROOT / "constraints.txt")]
        subprocess.run([self.python, "-m", "pip", "install", "--quiet", *pinned, wanted], check=True)

    def begin(self, arguments: list[str], where: Path) -> subprocess.Popen[str]:
        """This Python under way with *arguments*; what it says can be read."""
        return subprocess.Popen(
            [self.python, *arguments], cwd=where, env=self.settings, text=True, stdout=subprocess.PIPE
        )

    def run(self, arguments: list[str], where: Path) -> None:
        """Run this Python with *arguments*; an error if it fails."""
        if subprocess.run([self.python, *arguments], cwd=where, env=self.settings, check=False).returncode:
            raise click.ClickException(f"{' '.join(arguments)} failed")


if __name__ == "__main__":
    main()
