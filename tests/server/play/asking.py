"""All that can be asked about a match as it stands, route by route; nothing is changed by any of it.

Whoever compares two worlds asks this in both. A test holds it against the routes there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

# Answers and lines of order sheets that hardly any game knows: what is refused may tell something too.
NONSENSE = ("nonsense", "move:0:0", "attack:0", "roll:1", "absorb:0", "plan:0", "stand")
# Of the options and of the lines that may be written about so many are looked into.
LOOKED_INTO = 3
# What these do has nothing to do with the position, and whoever asks would change something: seats and their links, words
# at the table, what a player keeps for himself and how he is reminded, the dice to come, and the end of the match.
CHANGES = frozenset(
    f"POST /{name}"
    for name in (
        *("sit", "link", "device", "custody", "salt", "resign", "reminders", "reminders/test"),
        *("talk", "talk/withdraw", "talk/read", "notes"),
    )
)
# It tells what was; two worlds that differ in what is have the same past. Matches that are played on ask it.
PAST = frozenset(("GET /moments/{number}",))


class Question(NamedTuple):
    """A request to a route of the match: what stands behind its address, and the document that goes with it."""

    method: str
    path: str
    document: Mapping[str, Any] | None = None

    def __str__(self) -> str:
        """As a difference names it."""
        return f"{self.method} {self.path}" + ("" if self.document is None else f" {dict(self.document)}")


class About(NamedTuple):
    """Who asks, and what he asks about: the other seats, questions why not (as queries), and hexes."""

    seat: str
    others: tuple[str, ...]
    why: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()


def first(seat: str) -> tuple[Question, Question]:
    """The view and the order sheets; what else there is to be asked stands in them."""
    return _get(f"/view?seat={seat}"), _get(f"/sheets?seat={seat}")


def rest(about: About, seen: Any, sheets: Any) -> Iterator[Question]:
    """Everything else, once the view is *seen* and the *sheets* are (a refusal, for whoever has none)."""
    seat, other, version = about.seat, about.others[0], seen["version"]
    offered = [option["id"] for option in seen["view"]["options"]]
    some = _some(offered)
    yield from _looks(about, some)
    yield from _sheets(about, sheets)
    for path in ("", "/record", "/afterword", "/control/position", f"/control/options?seat={other}"):
        yield _get(path)
    for option in sorted({*NONSENSE, *(f"{o}:999" for o in some)} - {*offered}):
        yield _post("answer", seat=seat, option=option, version=version, key="never")
    yield _post("answer", seat=seat, option="nonsense", version=0, key="never")
    yield _post("answer", seat=other, option="nonsense", version=version, key="never")
    yield _post("undo", seat=seat, version=0)
    yield _post("rewind", seat=seat, to=0, version=0)
    yield _post("restore", seat=seat, version=0)
    yield _post("result", seat=seat, version=0, winner="nobody")
    yield _post("flag", seat=seat, against=other)
    yield _post("substitute", seat=seat, bot="nobody", **{"for": other})
    yield _post("reclaim", seat=seat)
    yield _post("orders", seat=seat, orders=[{"question": "react", "answer": "always", "unit": "nobody"}])
    yield _post("fork", to=0)
    yield from _as_control(other, version)


def _looks(about: About, some: Sequence[str]) -> Iterator[Question]:
    """What is looked at and studied."""
    seat = about.seat
    for path in ("layers", "reach", "odds", "luck", "marks", "log", "reports", "talk"):
        yield _get(f"/{path}?seat={seat}")
    for path in ("orders", "reminders", "notes", "custody"):
        yield _get(f"/{path}?seat={seat}")
    for other in (*about.others, "control"):
        yield _get(f"/view?seat={other}")
        yield _get(f"/odds?seat={other}")
    for option in some:
        for path in ("reach", "odds", "preview"):
            yield _get(f"/{path}?seat={seat}&option={option}")
        yield from (_get(f"/odds?seat={seat}&option={option}&hex={hex_}") for hex_ in about.hexes[:1])
    yield from (_get(f"/odds?seat={seat}&hex={hex_}") for hex_ in about.hexes)
    yield from (_get(f"/why?seat={seat}&{question}") for question in about.why)


def _sheets(about: About, sheets: Any) -> Iterator[Question]:
    """The order sheet of the seat as it might be written, and that of another."""
    seat = about.seat
    own = [sheet for sheet in sheets.get("sheets", ()) if sheet["seat"] == seat]
    lines = _some([line["id"] for sheet in own for line in sheet["next"]])
    for sheet in own:
        for subject in _some(sheet["subjects"]):
            yield _get(f"/sheets?seat={seat}&about={subject['key']}")
    # One line alone, several together, which may not go together, and lines that nobody may write.
    for draft in (*([line] for line in lines), lines, list(NONSENSE[1:3])):
        yield _post("sheets/lines", seat=seat, lines=draft)
    for line in (*lines, NONSENSE[2]):
        yield _post("sheets/odds", seat=seat, lines=[*lines, line], line=line)
    yield _post("sheets/lines", seat=about.others[0], lines=[])
    yield _post("sheets/draft", seat=seat, lines=lines, phase=0, version=0)


def _as_control(other: str, version: int) -> Iterator[Question]:
    """What Control alone may do."""
    why = {"version": version, "reason": "because"}
    yield _post("control/edit", **why, changes=[["nothing", 0, 0]])
    yield _post("control/answer", **why, seat=other, option="nonsense")
    yield _post("control/rewind", **why, to=0)
    yield _post("control/pause", reason="because")
    yield _post("control/resume")
    yield _post("control/announce", text="because")
    yield _post("control/clock", add=60)


def _get(path: str) -> Question:
    return Question("GET", path)


def _post(path: str, **document: Any) -> Question:
    return Question("POST", f"/{path}", document)


def _some(entries: Sequence[Any]) -> list[Any]:
    return list(entries[:: max(1, len(entries) // LOOKED_INTO)])
