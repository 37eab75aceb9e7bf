"""Talk at the table: who says what to whom, who hears it, and who never does."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from sandtable.kernel.machine.actions import SPECTATOR_NAME
from sandtable.server.db.store import Store
from sandtable.server.http import websocket
from sandtable.server.ops.backup import restore_backup, write_backup
from sandtable.server.people import talk

from ..databases import sqlite_alone
from ..playing import Json, Player, Reply, Server, two_players

database = sqlite_alone

SECRET = "the bridge at Narva is mined"
_keys = count(1)


def say(player: Player, match: str, seat: str, words: str, to: str = "all", key: str = "") -> Reply:
    return player.act(match, "talk", seat=seat, to=to, text=words, key=key or f"talk-{next(_keys)}")


def heard(player: Player, match: str, seat: str = SPECTATOR_NAME) -> Json:
    reply = player.get(f"/api/matches/{match}/talk?seat={seat}")
    assert reply.status == 200, reply.text
    found: Json = reply.document
    return found


def words(player: Player, match: str, seat: str = SPECTATOR_NAME) -> list[str]:
    return [remark["text"] for remark in heard(player, match, seat)["remarks"]]


def with_control(server: Server, **more: Any) -> tuple[Player, Player, Player, str]:
    """Red against blue, with an umpire."""
    red, blue, control = server.player(), server.player(), server.player()
    begun = red.begin(seats={"blue": "open"}, control="open", **more)
    for player, seat in ((blue, "blue"), (control, "control")):
        assert player.join(begun["links"][seat]).status == 200
    return red, blue, control, begun["match"]


# ---- to all


def test_what_is_said_to_all_everybody_hears(server: Server) -> None:
    red, blue, match = two_players(server)
    assert say(red, match, "red", "Good luck!").status == 200
    remark = heard(blue, match, "blue")["remarks"][0]
    assert (remark["seat"], remark["to"], remark["text"], remark["own"]) == (
        "red",
        "all",
        "Good luck!",
        False,
    )
    assert words(server.player(), match) == ["Good luck!"]


def test_what_was_said_is_there_after_a_restart(server: Server) -> None:
    red, blue, match = two_players(server)
    say(red, match, "red", "I shall be away until Monday.")
    server.restart()
    assert words(blue, match, "blue") == ["I shall be away until Monday."]


def test_spectators_do_not_hear_a_match_that_is_not_listed(server: Server) -> None:
    red, blue, match = two_players(server, listed=False)
    say(red, match, "red", "Between us.")
    assert server.player().get(f"/api/matches/{match}/talk").status == 403
    assert words(blue, match, "blue") == ["Between us."]


def test_only_who_sits_at_the_table_speaks(server: Server) -> None:
    red, _blue, match = two_players(server)
    stranger = server.player()
    for seat in ("red", SPECTATOR_NAME, "control", "nobody"):
        assert say(stranger, match, seat, "Hello").status == 403
    assert say(red, match, "blue", "Hello").status == 403
    assert words(red, match, "red") == []


def test_another_seat_may_have_thought_of_the_same_key(everywhere: Server) -> None:
    red, blue, match = two_players(everywhere)
    for player, seat in ((red, "red"), (blue, "blue")):
        assert say(player, match, seat, f"From {seat}.", key="one").status == 200
    heard = red.get(f"/api/matches/{match}/talk?seat=red").document["remarks"]
    assert [remark["text"] for remark in heard] == ["From red.", "From blue."]


def test_the_same_key_is_the_same_remark(everywhere: Server) -> None:
    red, _blue, match = two_players(everywhere)
    for _ in range(2):
        assert say(red, match, "red", "Once.", key="one").status == 200
    assert words(red, match, "red") == ["Once."]


def test_a_match_that_is_over_may_still_be_talked_about(server: Server) -> None:
    red, blue, match = two_players(server)
    red.act(match, "resign", seat="red")
    assert say(blue, match, "blue", "Well played.").status == 200


@pytest.mark.parametrize("nothing", ["", "   \n ", "\u202e", "x" * 1001])
def test_a_remark_needs_words_and_not_too_many(server: Server, nothing: str) -> None:
    red, _blue, match = two_players(server)
    assert say(red, match, "red", nothing).status in (400, 422)


def test_characters_that_nobody_sees_are_left_out_and_markup_is_plain_text(server: Server) -> None:
    red, _blue, match = two_players(server)
    say(red, match, "red", "a\u202eb\x07c\n\n\n\n<b>d</b>")
    assert words(red, match, "red") == ["abc\n\n<b>d</b>"]


def test_nobody_talks_without_end(database: str) -> None:
    with Server(database, talk_rate=0.001, talk_burst=2) as server:
        red, blue, match = two_players(server)
        assert [say(red, match, "red", "again").status for _ in range(3)] == [200, 200, 429]
        assert say(blue, match, "blue", "and I?").status == 200


def test_a_match_takes_only_so_many_remarks(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "MOST", 1)
    red, _blue, match = two_players(server)
    assert [say(red, match, "red", "more").status for _ in range(2)] == [200, 409]


def test_earlier_remarks_are_asked_for(everywhere: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "SHOWN", 2)
    red, _blue, match = two_players(everywhere)
    for number in range(3):
        say(red, match, "red", str(number))
    latest = heard(red, match, "red")
    assert ([r["text"] for r in latest["remarks"]], latest["earlier"]) == (["1", "2"], True)
    before = latest["remarks"][0]["id"]
    first = red.get(f"/api/matches/{match}/talk?seat=red&before={before}").document
    assert ([r["text"] for r in first["remarks"]], first["earlier"]) == (["0"], False)


# ---- withdrawn, read, unread


def test_a_withdrawn_remark_leaves_its_place_without_words(server: Server) -> None:
    red, blue, match = two_players(server)
    said = say(red, match, "red", SECRET).document["remarks"][0]["id"]
    assert blue.act(match, "talk/withdraw", seat="blue", id=said).status == 403
    assert red.act(match, "talk/withdraw", seat="red", id=said).status == 200
    remark = heard(blue, match, "blue")["remarks"][0]
    assert (remark["text"], remark["withdrawn"]) == ("", True)
    with server.service.store.reading() as db:
        assert db.execute(text("SELECT text FROM remarks")).scalar_one() == ""


def test_what_is_new_is_counted_until_it_is_read(everywhere: Server) -> None:
    red, blue, match = two_players(everywhere)
    for number in range(3):
        said = say(red, match, "red", str(number)).document["remarks"]
    say(blue, match, "blue", "mine")
    assert (heard(blue, match, "blue")["unread"], blue.head(match)["unread"]) == (3, 3)
    assert [listed["unread"] for listed in blue.get("/api/matches").document] == [3]
    assert blue.act(match, "talk/read", seat="blue", id=said[1]["id"]).document["unread"] == 1
    # Having read something earlier is no news.
    assert blue.act(match, "talk/read", seat="blue", id=said[0]["id"]).document["unread"] == 1
    assert (red.head(match)["unread"], everywhere.player().head(match)["unread"]) == (1, 0)


def test_a_withdrawn_remark_is_not_new(server: Server) -> None:
    red, blue, match = two_players(server)
    said = say(red, match, "red", "never mind").document["remarks"][0]["id"]
    red.act(match, "talk/withdraw", seat="red", id=said)
    assert blue.head(match)["unread"] == 0


def test_what_one_says_oneself_from_another_seat_is_not_new(server: Server) -> None:
    player, match = server.hotseat()
    say(player, match, "red", "to myself")
    assert player.head(match)["unread"] == heard(player, match, "blue")["unread"] == 0


# ---- in private


def test_a_seat_and_control_speak_in_private(everywhere: Server) -> None:
    red, blue, control, match = with_control(everywhere)
    assert heard(red, match, "red")["addressees"] == ["all", "control"]
    assert heard(control, match, "control")["addressees"] == ["all", "blue", "red"]
    say(red, match, "red", "May I cross here?", to="control")
    say(control, match, "control", "You may.", to="red")
    say(control, match, "control", "You hear shots.", to="blue")
    assert words(red, match, "red") == ["May I cross here?", "You may."]
    assert words(blue, match, "blue") == ["You hear shots."]
    assert len(words(control, match, "control")) == 3
    assert [r["to"] for r in heard(red, match, "red")["remarks"]] == ["control", "red"]
    assert words(everywhere.player(), match) == []


def test_players_have_no_private_line_to_each_other(server: Server) -> None:
    red, _blue, _control, match = with_control(server)
    assert say(red, match, "red", SECRET, to="blue").status == 400
    two, _other, without = two_players(server)
    assert say(two, without, "red", SECRET, to="control").status == 400


def _everything(player: Player, match: str, seat: str) -> list[str]:
    """Whatever somebody can read of the match."""
    paths = [
        *("", "/talk", f"/talk?seat={seat}", "/talk?seat=blue", "/talk?seat=control", "/record"),
        *(f"/view?seat={seat}", f"/log?seat={seat}", f"/notes?seat={seat}", "/notes?seat=blue", "/marks"),
        *("/moments/0", "/control/position", f"/reminders?seat={seat}", f"/orders?seat={seat}"),
    ]
    found = [player.get(f"/api/matches/{match}{path}").text for path in paths]
    return [*found, player.get("/api/matches").text, player.get("/api/account/data").text]


def test_a_private_word_leaves_no_trace_for_anybody_else(server: Server) -> None:
    red, blue, control, match = with_control(server)
    others = [(red, "red"), (server.player(), SPECTATOR_NAME)]
    say(red, match, "red", "Hello all.")
    before = [_everything(player, match, seat) for player, seat in others]
    said = say(blue, match, "blue", SECRET, to="control").document["remarks"][-1]["id"]
    say(control, match, "control", SECRET, to="blue")
    blue.act(match, "notes", seat="blue", text=SECRET, version=0)
    assert [_everything(player, match, seat) for player, seat in others] == before
    for player, seat in others:
        for what in ("withdraw", "read"):
            reply = player.act(match, f"talk/{what}", seat=seat, id=said)
            assert reply.status in (400, 403)
            assert SECRET not in reply.text
        assert player.get(f"/api/matches/{match}/talk?seat={seat}&before={said}").status == 400
    blue.act(match, "talk/withdraw", seat="blue", id=said)
    assert [_everything(player, match, seat) for player, seat in others] == before


def test_when_the_match_is_over_private_words_stay_private(server: Server) -> None:
    red, blue, _control, match = with_control(server)
    say(blue, match, "blue", SECRET, to="control")
    blue.act(match, "notes", seat="blue", text=SECRET, version=0)
    red.act(match, "resign", seat="red")
    # The view of every seat is open now, but nobody's words are.
    assert red.get(f"/api/matches/{match}/view?seat=blue").status == 200
    assert not any(SECRET in found for found in _everything(red, match, "red"))


# ---- live


def test_whoever_may_hear_it_is_told_at_once_and_nobody_else(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket, "PING_SECONDS", 0.2)
    red, blue, control, match = with_control(server)
    with red.watching(match, "red") as reds, blue.watching(match, "blue") as blues:
        assert "view" in reds.receive_json()
        assert "view" in blues.receive_json()
        say(blue, match, "blue", SECRET, to="control")
        while "talk" not in blues.receive_json():
            pass
        # Two pings later nothing but pings has come.
        assert [set(reds.receive_json()) for _ in range(2)] == [{"ping"}, {"ping"}]
        say(control, match, "control", "All of you: begin.")
        while "talk" not in (told := reds.receive_json()):
            assert set(told) == {"ping"}
    assert words(red, match, "red") == ["All of you: begin."]


def test_a_remark_at_another_process_is_told_too(each_database: str) -> None:
    with Server(each_database, shared=True) as one, Server(each_database, shared=True) as other:
        red, blue, match = two_players(one)
        far = other.player()
        far.cookie = blue.cookie
        with red.watching(match, "red") as socket:
            assert "view" in socket.receive_json()
            say(far, match, "blue", "from far away")
            while "talk" not in socket.receive_json():
                pass
        assert words(red, match, "red") == ["from far away"]


# ---- no part of the game


def test_a_remark_is_neither_in_the_log_nor_in_the_record_and_changes_no_version(server: Server) -> None:
    player, match = server.hotseat()
    before = player.view(match, "red"), player.get(f"/api/matches/{match}/record").text
    say(player, match, "red", SECRET)
    after = player.view(match, "red"), player.get(f"/api/matches/{match}/record").text
    assert after == before


def test_a_fork_begins_in_silence(server: Server) -> None:
    player, match = server.hotseat()
    say(player, match, "red", SECRET)
    player.act(match, "notes", seat="red", text=SECRET, version=0)
    fork = player.act(match, "fork", to=0).document["match"]
    assert words(player, fork, "red") == []
    assert player.get(f"/api/matches/{fork}/notes?seat=red").document["text"] == ""


def test_a_backup_holds_remarks_and_notes(everywhere: Server, tmp_path: Path) -> None:
    red, _blue, match = two_players(everywhere)
    say(red, match, "red", "kept")
    red.act(match, "notes", seat="red", text="kept too", version=0)
    write_backup(everywhere.service.store, tmp_path / "all.gz")
    store = Store(f"sqlite:///{tmp_path}/again.db")
    restore_backup(store, tmp_path / "all.gz")
    with store.reading() as db:
        assert db.execute(text("SELECT text FROM remarks")).scalar_one() == "kept"
        assert talk.notes(db, match, "red")["text"] == "kept too"
    store.close()


# ---- notes


def test_notes_are_kept_for_their_seat_alone(server: Server) -> None:
    red, blue, control, match = with_control(server)
    kept = red.act(match, "notes", seat="red", text="Strike at Luga on turn 5.\n", version=0)
    assert (kept.document["text"], kept.document["version"]) == ("Strike at Luga on turn 5.\n", 1)
    assert red.get(f"/api/matches/{match}/notes?seat=red").document == kept.document
    for player in (blue, control, server.player()):
        assert player.get(f"/api/matches/{match}/notes?seat=red").status == 403
        assert player.act(match, "notes", seat="red", text="", version=1).status == 403


def test_notes_that_were_changed_elsewhere_are_not_overwritten(everywhere: Server) -> None:
    red, _blue, match = two_players(everywhere)
    red.act(match, "notes", seat="red", text="one", version=0)
    assert red.act(match, "notes", seat="red", text="two", version=0).status == 409
    assert red.act(match, "notes", seat="red", text="two", version=1).status == 200
    assert red.act(match, "notes", seat="red", text="", version=2).document["text"] == ""


def test_an_account_s_data_hold_its_own_words_and_no_others(server: Server) -> None:
    red, blue, match = two_players(server)
    red.post("/api/account/register", {"name": "Ada", "password": "long enough to do"})
    say(red, match, "red", "mine")
    say(blue, match, "blue", SECRET)
    red.act(match, "notes", seat="red", text="my plan", version=0)
    data = red.get("/api/account/data").document
    assert [(r["match"], r["seat"], r["text"]) for r in data["remarks"]] == [(match, "red", "mine")]
    assert data["notes"] == [{"match": match, "seat": "red", "text": "my plan"}]
    assert SECRET not in json.dumps(data)


def test_with_an_account_that_is_deleted_its_notes_go(server: Server) -> None:
    red, _blue, match = two_players(server)
    password = "long enough to do"
    red.post("/api/account/register", {"name": "Ada", "password": password})
    say(red, match, "red", "said is said")
    red.act(match, "notes", seat="red", text="my plan", version=0)
    assert red.post("/api/account/delete", {"password": password}).status == 200
    with server.service.store.reading() as db:
        assert talk.notes(db, match, "red")["text"] == ""
    assert words(server.player(), match) == ["said is said"]


def test_whoever_speaks_has_taken_up_the_invitation(server: Server) -> None:
    red, friend, thief = server.player(), server.player(), server.player()
    begun = red.begin(seats={"blue": "open"})
    match, link = begun["match"], begun["links"]["blue"]
    assert (thief.join(link).status, friend.join(link).status) == (200, 200)
    assert say(friend, match, "blue", "Here I am.").status == 200
    assert say(thief, match, "blue", "So am I.").status == 403
    assert thief.get(f"/api/matches/{match}/notes?seat=blue").status == 403
