"""Somebody with an account, letters that come to him, and what he does with the links in them."""

from __future__ import annotations

from .playing import Player, Reply, Server
from .post import MailServer, delivered

WORD = "correct horse battery"
OTHER = "another long word"
ANNA = "anna@example.org"


def account(player: Player, action: str, **document: object) -> Reply:
    return player.post(f"/api/account/{action}", document)


def registered(server: Server, name: str = "Anna", email: str | None = ANNA) -> Player:
    player = server.player()
    assert account(player, "register", name=name, password=WORD, email=email).status == 200
    return player


def confirmed(server: Server, mail: MailServer, name: str = "Anna", email: str = ANNA) -> Player:
    """Somebody whose address is confirmed."""
    player = registered(server, name, email)
    assert delivered(server) == 1
    assert account(server.player(), "confirm", token=mail.next_letter().secret("confirm")).status == 200
    return player


def state(player: Player) -> tuple[str | None, bool]:
    found = player.get("/api/account").document["account"]
    return found["email"], found["confirmed"]


def forgotten(server: Server, mail: MailServer, who: str) -> str:
    """The secret in the letter that comes to whoever has forgotten his password."""
    assert account(server.player(), "forgotten", who=who).status == 200
    assert delivered(server) == 1
    return mail.next_letter().secret("reset")
