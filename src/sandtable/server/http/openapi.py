"""The published description of the interface: what every route answers, and how it says no.

The routes hand out plain data and check nothing on the way; what they hand out is described here, in one place.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema
from starlette.routing import compile_path

from .responses import match as a
from .responses import people as people
from .responses import printed as p
from .responses import study as studied

_MATCH: Final = "/api/matches/{match}"
# Whatever changes a match; what came of it is told by the socket.
_CHANGES: Final = (
    *("answer", "undo", "rewind", "restore", "resign", "flag", "result", "substitute", "reclaim", "salt"),
    *(f"control/{name}" for name in ("edit", "answer", "rewind", "pause", "resume", "announce")),
)

ANSWERS: Final[dict[str, type[BaseModel]]] = {
    "GET /healthz": a.Health,
    "GET /api/now": a.Now,
    "GET /api/scenarios": p.Scenarios,
    "GET /api/scenarios/{name}/briefing": p.Briefing,
    "GET /api/boards/{name}": p.Board,
    "GET /api/rulebooks/{name}/paragraphs": p.Paragraphs,
    "GET /api/rulebooks/{name}/tables": p.Tables,
    "GET /api/rulebooks/{name}/terms": p.Terms,
    "GET /api/account": people.Account,
    **{
        f"POST /api/account/{name}": people.Account
        for name in ("register", "login", "logout", "password", "email", "delete", "reset", "confirm/again")
    },
    "GET /api/account/devices": people.Devices,
    "POST /api/account/devices/leave": people.Devices,
    "GET /api/account/data": people.AccountData,
    "POST /api/account/forgotten": people.Promise,
    "POST /api/account/token": people.TokenState,
    "POST /api/account/confirm": people.Confirmed,
    "POST /api/invitation": a.Invitation,
    "POST /api/invitation/take": a.Taken,
    "GET /api/matches": a.Lobby,
    "POST /api/matches": a.Begun,
    "POST /api/matches/import": a.Begun,
    f"POST {_MATCH}/fork": a.Begun,
    f"POST {_MATCH}/sit": a.Begun,
    f"POST {_MATCH}/link": a.Begun,
    f"POST {_MATCH}/device": a.DeviceLink,
    f"GET {_MATCH}": a.Summary,
    f"GET {_MATCH}/record": a.Record,
    f"GET {_MATCH}/log": a.Log,
    f"GET {_MATCH}/why": a.Why,
    f"GET {_MATCH}/moments/{{number}}": a.PastMoment,
    f"GET {_MATCH}/orders": a.StandingOrders,
    f"POST {_MATCH}/orders": a.StandingOrders,
    f"GET {_MATCH}/reminders": people.ReminderState,
    f"POST {_MATCH}/reminders": people.ReminderState,
    f"POST {_MATCH}/reminders/test": people.TrialOutcome,
    **{f"{operation} {_MATCH}/talk": people.Talk for operation in ("GET", "POST")},
    **{f"POST {_MATCH}/talk/{name}": people.Talk for name in ("withdraw", "read")},
    **{f"{operation} {_MATCH}/notes": people.KeptNotes for operation in ("GET", "POST")},
    f"GET {_MATCH}/control/position": a.EditablePosition,
    f"GET {_MATCH}/control/options": a.SeatOptions,
    f"GET {_MATCH}/layers": studied.Layers,
    f"GET {_MATCH}/reach": studied.Reach,
    f"GET {_MATCH}/preview": studied.Preview,
    f"GET {_MATCH}/odds": studied.Odds,
    f"GET {_MATCH}/luck": studied.Luck,
    f"GET {_MATCH}/marks": studied.Marks,
    f"GET {_MATCH}/view": a.Message,
    **{f"POST {_MATCH}/{name}": a.Accepted for name in _CHANGES},
}
# What is no JSON: its media type.
OTHERS: Final = {"GET /api/boards/{name}.svg": "image/svg+xml"}
_REFS: Final = "#/components/schemas/{model}"


def describe(app: FastAPI) -> dict[str, Any]:
    """The description of *app* as OpenAPI; made once."""
    if not app.openapi_schema:
        described = get_openapi(title=app.title, version=app.version, routes=app.routes)
        schemas = described.setdefault("components", {}).setdefault("schemas", {})
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        models: set[type[BaseModel]] = {*ANSWERS.values(), a.Error}
        _, found = models_json_schema(
            [(model, "serialization") for model in sorted(models, key=lambda model: model.__name__)],
            ref_template=_REFS,
        )
        clashes = schemas.keys() & found["$defs"].keys()
        assert not clashes, f"two documents are called the same: {clashes}"
        schemas.update(found["$defs"])
        for path, operations in described["paths"].items():
            for method, operation in operations.items():
                operation["responses"] = _responses(f"{method.upper()} {path}")
                if method == "post":
                    operation.setdefault("parameters", []).append(_OUR_HEADER)
        app.openapi_schema = described
    return app.openapi_schema


def methods_at(app: FastAPI, path: str) -> list[str]:
    """The methods by which something can be had at *path*, as the description says."""
    paths = describe(app)["paths"]
    if path in paths:
        return sorted(method.upper() for method in paths[path])
    matching = [template for template in paths if _pattern(template).match(path)]
    return sorted({method.upper() for template in matching for method in paths[template]})


@cache
def _pattern(template: str) -> re.Pattern[str]:
    return compile_path(template)[0]


_OUR_HEADER: Final = {
    "name": "X-Sandtable",
    "in": "header",
    "required": True,
    "schema": {"type": "string", "enum": ["1"]},
    "description": "other sites cannot send it",
}


def _responses(operation: str) -> dict[str, Any]:
    errors = {"4XX": _json("It cannot be had; why not", a.Error)}
    if operation.startswith("POST"):
        errors["409"] = _json("Not as the match stands; why not", a.Error)
    if operation in OTHERS:
        picture = {OTHERS[operation]: {"schema": {"type": "string"}}}
        return {"200": {"description": "The picture", "content": picture}, "304": _UNCHANGED, **errors}
    if operation not in ANSWERS:
        raise LookupError(f"{operation} is not described; ANSWERS should say what it answers")
    model = ANSWERS[operation]
    found = {"200": _json((model.__doc__ or "").strip(), model), **errors}
    return {**found, "304": _UNCHANGED} if operation.startswith("GET /api/boards") else found


_UNCHANGED: Final = {"description": "It is what the browser has already"}


def _json(description: str, model: type[BaseModel]) -> dict[str, Any]:
    schema = {"$ref": _REFS.format(model=model.__name__)}
    return {"description": description, "content": {"application/json": {"schema": schema}}}
