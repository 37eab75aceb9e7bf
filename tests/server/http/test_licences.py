"""Whoever passes the page on passes on the licences of what is built into it."""

from __future__ import annotations

import re
from pathlib import Path

from sandtable.server.app import PAGE

from ..playing import Server

ROOT = Path(__file__).resolve().parents[3]
# The name, version and kind of licence of a package, between two rules; then its text, up to the next.
_PART = re.compile(r"^={80}\n(\S+) \S+ \(([^)]+)\)\n={80}\n(.*?)(?=^={80}\n|\Z)", re.MULTILINE | re.DOTALL)
_WORDS = {
    "MIT": "Permission is hereby granted, free of charge",
    "OFL-1.1": "SIL OPEN FONT LICENSE Version 1.1",
}


def test_every_part_of_the_page_comes_with_the_text_of_its_licence(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/matches.db", bot_workers=0) as server:
        reply = server.player().get("/licences.txt")
    assert (reply.status, reply.headers["content-type"].partition(";")[0]) == (200, "text/plain")
    parts = {name: (kind, text) for name, kind, text in _PART.findall(reply.text)}
    assert {"svelte", "milsymbol", "uqr", "@fontsource/source-sans-3"} <= parts.keys()
    assert [name for name, (kind, text) in parts.items() if _WORDS[kind] not in text] == []
    assert [name for name, (_, text) in parts.items() if "copyright" not in text.lower()] == []


def test_every_part_of_the_page_is_named_in_the_notice() -> None:
    parts = _PART.findall((PAGE / "licences.txt").read_text(encoding="utf-8"))
    notice = (ROOT / "NOTICE.md").read_text(encoding="utf-8")
    assert parts
    assert [name for name, _, _ in parts if f"`{name}`" not in notice] == []


def test_the_page_ships_inside_the_wheel_with_all_that_lies_beside_it() -> None:
    assert '"src/sandtable/server/page/**"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
