"""The published description of the interface: what every route takes and answers, and how it says no.

Each route says itself which document it sends (``responses=sends(...)``); what holds for all of them is added here, and
the frames of the live socket, which OpenAPI has no place for, stand among the documents.
"""

from __future__ import annotations

from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from ..match.commands import ImportedMatch
from .responses.live import LiveFrame
from .responses.match import Error

# The documents that no route names.
_FURTHER: Final[tuple[type[BaseModel], ...]] = (Error, LiveFrame)
# Those that a route takes without reading them itself.
_TAKEN: Final[tuple[type[BaseModel], ...]] = (ImportedMatch,)
_REFS: Final = "#/components/schemas/"
_OUR_HEADER: Final = {
    "name": "X-Sandtable",
    "in": "header",
    "required": True,
    "schema": {"type": "string", "enum": ["1"]},
    "description": "other sites cannot send it",
}


def describe(app: FastAPI) -> dict[str, Any]:
    """The description of *app* as OpenAPI; made once."""
    if not app.openapi_schema:
        described = get_openapi(title=app.title, version=app.version, routes=app.routes)
        schemas = _documents(described)
        for path, operations in described["paths"].items():
            for method, operation in operations.items():
                operation["responses"] = _responses(
                    f"{method.upper()} {path}", operation["responses"], schemas
                )
                if method == "post":
                    operation.setdefault("parameters", []).append(_OUR_HEADER)
        app.openapi_schema = described
    return app.openapi_schema


def takes(document: type[BaseModel]) -> dict[str, Any]:
    """What a route says that takes a document without reading it itself; the document stands among those above."""
    assert document in _TAKEN
    schema = {"$ref": f"{_REFS}{document.__name__}"}
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def methods_at(app: FastAPI, path: str) -> list[str]:
    """The methods by which something can be had at *path*: those of the routes that the description speaks of."""
    described = [route for route in app.routes if isinstance(route, APIRoute) and route.include_in_schema]
    there = [route for route in described if route.path == path]
    there = there or [route for route in described if route.path_regex.match(path)]
    return sorted({method for route in there for method in route.methods or ()})


def _documents(described: dict[str, Any]) -> dict[str, Any]:
    """The documents by name: those that routes take and send, and the further ones."""
    schemas: dict[str, Any] = described.setdefault("components", {}).setdefault("schemas", {})
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    _, further = models_json_schema(
        [(model, "serialization") for model in _FURTHER], ref_template=f"{_REFS}{{model}}"
    )
    _, taken = models_json_schema(
        [(model, "validation") for model in _TAKEN], ref_template=f"{_REFS}{{model}}"
    )
    further["$defs"] |= taken["$defs"]
    clashes = {
        name for name, schema in further["$defs"].items() if schemas.setdefault(name, schema) != schema
    }
    # Where two models share a name, both get that of their module in front of it.
    clashes |= {name for name in schemas if "__" in name or name.endswith(("-Input", "-Output"))}
    assert not clashes, f"two documents are called the same: {sorted(clashes)}"
    described["components"]["schemas"] = dict(sorted(schemas.items()))
    return schemas


def _responses(operation: str, said: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    """The responses of an operation: what its route has *said*, and how every route says no."""
    (kind, content), *_ = said["200"].get("content", {"": {}}).items()
    document = content.get("schema", {}).get("$ref", "").removeprefix(_REFS)
    if document:
        said["200"] = _json(schemas[document]["description"], document)
    elif kind in ("", "application/json"):
        raise LookupError(f"{operation} is not described; its route should say responses=sends(...)")
    errors = {"4XX": _json("It cannot be had; why not", Error.__name__)}
    if operation.startswith("POST"):
        errors["409"] = _json("Not as the match stands; why not", Error.__name__)
    return {code: response for code, response in said.items() if code != "422"} | errors


def _json(description: str, document: str) -> dict[str, Any]:
    return {
        "description": description,
        "content": {"application/json": {"schema": {"$ref": f"{_REFS}{document}"}}},
    }
