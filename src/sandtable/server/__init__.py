"""The server: matches over HTTP and WebSockets, with one authority over the rules and everything stored before it is said.

Every POST carries the header ``X-Sandtable: 1`` (other sites cannot send it). Errors are ``{"error", "rule"}``; a
refused answer (409) also carries the board as it stands. The whole interface is described at ``/api/openapi.json``.
"""

from __future__ import annotations

from .app import create_app
from .settings import Settings

__all__ = ["Settings", "create_app"]
