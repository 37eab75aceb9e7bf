"""Whoever wants to be reminded, and where."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..playing import Player, Reply, Server, attack, two_players
from ..post import Hook, delivered

Later = Callable[[float], None]


def remind(player: Player, match: str, seat: str, url: str | None, email: str | None = None) -> Reply:
    return player.act(match, "reminders", seat=seat, webhook=url, email=email)


def wanting_and_attacked(server: Server, hook: Hook, **document: Any) -> tuple[Player, Player, str]:
    """Red, blue, who wants to hear of it by a webhook, and their match, in which red has just attacked him."""
    red, blue, match = two_players(server, **document)
    assert remind(blue, match, "blue", hook.url).status == 200
    attack(red, match)
    return red, blue, match


def attacked_and_told(
    server: Server, hook: Hook, later: Later, **document: Any
) -> tuple[Player, Player, str]:
    """The same two minutes later, when blue has been told."""
    red, blue, match = wanting_and_attacked(server, hook, **document)
    later(121)
    assert delivered(server) == 1
    return red, blue, match
