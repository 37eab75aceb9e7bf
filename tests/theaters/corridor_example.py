"""The airborne corridor laid on a grid, with what it was compiled from, for the tests that look at both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from shapely.geometry import LineString

from sandtable.kernel.map.board import Board, Net
from sandtable.kernel.map.hexes import Hex
from sandtable.theaters.corridor.compiler import compile_corridor
from sandtable.theaters.corridor.geography import Corridor, read_corridor
from sandtable.theaters.corridor.water import BARRED, Waters, bank_points, waters_of
from sandtable.theaters.cutting import CompiledBoard
from sandtable.theaters.placement import Placement
from sandtable.theaters.projection import XY, Projection
from sandtable.theaters.sheet import lay_out
from sandtable.theaters.specs import SPECS, read_board_spec

SPEC = SPECS / "corridor.toml"


@dataclass(frozen=True)
class Laid:
    """A compiled corridor with what it was compiled from."""

    compiled: CompiledBoard
    corridor: Corridor
    projection: Projection
    placement: Placement
    points: dict[Hex, XY]
    waters: Waters

    @property
    def board(self) -> Board:
        return self.compiled.board

    def parted(self, a: XY, b: XY) -> bool:
        """Whether a river or canal runs between two points."""
        way, waters = LineString([a, b]), self.waters
        return any(waters.kinds[name] in BARRED and way.intersects(w) for name, w in waters.courses.items())


@cache
def lay(spec_path: Path = SPEC) -> Laid:
    """The corridor that a board file describes; compiled once for all tests that ask for the same file."""
    _, sheet = read_board_spec(spec_path.stem, spec_path.parent)
    assert sheet is not None
    corridor = read_corridor(sheet.geography[0])
    projection, placement = lay_out(sheet)
    points = bank_points(corridor, projection, placement)
    waters = waters_of(corridor, projection, placement, points)
    return Laid(compile_corridor(spec_path), corridor, projection, placement, points, waters)


def changed(source: Path, folder: Path, changes: list[tuple[str, str]]) -> Path:
    text = source.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = folder / source.name
    path.write_text(text, encoding="utf-8")
    return path


def unbridged(laid: Laid, net: Net, kinds: frozenset[str]) -> list[str]:
    """The links of *net* that pass a river or canal where no crossing of one of *kinds* sits."""
    bridged = {
        (p.side, laid.waters.kinds[p.facts["over"]])
        for p in laid.board.points
        if p.kind == "crossing" and p.facts["kind"] in kinds
    }
    return [
        f"{s.name} {laid.board.hex_name(s.a)} {laid.board.hex_name(s.b)}"
        for s in net.segments
        for kind in BARRED
        if (s.a, s.b) in laid.board.hexsides[kind] and ((s.a, s.b), kind) not in bridged
    ]


def reached(net: Net, start: Hex, allowed: Callable[[dict[str, str]], bool] = lambda facts: True) -> set[Hex]:
    """All cells that the links of *net* join to *start*."""
    around: dict[Hex, list[Hex]] = {}
    for s in net.segments:
        if allowed(dict(s.facts)):
            around.setdefault(s.a, []).append(s.b)
            around.setdefault(s.b, []).append(s.a)
    found, queue = {start}, [start]
    while queue:
        for beyond in around.get(queue.pop(), ()):
            if beyond not in found:
                found.add(beyond)
                queue.append(beyond)
    return found


def on_club_route(facts: dict[str, str]) -> bool:
    return facts.get("club") == "yes"
