"""What the server really sends is what its response models describe: of every scenario, over HTTP and by the live socket."""

from __future__ import annotations

import json
from functools import cache
from random import Random

import jsonschema_rs
import pytest
from pydantic import BaseModel

from sandtable import catalog
from sandtable.server.http import websocket
from sandtable.server.http.responses import live, match, printed, study

from ..playing import Json, Player, Server, two_players

RULEBOOKS = [book.name for book in catalog.rulebooks()]
# Of each rulebook the first scenario every day; the others are told in the same words.
SCENARIOS = [
    pytest.param(scenario.name, marks=pytest.mark.long if number else ())
    for book in catalog.rulebooks()
    for number, scenario in enumerate(book.scenarios)
]
ANSWERS = 60


@pytest.fixture
def database(each_at_length: str) -> str:
    """One kind of database every day: nothing special is asked of it here."""
    return each_at_length


def held(model: type[BaseModel], text: str) -> None:
    """Nothing is there that is not described, nothing is of another kind, and nothing is missing."""
    model.model_validate_json(text, strict=True)
    _schema(model).validate(json.loads(text))


@cache
def _schema(model: type[BaseModel]) -> jsonschema_rs.Validator:
    return jsonschema_rs.validator_for(model.model_json_schema(mode="serialization"))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_game_is_told_as_described(server: Server, scenario: str) -> None:
    player, rng = server.player(), Random(scenario)
    game = player.hotseat(scenario=scenario, control="person")
    path = f"/api/matches/{game}"
    with player.watching(game, "control") as socket:
        for number in range(ANSWERS):
            frame = socket.receive_text()
            held(live.LiveFrame, frame)
            whole = player.get(f"{path}/view?seat=control")
            held(match.Message, whole.text)
            seat = whole.document["view"]["asked"][0]
            seen = player.view(game, seat)
            option = rng.choice(seen["view"]["options"])["id"]
            if number % 10 == 0:
                for sees in ("spectator", seat):
                    _held_studies(player, path, sees, option if sees == seat else "")
            reply = player.answer(game, seat, option, seen["version"])
            held(match.Accepted, reply.text)
            if player.view(game, "control")["over"]:
                break
    held(match.Log, player.get(f"{path}/log?seat=control").text)
    held(match.EditablePosition, player.get(f"{path}/control/position").text)
    held(match.PastMoment, player.get(f"{path}/moments/3?seat=control").text)
    held(match.Record, player.get(f"{path}/record").text)
    held(match.Lobby, player.get("/api/matches").text)


def _held_studies(player: Player, path: str, seat: str, option: str) -> None:
    for model in (study.Layers, study.Reach, study.Odds, study.Luck, study.Marks):
        held(model, player.get(f"{path}/{model.__name__.lower()}?seat={seat}").text)
    if option:
        held(study.Preview, player.get(f"{path}/preview?seat={seat}&option={option}").text)
        held(study.Odds, player.get(f"{path}/odds?seat={seat}&option={option}").text)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_printed_matter_is_as_described(server: Server, rulebook: str) -> None:
    player = server.player()
    for model in (printed.Paragraphs, printed.Tables, printed.Terms):
        held(model, player.get(f"/api/rulebooks/{rulebook}/{model.__name__.lower()}").text)
    held(printed.RulebookText, player.get(f"/api/rulebooks/{rulebook}").text)
    held(printed.News, player.get("/api/news").text)
    held(printed.Rulebooks, player.get("/api/rulebooks").text)


def test_news_of_talk_is_a_frame_as_described(server: Server) -> None:
    red, blue, game = two_players(server)
    with blue.watching(game, "blue") as socket:
        socket.receive_text()
        assert red.act(game, "talk", seat="red", text="Good day.", key="k").status == 200
        held(live.TalkMark, socket.receive_text())


def test_a_ping_is_a_frame_as_described(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "PING_SECONDS", 0.05)
    player = server.player()
    with player.watching(player.hotseat(), "red") as socket:
        socket.receive_text()
        held(live.Ping, socket.receive_text())


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("rewind", {"to": 0}), ("result", {"winner": "blue"}), ("restore", {})],
    ids=["rewind", "result", "restore"],
)
def test_what_is_proposed_is_as_described(server: Server, name: str, wanted: Json) -> None:
    red, blue, game = two_players(server)
    version = red.choose(game, "red", "move:2:20")["version"]
    if name == "restore":
        for player, seat in ((red, "red"), (blue, "blue")):
            version = player.act(game, "rewind", seat=seat, to=0, version=version).document["version"]
    reply = red.act(game, name, seat="red", version=version, **wanted)
    held(match.Accepted, reply.text)
    seen = red.get(f"/api/matches/{game}/view?seat=red")
    assert seen.document["proposal"]["kind"] == name, seen.text
    held(match.Message, seen.text)
