"""Over the wire a seat learns what it may know, and nothing else."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from sandtable.server.db import steady_time
from sandtable.server.mail.templates import reminder
from sandtable.testing.ford import FordRulebook

from ..play.test_standing_orders import PLAN, plan_by_orders
from ..playing import Json, Player, Server, attack, two_players


@pytest.fixture
def database(each_at_length: str) -> str:
    """One kind of database every day: nothing special is asked of it here."""
    return each_at_length


def everything_red_hears(server: Server, blues_plan: str, *, ordered: bool = False) -> list[Any]:
    """Every document and error that red can get while blue's plan lies sealed, which blue has chosen or *ordered*."""
    red, blue, match = two_players(server, clock={"base": 600, "increment": 30}, control="open")
    with red.watching(match, "red") as socket:
        socket.receive_json()
        if ordered:
            orders = [{"question": "plan", "answer": blues_plan}]
            assert blue.act(match, "orders", seat="blue", orders=orders).status == 200
        blue.act(match, "reminders", seat="blue", webhook=f"https://example.org/{blues_plan}", email=None)
        attack(red, match)
        if not ordered:
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
        red.act(match, "flag", seat="red", against="blue").document,
        red.post(
            f"/api/matches/{match}/substitute", {"seat": "red", "for": "blue", "bot": "random"}
        ).document,
        red.act(match, "reclaim", seat="blue").document,
        red.act(match, "orders", seat="blue", orders=[]).document,
        red.act(match, "reminders", seat="blue", webhook=None, email=None).document,
        red.act(match, "control/edit", version=version, changes=[["strength", 0, 1]], reason="x").document,
        red.act(match, "control/answer", version=version, seat="blue", option="stand", reason="x").document,
        red.act(match, "control/rewind", version=version, to=3, reason="x").document,
        red.act(match, "control/announce", text="x").document,
        red.get("/api/account").document,
        [listed for listed in red.get("/api/matches").document if listed["match"] == match],
        red.act(match, "result", seat="red", winner="draw", version=version).document,
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
    "/orders?seat=red",
    "/orders?seat=blue",
    "/reminders?seat=red",
    "/reminders?seat=blue",
    "/talk?seat=red",
    "/talk?seat=blue",
    "/notes?seat=red",
    "/notes?seat=blue",
    "/control/position",
    "/control/options?seat=blue",
    "/layers?seat=red",
    "/reach?seat=red",
    "/odds?seat=red",
    "/odds?seat=blue",
    "/odds?seat=red&option=assault",
    "/preview?seat=red&option=assault",
    "/luck?seat=red",
    "/marks?seat=red",
)


def _without_names(document: Any, match: str) -> Any:
    """The document without what differs between any two matches: names and commitments."""
    text = document if isinstance(document, str) else json.dumps(document)
    return _anonymous(json.loads(text.replace(match, "MATCH")))


def _anonymous(found: Any) -> Any:
    if isinstance(found, list):
        return [_anonymous(part) for part in found]
    if isinstance(found, dict):
        return {key: _anonymous(value) for key, value in found.items() if key not in ("commitment", "salt")}
    return found


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time passes, so that clocks and moments are the same whenever something happens."""
    monkeypatch.setattr(time, "time", lambda: 1_800_000_000.0)
    monkeypatch.setattr(steady_time, "since_boot", lambda: 1_000.0)


@pytest.mark.usefixtures("still")
def test_nothing_tells_red_which_plan_blue_has_sealed(server: Server) -> None:
    assert everything_red_hears(server, "stand") == everything_red_hears(server, "yield")


@pytest.fixture
def ordering_ford(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Ford, where the plan of a combat may be ordered beforehand."""
    monkeypatch.setattr(FordRulebook, "standing_questions", (PLAN,))
    monkeypatch.setattr(FordRulebook, "standing", plan_by_orders)


@pytest.mark.usefixtures("still", "ordering_ford")
def test_nothing_tells_red_whether_an_order_answered_or_blue_himself(server: Server) -> None:
    by_order = everything_red_hears(server, "stand", ordered=True)
    assert by_order == everything_red_hears(server, "stand")
    assert by_order == everything_red_hears(server, "yield", ordered=True)


