"""Builds a pure and a compiled wheel, and holds them against each other.

    python -m tools.wheels build --to dist            both wheels, from a copy in a temporary folder
    python -m tools.wheels compare dist --games 300   equal digests over so many random games of every scenario
    python -m tools.wheels suite dist                 the tests on the compiled wheel, in an environment of its own

The working tree is never built in: a library beside a source would hide what is edited there. ``--borrow`` takes the
dependencies from the Python that runs this, where there is no index to install them from.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile
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
    found = {}
    with tempfile.TemporaryDirectory() as scratch:
        for name in BUILDS:
            run = _Environment(_wheel(folder, name), Path(scratch, name), borrow=borrow)
            shutil.copy(ROOT / "tools" / "game_digests.py", scratch)
            said = run([str(Path(scratch, "game_digests.py")), str(games), *scenarios], Path(scratch))
            found[name] = json.loads(said)
    unequal = [name for name in found["pure"] if found["pure"][name] != found["compiled"][name]]
    if unequal:
        raise click.ClickException(f"pure and compiled part in {', '.join(unequal)}")
    print(f"equal in {games} random games of each of {', '.join(found['pure'])}")


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--borrow", is_flag=True)
@click.argument("tests", nargs=-1)
def suite(folder: Path, tests: tuple[str, ...], *, borrow: bool) -> None:
    """Run TESTS, or all that run the rules, on the compiled wheel of FOLDER."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch, "checkout")
        _copied(TESTED_WITH, copy)
        run = _Environment(_wheel(folder, "compiled"), Path(scratch, "installed"), borrow=borrow)
        run(["-m", "pytest", "-q", "-p", "no:cacheprovider", *(tests or TESTS)], copy, shown=True)


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
        subprocess.run([self.python, "-m", "pip", "install", "--quiet", wanted], check=True)

    def __call__(self, arguments: list[str], where: Path, *, shown: bool = False) -> str:
        done = subprocess.run(
            [self.python, *arguments],
            cwd=where,
            env=self.settings,
            check=False,
            text=True,
            stdout=None if shown else subprocess.PIPE,
        )
        if done.returncode:
            raise click.ClickException(f"{' '.join(arguments)} failed")
        return done.stdout or ""


if __name__ == "__main__":
    main()
