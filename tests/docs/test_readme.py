"""The README keeps its promises: a game in twenty lines, commands that exist, files that are there."""

from __future__ import annotations

import re

from sandtable.cli import app

from .pages import ROOT, fences

README = ROOT / "README.md"


def test_the_game_in_the_readme_has_at_most_twenty_lines() -> None:
    game = next(f.text for f in fences(README) if f.language == "python")
    typed = [line for line in game.split("\n") if line.startswith((">>> ", "... "))]
    assert 5 <= len(typed) <= 20


def test_the_readme_mentions_every_command() -> None:
    text = README.read_text(encoding="utf-8")
    assert [name for name in app.commands if f"sandtable {name}" not in text] == []


def test_every_file_the_readme_points_to_exists() -> None:
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", README.read_text(encoding="utf-8"))
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_every_make_target_named_in_the_readme_exists() -> None:
    named = set(re.findall(r"\bmake ([a-z]+)\b`", README.read_text(encoding="utf-8")))
    known = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert {"play", "test"} <= named <= known
