"""Requests that study: handed on to the processes that do, and stopped there when the caller hangs up.

Every route that studies needs it, in whichever module it stands.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import Request, Response

from ..service import guest_of, service_of
from .middleware import charge_study


async def studied(request: Request, do: str, match: str, seat: str = "", **about: Any) -> Response:
    """What comes of the study *do* of a match by whoever makes the *request*."""
    study = {"do": do, "match": match, "seat": seat, "guest": guest_of(request), "about": about}
    found = await service_of(request).study_pool.ask(
        study,
        hangs_up(request),
        lambda seconds: charge_study(request.scope, seconds),
        gzip="gzip" in request.headers.get("accept-encoding", ""),
    )
    headers = {**found.headers, "vary": "Accept-Encoding"} if found.headers else dict(found.headers)
    return Response(found.body, media_type="application/json", headers=headers)


def hangs_up(request: Request) -> Callable[[], Awaitable[None]]:
    """What returns when the caller of *request*, whose body has been read, is there no longer."""

    async def gone() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    return gone