def test_nothing_tells_red_that_control_has_spoken_to_blue_or_blue_has_given_orders(server: Server) -> None:
    red, blue, control = server.player(), server.player(), server.player()
    begun = red.begin(seats={"blue": "open"}, control="open")
    match = begun["match"]
    blue.join(begun["links"]["blue"])
    control.join(begun["links"]["control"])
    paths = ["", *_PATHS[1:]]
    before = [red.get(f"/api/matches/{match}{path}").text for path in paths]
    listed = red.get("/api/matches").text
    said = control.act(match, "control/announce", text="Your scouts see dust.", to=["blue"])
    assert said.document["log"][-1]["text"] == "Control: Your scouts see dust."
    blue.act(match, "orders", seat="blue", orders=[])
    blue.act(match, "reminders", seat="blue", webhook="https://example.org/1", email=None)
    assert [red.get(f"/api/matches/{match}{path}").text for path in paths] == before
    assert red.get("/api/matches").text == listed


def test_a_socket_of_red_says_nothing_when_control_speaks_to_blue(server: Server) -> None:
    red, blue, control = server.player(), server.player(), server.player()
    begun = red.begin(seats={"blue": "open"}, control="open")
    match = begun["match"]
    blue.join(begun["links"]["blue"])
    control.join(begun["links"]["control"])
    with red.watching(match, "red") as reds, blue.watching(match, "blue") as blues:
        first = (reds.receive_json(), blues.receive_json())
        control.act(match, "control/announce", text="Your scouts see dust.", to=["blue"])
        assert blues.receive_json()["log"][-1]["text"] == "Control: Your scouts see dust."
        control.act(match, "control/announce", text="It rains.")
        heard = reds.receive_json()
    assert heard["log"][-1]["text"] == "Control: It rains."
    assert len(heard["log"]) == len(first[0]["log"]) + 1


def test_a_reminder_holds_no_secret_of_its_seat(server: Server) -> None:
    red, _blue, match = two_players(server)
    head = server.service.authority.head(match)
    assert reminder(head, "red", "").short == "The Ford: counterstroke: it is your turn."
    attack(red, match)
    head = server.service.authority.head(match)
    assert reminder(head, "blue", "https://t.example/").short == (
        f"The Ford: counterstroke: it is your turn. https://t.example/match/{match}"
    )


def test_a_sealed_plan_is_in_no_word_that_red_hears(server: Server) -> None:
    heard = everything_red_hears(server, "yield")
    # The odds name every plan that there could be; red named "stand" itself, in the answer that was refused.
    odds = [said for said in heard if isinstance(said, dict) and said.keys() & {"odds", "preview"}]
    words = json.dumps([said for said in heard if said not in odds])
    assert '"yield"' not in words


def test_the_strength_of_the_enemy_is_not_in_the_view(server: Server) -> None:
    red, blue, match = two_players(server)
    assert _sides_with_strength(red.view(match, "red")) == {"red"}
    assert _sides_with_strength(blue.view(match, "blue")) == {"blue"}


@pytest.mark.parametrize("path", ["view", "log", "moments/0", "why", "orders", "reminders"])
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

    player, match = server.hotseat()
    monkeypatch.setattr(server.service.authority, "message", fail)
    reply = player.get(f"/api/matches/{match}/view?seat=red")
    assert reply.status == 500
    assert "yield" not in reply.text
    assert reply.error.startswith("the server failed at this")


def _sides_with_strength(seen: Json) -> set[str]:
    return {c["side"] for c in seen["view"]["position"]["counters"] if "strength" in c}


def _status(player: Player, match: str, path: str, seat: str) -> int:
    return player.get(f"/api/matches/{match}/{path}?seat={seat}&verb=attack").status


@pytest.mark.usefixtures("quick_passwords")
def test_a_socket_is_closed_as_soon_as_its_browser_is_logged_out(server: Server) -> None:
    anna = server.player()
    anna.post("/api/account/register", {"name": "Anna", "password": "correct horse battery"})
    match = anna.begin(seats={"blue": "random"}, listed=False)["match"]
    with anna.watching(match, "red") as socket:
        socket.receive_json()
        assert anna.post("/api/account/logout", {"everywhere": True}).status == 200
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert closed.value.code == 4403
