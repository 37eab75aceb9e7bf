"""How one server is set up: where it keeps its matches, and how much it lets a client do."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass, field
from typing import Final, Self

from .errors import ServerError

ENVIRONMENT: Final = "SANDTABLE_"
DEFAULT_DATABASE: Final = "sqlite:///sandtable.db"
# How a switch is set, in any mixture of capitals.
ON: Final = ("true", "1", "yes", "on")
OFF: Final = ("false", "0", "no", "off")
# How a mail server is spoken to.
SECURITIES: Final = ("starttls", "tls", "none")


class BadSetting(ServerError):
    """A setting that makes no sense."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Everything a server may be told; every field can come from the environment, e.g. ``SANDTABLE_DATABASE``."""

    database: str = DEFAULT_DATABASE
    # A snapshot of the position is kept every so many answers; between two of them the answers are played again.
    snapshot_every: int = 50
    hot_matches: int = 256
    bot_workers: int = 1
    bot_seconds: float = 10.0
    # Whether the processes in which bots think are started with the server, before anybody waits for them.
    bots_ready: bool = True
    # Matches between bots alone that may go on at once: nobody plays them, and everybody's bots share the processes.
    bot_matches: int = 5
    # Requests a second that one client may make for long, and at once; nothing is counted where it is 0.
    rate: float = 50.0
    burst: int = 300
    # Sockets that one client may keep open; any number where it is 0.
    sockets: int = 200
    largest_body: int = 64 * 1024
    largest_import: int = 8 * 1024 * 1024
    # Passwords that may be tried a second for one name or from one address, and at once.
    login_rate: float = 0.1
    login_burst: int = 10
    # Letters and tests of webhooks that one player may cause a second, and at once.
    letter_rate: float = 0.01
    letter_burst: int = 5
    # Remarks that one seat may make a second for long, and at once.
    talk_rate: float = 0.2
    talk_burst: int = 10
    # Cookies that came over HTTPS go back over HTTPS alone; here also those of which the proxy does not say so.
    secure_cookies: bool = False
    # After so many days of waiting for a seat its opponents may let a bot play for it; never where it is 0.
    absent_days: float = 14.0
    # How long a seat is asked before its player is reminded, and the least time between two reminders, in seconds.
    reminder_delay: float = 120.0
    reminder_gap: float = 1800.0
    # The address under which players reach the server, for the links in letters; without it no mail is sent.
    public_url: str = ""
    # Whether webhooks may lead to this machine, the local net or an address without HTTPS.
    private_webhooks: bool = False
    # The server that takes mail ("HOST:PORT"), whether it speaks TLS ("starttls", "tls" or "none"), and who sends it.
    smtp: str = ""
    smtp_security: str = "starttls"
    smtp_user: str = ""
    smtp_password: str = field(default="", repr=False)
    smtp_sender: str = ""
    # Where maps are kept that were drawn here; the cache of the user where nothing is said.
    pictures: str = ""
    # Whether other processes write to the same database, so that sockets must look for their changes.
    shared: bool = False

    def __post_init__(self) -> None:
        # A slip of the pen here would send passwords in the clear.
        if self.smtp_security not in SECURITIES:
            raise BadSetting(
                f"SANDTABLE_SMTP_SECURITY is {self.smtp_security!r}; it may be {', '.join(SECURITIES)}"
            )

        if self.public_url and not self.public_url.startswith(("https://", "http://")):
            raise BadSetting(
                f"SANDTABLE_PUBLIC_URL is {self.public_url!r}; 'https://table.example.org' would do"
            )

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
                given[name] = _read(name, text, default)
        return cls(**given)  # type: ignore[arg-type]  # each was read as the type of its default


def _read(name: str, text: str, default: object) -> object:
    """*text* as the type of *default*; BadSetting if it is none."""
    if isinstance(default, bool):
        return _switch(name, text)
    try:
        return type(default)(text)  # type: ignore[call-arg]  # str, int or float
    except ValueError:
        raise BadSetting(f"{ENVIRONMENT}{name.upper()} is {text!r}; a number would do") from None


def _switch(name: str, text: str) -> bool:
    """Whether *text* switches something on or off, in the words that people use; BadSetting if it is none of them."""
    for words, value in ((ON, True), (OFF, False)):
        if text.strip().lower() in words:
            return value
    raise BadSetting(f"{ENVIRONMENT}{name.upper()} is {text!r}; 'true' or 'false' would do")
