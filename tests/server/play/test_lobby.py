"""The lobby shows one's own matches, whatever others play."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.server.db.match_store import Match
from sandtable.server.play import lobby

from ..playing import Player, Server


def test_the_matches_of_others_crowd_out_none_of_ones_own(
    everywhere: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "LISTED", 2)
    player, stranger = everywhere.player(), everywhere.player()
    mine = [player.hotseat(listed=listed) for listed in (True, False)]
    theirs = [stranger.hotseat() for _ in range(3)]
    assert _shown(player) == [*theirs[:0:-1], *mine[::-1]]


def test_many_matches_of_ones_own_hide_none_that_is_listed(
    everywhere: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "LISTED", 2)
    player, stranger = everywhere.player(), everywhere.player()
    theirs = stranger.hotseat()
    mine = [player.hotseat() for _ in range(3)]
    assert _shown(player) == [*mine[::-1], theirs]


def test_of_very_many_matches_of_ones_own_those_that_go_on_stay(
    everywhere: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "OWN", 2)
    player = everywhere.player()
    running = [player.hotseat() for _ in range(2)]
    player.act(player.hotseat(), "resign", seat="red")
    assert _shown(player) == running[::-1]


def test_what_is_not_listed_is_shown_to_nobody_else(everywhere: Server) -> None:
    everywhere.player().hotseat(listed=False)
    assert _shown(everywhere.player()) == []


def _shown(player: Player) -> list[str]:
    return [match["match"] for match in player.get("/api/matches").document]


def test_a_match_is_described_anew_only_when_it_has_changed(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = server.player()
    one, other = player.hotseat(listed=True), player.hotseat(listed=True)
    player.get("/api/matches")
    described: list[str] = []
    real = lobby.outside

    def outside(match: Match, absent_days: float) -> dict[str, Any]:
        described.append(match.id)
        return real(match, absent_days)

    monkeypatch.setattr(lobby, "outside", outside)
    player.get("/api/matches")
    assert described == []
    player.choose(one, "red", "done")
    described.clear()
    seen = {match["match"]: match["version"] for match in player.get("/api/matches").document}
    assert (described, seen) == ([one], {one: 2, other: 1})


def test_whose_a_match_is_and_what_is_unread_is_told_to_each_by_himself(server: Server) -> None:
    player, stranger = server.player(), server.player()
    match = player.hotseat(listed=True)
    for who, mine in ((player, ["blue", "red"]), (stranger, []), (player, ["blue", "red"])):
        (seen,) = [one for one in who.get("/api/matches").document if one["match"] == match]
        assert sorted(seen["mine"]) == mine
