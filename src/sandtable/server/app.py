"""The application: routes, errors as sentences, and the page."""

from __future__ import annotations

import gc
import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import OperationalError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.types import Receive, Scope, Send

from sandtable.kernel.refusals import Refused, SandtableError

from .catalogue.map_cache import Pictures
from .errors import NotFound, ServerError
from .http import short_way
from .http.addresses import leads_somewhere
from .http.middleware import SecurityMiddleware, replaying
from .http.openapi import describe, methods_at
from .http.routes import (
    account,
    catalogue,
    control,
    health,
    judging,
    mail,
    matches,
    play,
    seats,
    sheets,
    study,
    talk,
)
from .service import Service
from .settings import Settings
from .wire import EFFORT, SMALL

PAGE: Final = Path(__file__).parent / "page"
_LOG: Final = logging.getLogger("sandtable.server.app")
# The matches at hand are hundreds of thousands of objects that live long: whoever looks through all of them for garbage
# keeps every player waiting, so that is done rarely. Whoever looks through the latest ones does it in small portions, for
# the same reason: of a hundred thousand at once it would take a twentieth of a second.
_COLLECT_AFTER: Final = (2_000, 2_500, 100)
# Files whose names carry a hash of their content may be kept for ever.
_FOR_EVER: Final = "public, max-age=31536000, immutable"
# Where invitations lead. What stands behind one is asked by the page; whoever fetches the address changes nothing.
_JOIN: Final = "join/"
_INVITATION_HEAD: Final = """<title>An invitation to a game of Sandtable</title>
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="Sandtable" />
    <meta property="og:title" content="An invitation to a game of Sandtable" />
    <meta property="og:description" content="A seat at a wargame is kept for you. Open the link and sit down." />"""
_INVITATION_HEADERS: Final = {"cache-control": "no-cache", "x-robots-tag": "noindex, nofollow"}


class App(FastAPI):
    """The application with its own description, behind the guard."""

    door: SecurityMiddleware

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Through the door; also what fails inside comes out through it."""
        await self.door(scope, receive, send)

    async def inside(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The application behind the door."""
        match = short_way.wanted(scope)
        if match is None:
            await super().__call__(scope, receive, send)
            return
        body = (await receive())["body"]
        try:
            done = await short_way.answer(self.state.service, match, scope, replaying(body, receive), send)
        except SandtableError as why:
            done = True
            await _refuse(Request(scope), why)(scope, receive, send)
        except (OperationalError, sqlite3.OperationalError) as why:
            done = True
            await _database_away(Request(scope), why)(scope, receive, send)
        if not done:
            await super().__call__(scope, replaying(body, receive), send)

    def openapi(self) -> dict[str, Any]:
        """The published description of the interface."""
        return describe(self)


def create_app(settings: Settings | None = None) -> FastAPI:
    """The server as an ASGI application; without *settings* they come from the environment."""
    chosen = settings or Settings.from_environment()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        service: Service = app.state.service
        service.feed.start()
        service.start()
        if chosen.bots_ready:
            service.study_pool.prepare()
        usual = gc.get_threshold()
        gc.set_threshold(*_COLLECT_AFTER)
        yield
        gc.set_threshold(*usual)
        await service.answers.finish()
        service.close()

    app = App(
        title="Sandtable",
        version=version("sandtable"),
        lifespan=life,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.service = Service(chosen)
    app.state.pictures = Pictures(chosen.pictures)
    app.add_middleware(GZipMiddleware, minimum_size=SMALL, compresslevel=EFFORT)
    app.door = SecurityMiddleware(app.inside, chosen, app.state.service.checks.require_place)
    app.add_exception_handler(SandtableError, _refuse)
    app.add_exception_handler(RequestValidationError, _misread)
    app.add_exception_handler(HTTPException, _plain_error)
    for failure in (OperationalError, sqlite3.OperationalError):
        app.add_exception_handler(failure, _database_away)
    app.add_exception_handler(Exception, _our_fault)
    for module in (
        catalogue,
        judging,
        account,
        mail,
        matches,
        play,
        seats,
        sheets,
        control,
        study,
        talk,
        health,
    ):
        # As they are, and not included: they were laid out when their module was read, once for all applications.
        app.router.routes.extend(module.router.routes)
    app.add_api_route("/{path:path}", page, methods=["GET", "HEAD"], include_in_schema=False)
    return app


def page(request: Request, path: str) -> Response:
    """A file of the page, or the page itself for every address inside it; elsewhere the page that says so, with 404."""
    if methods_at(request.app, f"/{path}"):
        raise HTTPException(405)
    if path.startswith("api/"):
        raise NotFound(f"there is nothing at /{path}")
    root = PAGE.resolve()
    file = (root / path).resolve()
    if path and file.is_relative_to(root) and _is_there(file):
        kept = _FOR_EVER if file.parent.name == "assets" else "no-cache"
        return FileResponse(file, headers={"cache-control": kept})
    index = root / "index.html"
    if Path(path).suffix or not index.is_file():
        raise NotFound(f"there is nothing at /{path}")
    if path.startswith(_JOIN):
        return HTMLResponse(_as_invitation(index.read_text(encoding="utf-8")), headers=_INVITATION_HEADERS)
    return FileResponse(
        index, status_code=200 if leads_somewhere(path) else 404, headers={"cache-control": "no-cache"}
    )


def _as_invitation(document: str) -> str:
    """The page as previews of a link show it: that it is an invitation, and nothing that depends on which."""
    return document.replace("<title>Sandtable</title>", _INVITATION_HEAD, 1)


def _is_there(file: Path) -> bool:
    try:
        return file.is_file()
    except OSError:
        # A name longer than names of files can be.
        return False


def _refuse(_: Request, why: Exception) -> Response:
    """A refusal as a sentence with its paragraph."""
    rule, sentence, status = "", str(why), 400
    if isinstance(why, Refused):
        rule, sentence, status = why.refusal.rule, why.refusal.reason, 409
    elif isinstance(why, ServerError):
        status = why.status
    return JSONResponse({"error": sentence, "rule": rule}, status_code=status)


def _misread(_: Request, why: Exception) -> Response:
    assert isinstance(why, RequestValidationError)
    first = why.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
    return JSONResponse(
        {"error": f"{where or 'the request'} cannot be used: {first['msg'].lower()}", "rule": ""},
        status_code=422,
    )


def _plain_error(request: Request, why: Exception) -> Response:
    assert isinstance(why, HTTPException)
    headers = {name.lower(): value for name, value in (why.headers or {}).items()}
    if why.status_code == 405:
        headers["allow"] = ", ".join(methods_at(request.app, request.url.path))
    sentence = f"{request.method} {request.url.path}: {str(why.detail).lower()}"
    return JSONResponse({"error": sentence, "rule": ""}, status_code=why.status_code, headers=headers)


def _database_away(_: Request, why: Exception) -> Response:
    """A full disk, a file that another program holds, a database server that is away: it may be better soon."""
    _LOG.error("the database cannot be used: %s", getattr(why, "orig", why))
    sentence = "the server cannot reach or write to its database now; try again, the same answer counts once"
    return JSONResponse({"error": sentence, "rule": ""}, status_code=503, headers={"retry-after": "5"})


def _our_fault(_: Request, __: Exception) -> Response:
    sentence = "the server failed at this; nothing was changed, and the failure has been written to its log"
    return JSONResponse({"error": sentence, "rule": ""}, status_code=500)
