"""When a match is over everybody sees everything of it, now and at every moment; until then, and of what goes on, nothing."""

from __future__ import annotations

import time

from sandtable.kernel.book.study import Fighter

from ..databases import sqlite_alone
from ..playing import Json, Player, Server, under_attack

database = sqlite_alone

SEATS = ("red", "blue", "spectator")


def open_sides(seen: Json) -> set[str]:
    """The sides whose units show what they have left."""
    return {c["side"] for c in seen["view"]["position"]["counters"] if "strength" in c}


def moment(player: Player, match: str, number: int, seat: str) -> Json:
    found: Json = player.get(f"/api/matches/{match}/moments/{number}?seat={seat}").document
    return found


def fought(server: Server) -> tuple[Player, Player, str]:
    """Red has attacked, and blue has stood."""
    red, blue, match = under_attack(server)
    red.choose(match, "red", "assault")
    blue.choose(match, "blue", "stand")
    return red, blue, match


def test_while_it_goes_on_every_seat_sees_its_own(server: Server) -> None:
    red, blue, match = fought(server)
    assert open_sides(red.view(match, "red")) == {"red"}
    assert open_sides(blue.view(match, "blue")) == {"blue"}
    assert open_sides(server.player().view(match, "spectator")) == set()
    assert open_sides(moment(red, match, 2, "red")) == {"red"}


def test_when_it_is_over_everybody_sees_both_sides_now_and_at_every_moment(server: Server) -> None:
    red, _blue, match = fought(server)
    red.act(match, "resign", seat="red")
    for seat in SEATS:
        assert open_sides(server.player().view(match, seat)) == {"red", "blue"}
        assert open_sides(moment(server.player(), match, 2, seat)) == {"red", "blue"}


def test_when_it_is_over_everybody_reads_the_whole_log(server: Server) -> None:
    red, _blue, match = fought(server)
    red.act(match, "resign", seat="red")
    logs = [
        server.player().get(f"/api/matches/{match}/log?seat={seat}").document for seat in (*SEATS, "control")
    ]
    assert all(log == logs[0] for log in logs)
    assert red.view(match, "red")["log_lines"] == len(logs[0])


def test_a_socket_is_shown_everything_with_the_end(server: Server) -> None:
    red, blue, match = fought(server)
    with blue.watching(match, "blue") as socket:
        assert open_sides(socket.receive_json()) == {"blue"}
        red.act(match, "resign", seat="red")
        assert open_sides(socket.receive_json()) == {"red", "blue"}


def test_a_match_that_is_taken_up_again_is_in_the_fog_again(server: Server) -> None:
    red, _blue, match = fought(server)
    red.act(match, "resign", seat="red")
    assert open_sides(red.view(match, "red")) == {"red", "blue"}
    again = red.act(match, "fork", to=2).document["match"]
    assert open_sides(red.view(again, "red")) == {"red"}
    assert open_sides(moment(red, again, 1, "red")) == {"red"}


# ---- the afterword


def afterword_of(player: Player, match: str) -> Json:
    """The afterword, as soon as it is written."""
    for _ in range(600):
        found: Json = player.get(f"/api/matches/{match}/afterword").document
        if found["ready"]:
            return found
        time.sleep(0.1)
    raise AssertionError("no afterword was written")


def test_there_is_no_afterword_before_the_end(server: Server) -> None:
    red, _blue, match = fought(server)
    refused = red.get(f"/api/matches/{match}/afterword")
    assert (refused.status, refused.error) == (403, "the afterword is written when the match is over")


def test_whoever_asks_is_told_later_what_there_is_to_say(server: Server) -> None:
    red, _blue, match = fought(server)
    red.act(match, "resign", seat="red")
    first = server.player().get(f"/api/matches/{match}/afterword").document
    assert first == {"version": red.head(match)["version"], "ready": False, "afterword": None}
    written = afterword_of(server.player(), match)["afterword"]
    assert written["turns"][0]["combats"] == 1
    assert {roll["by"] for roll in written["best_rolls"]} <= {"red", "blue"}
    assert set(written["sides"]) == {"red", "blue"}


def test_a_unit_of_which_nothing_is_known_has_at_most_what_is_printed() -> None:
    assert Fighter("a", "A", None, 4).as_json()["most"] == 4
    assert Fighter("a", "A", 3, 4).as_json()["least"] == 3
