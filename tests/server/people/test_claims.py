"""Seats and links are claimed by one alone, however many try at the same moment; whoever clicks twice is no trouble."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import func, select

from sandtable.server.db import schema as t

from ..playing import Player, Reply, Server, two_players
from .test_leaving import against_anna, delete

AT_ONCE = 8
ROUNDS = 5


def at_once(many: int, doing: Callable[[int], Reply]) -> list[Reply]:
    """What all of them are answered who do it at the same moment."""
    ready = threading.Barrier(many)

    def one(number: int) -> Reply:
        ready.wait(60)
        return doing(number)

    with ThreadPoolExecutor(many) as pool:
        return list(pool.map(one, range(many)))


def holders(server: Server, match: str, seat: str) -> int:
    with server.service.store.reading() as db:
        wanted = select(func.count()).where(t.holders.c.match == match, t.holders.c.seat == seat)
        return int(db.execute(wanted).scalar_one())


def play_on(red: Player, match: str) -> None:
    """Red answers until blue is asked."""
    while "blue" not in (seen := red.view(match, "red")["view"])["asked"]:
        red.choose(match, "red", seen["options"][-1]["id"])


def window(server: Server, player: Player) -> Player:
    """Another window of the same browser."""
    found = server.player()
    found.cookie = player.cookie
    return found


def test_of_eight_who_sit_down_at_once_one_holds_the_seat(server: Server) -> None:
    for _ in range(ROUNDS):
        match = server.player().begin(seats={"blue": "open"})["match"]
        people = [server.player() for _ in range(AT_ONCE)]
        replies = at_once(AT_ONCE, lambda number: people[number].act(match, "sit", seat="blue"))  # noqa: B023
        assert Counter(reply.status for reply in replies) == {200: 1, 409: AT_ONCE - 1}
        assert holders(server, match, "blue") == 1
        assert sum(player.head(match)["mine"] == ["blue"] for player in people) == 1


def test_of_two_processes_at_which_people_sit_down_at_once_one_seats_somebody(database: str) -> None:
    with (
        Server(database, shared=True, bot_workers=0) as one,
        Server(database, shared=True, bot_workers=0) as other,
    ):
        match = one.player().begin(seats={"blue": "open"})["match"]
        people = [(one, other)[number % 2].player() for number in range(AT_ONCE)]
        replies = at_once(AT_ONCE, lambda number: people[number].act(match, "sit", seat="blue"))
        assert Counter(reply.status for reply in replies) == {200: 1, 409: AT_ONCE - 1}
        assert holders(one, match, "blue") == 1


def test_a_link_to_another_device_leads_there_once_also_if_many_follow_it_at_once(server: Server) -> None:
    for _ in range(ROUNDS):
        red = server.player()
        match = red.begin(seats={"blue": "random"})["match"]
        link = red.act(match, "device", seat="red").document["link"]
        people = [server.player() for _ in range(AT_ONCE)]
        replies = at_once(AT_ONCE, lambda number: people[number].join(link))  # noqa: B023
        assert Counter(reply.status for reply in replies) == {200: 1, 404: AT_ONCE - 1}
        assert holders(server, match, "red") == 2


@pytest.mark.usefixtures("quick_passwords")
def test_a_seat_to_which_somebody_was_invited_again_closes_when_he_answers(server: Server) -> None:
    red, anna, match, _links = against_anna(server)
    delete(anna)
    link = red.act(match, "link", seat="blue").document["links"]["blue"]
    carl, curious = server.player(), server.player()
    for player in (carl, curious):
        assert player.join(link).status == 200
    play_on(red, match)
    carl.choose(match, "blue", carl.view(match, "blue")["view"]["options"][0]["id"])
    assert (carl.head(match)["mine"], curious.head(match)["mine"]) == (["blue"], [])
    assert curious.get(f"/api/matches/{match}/view?seat=blue").status == 403
    assert server.player().join(link).status == 404


def test_a_link_that_is_clicked_twice_at_once_is_followed_once(server: Server) -> None:
    link = server.player().begin(seats={"blue": "open"})["links"]["blue"]
    blue = server.player()
    blue.hotseat()
    replies = at_once(AT_ONCE, lambda _: window(server, blue).join(link))
    assert {reply.status for reply in replies} == {200}


@pytest.mark.parametrize(
    ("name", "document"),
    [
        ("reminders", {"webhook": "https://example.org/hook", "email": None}),
        ("orders", {"orders": [{"question": "stand", "answer": "always"}]}),
        ("orders", {"orders": []}),
        ("notes", {"text": "Hold the ford.", "version": 0}),
        ("device", {}),
        ("link", {}),
    ],
)
def test_what_is_sent_twice_at_once_does_no_harm(
    server: Server, name: str, document: dict[str, object]
) -> None:
    red, _blue, match = two_players(server)
    replies = at_once(AT_ONCE, lambda _: window(server, red).act(match, name, seat="red", **document))
    assert {reply.status for reply in replies} <= {200, 409, 400}


def test_whoever_lost_the_seat_while_he_spoke_says_nothing_for_it(server: Server) -> None:
    """Two came by one invitation, and act at once: what the one does who loses the seat leaves nothing behind."""
    for _ in range(ROUNDS):
        begun = server.player().begin(scenario="ford-counterstroke", seats={"blue": "open"})
        match = begun["match"]
        people = [server.player(), server.player()]
        for player in people:
            assert player.join(begun["links"]["blue"]).status == 200
        replies = at_once(2, lambda number: people[number].act(match, "link", seat="blue"))  # noqa: B023
        assert Counter(reply.status for reply in replies) == {200: 1, 403: 1}
        assert sorted(player.head(match)["mine"] for player in people) == [[], ["blue"]]
