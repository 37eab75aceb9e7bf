"""The sides of a match: which seats belong together. Whoever sits people or counts results asks here."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable import catalog
from sandtable.kernel.refusals import SandtableError

from ..db.match_store import Match


def sides(match: Match) -> dict[str, str]:
    """The side of every seat; each is its own where nobody knows the scenario any more."""
    try:
        scenario = catalog.rulebook(match.rulebook).scenario(match.scenario)
    except SandtableError:
        return {seat: seat for seat in match.seats}
    return {seat: scenario.side(seat) for seat in match.seats}


def in_teams(match: Match) -> bool:
    """Whether a side of the match has several seats."""
    found = sides(match)
    return len(set(found.values())) < len(found)


def allies(match: Match, seat: str) -> list[str]:
    """All seats of the side of *seat*, itself included; none of Control and of spectators."""
    found = sides(match)
    return [name for name, side in found.items() if side == found.get(seat)]


def sides_of(match: Match, seats: Iterable[str]) -> set[str]:
    """The sides to which these seats belong; Control is on none."""
    found = sides(match)
    return {found[seat] for seat in seats if seat in found}
