"""Printed matter that helps a player in: the terms of a rulebook, and a briefing for each scenario.

Both are TOML files beside the rulebook; what is wrong with one is said in a sentence that names file and entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..documents import Document
from ..refusals import SandtableError
from .paragraphs import entries


class BadGlossary(SandtableError):
    """A file of terms or briefings that cannot be used."""


@dataclass(frozen=True, kw_only=True)
class Term(Document):
    """A word of the rulebook's language, explained in a sentence or three."""

    term: str
    title: str
    text: str
    rule: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Side(Document):
    """What one seat of a scenario is after, and how it may go about it."""

    seat: str
    title: str
    goal: str
    advice: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Briefing:
    """What a scenario is about, in a few paragraphs, with the rules to know first."""

    text: tuple[str, ...]
    sides: tuple[Side, ...]
    turns: int
    # Paragraph and what it is about.
    rules: tuple[tuple[str, str], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The briefing as it goes over the wire; the server adds what it knows of scenario and board."""
        return {
            "text": list(self.text),
            "turns": self.turns,
            "sides": [side.as_json() for side in self.sides],
            "rule_links": [{"rule": rule, "text": text} for rule, text in self.rules],
        }


def parse_terms(text: str, source: str) -> Mapping[str, Term]:
    """The terms of a ``terms.toml``: ``[[term]]`` with term, title, text, rule, and aliases if it has any."""
    found: dict[str, Term] = {}
    for place, entry in enumerate(entries(text, source, "term", BadGlossary), 1):
        where = f"{source}: term entry {place}"
        _keys(entry, where, needed=("term", "title", "text", "rule"), lists=("aliases",))
        if entry["term"] in found:
            raise BadGlossary(f"{where}: the term {entry['term']!r} is listed twice")
        found[entry["term"]] = Term(**{**entry, "aliases": tuple(entry.get("aliases", ()))})
    return found


def parse_briefings(text: str, source: str) -> Mapping[str, Briefing]:
    """The briefings of a ``briefing.toml`` by scenario: ``[[briefing]]`` with scenario, turns, text, rules and sides."""
    found: dict[str, Briefing] = {}
    for place, entry in enumerate(entries(text, source, "briefing", BadGlossary), 1):
        where = f"{source}: briefing entry {place}"
        sides, rules, turns = entry.pop("side", []), entry.pop("rules", {}), entry.pop("turns", 0)
        _keys(entry, where, needed=("scenario",), lists=("text",))
        if entry["scenario"] in found:
            raise BadGlossary(f"{where}: the scenario {entry['scenario']!r} is listed twice")
        if type(turns) is not int or turns < 1:
            raise BadGlossary(f"{where}: 'turns' should be the number of turns, at least 1")
        if not isinstance(rules, dict) or not all(isinstance(v, str) for v in rules.values()):
            raise BadGlossary(f"{where}: 'rules' should be a table of paragraphs and what they are about")
        found[entry["scenario"]] = Briefing(
            text=tuple(entry.get("text", ())),
            sides=tuple(_side(side, where) for side in sides),
            turns=turns,
            rules=tuple(rules.items()),
        )
    return found


def _side(entry: Any, where: str) -> Side:
    if not isinstance(entry, dict):
        raise BadGlossary(f"{where}: 'side' should be a list of tables, written [[briefing.side]]")
    _keys(entry, f"{where}, side", needed=("seat", "title", "goal"), lists=("advice",))
    return Side(**{**entry, "advice": tuple(entry.get("advice", ()))})


def _keys(entry: Mapping[str, Any], where: str, *, needed: tuple[str, ...], lists: tuple[str, ...]) -> None:
    if unknown := sorted(set(entry) - {*needed, *lists}):
        raise BadGlossary(f"{where}: {unknown[0]!r} is no key; {', '.join((*needed, *lists))} are")
    for key in needed:
        if not isinstance(entry.get(key), str) or not entry[key]:
            raise BadGlossary(f"{where}: {key!r} is missing")
    for key in lists:
        listed = entry.get(key, [])
        if not isinstance(listed, list) or not all(isinstance(text, str) for text in listed):
            raise BadGlossary(f"{where}: {key!r} should be a list of texts")
