"""The server: matches over HTTP and WebSockets, with one authority over the rules and everything stored before it is said.

Every POST carries the header ``X-Sandtable: 1`` (other sites cannot send it). Errors are ``{"error", "rule"}``; a
refused answer (409) also carries the board as it stands. The whole interface is described at ``/api/openapi.json``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .settings import Settings

if TYPE_CHECKING:
    from .app import create_app

__all__ = ["Settings", "create_app"]


def __getattr__(name: str) -> Any:
    """The application, loaded on demand: the processes of the bots, and most commands, need no web server."""
    if name == "create_app":
        from .app import create_app

        return create_app
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
