"""Routes to how the server is: for whoever keeps it, and for programs that watch it."""

from __future__ import annotations

import ipaddress
import os
import time
from typing import Any

from fastapi import APIRouter, Request, Response
from starlette.responses import PlainTextResponse

from ...errors import Forbidden
from ...service import Served
from ..middleware import SecurityMiddleware
from ..responses import Responses, sends
from ..responses.match import Health

router = APIRouter(tags=["server"])


_TROUBLED: Responses = {
    503: {"model": Health, "description": "It cannot write, or its database was replaced"}
}


@router.get("/healthz", responses=sends(Health) | _TROUBLED)
async def healthy(service: Served, response: Response) -> dict[str, Any]:
    """Whether the server can write to its database, and what has been wrong for long; which process this is."""
    now = time.monotonic()
    troubles = service.troubles()
    silent = service.pulse.failing(now)
    if silent is not None:
        troubles = [silent, *troubles]
    if silent is not None or service.store.fenced:
        response.status_code = 503
    return {
        "status": "troubled" if troubles else "ok",
        "troubles": troubles,
        "process": os.getpid(),
        "on_duty": service.on_duty,
    }


@router.get("/metrics", response_class=PlainTextResponse, include_in_schema=False)
async def figures(service: Served, request: Request) -> PlainTextResponse:
    """Figures in the text format of Prometheus, for programs on this machine or in its own net."""
    client = request.client.host if request.client else ""
    if not _is_near(client):
        raise Forbidden("figures are told to programs on this machine and in its net alone")
    now = time.monotonic()
    door: SecurityMiddleware = request.app.door
    pulse = service.pulse
    told: list[tuple[str, str, str, float]] = [
        (
            "up",
            "gauge",
            "whether the server is well",
            0.0 if service.troubles() or pulse.failing(now) else 1.0,
        ),
        ("troubles", "gauge", "things that have been wrong for long", float(len(service.troubles()))),
        (
            "fenced",
            "gauge",
            "whether the database was replaced under the server",
            float(service.store.fenced),
        ),
        ("write_seconds", "gauge", "how long the latest write of the pulse took", pulse.took),
        ("write_age_seconds", "gauge", "how long ago that was", now - pulse.last if pulse.last else -1.0),
        ("writes_total", "counter", "writes of the pulse", float(pulse.beats)),
        ("write_failures_total", "counter", "writes of the pulse that failed", float(pulse.failures)),
        ("matches_cached", "gauge", "matches in memory", float(service.authority.cached[0])),
        ("matches_cached_bytes", "gauge", "what they take, about", float(service.authority.cached[1])),
        ("sockets_open", "gauge", "open sockets", float(door.open_sockets)),
        ("request_seconds_total", "counter", "time from request to answer, summed up", door.seconds),
    ]
    if (left := pulse.disk_left()) is not None:
        told.append(("disk_free_bytes", "gauge", "what is left where the database lies", float(left)))
    lines = [line for name, kind, what, value in told for line in _figure(name, kind, what, f"{value:.10g}")]
    lines += ["# HELP sandtable_requests_total answers by status", "# TYPE sandtable_requests_total counter"]
    lines += [
        f'sandtable_requests_total{{status="{code}"}} {many}' for code, many in sorted(door.answered.items())
    ]
    return PlainTextResponse("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4")


def _figure(name: str, kind: str, what: str, value: str) -> list[str]:
    full = f"sandtable_{name}"
    return [f"# HELP {full} {what}", f"# TYPE {full} {kind}", f"{full} {value}"]


def _is_near(client: str) -> bool:
    try:
        return ipaddress.ip_address(client.partition("%")[0]).is_private
    except ValueError:
        # A socket of this machine, or the client of a test.
        return True
