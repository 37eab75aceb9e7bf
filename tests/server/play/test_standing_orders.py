"""Standing orders answer for a seat, at once, in secret, and as if it had answered itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from sandtable.kernel.book.standing_orders import StandingOrder, StandingQuestion, ordered
from sandtable.kernel.machine.actions import Action, Seat
from sandtable.kernel.machine.engine import options
from sandtable.testing.ford import FordRulebook
from sandtable.testing.ford.state import Ford

from ..databases import sqlite_alone
from ..playing import Json, Player, Reply, Server, attack, two_players, under_attack

database = sqlite_alone

PLAN = StandingQuestion(
    name="plan", title="The plan", text="What to do when attacked", answers=("ask", "stand", "yield")
)


def plan_by_orders(_: Any, g: Ford, seat: Seat, orders: Sequence[StandingOrder]) -> Action | None:
    action = Action(ordered(orders, "plan", "", ""))
    return action if action in options(g, seat) else None


def complaint(_: Any, g: Ford, seat: Seat, order: StandingOrder) -> str | None:
    known = not order.unit or order.unit in g.printed.numbers
    return None if known else f"there is no unit {order.unit!r}"


@pytest.fixture(autouse=True)
def ordering_ford(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Ford, where the plan of a combat may be ordered beforehand."""
    monkeypatch.setattr(FordRulebook, "standing_questions", (PLAN,))
    monkeypatch.setattr(FordRulebook, "standing", plan_by_orders)
    monkeypatch.setattr(FordRulebook, "order_complaint", complaint)


def order(player: Player, match: str, seat: str, *orders: Json) -> Reply:
    return player.act(match, "orders", seat=seat, orders=list(orders))


def plan(answer: str, **more: str) -> Json:
    return {"question": "plan", "answer": answer, **more}


def test_a_seat_reads_what_may_be_ordered_and_what_it_has_ordered(everywhere: Server) -> None:
    _red, blue, match = two_players(everywhere)
    found = blue.get(f"/api/matches/{match}/orders?seat=blue").document
    assert (found["questions"][0]["name"], found["questions"][0]["answers"]) == (
        "plan",
        ["ask", "stand", "yield"],
    )
    assert found["orders"] == []
    given = {"question": "plan", "answer": "stand", "unit": "", "hex": ""}
    assert order(blue, match, "blue", plan("stand")).document["orders"] == [given]
    everywhere.restart()
    assert blue.get(f"/api/matches/{match}/orders?seat=blue").document["orders"] == [given]
    assert order(blue, match, "blue").document["orders"] == []


def test_an_order_answers_as_soon_as_the_question_comes(everywhere: Server) -> None:
    red, blue, match = two_players(everywhere)
    order(blue, match, "blue", plan("stand"))
    attack(red, match)
    seen = red.view(match, "red")
    assert (seen["view"]["asked"], seen["answers"]) == (["red"], 4)
    after = red.choose(match, "red", "assault")
    assert "Revealed" in [line["event"]["kind"] for line in after["log"]]


def test_the_owner_alone_is_told_that_an_order_answered(server: Server) -> None:
    red, blue, match = two_players(server)
    order(blue, match, "blue", plan("stand"))
    attack(red, match)
    told = [line for line in blue.view(match, "blue")["log"] if line["event"]["kind"] == "OrderAnswered"]
    assert [line["answer"] for line in told] == [4]
    assert told[0]["text"].startswith("By your standing order: ")
    for reader, seat in ((red, "red"), (server.player(), "spectator")):
        assert "OrderAnswered" not in str(reader.view(match, seat))
        assert "OrderAnswered" not in reader.get(f"/api/matches/{match}/log?seat={seat}").text
        assert "OrderAnswered" not in reader.get(f"/api/matches/{match}/moments/4?seat={seat}").text


def test_what_an_order_answered_survives_a_restart(everywhere: Server) -> None:
    red, blue, match = two_players(everywhere)
    order(blue, match, "blue", plan("yield"))
    attack(red, match)
    before = (red.view(match, "red"), blue.view(match, "blue"))
    everywhere.restart()
    assert (red.view(match, "red"), blue.view(match, "blue")) == before


