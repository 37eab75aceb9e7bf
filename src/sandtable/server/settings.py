"""Settings of a server, from the environment: where it keeps its matches, and how much it lets a client do."""

from __future__ import annotations

from typing import Annotated, Final, Literal, Self, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from .errors import ServerError

ENVIRONMENT: Final = "SANDTABLE_"
DEFAULT_DATABASE: Final = "sqlite:///sandtable.db"
# How a switch is set, in any mixture of capitals.
_SWITCH: Final = dict.fromkeys(("true", "1", "yes", "on"), True) | dict.fromkeys(
    ("false", "0", "no", "off"), False
)
Switch = Annotated[
    bool, Strict(), BeforeValidator(lambda given: _SWITCH.get(str(given).strip().lower(), given))
]
# How a mail server is spoken to.
Security = Literal["starttls", "tls", "none"]
# What would do, by what is wrong (the names are pydantic's).
_WOULD_DO: Final = {
    "bool_type": "'true' or 'false' would do",
    "float_parsing": "a number would do",
    "int_parsing": "a whole number would do",
    "literal_error": f"it may be {', '.join(get_args(Security))}",
    "string_pattern_mismatch": "'https://table.example.org' would do",
}


class BadSetting(ServerError):
    """A setting that makes no sense."""


class Settings(BaseModel):
    """Everything a server may be told; every field can come from the environment, e.g. ``SANDTABLE_DATABASE``."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    database: str = DEFAULT_DATABASE
    # A snapshot of the position is kept every so many answers; between two of them the answers are played again.
    snapshot_every: int = 50
    # Matches are kept in memory up to so many megabytes; the rest is rebuilt when it is wanted.
    cache_megabytes: int = 512
    bot_workers: int = 1
    bot_seconds: float = 30.0
    # Whether the processes in which bots think are started with the server, before anybody waits for them.
    bots_ready: Switch = True
    # Matches between bots alone that may go on at once: nobody plays them, and everybody's bots share the processes.
    bot_matches: int = 5
    # The scenario that the lobby shows first, and that bots play first for whoever looks on.
    featured: str = "agn"
    # Whether two bots are always playing a game for whoever looks on, and how long they wait before each answer.
    exhibition: Switch = False
    exhibition_seconds: float = 2.0
    # Requests a second that one client may make for long, and at once; nothing is counted where it is 0.
    rate: float = 50.0
    burst: int = 300
    # Sockets that one client may keep open; any number where it is 0.
    sockets: int = 200
    # The share of a processor that all studies together may take for long; any where it is 0, or where no rate is counted.
    study_share: float = 0.25
    # Studies are worked out by so many processes beside the server, each of which may take so much processor time; by the
    # threads that serve players where it is 0.
    study_workers: int = Field(default=2, ge=0)
    study_seconds: int = Field(default=10, ge=1)
    largest_body: int = 64 * 1024
    largest_import: int = 4 * 1024 * 1024
    # Records are checked by so many processes at once; each may have so many answers and take so much processor time.
    import_workers: int = Field(default=1, ge=1)
    import_answers: int = 20_000
    import_seconds: int = Field(default=30, ge=1)
    # Passwords that may be tried a second for one name or from one address, and at once.
    login_rate: float = 0.1
    login_burst: int = 10
    # Letters and tests of webhooks that one player may cause a second, and at once.
    letter_rate: float = 0.01
    letter_burst: int = 5
    # Remarks that one seat may make a second for long, and at once.
    talk_rate: float = 0.2
    talk_burst: int = 10
    # How long one combat may take to judge or to weigh, and how many one client may ask for a second, and at once.
    judge_seconds: float = 5.0
    judge_rate: float = 4.0
    judge_burst: int = 60
    # A log of judgements that nobody has read or written in for so many days is deleted; none where it is 0.
    judgement_days: float = 365.0
    # Cookies that came over HTTPS go back over HTTPS alone; here also those of which the proxy does not say so.
    secure_cookies: Switch = False
    # After so many days of waiting for a seat its opponents may let a bot play for it; never where it is 0.
    absent_days: float = 14.0
    # How long a seat is asked before its player is reminded, and the least time between two reminders, in seconds.
    reminder_delay: float = 120.0
    reminder_gap: float = 1800.0
    # The address under which players reach the server, for the links in letters; without it no mail is sent.
    public_url: str = Field(default="", pattern="^(https?://|$)")
    # Whether webhooks may lead to this machine, the local net or an address without HTTPS.
    private_webhooks: Switch = False
    # The server that takes mail ("HOST:PORT"), how it is spoken to, and who sends it. A slip of the pen in the
    # security would send passwords in the clear.
    smtp: str = ""
    smtp_security: Security = "starttls"
    smtp_user: str = ""
    smtp_password: str = Field(default="", repr=False)
    smtp_sender: str = ""
    # Where maps are kept that were drawn here; the cache of the user where nothing is said.
    pictures: str = ""
    # Every so many seconds the server tries whether it can write, by which it tells its health; never where it is 0.
    pulse: float = 10.0
    # Whether other processes write to the same database, so that sockets must look for their changes.
    shared: Switch = False

    def to_environment(self) -> dict[str, str]:
        """The variables by which a worker process finds the same settings."""
        return {f"{ENVIRONMENT}{name.upper()}": str(value) for name, value in self}

    @classmethod
    def from_environment(cls) -> Self:
        """The settings in the environment, or their defaults; BadSetting names the first that cannot be used."""
        try:
            return cls(**dict(_Environment()))
        except ValidationError as why:
            wrong = why.errors()[0]
            would_do = _WOULD_DO.get(wrong["type"], "a number would do")
            raise BadSetting(
                f"{ENVIRONMENT}{wrong['loc'][0]}".upper() + f" is {wrong['input']!r}; {would_do}"
            ) from None


class _Environment(Settings, BaseSettings):
    """The same as read from the environment; ``Settings`` itself never looks there, so that tests say all they mean."""

    model_config = SettingsConfigDict(env_prefix=ENVIRONMENT)
