"""Whatever module or file the pages name is there."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest

from .pages import DOCS, ROOT, all_pages

_DOTTED: Final = re.compile(r"`(sandtable(?:\.\w+)+)(?:\(\))?`")
_PATH: Final = re.compile(r"`((?:src|tests|web|docs)/[\w./*-]+)`")
# A line of the map of the house: how deep, the names, and behind two spaces what they are for.
_LINE: Final = re.compile(r"^( *)(\S+(?: \S+)*)  +\S")
# Called like a module, but the file of a database.
_NO_MODULES: Final = {"sandtable.db"}

PAGES: Final = [*all_pages(), ROOT / "CONTRIBUTING.md", ROOT / "web" / "README.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_modules_and_files_that_a_page_names_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    dotted = set(_DOTTED.findall(text)) - _NO_MODULES
    assert [name for name in sorted(dotted) if not _is_there(name)] == []
    # Paths are told from the root, or from where the page stands.
    places = (ROOT, page.parent)
    paths = sorted(set(_PATH.findall(text)))
    assert [path for path in paths if not any(found for place in places for found in place.glob(path))] == []


def test_the_map_of_the_house_names_only_rooms_that_exist() -> None:
    rooms = _rooms((DOCS / "architecture.md").read_text(encoding="utf-8"))
    assert "src/sandtable/kernel/machine" in rooms
    assert "src/sandtable/server/play" in rooms
    assert [room for room in rooms if not (any(ROOT.glob(room)) or any(ROOT.glob(f"{room}.py")))] == []


def test_every_package_is_on_the_map_of_the_house() -> None:
    rooms = _rooms((DOCS / "architecture.md").read_text(encoding="utf-8"))
    packages = [init.parent.relative_to(ROOT) for init in ROOT.glob("src/sandtable/*/__init__.py")]
    assert {str(package) for package in packages} <= set(rooms)


def test_a_module_that_is_gone_is_found() -> None:
    assert not _is_there("sandtable.kernel.phlogiston")
    assert not _is_there("sandtable.phlogiston")
    assert _is_there("sandtable.kernel.machine.engine")
    assert _is_there("sandtable.new")


def _is_there(name: str) -> bool:
    """Whether *name* is a module, or something in one."""
    parent, _, last = name.rpartition(".")
    try:
        return find_spec(name) is not None or hasattr(import_module(parent), last)
    except ModuleNotFoundError:
        return hasattr(import_module(parent), last)


def _rooms(text: str) -> list[str]:
    """The paths in the map of the house."""
    drawn = text.partition("## The rooms\n")[2].partition("```text\n")[2].partition("```")[0]
    found: list[str] = []
    above: dict[int, str] = {-1: ""}
    for line in drawn.splitlines():
        match = _LINE.match(line) or re.match(r"^( *)(\S+/)$", line)
        assert match, line
        depth, names = len(match[1]), match[2].split()
        parent = next(above[d] for d in sorted(above, reverse=True) if d < depth)
        paths = [f"{parent}{name}" for name in names]
        found += [path.rstrip("/") for path in paths]
        above = {d: path for d, path in above.items() if d < depth}
        above[depth] = paths[-1] if paths[-1].endswith("/") else parent
    return found
