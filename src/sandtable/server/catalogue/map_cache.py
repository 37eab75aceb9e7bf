"""Drawn maps, kept in files: nobody who opens the page waits for a map to be drawn.

Those that the page shows are drawn when it is built and ship with it; ``sandtable serve`` draws what a rulebook that
was added later needs before it listens. A file is named by the key of its order: one that is found is right.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

from sandtable import catalog
from sandtable.drawing import THEMES
from sandtable.drawing.press import Order, draw, key, order
from sandtable.kernel.refusals import SandtableError

SHIPPED: Final = Path(__file__).parent.parent / "maps"


class NotKept(SandtableError):
    """A picture that cannot be kept."""


def shown_by_the_page() -> list[Order]:
    """The pictures that the page asks for: the board of every scenario and its thumbnail in every theme; it writes the
    numbers itself.
    """
    found = [book.board(book.setup(s.name)) for book in catalog.playable() for s in book.scenarios]
    wanted = (
        order(board, theme, numbers=False, small=small)
        for board in found
        for theme in THEMES
        for small in (False, True)
    )
    return list(dict.fromkeys(wanted))


class Pictures:
    """The pictures in the package, and those in the folder of one server."""

    def __init__(self, folder: str = "", shipped: Path = SHIPPED) -> None:
        self.folder: Final = Path(folder) if folder else _usual_folder()
        self._shipped: Final = shipped
        self._at_hand: Final[dict[str, bytes]] = {}
        self._drawing: Final = asyncio.Lock()

    def kept(self, wanted: Order) -> bytes | None:
        """The compressed picture, if it has been drawn before."""
        name = key(wanted)
        for folder in (self._shipped, self.folder):
            if name in self._at_hand:
                break
            with suppress(OSError):
                self._at_hand[name] = (folder / _file(name)).read_bytes()
        return self._at_hand.get(name)

    def missing(self) -> list[Order]:
        """The pictures that the page would have to wait for."""
        return [wanted for wanted in shown_by_the_page() if self.kept(wanted) is None]

    def draw(self, wanted: Order) -> None:
        """Draw here and now; NotKept if the picture cannot be kept."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            _write(self.folder, key(wanted), draw(wanted))
        except OSError as why:
            raise NotKept(f"maps cannot be kept in {self.folder}: {why.strerror}") from None

    async def drawn(self, wanted: Order) -> bytes:
        """The compressed picture; a process of its own draws it if it must be, one at a time."""
        async with self._drawing:
            found = self.kept(wanted)
            if found is None:
                found = self._at_hand[key(wanted)] = await _by_another(wanted)
                with suppress(OSError):
                    self.folder.mkdir(parents=True, exist_ok=True)
                    _write(self.folder, key(wanted), found)
        return found


def ship(folder: Path = SHIPPED) -> int:
    """Let *folder* hold exactly the pictures that the page shows: how many had to be drawn."""
    wanted = {_file(key(picture)): picture for picture in shown_by_the_page()}
    folder.mkdir(exist_ok=True)
    there = {file.name: file for file in folder.iterdir()}
    for name in there.keys() - wanted.keys():
        there[name].unlink()
    for name in wanted.keys() - there.keys():
        _write(folder, key(wanted[name]), draw(wanted[name]))
    return len(wanted.keys() - there.keys())


async def _by_another(wanted: Order) -> bytes:
    command = (sys.executable, "-m", "sandtable.drawing.press")
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=pipe)
    picture, complaint = await process.communicate(json.dumps(wanted).encode())
    if process.returncode:
        raise RuntimeError(f"a map could not be drawn: {complaint.decode(errors='replace').strip()}")
    return picture


def _write(folder: Path, name: str, picture: bytes) -> None:
    """Wholly or not at all: others may be reading and writing here."""
    with NamedTemporaryFile(dir=folder, delete=False) as file:
        file.write(picture)
    Path(file.name).chmod(0o644)
    Path(file.name).replace(folder / _file(name))


def _file(name: str) -> str:
    return f"{name}.svg.gz"


def _usual_folder() -> Path:
    """Where programs of this user keep what can be made again."""
    cache = os.environ.get("XDG_CACHE_HOME") or f"{os.environ.get('HOME', '')}/.cache"
    return Path(cache, "sandtable", "pictures")
