"""Control over the wire: it sees everything, and what it does is on the record with a reason."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import sandtable

from ..databases import sqlite_alone
from ..playing import Json, Player, Reply, Server, attack, two_players

database = sqlite_alone

Later = Callable[[float], None]


def umpired(server: Server, **document: object) -> tuple[Player, Player, Player, str]:
    """Red, blue, Control and the match."""
    red, blue, control = server.player(), server.player(), server.player()
    begun = red.begin(scenario="ford-counterstroke", seats={"blue": "open"}, control="open", **document)
    assert blue.join(begun["links"]["blue"]).status == 200
    assert control.join(begun["links"]["control"]).status == 200
    return red, blue, control, begun["match"]


def do(control: Player, match: str, action: str, **document: object) -> Reply:
    """A deed of Control; at the board as it stands where a version is needed."""
    if action in ("edit", "answer", "rewind"):
        document = {"version": control.head(match)["version"], **document}
    return control.post(f"/api/matches/{match}/control/{action}", document)


def texts(seen: Json) -> list[str]:
    return [line["text"] for line in seen["log"]]


def test_a_match_has_no_control_unless_it_is_wanted(server: Server) -> None:
    player = server.player()
    begun = player.begin()
    assert player.head(begun["match"])["control"] == "none"
    assert "control" not in begun["links"]
    assert player.get(f"/api/matches/{begun['match']}/view?seat=control").status == 403
    assert do(player, begun["match"], "announce", text="hello").status == 403


def test_control_has_a_link_and_sees_everything(server: Server) -> None:
    red, _blue, control, match = umpired(server)
    assert (control.head(match)["mine"], red.head(match)["control"]) == (["control"], "person")
    seen = control.view(match, "control")
    assert {c["side"] for c in seen["view"]["position"]["counters"] if "strength" in c} == {"red", "blue"}
    assert control.get(f"/api/matches/{match}/moments/0?seat=control").status == 200
    assert control.get(f"/api/matches/{match}/record").status == 200
    with control.watching(match, "control") as socket:
        assert socket.receive_json() == seen


def test_the_seat_of_control_is_open_until_somebody_comes(server: Server) -> None:
    player = server.player()
    match = player.begin(control="open")["match"]
    assert player.head(match)["control"] == "open"
    assert player.get(f"/api/matches/{match}/view?seat=control").status == 403


def test_whoever_begins_a_match_may_be_its_control(server: Server) -> None:
    control = server.player()
    begun = control.begin(seats={"red": "open", "blue": "open"}, control="person")
    assert control.head(begun["match"])["mine"] == ["control"]
    assert set(begun["links"]) == {"red", "blue", "control"}


def test_whoever_is_given_a_seat_by_a_player_who_is_umpire_too_sees_what_he_sees(server: Server) -> None:
    host, friend = server.player(), server.player()
    begun = host.begin(control="person", mode="hotseat")
    link = host.act(begun["match"], "link", seat="blue").document["links"]["blue"]
    assert friend.join(link).status == 200
    assert sorted(friend.head(begun["match"])["mine"]) == ["blue", "control", "red"]


def test_nobody_is_umpire_of_his_own_match_against_others(server: Server) -> None:
    red = server.player()
    reply = red.post("/api/matches", {"scenario": "ford", "seats": {"blue": "open"}, "control": "person"})
    assert (reply.status, reply.document["rule"]) == (400, "")
    begun = red.begin(seats={"blue": "open"}, control="open")
    assert red.join(begun["links"]["control"]).status == 403
    control = server.player()
    control.join(begun["links"]["control"])
    assert control.join(begun["links"]["blue"]).status == 403
    assert control.act(begun["match"], "sit", seat="blue").status == 403


def test_whoever_plays_alone_may_be_his_own_control(server: Server) -> None:
    player, match = server.hotseat(control="person")
    assert player.head(match)["mine"] == ["blue", "control", "red"]


def test_control_changes_the_position_and_all_hear_why(everywhere: Server) -> None:
    red, _blue, control, match = umpired(everywhere)
    position = control.get(f"/api/matches/{match}/control/position").document
    assert position["columns"]["strength"][0] == 4
    assert position["names"]["hexes"]["0102"] >= 0
    reply = do(control, match, "edit", changes=[["strength", 0, 1]], reason="a slip of the pen")
    assert reply.status == 200
    assert control.get(f"/api/matches/{match}/control/position").document["columns"]["strength"][0] == 1
    assert "Control changes the position: a slip of the pen." in texts(red.view(match, "red"))
    assert "The changes by Control: red-a: strength 1." in texts(control.view(match, "control"))
    assert "red-a: strength 1" not in " ".join(texts(red.view(match, "red")))


def test_control_reads_what_everything_in_the_position_is_called(server: Server) -> None:
    _red, _blue, control, match = umpired(server)
    position = control.get(f"/api/matches/{match}/control/position").document
    fields = {field["name"]: field for field in position["fields"]}
    assert position["units"][0] == "red-a"
    assert (fields["strength"]["title"], fields["strength"]["of_units"]) == ("Strength", True)
    assert (fields["moved"]["kind"], fields["hex_of"]["kind"]) == ("yes", "hex")
    assert (fields["holder"]["kind"], fields["holder"]["words"]) == ("word", [[0, "Red"], [1, "Blue"]])


def test_control_gives_a_hex_to_the_other_side(server: Server) -> None:
    control = server.player()
    begun = control.begin(scenario="agn", seats={"german": "open", "soviet": "open"}, control="person")
    where = f"/api/matches/{begun['match']}/control/position"
    seen = control.view(begun["match"], "control")["view"]["position"]["counters"]
    hex_ = next(counter["hex"] for counter in seen if counter["side"] == "soviet")
    position = control.get(where).document
    assert hex_ not in position["sets"]["axis_control"]
    change = ["axis_control", position["names"]["hexes"][hex_], 1]
    assert do(control, begun["match"], "edit", changes=[change], reason="a slip").status == 200
    assert hex_ in control.get(where).document["sets"]["axis_control"]
    reply = do(control, begun["match"], "edit", changes=[["axis_control", 10**12, 1]], reason="beyond")
    assert (reply.status, reply.error) == (409, f"the map has no hex with the number {10**12}")


def test_an_impossible_edit_is_refused_with_a_sentence_and_changes_nothing(server: Server) -> None:
    _red, _blue, control, match = umpired(server)
    before = control.view(match, "control")
    for changes in ([["strength", 0, 99]], [["nothing", 0, 1]], [["strength", 999, 1]]):
        reply = do(control, match, "edit", changes=changes, reason="why not")
        assert (reply.status, control.view(match, "control")["view"]) == (409, before["view"])
        assert reply.error


@pytest.mark.parametrize("reason", ["", "   "])
def test_control_does_nothing_without_a_reason(server: Server, reason: str) -> None:
    _red, _blue, control, match = umpired(server)
    assert do(control, match, "edit", changes=[["strength", 0, 1]], reason=reason).status >= 400
    assert do(control, match, "answer", seat="red", option="done", reason=reason).status >= 400
    assert do(control, match, "pause", reason=reason).status >= 400
    assert do(control, match, "announce", text=reason).status >= 400
    assert control.head(match)["version"] == 1


def test_control_answers_for_a_seat(server: Server) -> None:
    red, blue, control, match = umpired(server)
    attack(red, match)
    asked = control.get(f"/api/matches/{match}/control/options?seat=blue").document
    assert [option["id"] for option in asked["options"]] == ["stand", "yield"]
    assert do(control, match, "answer", seat="blue", option="yield", reason="Blue is ill").status == 200
    assert red.view(match, "red")["view"]["asked"] == ["red"]
    assert "Control answers for Blue: Blue is ill." in texts(red.view(match, "red"))
    assert "'yield'" not in str(red.view(match, "red"))
    assert "The answer by Control for Blue: yield." in texts(blue.view(match, "blue"))


def test_control_answers_only_what_the_rules_allow(server: Server) -> None:
    _red, _blue, control, match = umpired(server)
    reply = do(control, match, "answer", seat="blue", option="done", reason="hurry")
    assert (reply.status, reply.error) == (409, "another seat is asked now")
    assert do(control, match, "answer", seat="control", option="done", reason="hurry").status == 400


def test_while_control_has_stopped_the_match_nobody_else_changes_it(server: Server) -> None:
    red, blue, control, match = umpired(server)
    red.choose(match, "red", "move:2:20")
    paused = do(control, match, "pause", reason="tea").document
    assert paused["paused"]["reason"] == "tea"
    version = red.head(match)["version"]
    for reply in (
        red.answer(match, "red", "done"),
        red.act(match, "undo", seat="red", version=version),
        red.act(match, "rewind", seat="red", to=0, version=version),
        red.act(match, "result", seat="red", winner="draw", version=version),
    ):
        assert (reply.status, reply.error) == (409, "Control has stopped the match: tea")
    assert do(control, match, "pause", reason="again").status == 409
    assert do(control, match, "answer", seat="red", option="done", reason="go").status == 200
    assert do(control, match, "resume").document["paused"] is None
    assert do(control, match, "resume").status == 409
    assert red.answer(match, "red", "attack:9").status == 200
    assert texts(blue.view(match, "blue")).count("Control stops the match: tea.") == 1


def test_a_player_may_resign_while_control_has_stopped_the_match(server: Server) -> None:
    red, _blue, control, match = umpired(server)
    do(control, match, "pause", reason="tea")
    assert red.act(match, "resign", seat="red").document["result"]["winner"] == "blue"


def test_a_pause_survives_a_restart_and_stops_the_bots(database: str) -> None:
    with Server(database) as server:
        control = server.player()
        begun = control.begin(seats={"red": "open", "blue": "random"}, control="person")
        match = begun["match"]
        do(control, match, "pause", reason="tea")
        server.restart()
        assert control.head(match)["paused"]["reason"] == "tea"
        for option in ("done", "done"):
            do(control, match, "answer", seat="red", option=option, reason="Red is late")
        assert control.view(match, "control")["view"]["asked"] == ["blue"]
        with control.watching(match, "control") as socket:
            assert socket.receive_json()["answers"] == 2
            do(control, match, "resume")
            while socket.receive_json().get("answers", 2) == 2:
                pass


def test_no_clock_runs_during_a_pause(server: Server, later: Later) -> None:
    red, _blue, control, match = umpired(server, clock={"base": 600})
    later(100)
    assert do(control, match, "pause", reason="tea").document["clock"]["running"] == []
    later(1000)
    clock = do(control, match, "resume").document["clock"]
    assert (clock["left"]["red"], clock["running"]) == (pytest.approx(500, abs=5), ["red"])
    assert red.answer(match, "red", "done").status == 200


def test_control_speaks_to_some_or_to_all(everywhere: Server) -> None:
    red, blue, control, match = umpired(everywhere)
    assert do(control, match, "announce", text="It rains.", to=None).status == 200
    assert do(control, match, "announce", text="Your scouts see dust.", to=["blue"]).status == 200
    assert texts(red.view(match, "red"))[-1] == "Control: It rains."
    assert texts(blue.view(match, "blue"))[-2:] == ["Control: It rains.", "Control: Your scouts see dust."]
    assert texts(control.view(match, "control"))[-1] == "Control: Your scouts see dust."
    spectator = everywhere.player().view(match, "spectator")
    assert "dust" not in str(spectator)
    assert do(control, match, "announce", text="Hello.", to=["green"]).status == 400


def test_what_control_said_stays_where_answers_go(everywhere: Server) -> None:
    red, _blue, control, match = umpired(everywhere)
    red.choose(match, "red", "move:2:20")
    do(control, match, "announce", text="It rains.")
    red.act(match, "undo", seat="red", version=red.head(match)["version"])
    seen = red.view(match, "red")
    assert (seen["answers"], texts(seen)[-1]) == (0, "Control: It rains.")
    everywhere.restart()
    assert red.view(match, "red") == seen


def test_an_announcement_makes_no_answer_stale(server: Server) -> None:
    red, _blue, control, match = umpired(server)
    version = red.head(match)["version"]
    do(control, match, "announce", text="It rains.")
    assert red.answer(match, "red", "done", version=version).status == 200


def test_control_goes_back_to_any_answer(everywhere: Server) -> None:
    red, blue, control, match = umpired(everywhere)
    attack(red, match)
    blue.choose(match, "blue", "stand")
    red.choose(match, "red", "assault")
    seen = do(control, match, "rewind", to=3, reason="a misunderstanding").document
    assert seen["answers"] == 3
    assert (
        texts(red.view(match, "red"))[-1] == "Control goes back to answer 3, in Turn 1: a misunderstanding."
    )
    assert sorted(red.view(match, "red")["view"]["asked"]) == ["blue", "red"]
    assert do(control, match, "rewind", to=9, reason="further").status == 400


def test_control_does_not_play(server: Server) -> None:
    _red, _blue, control, match = umpired(server)
    assert control.answer(match, "control", "done").status == 400
    assert control.answer(match, "red", "done").status == 403
    version = control.head(match)["version"]
    for action, document in (
        ("resign", {}),
        ("undo", {"version": version}),
        ("rewind", {"version": version, "to": 0}),
        ("result", {"version": version, "winner": "draw"}),
        ("flag", {"against": "red"}),
        ("substitute", {"for": "red", "bot": "random"}),
        ("reclaim", {}),
        ("orders", {"orders": []}),
    ):
        reply = control.post(f"/api/matches/{match}/{action}", {"seat": "control", **document})
        assert reply.status in (400, 409), (action, reply.text)
        assert control.head(match)["version"] == version


def test_players_do_not_do_what_control_does(server: Server) -> None:
    red, blue, control, match = umpired(server)
    for player in (red, blue, server.player()):
        assert player.get(f"/api/matches/{match}/control/position").status == 403
        assert player.get(f"/api/matches/{match}/control/options?seat=red").status == 403
        for action, document in (
            ("edit", {"changes": [["strength", 0, 1]], "reason": "x"}),
            ("answer", {"seat": "red", "option": "done", "reason": "x"}),
            ("rewind", {"to": 0, "reason": "x"}),
            ("pause", {"reason": "x"}),
            ("resume", {}),
            ("announce", {"text": "x"}),
        ):
            reply = do(player, match, action, **document)
            assert (reply.status, "view" in reply.document) == (403, False)
    assert control.head(match)["version"] == 1


def test_the_record_of_an_umpired_match_replays(server: Server) -> None:
    red, _blue, control, match = umpired(server)
    do(control, match, "edit", changes=[["strength", 0, 1]], reason="a slip of the pen")
    do(control, match, "answer", seat="red", option="done", reason="hurry")
    record = control.get(f"/api/matches/{match}/record").document
    assert "secret" not in record["dice"]
    assert sandtable.replay(record).answers == 2
    red.act(match, "resign", seat="red")
    assert do(control, match, "announce", text="Well played.").status == 409


def test_the_invitation_of_control_ends_when_control_first_acts(everywhere: Server) -> None:
    red, control, curious = everywhere.player(), everywhere.player(), everywhere.player()
    begun = red.begin(seats={"blue": "open"}, control="open")
    for player in (curious, control):
        player.join(begun["links"]["control"])
    do(control, begun["match"], "announce", text="Welcome.")
    assert (curious.head(begun["match"])["mine"], control.head(begun["match"])["mine"]) == ([], ["control"])
    assert everywhere.player().join(begun["links"]["control"]).status == 404


def test_a_match_without_control_is_as_closed_as_before(server: Server) -> None:
    red, _blue, match = two_players(server)
    assert red.get(f"/api/matches/{match}/view?seat=control").status == 403
    assert red.act(match, "link", seat="control").status == 403
