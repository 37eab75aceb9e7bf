"""Undo, rewind, fork, resign, and looking at moments that have passed."""

from __future__ import annotations

from sqlalchemy import select

from sandtable.server.db import match_store
from sandtable.server.db import schema as t
from sandtable.server.ops.audit import audit
from sandtable.server.play import rewinds

from ..playing import Json, Player, Server, attack, two_players, under_attack


def test_undo_takes_the_latest_answer_back(server: Server) -> None:
    player, match = server.hotseat()
    before = player.view(match, "red")
    after = player.choose(match, "red", "move:0:4")
    assert after["undoable"] == 1
    back = player.act(match, "undo", seat="red", version=after["version"]).document
    assert (back["view"], back["answers"], back["log"]) == (before["view"], 0, before["log"])
    assert back["version"] > after["version"]


def test_undo_reaches_as_far_after_a_restart(server: Server) -> None:
    player, match = server.hotseat()
    player.choose(match, "red", "move:0:4")
    player.choose(match, "red", "move:1:16")
    server.restart()
    assert player.view(match, "red")["undoable"] == 2
    _undo(player, match, "red")
    assert _undo(player, match, "red")["answers"] == 0


def test_undo_reaches_behind_a_snapshot_after_a_restart(database: str) -> None:
    with Server(database, snapshot_every=2) as server:
        player, match = server.hotseat()
        for option in ("move:0:4", "move:1:16", "move:2:17"):
            player.choose(match, "red", option)
        server.restart()
        assert player.view(match, "red")["undoable"] == 3


def test_what_was_taken_back_stays_so_after_a_restart(server: Server) -> None:
    player, match = server.hotseat()
    player.choose(match, "red", "move:0:4")
    back = _undo(player, match, "red")
    server.restart()
    assert player.view(match, "red") == back


def test_undo_does_not_go_behind_another_seats_turn(server: Server) -> None:
    red, _blue, match = two_players(server)
    attack(red, match)
    red.choose(match, "red", "assault")
    reply = red.act(match, "undo", seat="red", version=red.head(match)["version"])
    assert reply.status == 409
    assert reply.error == "nothing can be taken back: a roll, a reveal or another seat's turn lies between"


def test_nobody_takes_back_what_another_did(server: Server) -> None:
    red, blue, match = two_players(server)
    red.choose(match, "red", "move:2:20")
    reply = blue.act(match, "undo", seat="blue", version=blue.head(match)["version"])
    assert reply.status == 409
    assert blue.view(match, "blue")["undoable"] == 0


def test_undo_of_a_board_that_has_changed_is_stale(server: Server) -> None:
    player, match = server.hotseat()
    player.choose(match, "red", "move:0:4")
    assert player.act(match, "undo", seat="red", version=1).status == 409
    assert player.view(match, "red")["answers"] == 1


def test_one_who_holds_all_seats_rewinds_freely(server: Server) -> None:
    player, match = server.hotseat(scenario="ford-counterstroke")
    start = player.view(match, "red")
    attack(player, match)
    player.choose(match, "red", "assault")
    player.choose(match, "blue", "stand")
    back = _rewind(player, match, "red", 0)
    assert (back["answers"], back["view"]) == (0, start["view"])


def test_dice_already_seen_fall_the_same_after_a_rewind(server: Server) -> None:
    player, match = server.hotseat(scenario="ford-counterstroke")
    attack(player, match)
    player.choose(match, "red", "assault")
    first = player.choose(match, "blue", "stand")
    _rewind(player, match, "blue", 4)
    again = player.choose(match, "blue", "stand")
    assert [line for line in again["log"] if line["event"]["kind"] != "Rewound"] == first["log"]


def test_a_rewind_between_two_players_needs_both(server: Server) -> None:
    red, blue, match = under_attack(server)
    asked = _rewind(red, match, "red", 1)
    assert (asked["answers"], asked["proposal"]["to"], asked["proposal"]["by"]) == (3, 1, "red")
    agreed = _rewind(blue, match, "blue", 1)
    assert (agreed["answers"], agreed["proposal"], agreed["aside"]["by"]) == (1, None, "red")
    assert agreed["log"][-1]["text"] == (
        "Blue agrees with Red, and the match goes back to answer 1, in Turn 1; 2 answers are set aside."
    )


def test_one_player_alone_cannot_agree_with_himself(server: Server) -> None:
    red, _blue, match = two_players(server)
    attack(red, match)
    _rewind(red, match, "red", 1)
    assert _rewind(red, match, "red", 1)["answers"] == 3


def test_a_rewind_can_be_declined(server: Server) -> None:
    red, blue, match = under_attack(server)
    _rewind(red, match, "red", 1)
    document = {"seat": "blue", "to": 1, "version": blue.head(match)["version"], "agree": False}
    declined = blue.act(match, "rewind", **document).document
    assert (declined["answers"], declined["proposal"]) == (3, None)


def test_playing_on_ends_a_proposal(server: Server) -> None:
    red, _blue, match = two_players(server)
    attack(red, match)
    _rewind(red, match, "red", 1)
    assert red.choose(match, "red", "assault")["proposal"] is None


