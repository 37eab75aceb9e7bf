"""What leaves the server: webhooks and mail. A webhook leads only where anybody may lead us."""

from __future__ import annotations

import http.client
import ipaddress
import json
import smtplib
import socket
import ssl
from email.message import EmailMessage
from typing import Final
from urllib.parse import SplitResult, urlsplit

from .errors import BadRequest
from .settings import Settings

SECONDS: Final = 10.0
LONGEST_ADDRESS: Final = 2000


class Undelivered(Exception):
    """Something that did not arrive; its text is for the log of the server."""


def require_possible(settings: Settings, webhook: str | None, email: str | None) -> None:
    """BadRequest if a reminder could never go there."""
    if email and not settings.smtp:
        raise BadRequest("this server sends no mail; use a webhook")
    if webhook:
        _parts(webhook, settings)


def post_webhook(url: str, text: str, settings: Settings) -> None:
    """Send *text* to a webhook, in the form that Discord reads and in the one that Slack and Mattermost read."""
    try:
        parts = _parts(url, settings)
        address = _address(parts, settings)
        connection = _Pinned(parts, address)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        body = json.dumps({"content": text, "text": text}).encode()
        headers = {"content-type": "application/json", "user-agent": "sandtable"}
        try:
            connection.request("POST", path, body, headers)
            # Nobody is followed elsewhere: where a redirection leads has not been looked at.
            status = connection.getresponse().status
        finally:
            connection.close()
    except (OSError, http.client.HTTPException, BadRequest, ValueError) as why:
        raise Undelivered(f"{type(why).__name__}: {why}") from None
    if not 200 <= status < 300:
        raise Undelivered(f"the webhook answered {status}")


def send_mail(address: str, text: str, settings: Settings) -> None:
    """Send *text* by e-mail."""
    message = EmailMessage()
    message["From"] = settings.smtp_sender or f"sandtable@{settings.smtp.partition(':')[0]}"
    message["To"] = address
    message["Subject"] = text.split(" http")[0]
    message["Auto-Submitted"] = "auto-generated"
    shown = text.replace(" http", "\n\nhttp", 1)
    message.set_content(f"{shown}\n\nYou asked for this at the board; there it can be switched off.\n")
    host, _, port = settings.smtp.partition(":")
    context = ssl.create_default_context()
    try:
        if settings.smtp_security == "tls":
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                host, int(port or smtplib.SMTP_SSL_PORT), timeout=SECONDS, context=context
            )
        else:
            server = smtplib.SMTP(host, int(port or 587), timeout=SECONDS)
        with server:
            if settings.smtp_security == "starttls":
                server.starttls(context=context)
            if settings.smtp_user:
                server.login(settings.smtp_user, settings.smtp_password)
            server.send_message(message)
    except (OSError, smtplib.SMTPException, ValueError) as why:
        raise Undelivered(f"{type(why).__name__}: {why}") from None


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
    return parsed.is_global and not parsed.is_multicast and (inside is None or inside.is_global)


class _Pinned(http.client.HTTPConnection):
    """A connection to one address, whose certificate is that of the host's name."""

    def __init__(self, parts: SplitResult, address: str) -> None:
        secure = parts.scheme == "https"
        super().__init__(parts.hostname or "", parts.port or (443 if secure else 80), timeout=SECONDS)
        self._address: Final = address
        self._context: Final = ssl.create_default_context() if secure else None

    def connect(self) -> None:
        """Dial the address that was looked at."""
        self.sock = socket.create_connection((self._address, self.port), SECONDS)
        if self._context is not None:
            self.sock = self._context.wrap_socket(self.sock, server_hostname=self.host)
