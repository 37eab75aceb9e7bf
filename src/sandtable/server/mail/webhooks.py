"""What leaves the server by webhooks, which lead only where anybody may lead us."""

from __future__ import annotations

import http.client
import ipaddress
import json
import socket
import ssl
import threading
import time
from contextlib import suppress
from email.utils import parsedate_to_datetime
from typing import Final
from urllib.parse import SplitResult, urlsplit

from ..errors import BadRequest
from ..settings import Settings

SECONDS: Final = 10.0
LONGEST_ADDRESS: Final = 2000
# Nobody is let wait longer than a day, whatever the other side asks for.
LONGEST_WAIT: Final = 86400.0
# By these answers a webhook says that there is none any more.
_GONE: Final = (404, 410)
# Networks of IPv6 whose addresses end with one of IPv4, to which somebody on the way may carry us.
_HOLDING_IPV4: Final = tuple(
    ipaddress.ip_network(net) for net in ("64:ff9b::/96", "::/96", "::ffff:0:0:0/96")
)
# Networks that Python, or an older one, calls public although nobody's webhook is there: translators of the local net,
# sites of old, relays, and what is kept for examples and for routers.
_NOBODYS: Final = tuple(
    ipaddress.ip_network(net)
    for net in ("64:ff9b:1::/48", "fec0::/10", "192.88.99.0/24", "192.0.0.0/24", "3fff::/20", "5f00::/16")
)


class Undelivered(Exception):
    """Something that did not arrive; its text is for the log of the server, ``told`` for whoever waits for it."""

    def __init__(self, why: str, *, told: str = "", for_good: bool = False, wait: float = 0.0) -> None:
        super().__init__(why)
        self.told: Final = told or why
        # Whether it is no use to try again, and if it is, for how many seconds we were asked to wait.
        self.for_good: Final = for_good
        self.wait: Final = wait


def require_possible(settings: Settings, webhook: str | None) -> None:
    """BadRequest if a reminder could never go there."""
    if webhook:
        _parts(webhook, settings)


def post_webhook(url: str, text: str, settings: Settings) -> None:
    """Send *text* to a webhook, in the form that Discord reads and in the one that Slack and Mattermost read."""
    try:
        parts = _parts(url, settings)
        connection = _Pinned(parts, _address(parts, settings))
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        body = json.dumps({"content": text, "text": text}).encode()
        headers = {"content-type": "application/json", "user-agent": "sandtable"}
        # Whoever answers a byte at a time keeps us no longer than whoever does not answer.
        impatience = threading.Timer(2 * SECONDS, connection.hang_up)
        impatience.start()
        try:
            connection.request("POST", path, body, headers)
            # Nobody is followed elsewhere: where a redirection leads has not been looked at.
            with connection.getresponse() as answer:
                status, wait = answer.status, _seconds(answer.headers.get("retry-after", ""))
        except (OSError, http.client.HTTPException):
            # After we have hung up, whatever goes wrong is our own doing.
            connection.require_patience()
            raise
        finally:
            impatience.cancel()
            connection.close()
        connection.require_patience()
    except (OSError, http.client.HTTPException, BadRequest, ValueError) as why:
        raise Undelivered(f"{type(why).__name__}: {why}", told=_in_words(why)) from None
    if not 200 <= status < 300:
        raise Undelivered(f"the webhook answered {status}", for_good=status in _GONE, wait=wait)


def _seconds(retry_after: str) -> float:
    """How long a server asks us to wait: so many seconds, or until a date; nothing where it says neither."""
    try:
        if retry_after.replace(".", "", 1).isdigit():
            asked = float(retry_after)
        else:
            asked = parsedate_to_datetime(retry_after).timestamp() - time.time()
    except ValueError:
        return 0.0
    return min(max(asked, 0.0), LONGEST_WAIT)


def _in_words(why: Exception) -> str:
    """What went wrong on the way to a webhook, as its owner is told."""
    if isinstance(why, BadRequest):
        return str(why)
    if isinstance(why, ssl.SSLCertVerificationError):
        return "the certificate of the host cannot be trusted"
    if isinstance(why, TimeoutError):
        return f"the host did not answer within {SECONDS:.0f} seconds"
    if isinstance(why, socket.gaierror):
        return "the name of the host stands for no address"
    return "the host cannot be reached or does not speak HTTP"


def _parts(url: str, settings: Settings) -> SplitResult:
    """The parts of a webhook's address; BadRequest if it is none."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadRequest("this is no address of a webhook") from None
    if len(url) > LONGEST_ADDRESS or not url.isascii() or not url.isprintable() or " " in url:
        raise BadRequest("this is no address of a webhook")
    if not parts.hostname or parts.username is not None or parts.password is not None:
        raise BadRequest("the address of a webhook is 'https://HOST/PATH', without a name and a password")
    if settings.private_webhooks:
        if parts.scheme not in ("http", "https"):
            raise BadRequest("the address of a webhook begins with http:// or https://")
        return parts
    if parts.scheme != "https" or port not in (None, 443):
        raise BadRequest("the address of a webhook begins with https:// and names no port")
    if _is_private(parts.hostname):
        raise BadRequest("a webhook leads to a public address, not into a local net")
    return parts


def _is_private(host: str) -> bool:
    """Whether *host* is written as an address that is not public, or is a name of this machine."""
    try:
        return not ipaddress.ip_address(host).is_global
    except ValueError:
        return host == "localhost" or host.endswith((".localhost", ".local", ".internal")) or "." not in host


def _address(parts: SplitResult, settings: Settings) -> str:
    """The address that the host's name stands for now; it is the one that is dialled, whatever the name says later."""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    found = [str(row[4][0]) for row in socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)]
    if not found:
        raise Undelivered("the name of the host stands for no address")
    if not settings.private_webhooks and not all(_is_public(address) for address in found):
        raise Undelivered("the name of the host stands for an address that is not public")
    return found[0]


def _is_public(address: str) -> bool:
    parsed = ipaddress.ip_address(address.partition("%")[0])
    inside = getattr(parsed, "ipv4_mapped", None) or getattr(parsed, "sixtofour", None)
    if any(parsed in net for net in _HOLDING_IPV4):
        inside = ipaddress.IPv4Address(int(parsed) & 0xFFFF_FFFF)
    if any(parsed in net for net in _NOBODYS):
        return False
    return parsed.is_global and not parsed.is_multicast and (inside is None or inside.is_global)


class _Pinned(http.client.HTTPConnection):
    """A connection to one address, whose certificate is that of the host's name."""

    def __init__(self, parts: SplitResult, address: str) -> None:
        secure = parts.scheme == "https"
        super().__init__(parts.hostname or "", parts.port or (443 if secure else 80), timeout=SECONDS)
        self._address: Final = address
        self.hung_up = False
        self._context: Final = ssl.create_default_context() if secure else None

    def hang_up(self) -> None:
        """End whatever is going on."""
        self.hung_up = True
        if self.sock is not None:
            with suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)

    def connect(self) -> None:
        """Dial the address that was looked at."""
        self.sock = socket.create_connection((self._address, self.port), SECONDS)
        if self._context is not None:
            self.sock = self._context.wrap_socket(self.sock, server_hostname=self.host)
        # Whoever hung up while there was nothing to hang up yet meant it.
        self.require_patience()

    def require_patience(self) -> None:
        """TimeoutError once we have hung up."""
        if self.hung_up:
            raise TimeoutError("the answer did not end")
