"""Whoever wants to be reminded, and where."""

from __future__ import annotations

from collections.abc import Callable

from ..playing import Player, Reply

Later = Callable[[float], None]


def remind(player: Player, match: str, seat: str, url: str | None, email: str | None = None) -> Reply:
    return player.act(match, "reminders", seat=seat, webhook=url, email=email)
