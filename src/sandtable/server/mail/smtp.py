"""E-mail: one plain letter to one reader, through the mail server of the settings."""

from __future__ import annotations

import smtplib
import ssl
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid, parseaddr
from typing import Final

from ..settings import Settings
from .webhooks import SECONDS, Undelivered

_KEEPER: Final = "the mail server cannot be used now; the log of this server says why"


def send_mail(address: str, subject: str, text: str, settings: Settings) -> None:
    """Send *text* to *address*; Undelivered if the mail server does not take it."""
    host, _, port = settings.smtp.rpartition(":") if ":" in settings.smtp else (settings.smtp, "", "")
    try:
        message = written(address, subject, text, settings)
    except Exception as why:
        # The library stumbles in many ways over an address that is none; it will stumble again.
        raise Undelivered(
            f"{type(why).__name__}: {_without(address, str(why))}", told=_KEEPER, for_good=True
        ) from None
    try:
        with _server(host.strip("[]"), port, settings) as server:
            if settings.smtp_user:
                server.login(settings.smtp_user, settings.smtp_password)
            server.send_message(message)
    except smtplib.SMTPRecipientsRefused as why:
        ((code, said),) = why.recipients.values()
        raise _refused("this address", code, said, address) from None
    except smtplib.SMTPDataError as why:
        raise _refused("the letter", why.smtp_code, why.smtp_error, address) from None
    except (OSError, smtplib.SMTPException, ValueError) as why:
        # A wrong password, a sender that is not allowed, nobody there: the keeper can mend it, the reader cannot.
        raise Undelivered(
            f"{type(why).__name__}: {_without(address, str(why))}",
            told=_KEEPER,
        ) from None


def written(address: str, subject: str, text: str, settings: Settings) -> EmailMessage:
    """The letter with its headers; ValueError if one of them would break out of its line."""
    sender = settings.smtp_sender or f"sandtable@{settings.smtp.partition(':')[0]}"
    message = EmailMessage()
    message["From"] = sender
    message["To"] = address
    message["Subject"] = subject
    message["Date"] = format_datetime(datetime.now(UTC))
    message["Message-ID"] = make_msgid(domain=parseaddr(sender)[1].rpartition("@")[2] or "sandtable")
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    return message


def _server(host: str, port: str, settings: Settings) -> smtplib.SMTP:
    """A connection to the mail server, as safe as the settings say."""
    context = ssl.create_default_context()
    if settings.smtp_security == "tls":
        return smtplib.SMTP_SSL(host, int(port or smtplib.SMTP_SSL_PORT), timeout=SECONDS, context=context)
    server = smtplib.SMTP(host, int(port or 587), timeout=SECONDS)
    if settings.smtp_security == "starttls":
        try:
            server.starttls(context=context)
        except BaseException:
            server.close()
            raise
    return server


def _refused(what: str, code: int, said: bytes | str, address: str) -> Undelivered:
    """Codes from 550 on are meant for good, those below 500 for now; those between say that the settings are wrong."""
    words = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    told = f"the mail server refuses {what} ({code})"
    if code < 550:
        told = f"the mail server asks for patience ({code})" if code < 500 else _KEEPER
    return Undelivered(f"{code} {_without(address, words)}", told=told, for_good=code >= 550)


def _without(address: str, words: str) -> str:
    """The reader's address stays out of the log, and so do line ends."""
    return " ".join(words.replace(address, "ADDRESS").split())
