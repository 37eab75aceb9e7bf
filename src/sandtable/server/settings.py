"""How one server is set up: where it keeps its matches, and how much it lets a client do."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass, field
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
    # Passwords that may be tried a second for one name or from one address, and at once.
    login_rate: float = 0.1
    login_burst: int = 10
    # Cookies that came over HTTPS go back over HTTPS alone; here also those of which the proxy does not say so.
    secure_cookies: bool = False
    # After so many days of waiting for a seat its opponents may let a bot play for it; never where it is 0.
    absent_days: float = 14.0
    # How long a seat is asked before its player is reminded, and the least time between two reminders, in seconds.
    reminder_delay: float = 120.0
    reminder_gap: float = 1800.0
    # The address under which players reach the server, for the links in reminders.
    public_url: str = ""
    # Whether webhooks may lead to this machine, the local net or an address without HTTPS.
    private_webhooks: bool = False
    # The server that takes mail ("HOST:PORT"), whether it speaks TLS ("starttls", "tls" or "none"), and who sends it.
    smtp: str = ""
    smtp_security: str = "starttls"
    smtp_user: str = ""
    smtp_password: str = field(default="", repr=False)
    smtp_sender: str = ""
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
