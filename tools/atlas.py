"""Fetch the coastline: the npm package world-atlas (Natural Earth, public domain), by npm from the machine or from PyPI.

python -m tools.atlas .cache/world-atlas
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Final

from sandtable.kernel.refusals import SandtableError

from .npm import npm_command

PACKAGE: Final = "world-atlas@2.0.2"
MEMBER: Final = "package/land-50m.json"


class NoAtlas(SandtableError):
    """The coastline could not be fetched."""


def fetch(folder: Path) -> Path:
    """Put land-50m.json into *folder* and say where it is."""
    target = folder / Path(MEMBER).name
    with tempfile.TemporaryDirectory() as scratch:
        command = [*npm_command(), "pack", "--silent", PACKAGE]
        done = subprocess.run(command, cwd=scratch, capture_output=True, text=True, check=False)
        packed = sorted(Path(scratch).glob("*.tgz"))
        if done.returncode or not packed:
            last = (done.stderr or done.stdout).strip().splitlines()[-1:] or ["no message"]
            raise NoAtlas(f"npm could not fetch {PACKAGE}: {last[0]}")
        with tarfile.open(packed[0]) as archive:
            member = archive.extractfile(MEMBER)
            if member is None:
                raise NoAtlas(f"{PACKAGE} holds no {MEMBER}")
            folder.mkdir(parents=True, exist_ok=True)
            target.write_bytes(member.read())
    return target


if __name__ == "__main__":
    try:
        print(fetch(Path(sys.argv[1] if len(sys.argv) > 1 else ".cache/world-atlas")))
    except SandtableError as wrong:
        print(f"sandtable: {wrong}", file=sys.stderr)
        sys.exit(2)
