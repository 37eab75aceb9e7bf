"""Who may do what: every route has a rule, and every rule is held against whoever may not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pytest
from starlette.websockets import WebSocketDisconnect

from ..playing import Json, Player, Server


@dataclass(frozen=True)
class Rule:
    """Who may use a route, and the rest of a request that somebody who may would make."""

    who: str
    rest: Json = field(default_factory=dict)


# Whoever comes.
EVERYBODY = Rule("everybody")
# Whoever is logged in, with a password.
ACCOUNT = "account"
# Whoever holds the seat that the request names.
HOLDER = "holder"
# Whoever may see what the seat sees: its holder; everybody, for what a spectator sees.
SIGHT = "sight"
# Whoever holds the seat of Control.
CONTROL = "control"
# Nobody while a match against others goes on.
AFTERWARDS = "afterwards"
# Whoever knows the secret in the link.
LINK = Rule("link")
# Whoever knows the secret in a letter.
LETTER = Rule("letter")

MATCH = "/api/matches/{match}"
LOG = "/api/judgements/{log}"
AT = {"version": 1}
WHY = {"reason": "because"}
RULES: dict[str, Rule] = {
    "GET /healthz": EVERYBODY,
    "GET /metrics": EVERYBODY,
    "GET /{path:path}": EVERYBODY,
    "GET /api/openapi.json": EVERYBODY,
    "GET /api/now": EVERYBODY,
    "GET /api/scenarios": EVERYBODY,
    "GET /api/scenarios/{name}/briefing": EVERYBODY,
    "GET /api/boards/{name}": EVERYBODY,
    "GET /api/boards/{name}.svg": EVERYBODY,
    "GET /api/rulebooks/{name}/paragraphs": EVERYBODY,
    "GET /api/rulebooks/{name}/tables": EVERYBODY,
    "GET /api/rulebooks/{name}/terms": EVERYBODY,
    "GET /api/news": EVERYBODY,
    "GET /api/rulebooks": EVERYBODY,
    "GET /api/rulebooks/{name}": EVERYBODY,
    "GET /api/rulebooks/{name}/judging": EVERYBODY,
    "POST /api/rulebooks/{name}/weigh": EVERYBODY,
    "POST /api/judgements": EVERYBODY,
    f"GET {LOG}": Rule("log"),
    f"GET {LOG}/csv": Rule("log"),
    f"POST {LOG}/entries": Rule("log", {"told": {}, "key": "k"}),
    f"POST {LOG}/corrections": Rule("log", {"told": {}, "key": "k", "of": 1, "reason": "a"}),
    f"POST {LOG}/withdrawals": Rule("log", {"key": "k", "of": 1, "reason": "a"}),
    "GET /api/account": EVERYBODY,
    "POST /api/account/register": EVERYBODY,
    "POST /api/account/login": EVERYBODY,
    "POST /api/account/logout": EVERYBODY,
    "POST /api/account/password": Rule(ACCOUNT, {"old": "a", "new": "b"}),
    "POST /api/account/email": Rule(ACCOUNT, {"password": "a", "email": None}),
    "POST /api/account/delete": Rule(ACCOUNT, {"password": "a"}),
    "GET /api/account/devices": Rule(ACCOUNT),
    "POST /api/account/devices/leave": Rule(ACCOUNT, {"id": "0123456789abcdef"}),
    "GET /api/account/data": Rule(ACCOUNT),
    "POST /api/account/confirm/again": Rule(ACCOUNT),
    "POST /api/account/forgotten": EVERYBODY,
    "POST /api/account/token": LETTER,
    "POST /api/account/confirm": LETTER,
    "POST /api/account/reset": Rule("letter", {"password": "a long one at last"}),
    "GET /api/matches": EVERYBODY,
    "POST /api/matches": EVERYBODY,
    "POST /api/matches/import": EVERYBODY,
    f"GET {MATCH}": EVERYBODY,
    f"POST {MATCH}/sit": EVERYBODY,
    "POST /api/invitation": LINK,
    "POST /api/invitation/take": LINK,
    f"POST {MATCH}/fork": Rule(AFTERWARDS, {"to": 0}),
    f"GET {MATCH}/record": Rule(AFTERWARDS),
    f"GET {MATCH}/afterword": Rule(AFTERWARDS),
    f"POST {MATCH}/link": Rule(HOLDER),
    f"POST {MATCH}/device": Rule(HOLDER),
    f"GET {MATCH}/custody": Rule(HOLDER),
    f"POST {MATCH}/custody": Rule(HOLDER),
    f"GET {MATCH}/why": Rule(HOLDER, {"verb": "enter", "unit": "red-a", "hex": "0102"}),
    f"GET {MATCH}/preview": Rule(HOLDER, {"option": "done"}),
    f"POST {MATCH}/answer": Rule(HOLDER, {**AT, "option": "nonsense", "key": "k"}),
    f"POST {MATCH}/undo": Rule(HOLDER, AT),
    f"POST {MATCH}/rewind": Rule(HOLDER, {**AT, "to": 0}),
    f"POST {MATCH}/restore": Rule(HOLDER, AT),
    f"POST {MATCH}/resign": Rule(HOLDER),
    f"GET {MATCH}/orders": Rule(HOLDER),
    f"POST {MATCH}/orders": Rule(HOLDER, {"orders": []}),
    f"POST {MATCH}/salt": Rule(HOLDER, {"salt": "0123456789abcdef"}),
    f"POST {MATCH}/flag": Rule(HOLDER, {"against": "blue"}),
    f"POST {MATCH}/result": Rule(HOLDER, {**AT, "winner": "nobody"}),
    f"POST {MATCH}/substitute": Rule(HOLDER, {"for": "red", "bot": "nobody"}),
    f"POST {MATCH}/reclaim": Rule(HOLDER),
    f"GET {MATCH}/reminders": Rule(HOLDER),
    f"POST {MATCH}/reminders": Rule(HOLDER, {"webhook": None, "email": None}),
    f"POST {MATCH}/reminders/test": Rule(HOLDER, {"channel": "webhook"}),
    f"POST {MATCH}/talk": Rule(HOLDER, {"text": "Good luck!", "key": "k"}),
    f"POST {MATCH}/talk/withdraw": Rule(HOLDER, {"id": "nothing"}),
    f"POST {MATCH}/talk/read": Rule(HOLDER, {"id": "nothing"}),
    f"GET {MATCH}/notes": Rule(HOLDER),
    f"POST {MATCH}/notes": Rule(HOLDER, {"text": "Hold the ford.", "version": 0}),
    f"GET {MATCH}/sheets": Rule(HOLDER),
    f"POST {MATCH}/sheets/lines": Rule(HOLDER, {"lines": []}),
    f"POST {MATCH}/sheets/odds": Rule(HOLDER, {"lines": [], "line": "seize:0:0"}),
    f"POST {MATCH}/sheets/draft": Rule(HOLDER, {"lines": [], "phase": 1, "version": 0}),
    f"GET {MATCH}/talk": Rule(SIGHT),
    f"GET {MATCH}/view": Rule(SIGHT),
    f"GET {MATCH}/log": Rule(SIGHT),
    f"GET {MATCH}/reports": Rule(SIGHT),
    f"GET {MATCH}/moments/{{number}}": Rule(SIGHT),
    f"GET {MATCH}/layers": Rule(SIGHT),
    f"GET {MATCH}/reach": Rule(SIGHT),
    f"GET {MATCH}/odds": Rule(SIGHT),
    f"GET {MATCH}/luck": Rule(SIGHT),
    f"GET {MATCH}/marks": Rule(SIGHT),
    f"WS {MATCH}/live": Rule(SIGHT),
    f"GET {MATCH}/control/position": Rule(CONTROL),
    f"GET {MATCH}/control/options": Rule(CONTROL, {"seat": "red"}),
    f"POST {MATCH}/control/edit": Rule(CONTROL, {**AT, **WHY, "changes": [["nothing", 0, 0]]}),
    f"POST {MATCH}/control/answer": Rule(CONTROL, {**AT, **WHY, "seat": "red", "option": "nonsense"}),
    f"POST {MATCH}/control/rewind": Rule(CONTROL, {**AT, **WHY, "to": 1}),
    f"POST {MATCH}/control/pause": Rule(CONTROL, {"reason": " "}),
    f"POST {MATCH}/control/resume": Rule(CONTROL),
    f"POST {MATCH}/control/announce": Rule(CONTROL, {"text": " "}),
    f"POST {MATCH}/control/clock": Rule(CONTROL, {"add": 60}),
}


class Table(NamedTuple):
    """A match of red against blue with an umpire, and somebody from the street."""

    server: Server
    match: str
    red: Player
    blue: Player
    control: Player
    stranger: Player

    def ask(self, player: Player, operation: str, **more: Any) -> int:
        """The status of a request that would make sense if *player* were allowed to make it."""
        method, path = operation.split(" ", 1)
        path = path.format(match=self.match, number=0)
        document = {**RULES[operation].rest, **more}
        if method == "POST":
            return player.post(path, document).status
        query = "&".join(f"{name}={value}" for name, value in document.items())
        return player.get(f"{path}?{query}").status


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with Server(f"sqlite:///{tmp_path_factory.mktemp('rules')}/matches.db") as server:
        red, blue, control, stranger = (server.player() for _ in range(4))
        begun = red.begin(seats={"red": "person", "blue": "open"}, control="open")
        for player, seat in ((blue, "blue"), (control, "control")):
            assert player.join(begun["links"][seat]).status == 200
        yield Table(server, begun["match"], red, blue, control, stranger)


def of(who: str) -> list[str]:
    """The operations under one rule, sockets aside."""
    return [name for name, rule in RULES.items() if rule.who == who and not name.startswith("WS")]


@pytest.mark.parametrize("operation", of("log"))
def test_only_who_has_the_link_of_a_log_reads_it_or_writes_into_it(table: Table, operation: str) -> None:
    told: Json = {"attacker": [25], "defender": [5]}
    log = table.stranger.post("/api/judgements", {"rulebook": "besieged"}).document["log"]
    entered = table.stranger.post(f"/api/judgements/{log}/entries", {"told": told, "key": "first"})
    assert entered.status == 200
    method, path = operation.split(" ", 1)
    more = {**RULES[operation].rest, **({"told": told} if "told" in RULES[operation].rest else {})}
    for secret, status in ((log, 200), ("a" * len(log), 404)):
        asked = path.format(log=secret)
        reply = table.red.post(asked, more) if method == "POST" else table.red.get(asked)
        assert reply.status == status


def test_every_route_has_a_rule(table: Table) -> None:
    assert _operations(table.server.client.app.routes) == set(RULES)  # type: ignore[attr-defined]


@pytest.mark.parametrize("operation", of(HOLDER))
def test_only_the_holder_of_a_seat_acts_for_it(table: Table, operation: str) -> None:
    others = (table.blue, table.control, table.stranger)
    assert [table.ask(player, operation, seat="red") for player in others] == [403, 403, 403]


@pytest.mark.parametrize("operation", [name for name in of(HOLDER) if not name.endswith("/resign")])
def test_the_holder_of_a_seat_is_not_turned_away(table: Table, operation: str) -> None:
    assert table.ask(table.red, operation, seat="red") in (200, 400, 409)


@pytest.mark.parametrize("operation", of(SIGHT))
def test_only_its_holder_sees_what_a_seat_sees(table: Table, operation: str) -> None:
    others = (table.blue, table.control, table.stranger)
    assert [table.ask(player, operation, seat="red") for player in others] == [403, 403, 403]
    assert table.ask(table.red, operation, seat="red") == 200


@pytest.mark.parametrize("operation", of(SIGHT))
def test_only_control_sees_everything_while_it_goes_on(table: Table, operation: str) -> None:
    others = (table.red, table.blue, table.stranger)
    assert [table.ask(player, operation, seat="control") for player in others] == [403, 403, 403]
    assert table.ask(table.control, operation, seat="control") == 200


@pytest.mark.parametrize("operation", of(SIGHT))
def test_everybody_sees_what_a_spectator_sees(table: Table, operation: str) -> None:
    assert table.ask(table.stranger, operation, seat="spectator") == 200


def test_a_socket_shows_a_seat_to_its_holder_alone(table: Table) -> None:
    for player in (table.blue, table.control, table.stranger):
        with player.watching(table.match, "red") as socket, pytest.raises(WebSocketDisconnect):
            socket.receive_json()
    with table.red.watching(table.match, "red") as socket:
        assert socket.receive_json()["view"]["seat"] == "red"


@pytest.mark.parametrize("operation", of(CONTROL))
def test_only_control_does_what_control_does(table: Table, operation: str) -> None:
    others = (table.red, table.blue, table.stranger)
    assert [table.ask(player, operation) for player in others] == [403, 403, 403]
    assert table.ask(table.control, operation) in (200, 400, 409)


@pytest.mark.parametrize("operation", of(AFTERWARDS))
def test_nothing_of_a_match_is_published_while_it_goes_on(table: Table, operation: str) -> None:
    assert [table.ask(player, operation) for player in (table.red, table.blue, table.stranger)] == [403] * 3


@pytest.mark.parametrize("operation", of(ACCOUNT))
def test_an_account_is_changed_by_whoever_is_logged_in(table: Table, operation: str) -> None:
    assert table.ask(table.stranger, operation) == 403


@pytest.mark.parametrize("operation", of("link"))
def test_a_link_that_was_not_given_leads_nowhere(table: Table, operation: str) -> None:
    assert table.ask(table.stranger, operation, token="guess") == 404


@pytest.mark.parametrize("operation", of("letter"))
def test_a_letter_that_was_not_sent_opens_nothing(table: Table, operation: str) -> None:
    assert table.ask(table.stranger, operation, token="guess") == 404


def _operations(routes: Any) -> set[str]:
    """Every route of the application."""
    return {
        f"{method} {route.path}"
        for route in routes
        for method in getattr(route, "methods", None) or {"WS"}
        if method != "HEAD"
    }