def test_the_log_says_that_a_proposal_has_lapsed(server: Server) -> None:
    red, blue, match = under_attack(server)
    _rewind(red, match, "red", 1)
    red.choose(match, "red", "assault")
    log = blue.view(match, "blue")["log"]
    assert [line["text"] for line in log if line["event"]["kind"] == "Lapsed"] == [
        "The game goes on, and the proposal of Red lapses."
    ]


def test_a_proposal_names_the_turn_to_which_it_leads(server: Server) -> None:
    red, blue, match = under_attack(server)
    assert _rewind(red, match, "red", 1)["proposal"]["moment"] == "answer 1, in Turn 1"
    assert blue.view(match, "blue")["log"][-1]["text"] == "Red asks to go back to answer 1, in Turn 1."
    assert _rewind(red, match, "red", 0)["log"][-1]["text"] == "Red asks to go back to the beginning."


# ---- what was set aside


def test_the_log_says_who_went_back_where_and_what_it_cost(server: Server) -> None:
    player, match = server.hotseat()
    for option in ("move:0:4", "move:1:16"):
        player.choose(match, "red", option)
    _rewind(player, match, "red", 1)
    back = _rewind(player, match, "red", 0)
    assert [line["text"] for line in back["log"] if line["event"]["kind"] == "Rewound"] == [
        "Red goes back to answer 1, in Turn 1; 1 answer is set aside.",
        "Red goes back to the beginning; 1 answer is set aside.",
    ]


def test_what_a_rewind_set_aside_is_put_back_as_it_was(server: Server) -> None:
    player, match = server.hotseat(scenario="ford-counterstroke")
    attack(player, match)
    player.choose(match, "red", "assault")
    before = player.choose(match, "blue", "stand")
    back = _rewind(player, match, "red", 0)
    assert back["aside"] == {"from": 0, "to": before["answers"], "by": "red"}
    server.restart()
    again = _restore(player, match, "blue")
    assert (again["answers"], again["view"], again["aside"]) == (before["answers"], before["view"], None)
    told = [line for line in again["log"] if line["event"]["kind"] not in ("Rewound", "Restored")]
    assert told == before["log"]
    assert not audit(server.service.store).broken


def test_what_was_answered_instead_is_set_aside_in_turn(server: Server) -> None:
    player, match = server.hotseat()
    first = player.choose(match, "red", "move:0:4")["view"]
    _rewind(player, match, "red", 0)
    other = player.choose(match, "red", "move:1:16")["view"]
    assert _restore(player, match, "red")["view"] == first
    assert _restore(player, match, "red")["view"] == other


def test_one_goes_back_twice_and_comes_back_twice(server: Server) -> None:
    player, match = server.hotseat()
    for option in ("move:0:4", "move:1:16", "move:2:17"):
        before = player.choose(match, "red", option)["view"]
    _rewind(player, match, "red", 2)
    _rewind(player, match, "red", 1)
    assert _restore(player, match, "red")["answers"] == 2
    assert _restore(player, match, "red")["view"] == before


def test_undo_behind_the_moment_gives_up_what_was_set_aside(server: Server) -> None:
    player, match = server.hotseat()
    for option in ("move:0:4", "move:1:16"):
        player.choose(match, "red", option)
    assert _rewind(player, match, "red", 1)["aside"] is not None
    assert _undo(player, match, "red")["aside"] is None
    reply = player.act(match, "restore", seat="red", version=player.head(match)["version"])
    assert (reply.status, reply.error) == (409, "nothing has been set aside in this match")


def test_undo_reaches_as_far_after_a_rewind_as_it_did_then(database: str) -> None:
    with Server(database, snapshot_every=1) as server:
        player, match = server.hotseat()
        for option in ("move:0:4", "move:1:16", "move:2:17"):
            player.choose(match, "red", option)
        assert _rewind(player, match, "red", 2)["undoable"] == 2
        assert _restore(player, match, "red")["undoable"] == 3


def test_two_players_put_back_what_both_want_back(server: Server) -> None:
    red, blue, match = under_attack(server)
    _rewind(red, match, "red", 1)
    _rewind(blue, match, "blue", 1)
    asked = _restore(red, match, "red")
    assert (asked["answers"], asked["proposal"]["kind"]) == (1, "restore")
    assert asked["log"][-1]["text"] == "Red asks to put the 2 answers back that were set aside."
    again = _restore(blue, match, "blue")
    assert (again["answers"], again["log"][-1]["text"]) == (
        3,
        "Blue agrees with Red, and the match goes on again: 2 answers that had been set aside came back.",
    )


def test_only_so_many_lines_are_kept(server: Server) -> None:
    player, match = server.hotseat()
    for _ in range(rewinds.MOST_LINES + 2):
        player.choose(match, "red", "move:0:4")
        _rewind(player, match, "red", 0)
    with server.service.store.reading() as db:
        lines = db.execute(select(t.set_aside.c.line).where(t.set_aside.c.match == match)).all()
        assert len(lines) == len(match_store.read_match(db, match).aside) == rewinds.MOST_LINES


