"""The published description: complete, and true of what the server does with good and with bad requests."""

from __future__ import annotations

from collections.abc import Iterator
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import schemathesis
from argon2 import PasswordHasher
from fastapi import FastAPI
from hypothesis import HealthCheck, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import positive_data_acceptance
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send

from sandtable.server import Settings, create_app, worker_pool
from sandtable.server.http.openapi import describe
from sandtable.server.people import passwords

from ..playing import CheckedHere

# Described alone, with a database of which nothing stays: what answers is begun by the fixture, which may be set up more
# than once in a process.
with TemporaryDirectory() as _nowhere:
    _APP = create_app(Settings(database=f"sqlite:///{_nowhere}/none.db", bot_workers=0))
_running = _APP
_OURS = {"X-Sandtable": "1"}
# What a request that makes sense is about.
_SENSIBLE: dict[str, Any] = {"seat": "red", "name": "ford", "number": 0, "scenario": "ford", "verb": "enter"}


async def _running_app(scope: Scope, receive: Receive, send: Send) -> None:
    """The application, which runs already: it is not started and stopped for every request."""
    while scope["type"] == "lifespan":
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return
    await _running(scope, receive, send)


schema = schemathesis.openapi.from_asgi("/api/openapi.json", _running_app)
schema.config.phases.coverage.unexpected_methods = {"PUT"}
# However long a busy machine takes: nothing here is about time.
schema.config.request_timeout = 600


class Player:
    """Somebody who holds every seat of a match, Control's too."""

    def __init__(self, client: TestClient) -> None:
        self._client = client
        self.begin()

    def begin(self) -> None:
        """Begin another match."""
        begun = self._client.post(
            "/api/matches", json={"scenario": "ford", "mode": "hotseat", "control": "person"}, headers=_OURS
        )
        self.match: str = begun.json()["match"]
        self.cookies = dict(begun.cookies)

    def version(self) -> int:
        """Of a match that goes on: where the one at hand has been ended, of another."""
        head = self._client.get(f"/api/matches/{self.match}").json()
        if head["over"]:
            self.begin()
            return self.version()
        return int(head["version"])


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    global _running
    database = f"sqlite:///{tmp_path_factory.mktemp('interface')}/matches.db"
    _running = create_app(
        Settings(database=database, rate=0, login_rate=0, letter_rate=0, bot_workers=0, study_workers=0)
    )
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    with pytest.MonkeyPatch.context() as patched, TestClient(_running) as running:
        patched.setattr(passwords, "HASHER", cheap)
        patched.setattr(worker_pool, "_Worker", CheckedHere)
        yield running


@pytest.fixture(scope="module")
def player(client: TestClient) -> Player:
    return Player(client)


@schema.parametrize()
@settings(
    max_examples=3,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.filter_too_much],
)
def test_every_operation_does_what_the_description_says(case: Case[Any], player: Player) -> None:
    sensible = case.meta is not None and case.meta.generation.mode == GenerationMode.POSITIVE
    version = player.version()
    if "match" in (case.path_parameters or {}):
        case.path_parameters["match"] = player.match
    if sensible:
        _make_sense(case, version)
    # Only where the description asks for our header is it left to the case.
    headers = None if case.operation.method.upper() == "POST" else _OURS
    response = case.call(cookies=player.cookies, headers=headers)
    # What is well formed may still make no sense to the rules (400): an unknown scenario, a hex that is not there.
    case.validate_response(response, excluded_checks=[positive_data_acceptance])
    if sensible:
        # Nobody in particular is told no as the description says, too.
        response = case.call(cookies={}, headers=headers)
        case.validate_response(response, excluded_checks=[positive_data_acceptance])


def test_a_method_that_a_path_does_not_know_is_told_which_it_does(client: TestClient, player: Player) -> None:
    answer = client.get(f"/api/matches/{player.match}/answer")
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
    both = client.options("/api/matches")
    assert (both.status_code, both.headers["allow"]) == (405, "GET, POST")
    nowhere = client.request("PUT", "/api/matches")
    assert (nowhere.status_code, nowhere.headers["allow"]) == (405, "GET, HEAD, POST")


def test_every_operation_says_what_it_sends() -> None:
    described = _APP.openapi()
    sent = {
        f"{method.upper()} {path}": [*operation["responses"]["200"]["content"].values()]
        for path, operations in described["paths"].items()
        for method, operation in operations.items()
    }
    others = {name: content for name, content in sent.items() if "$ref" not in content[0]["schema"]}
    text = [{"schema": {"type": "string"}}]
    assert others == {"GET /api/boards/{name}.svg": text, "GET /api/judgements/{log}/csv": text}


def test_a_route_that_does_not_say_what_it_sends_is_no_part_of_the_interface() -> None:
    app = FastAPI()

    @app.get("/api/secret")
    def secret() -> dict[str, str]:
        return {}

    with pytest.raises(LookupError, match="GET /api/secret is not described"):
        describe(app)


def test_every_route_of_the_interface_is_in_the_description() -> None:
    hidden = [route.path for route in _APP.routes if route.path.startswith("/api/")]  # type: ignore[attr-defined]
    assert sorted({*hidden} - {*_APP.openapi()["paths"]}) == [
        "/api/matches/{match}/live",
        "/api/openapi.json",
    ]


def _make_sense(case: Case[Any], version: int) -> None:
    """Let the case be about a seat, a scenario or a board that exists, where it says which."""
    for part in (case.path_parameters, case.query, case.body):
        if isinstance(part, dict):
            part.update({name: value for name, value in _SENSIBLE.items() if name in part})
            if "version" in part:
                part["version"] = version
