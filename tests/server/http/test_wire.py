"""Answers and refusals on the wire, documents, and what sockets are sent of them."""

from __future__ import annotations

import gzip
import json

import pytest

from sandtable.server.db.match_store import Row
from sandtable.server.match.position import Play
from sandtable.server.people import seating
from sandtable.server.wire import SMALL, Message, compressed, to_json

from ..databases import sqlite_alone
from ..playing import Server, attack, two_players

database = sqlite_alone


def test_a_change_is_answered_with_the_version_alone(server: Server) -> None:
    player, match = server.hotseat()
    reply = player.answer(match, "red", "move:0:4")
    assert (reply.status, json.loads(reply.text)) == (200, {"match": match, "version": 2, "answers": 1})
    assert reply.headers["content-type"] == "application/json"
    assert reply.headers["cache-control"] == "no-store"
    assert "default-src 'self'" in reply.headers["content-security-policy"]


def test_a_refusal_is_a_sentence_and_its_paragraph(server: Server) -> None:
    player, match = server.hotseat()
    player.choose(match, "red", "move:0:4")
    late = player.answer(match, "red", "move:1:16", version=1)
    assert (late.status, set(late.document)) == (409, {"error", "rule"})


@pytest.mark.parametrize("option", ["move:0:99", "move:1:16"])
def test_a_refused_answer_runs_the_rules_once_also_if_another_process_was_faster(
    database: str, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    with Server(database, shared=True) as one, Server(database, shared=True) as other:
        player, far = one.player(), other.player()
        match = player.hotseat()
        far.cookie = player.cookie
        assert far.view(match, "red")["version"] == 1
        player.choose(match, "red", "move:0:4")
        tried: list[str] = []
        really = Play.answer

        def counting(play: Play, seat: str, chosen: str) -> list[Row]:
            tried.append(chosen)
            return really(play, seat, chosen)

        monkeypatch.setattr(Play, "answer", counting)
        assert (far.answer(match, "red", option, version=1).status, tried) == (409, [option])
        assert (player.answer(match, "red", "move:0:99", version=2).status, tried) == (
            409,
            [option, "move:0:99"],
        )


def test_a_look_shows_nobody_what_another_seat_sees(server: Server) -> None:
    red, blue, match = two_players(server)
    assert red.get(f"/api/matches/{match}/view?seat=blue").status == 403
    assert red.get(f"/api/matches/{match}/view?seat=control").status == 403
    assert server.player().get(f"/api/matches/{match}/view?seat=red").status == 403
    assert red.get(f"/api/matches/{match}/view?seat={'x' * 81}").status == 422
    assert blue.view(match, "blue")["view"]["seat"] == "blue"


def test_an_answer_without_a_body_is_no_look_at_the_board(server: Server) -> None:
    player, match = server.hotseat()
    assert player.post(f"/api/matches/{match}/answer", None).status == 422


@pytest.mark.parametrize("where", ["at the same process", "at another process"])
def test_whoever_loses_a_seat_loses_it_at_once(database: str, where: str) -> None:
    with Server(database, shared=True) as one, Server(database, shared=True) as other:
        red, blue, match = two_players(one)
        # Somebody else has come by the same invitation, and sees and may do the same until one of them answers.
        stranger = (one if where == "at the same process" else other).player()
        stranger.cookie = "stranger"
        one.service.store.write(lambda db: seating.sit(db, match, "blue", "stranger"))
        attack(red, match)
        seen = stranger.view(match, "blue")
        assert seen == blue.view(match, "blue")
        plan = seen["view"]["options"][0]["id"]
        blue.choose(match, "blue", plan)
        assert stranger.get(f"/api/matches/{match}/view?seat=blue").status == 403
        assert stranger.answer(match, "blue", plan, version=seen["version"]).status == 403
        assert blue.view(match, "blue")["view"]["seat"] == "blue"


def test_a_damaged_answer_is_explained(server: Server) -> None:
    player, match = server.hotseat()
    damaged = player.post(f"/api/matches/{match}/answer", {"seat": "red"})
    assert (damaged.status, damaged.error) == (422, "option cannot be used: field required")
    assert player.answer(match, "red", "nonsense").status in (400, 409)
    assert player.answer("nowhere", "red", "done", version=1).status == 403


def test_a_large_view_is_packed_for_whoever_can_unpack_it(server: Server) -> None:
    player = server.player()
    path = f"/api/matches/{player.hotseat(scenario='agn')}/view?seat=german"
    packed = player.get(path, accept_encoding="gzip")
    plain = player.get(path, accept_encoding="identity")
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(packed.text) / 4
    assert "content-encoding" not in plain.headers
    assert plain.document == packed.document


def test_a_small_view_is_not_packed(server: Server) -> None:
    player = server.player()
    reply = player.get(f"/api/matches/{player.hotseat(scenario='ford-counterstroke')}/view?seat=red")
    assert len(reply.text) < SMALL
    assert "content-encoding" not in reply.headers


@pytest.mark.parametrize(
    "document", [{"a": [1, 2.5, None, True, "ü"]}, {"large": 2**70}, {"nested": {"tuple": (1, 2)}}]
)
def test_documents_come_back_from_the_wire(document: object) -> None:
    assert json.loads(to_json(document)) == json.loads(json.dumps(document))


def test_numbers_as_keys_become_text_as_everywhere() -> None:
    assert to_json({1: "one"}) == b'{"1":"one"}'


def test_what_is_packed_can_be_unpacked() -> None:
    assert gzip.decompress(compressed(b"view " * 1000)) == b"view " * 1000


def test_a_message_is_put_into_words_once() -> None:
    message = Message(view={"turn": 1}, numbers=[1, 2])
    assert json.loads(message.json()) == {"view": {"turn": 1}, "numbers": [1, 2]} == message
    assert message.json() is message.json()
