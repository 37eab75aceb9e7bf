"""Routes to printed matter; browsers keep it, and ask whether it is still the same."""

from __future__ import annotations

import gzip
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final, Literal

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from sandtable.drawing.press import key

from ...catalogue import printed
from ...catalogue.map_cache import Pictures
from ...service import Served
from ...wire import compressed, to_json
from ..responses import Responses, sends
from ..responses import printed as documents

router = APIRouter(prefix="/api", tags=["printed matter"])
_PICTURE: Final[Responses] = {
    200: {"description": "The picture", "content": {"image/svg+xml": {"schema": {"type": "string"}}}}
}
UNCHANGED: Final[Responses] = {304: {"description": "It is what the browser has already"}}


@router.get("/scenarios", responses=sends(documents.Scenarios))
def scenarios(service: Served) -> list[dict[str, Any]]:
    """Everything that can be played."""
    return printed.scenarios(service.settings.featured)


@router.get("/boards/{name}.svg", response_class=Response, responses={**_PICTURE, **UNCHANGED})
async def board_picture(
    request: Request,
    name: str,
    theme: Literal["light", "dark"] = "light",
    numbers: bool = True,
    small: bool = False,
) -> Response:
    """The bare map as a picture, or a thumbnail of it."""
    pictures: Pictures = request.app.state.pictures
    wanted = await run_in_threadpool(printed.picture, name, theme, numbers=numbers, small=small)
    tag = key(wanted)
    if has(request, tag):
        return unchanged(tag)
    found = await run_in_threadpool(pictures.kept, wanted) or await pictures.drawn(wanted)
    return packed(request, found, tag, "image/svg+xml")


@router.get("/boards/{name}", responses={**sends(documents.Board), **UNCHANGED})
def board_geometry(request: Request, name: str) -> Response:
    """The cells of the board in the coordinates of its picture."""
    found, tag = _geometry(name)
    return unchanged(tag) if has(request, tag) else packed(request, found, tag, "application/json")


@lru_cache(maxsize=32)
def _geometry(name: str) -> tuple[bytes, str]:
    return _kept(printed.geometry(name))


@lru_cache(maxsize=32)
def _rulebook(name: str) -> tuple[bytes, str]:
    return _kept(printed.rulebook(name))


def _kept(said: dict[str, Any]) -> tuple[bytes, str]:
    """The document, compressed, and its tag."""
    document = to_json(said)
    return compressed(document), sha256(document).hexdigest()[:32]


@router.get("/news", responses=sends(documents.News))
def news() -> list[dict[str, str]]:
    """What is new, the latest first."""
    return printed.news()


@router.get("/rulebooks", responses=sends(documents.Rulebooks))
def rulebooks() -> list[dict[str, Any]]:
    """Every rulebook, playable or judged."""
    return printed.rulebooks()


@router.get("/rulebooks/{name}", responses={**sends(documents.RulebookText), **UNCHANGED})
def rulebook(request: Request, name: str) -> Response:
    """Everything that is printed of a rulebook: paragraphs, tables, rulings, words."""
    found, tag = _rulebook(name)
    return unchanged(tag) if has(request, tag) else packed(request, found, tag, "application/json")


@router.get("/rulebooks/{name}/paragraphs", responses=sends(documents.Paragraphs))
def paragraphs(name: str) -> list[dict[str, Any]]:
    """The paragraphs of a rulebook in our own words."""
    return printed.paragraphs(name)


@router.get("/rulebooks/{name}/tables", responses=sends(documents.Tables))
def tables(name: str) -> list[dict[str, Any]]:
    """The tables of a rulebook, each with its provenance."""
    return printed.tables(name)


def has(request: Request, tag: str) -> bool:
    """Whether the browser has what this tag stands for."""
    return tag in request.headers.get("if-none-match", "")


def unchanged(tag: str) -> Response:
    """That it is what the browser has already."""
    return Response(status_code=304, headers=_headers(tag))


def packed(request: Request, packed: bytes, tag: str, kind: str) -> Response:
    """What is kept compressed, sent as the browser can read it."""
    headers = {**_headers(tag), "vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type=kind, headers={**headers, "content-encoding": "gzip"})
    return Response(gzip.decompress(packed), media_type=kind, headers=headers)


def _headers(tag: str) -> dict[str, str]:
    # Weak, because it goes with every compression; asked for again, because after an upgrade it may be another.
    return {"etag": f'W/"{tag}"', "cache-control": "no-cache"}
