"""Sentences of the server call a seat by its title, in the log, in results and in refusals."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from sandtable.kernel.machine.actions import seat_title

from ..databases import sqlite_alone
from ..playing import Player, Server, two_players

database = sqlite_alone

_PLAIN = re.compile(r"\b(red|blue)\b")


@pytest.fixture
def quiet(database: str) -> Server:
    """A server whose bots do not move, so that nothing happens between two looks."""
    return Server(database, bot_workers=0)


def _said(player: Player, match: str, seat: str) -> list[str]:
    """Every sentence about the match itself that *seat* reads."""
    seen = player.view(match, seat)
    return [line["text"] for line in seen["log"]] + [(seen["result"] or {}).get("reason", "")]


@pytest.mark.parametrize(
    ("name", "title"), [("red", "Red"), ("army_group_north", "Army group north"), ("control", "Control")]
)
def test_a_title_begins_with_a_capital_and_has_spaces(name: str, title: str) -> None:
    assert seat_title(name) == title


def test_what_players_settle_is_told_by_titles(quiet: Server, later: Callable[[float], None]) -> None:
    with quiet as server:
        told: list[str] = []

        def tell(*deeds: tuple[str, str, dict[str, Any]]) -> None:
            red, blue, match = two_players(server, clock={"base": 600})
            for seat, deed, given in deeds:
                player = red if seat == "red" else blue
                version = (
                    {}
                    if deed in ("resign", "flag", "substitute", "reclaim")
                    else {"version": player.head(match)["version"]}
                )
                assert player.act(match, deed, seat=seat, **version, **given).status == 200
            told.extend(_said(red, match, "red"))

        tell(("red", "resign", {}))
        tell(("red", "result", {"winner": "blue"}), ("blue", "result", {"winner": "blue"}))
        tell(("red", "result", {"winner": "red"}), ("blue", "result", {"winner": "red", "agree": False}))
        tell(("red", "substitute", {"for": "red", "bot": "random"}), ("red", "reclaim", {}))
        red, blue, match = two_players(server, clock={"base": 600})
        later(601)
        assert blue.act(match, "flag", seat="blue", against="red").status == 200
        told.extend(_said(red, match, "red"))
        for words in (
            "Red resigned",
            "It was agreed that Blue has won",
            "The bot random plays for Red",
            "The player of Red is back",
            "The time of Red is up",
        ):
            assert any(sentence.startswith(words) for sentence in told), words
        assert [sentence for sentence in told if _PLAIN.search(sentence)] == []


def test_refusals_name_seats_by_titles(quiet: Server) -> None:
    with quiet as server:
        red, blue, match = two_players(server, clock={"base": 600})
        refused = [
            blue.act(match, "flag", seat="blue", against="red"),
            blue.act(match, "reclaim", seat="blue"),
            blue.act(match, "substitute", **{"seat": "blue", "for": "red", "bot": "random"}),
            blue.act(match, "resign", seat="red"),
            blue.get(f"/api/matches/{match}/view?seat=red"),
            server.player().act(match, "sit", seat="blue"),
        ]
        red.act(match, "substitute", **{"seat": "red", "for": "red", "bot": "random"})
        refused.append(red.act(match, "answer", seat="red", option="done", version=2, key="k"))
        refused.append(red.act(match, "substitute", **{"seat": "red", "for": "red", "bot": "random"}))
        assert all(reply.status in (403, 409) for reply in refused)
        assert [reply.error for reply in refused if _PLAIN.search(reply.error)] == []
        assert all("Red" in reply.error or "Blue" in reply.error for reply in refused)
