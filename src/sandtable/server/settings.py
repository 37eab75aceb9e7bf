"""How one server is set up: where it keeps its matches, and how much it lets a client do."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from typing import Final, Self

ENVIRONMENT: Final = "SANDTABLE_"
DEFAULT_DATABASE: Final = "sqlite:///sandtable.db"


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Everything a server may be told; every field can come from the environment, e.g. ``SANDTABLE_DATABASE``."""

    database: str = DEFAULT_DATABASE
    # A snapshot of the position is kept every so many answers; between two of them the answers are played again.
    snapshot_every: int = 50
    hot_matches: int = 256
    bot_workers: int = 1
    bot_seconds: float = 10.0
    # Requests a second that one client may make for long, and at once; nothing is counted where it is 0.
    rate: float = 50.0
    burst: int = 300
    largest_body: int = 64 * 1024
    largest_import: int = 8 * 1024 * 1024
    # Sent only over HTTPS; a server behind a proxy that speaks HTTPS should have it on.
    secure_cookies: bool = False
    # Whether other processes write to the same database, so that sockets must look for their changes.
    shared: bool = False

    def to_environment(self) -> dict[str, str]:
        """The variables by which a worker process finds the same settings."""
        return {f"{ENVIRONMENT}{name.upper()}": str(value) for name, value in asdict(self).items()}

    @classmethod
    def from_environment(cls) -> Self:
        """The settings in the environment, or their defaults."""
        given: dict[str, object] = {}
        for name, default in asdict(cls()).items():
            text = os.environ.get(f"{ENVIRONMENT}{name.upper()}")
            if text is not None:
                given[name] = text == "True" if isinstance(default, bool) else type(default)(text)
        return cls(**given)  # type: ignore[arg-type]  # each was read as the type of its default
