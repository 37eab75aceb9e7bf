"""Over the wire a seat learns what it may know, and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from .playing import Json, Player, Server, attack, two_players


def everything_red_hears(server: Server, blues_plan: str) -> list[Any]:
    """Every document and error that red can get while blue's plan lies sealed."""
    red, blue, match = two_players(server)
    with red.watching(match, "red") as socket:
        socket.receive_json()
        attack(red, match)
        blue.choose(match, "blue", blues_plan)
        heard: list[Any] = []
        while not heard or heard[-1]["version"] < red.head(match)["version"]:
            message = socket.receive_json()
            heard += [message] if "view" in message else []
    version = red.head(match)["version"]
    heard = heard[-1:]
    heard += [red.get(f"/api/matches/{match}{path}").text for path in _PATHS]
    heard += [
        red.answer(match, "red", "stand", version=version).document,
        red.answer(match, "blue", blues_plan, version=version).document,
        red.answer(match, "red", "assault", version=1).document,
        red.act(match, "undo", seat="red", version=version).document,
        red.act(match, "fork", to=4).document,
        server.player().view(match, "spectator"),
        server.player().head(match),
    ]
    return [_without_names(document, match) for document in heard]


_PATHS = (
    "",
    "/view?seat=red",
    "/view?seat=blue",
    "/view?seat=control",
    "/log?seat=red",
    "/moments/4?seat=red",
    "/moments/4?seat=blue",
    "/record",
    "/why?seat=red&verb=attack&hex=0107",
    "/why?seat=blue&verb=attack&hex=0107",
)


def _without_names(document: Any, match: str) -> Any:
    """The document without what differs between any two matches: names, times and commitments."""
    text = document if isinstance(document, str) else json.dumps(document)
    found = json.loads(text.replace(match, "MATCH"))
    if isinstance(found, dict):
        for key in ("commitment", "salt", "created", "changed"):
            found.pop(key, None)
        for seat in found.get("seats", {}).values():
            seat["waiting_since"] = seat["waiting_since"] is not None
    return found


def test_nothing_tells_red_which_plan_blue_has_sealed(server: Server) -> None:
    assert everything_red_hears(server, "stand") == everything_red_hears(server, "yield")


def test_a_sealed_plan_is_in_no_word_that_red_hears(server: Server) -> None:
    words = json.dumps(everything_red_hears(server, "yield"))
    # Red named "stand" itself, in the answer that was refused.
    assert '"yield"' not in words


def test_the_strength_of_the_enemy_is_not_in_the_view(server: Server) -> None:
    red, blue, match = two_players(server)
    assert _sides_with_strength(red.view(match, "red")) == {"red"}
    assert _sides_with_strength(blue.view(match, "blue")) == {"blue"}


@pytest.mark.parametrize("path", ["view", "log", "moments/0", "why"])
def test_no_door_to_the_other_seat_is_open(server: Server, path: str) -> None:
    red, blue, match = two_players(server)
    stranger = server.player()
    assert _status(red, match, path, "blue") == _status(blue, match, path, "red") == 403
    assert _status(stranger, match, path, "red") == 403
    assert _status(red, match, path, "control") == 403


def test_the_record_is_secret_while_two_players_play(server: Server) -> None:
    red, _blue, match = two_players(server)
    reply = red.get(f"/api/matches/{match}/record")
    assert (reply.status, reply.error) == (403, "the record of a match is published when it is over")


def test_the_record_is_secret_while_a_bot_plays(server: Server) -> None:
    player = server.player()
    match = player.begin(seats={"blue": "random"})["match"]
    assert player.get(f"/api/matches/{match}/record").status == 403


def test_the_secret_of_the_dice_is_published_with_the_end(server: Server) -> None:
    red, _blue, match = two_players(server)
    red.act(match, "resign", seat="red")
    dice = server.player().get(f"/api/matches/{match}/record").document["dice"]
    assert dice["commitment"] == red.head(match)["commitment"]
    assert len(dice["secret"]) == 64


def test_a_record_taken_while_the_match_goes_on_keeps_the_secret(server: Server) -> None:
    player = server.player()
    record = player.get(f"/api/matches/{player.hotseat()}/record").document
    assert "secret" not in record["dice"]


def test_an_error_of_ours_shows_nothing_of_the_inside(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("blue will yield")

    player = server.player()
    match = player.hotseat()
    monkeypatch.setattr(server.service.authority, "message", fail)
    reply = player.get(f"/api/matches/{match}/view?seat=red")
    assert reply.status == 500
    assert "yield" not in reply.text
    assert reply.error.startswith("the server failed at this")


def _sides_with_strength(seen: Json) -> set[str]:
    return {c["side"] for c in seen["view"]["position"]["counters"] if "strength" in c}


def _status(player: Player, match: str, path: str, seat: str) -> int:
    return player.get(f"/api/matches/{match}/{path}?seat={seat}&verb=attack").status
