"""The boards of the Eastern Front, compiled from their files."""

from __future__ import annotations

from pathlib import Path

from .cutting import CompiledBoard, cut_board
from .sheet import Sheet, compile_sheet
from .specs import SPECS, SpecError, read_board_spec


class Workshop:
    """Compiles boards and keeps the sheets, because several boards are cut out of one."""

    def __init__(self, atlas: Path, specs: Path = SPECS) -> None:
        self._atlas = atlas
        self._specs = specs
        self._sheets: dict[str, Sheet] = {}

    def sheet(self, name: str) -> Sheet:
        """The compiled sheet called *name*."""
        if name not in self._sheets:
            board, spec = read_board_spec(name, self._specs)
            if spec is None:
                raise SpecError(f"{board.source}: sheet: {name!r} is itself a window of {board.sheet!r}")
            self._sheets[name] = compile_sheet(spec, self._atlas)
        return self._sheets[name]

    def board(self, name: str) -> CompiledBoard:
        """The compiled board called *name*."""
        spec, _ = read_board_spec(name, self._specs)
        return cut_board(self.sheet(spec.sheet), spec)
