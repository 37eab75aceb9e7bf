"""Routes to printed matter; it never changes while the server runs, so browsers may keep it."""

from __future__ import annotations

import json
from typing import Any, Literal

from fastapi import APIRouter, Request
from starlette.responses import Response

from . import printed

router = APIRouter(prefix="/api", tags=["printed matter"])


@router.get("/scenarios")
def scenarios() -> list[dict[str, Any]]:
    """Everything that can be played."""
    return printed.scenarios()


@router.get("/boards/{name}.svg", response_class=Response)
def board_picture(
    request: Request, name: str, theme: Literal["light", "dark"] = "light", numbers: bool = True
) -> Response:
    """The bare map as a picture."""
    found = printed.picture(name, theme, numbers=numbers)
    return _kept(request, found, "image/svg+xml")


@router.get("/boards/{name}")
def board_geometry(request: Request, name: str) -> Response:
    """The cells of the board in the coordinates of its picture."""
    return _kept(request, printed.tagged(json.dumps(printed.geometry(name))), "application/json")


@router.get("/rulebooks/{name}/paragraphs")
def paragraphs(name: str) -> list[dict[str, str]]:
    """The paragraphs of a rulebook in our own words."""
    return printed.paragraphs(name)


@router.get("/rulebooks/{name}/tables")
def tables(name: str) -> list[dict[str, Any]]:
    """The tables of a rulebook, each with its provenance."""
    return printed.tables(name)


def _kept(request: Request, found: printed.Printed, kind: str) -> Response:
    headers = {"etag": found.etag, "cache-control": "public, max-age=3600"}
    if found.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(found.text, media_type=kind, headers=headers)
