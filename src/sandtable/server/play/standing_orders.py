"""Standing orders of seats: kept in secret, and answered by as soon as the question comes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, insert, select

from sandtable.kernel.book.rulebook import Rulebook
from sandtable.kernel.book.standing_orders import StandingOrder

from ..db import schema as t
from ..db.match_store import PERSON, Line, Match
from ..db.statements import Prepared
from ..errors import BadRequest
from ..match.change import notice
from ..match.position import Play

Orders = tuple[StandingOrder, ...]
_OF_MATCH: Final = Prepared(
    select(t.orders.c.seat, t.orders.c.document).where(t.orders.c.match == bindparam("wanted"))
)


def read_all(db: Connection, match: str) -> dict[str, Orders]:
    """The orders of every seat of the match that has given any."""
    rows = _OF_MATCH.ask(db, {"wanted": match})
    return {seat: tuple(StandingOrder(**order) for order in document) for seat, document in rows}


def replace_all(db: Connection, match: str, seat: str, orders: Sequence[StandingOrder]) -> None:
    """From now on *seat* has given these *orders* and no others."""
    db.execute(delete(t.orders).where(t.orders.c.match == match, t.orders.c.seat == seat))
    if orders:
        document = [asdict(order) for order in orders]
        db.execute(insert(t.orders).values(match=match, seat=seat, document=document))


def checked(play: Play, seat: str, orders: Sequence[StandingOrder]) -> None:
    """BadRequest if one of the *orders* makes no sense."""
    book = play.rulebook
    questions = {question.name: question for question in book.standing_questions}
    said: set[tuple[str, str, str]] = set()
    for order in orders:
        if order.question not in questions:
            known = ", ".join(questions) or "none"
            raise BadRequest(f"no order answers {order.question!r}; questions that one may answer: {known}")
        answers = questions[order.question].answers
        if order.answer not in answers:
            raise BadRequest(f"an order may say {', '.join(answers)}, not {order.answer!r}")
        if order.unit and order.hex:
            raise BadRequest("an order is for a unit or for a hex, not for both")
        if (key := (order.question, order.unit, order.hex)) in said:
            raise BadRequest(
                f"two orders answer {order.question!r} for the same {order.unit or order.hex or 'all'}"
            )
        said.add(key)
        if (wrong := book.order_complaint(play.state, play.seat(seat), order)) is not None:
            raise BadRequest(wrong)


def described(book: Rulebook[Any], orders: Sequence[StandingOrder]) -> dict[str, Any]:
    """The questions that orders may answer, and the orders given."""
    return {
        "questions": [question.as_json() for question in book.standing_questions],
        "orders": [order.as_json() for order in orders],
    }


def answer_by(play: Play, match: Match, given: Mapping[str, Orders]) -> tuple[str, str, Line] | None:
    """The first seat whose orders answer what it is asked: the seat, the option, and what its player is told of it."""
    book = play.rulebook
    for seat in play.asked:
        if seat not in given or match.seats[seat] != PERSON:
            continue
        number = play.seat(seat)
        action = book.standing(play.state, number, given[seat])
        if action is not None:
            text = f"By your standing order: {book.wording(play.state, number, action).text}."
            return seat, action.id, notice("OrderAnswered", text, [int(number)], option=action.id)
    return None