def test_to_ask_is_no_answer(server: Server) -> None:
    red, blue, match = two_players(server)
    order(blue, match, "blue", plan("ask"))
    attack(red, match)
    assert sorted(red.view(match, "red")["view"]["asked"]) == ["blue", "red"]


def test_an_order_does_not_answer_what_is_asked_already(server: Server) -> None:
    _red, blue, match = under_attack(server)
    order(blue, match, "blue", plan("stand"))
    assert sorted(blue.view(match, "blue")["view"]["asked"]) == ["blue", "red"]


def test_both_sides_orders_answer_one_after_another(server: Server) -> None:
    red, blue, match = two_players(server)
    order(blue, match, "blue", plan("stand"))
    order(red, match, "red", plan("stand"))
    attack(red, match)
    # Red cannot plan to stand, so it is asked; blue is not.
    assert red.view(match, "red")["view"]["asked"] == ["red"]


def test_where_a_bot_plays_for_the_seat_its_orders_rest(database: str) -> None:
    with Server(database, bot_workers=0) as server:
        red, blue, match = two_players(server)
        order(blue, match, "blue", plan("stand"))
        blue.post(f"/api/matches/{match}/substitute", {"seat": "blue", "for": "blue", "bot": "random"})
        attack(red, match)
        assert sorted(red.view(match, "red")["view"]["asked"]) == ["blue", "red"]


def test_an_order_that_the_rules_refuse_asks_the_player(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FordRulebook, "standing", lambda *_: Action("done"))
    red, blue, match = two_players(server)
    order(blue, match, "blue", plan("stand"))
    attack(red, match)
    assert sorted(red.view(match, "red")["view"]["asked"]) == ["blue", "red"]


def test_the_record_of_a_match_with_orders_replays(server: Server) -> None:
    import sandtable

    red, blue, match = two_players(server)
    order(blue, match, "blue", plan("stand"))
    attack(red, match)
    red.choose(match, "red", "assault")
    red.act(match, "resign", seat="red")
    record = red.get(f"/api/matches/{match}/record").document
    assert [row[0] for row in record["answers"][:5]] == ["red", "red", "red", "blue", "red"]
    assert sandtable.replay(record).answers == len(record["answers"])
    assert "order" not in str(record).lower()


def test_an_answer_by_order_can_be_repeated_with_its_key(server: Server) -> None:
    red, blue, match = two_players(server)
    order(blue, match, "blue", plan("stand"))
    for option in ("move:2:20", "done"):
        red.choose(match, "red", option)
    version = red.head(match)["version"]
    replies = [red.answer(match, "red", "attack:9", version=version, key="k") for _ in range(2)]
    assert [reply.document["answers"] for reply in replies] == [4, 4]


@pytest.mark.parametrize(
    ("orders", "sentence"),
    [
        ([plan("flee")], "an order may say ask, stand, yield, not 'flee'"),
        (
            [{"question": "tea", "answer": "stand"}],
            "no order answers 'tea'; questions that one may answer: plan",
        ),
        ([plan("stand", unit="x", hex="0101")], "an order is for a unit or for a hex, not for both"),
        ([plan("stand"), plan("yield")], "two orders answer 'plan' for the same all"),
        ([plan("stand", unit="nobody")], "there is no unit 'nobody'"),
    ],
)
def test_orders_that_make_no_sense_are_refused(server: Server, orders: list[Json], sentence: str) -> None:
    _red, blue, match = two_players(server)
    reply = order(blue, match, "blue", *orders)
    assert (reply.status, reply.error) == (400, sentence)


def test_orders_are_a_secret_of_the_seat(server: Server) -> None:
    red, _blue, match = two_players(server)
    assert red.get(f"/api/matches/{match}/orders?seat=blue").status == 403
    assert order(red, match, "blue", plan("yield")).status == 403
    assert red.get(f"/api/matches/{match}/orders?seat=control").status == 403