def test_a_rewind_to_a_place_that_is_not_there_is_refused(server: Server) -> None:
    player, match = server.hotseat()
    reply = player.act(match, "rewind", seat="red", to=5, version=1)
    assert reply.status == 400


def test_a_fork_goes_its_own_way_from_the_same_position(server: Server) -> None:
    player, match = server.hotseat()
    here = player.choose(match, "red", "move:0:4")
    fork = player.act(match, "fork", to=1).document["match"]
    assert player.view(fork, "red")["view"] == here["view"]
    player.choose(fork, "red", "done")
    assert player.view(match, "red")["answers"] == 1


def test_a_fork_has_dice_of_its_own(server: Server) -> None:
    player, match = server.hotseat()
    fork = player.act(match, "fork", to=0).document["match"]
    assert player.head(fork)["commitment"] != player.head(match)["commitment"]


def test_a_match_between_two_players_is_not_forked_while_it_goes_on(server: Server) -> None:
    red, _blue, match = two_players(server)
    reply = red.act(match, "fork", to=0)
    assert (reply.status, reply.error) == (403, "a match against others can be forked when it is over")


def test_a_fork_is_a_sandbox_against_a_bot(server: Server) -> None:
    player, match = server.hotseat()
    player.choose(match, "red", "done")
    fork = player.act(match, "fork", to=1, seats={"blue": "random"}).document["match"]
    head = player.head(fork)
    assert (head["mine"], head["seats"]["blue"]["bot"], head["mode"]) == (["red"], "random", "match")
    assert player.act(match, "fork", to=1, seats={"green": "random"}).status == 400
    assert player.act(match, "fork", to=1, seats={"blue": "nobody"}).status == 400


def test_a_fork_under_way_does_not_put_a_person_on_the_seat_of_a_bot(server: Server) -> None:
    player = server.player()
    match = player.begin(seats={"blue": "random"})["match"]
    reply = player.act(match, "fork", to=0, seats={"blue": "person"})
    assert (reply.status, reply.error) == (400, "while the match goes on a bot keeps its seat in a fork")


def test_a_fork_of_a_finished_match_is_played_from_either_side(server: Server) -> None:
    red, _blue, match = two_players(server)
    red.act(match, "resign", seat="red")
    fork = red.act(match, "fork", to=0, seats={"red": "random", "blue": "person"}).document["match"]
    assert red.head(fork)["mine"] == ["blue"]


def test_a_fork_against_a_bot_leaves_the_bot_its_seat(server: Server) -> None:
    player = server.player()
    match = player.begin(seats={"blue": "random"})["match"]
    fork = player.act(match, "fork", to=0).document["match"]
    assert (player.head(fork)["mine"], player.head(fork)["seats"]["blue"]["bot"]) == (["red"], "random")


def test_who_resigns_has_lost(server: Server) -> None:
    red, blue, match = two_players(server)
    seen = red.act(match, "resign", seat="red").document
    assert seen["result"] == {"winner": "blue", "level": "resignation", "reason": "Red resigned"}
    assert (seen["view"]["over"], seen["view"]["options"], seen["view"]["asked"]) == (True, [], [])
    assert blue.head(match)["over"]


def test_a_moment_shows_what_the_seat_could_know_then(server: Server) -> None:
    player, match = server.hotseat()
    start = player.view(match, "red")
    player.choose(match, "red", "move:0:4")
    moment = player.get(f"/api/matches/{match}/moments/0?seat=red").document
    assert (moment["view"], moment["answers"]) == (start["view"], 1)


def test_moments_of_another_seat_are_secret_until_the_match_is_over(server: Server) -> None:
    red, _blue, match = two_players(server)
    path = f"/api/matches/{match}/moments/0?seat=blue"
    assert red.get(path).status == 403
    assert red.get(f"/api/matches/{match}/moments/0?seat=control").status == 403
    red.act(match, "resign", seat="red")
    assert red.get(path).status == 200
    assert red.get(f"/api/matches/{match}/moments/0?seat=control").status == 200


def test_a_moment_that_has_not_come_is_refused(server: Server) -> None:
    player, match = server.hotseat()
    assert player.get(f"/api/matches/{match}/moments/7?seat=red").status == 400


def _undo(player: Player, match: str, seat: str) -> Json:
    reply = player.act(match, "undo", seat=seat, version=player.head(match)["version"])
    assert reply.status == 200, reply.text
    seen: Json = reply.document
    return seen


def _rewind(player: Player, match: str, seat: str, to: int) -> Json:
    reply = player.act(match, "rewind", seat=seat, to=to, version=player.head(match)["version"])
    assert reply.status == 200, reply.text
    seen: Json = reply.document
    return seen


def _restore(player: Player, match: str, seat: str) -> Json:
    reply = player.act(match, "restore", seat=seat, version=player.head(match)["version"])
    assert reply.status == 200, reply.text
    seen: Json = reply.document
    return seen
