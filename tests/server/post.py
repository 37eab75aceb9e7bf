"""Where letters arrive in tests: a webhook and a mail server in earnest, on ports that nobody else uses."""

from __future__ import annotations

import asyncio
import email
import email.policy
import json
import re
import ssl
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import trustme
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from sqlalchemy import select

from sandtable.server.db import schema as t

from .playing import Server

HOST = "127.0.0.1"


class Hook:
    """A webhook: what it was told, and what it answers."""

    def __init__(self, scheme: str, port: int) -> None:
        self.url = f"{scheme}://{HOST}:{port}/hook?token=abc"
        self.told: list[Any] = []
        self.paths: list[str] = []
        self.kinds: list[str] = []
        self.status = 204
        self.headers: dict[str, str] = {}


@contextmanager
def webhook(certificate: ssl.SSLContext | None = None) -> Iterator[Hook]:
    """A webhook that listens; with a *certificate* over HTTPS."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            hook.told.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            hook.paths.append(self.path)
            hook.kinds.append(self.headers["content-type"])
            self.send_response(hook.status)
            for name, value in {"location": hook.url, "content-length": "0", **hook.headers}.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    class Listener(ThreadingHTTPServer):
        def finish_request(self, request: Any, client_address: Any) -> None:
            if certificate is None:
                super().finish_request(request, client_address)
                return
            with certificate.wrap_socket(request, server_side=True) as secure:
                super().finish_request(secure, client_address)

        def handle_error(self, *_: object) -> None:
            """Whoever does not trust us hangs up, and that is no error of ours."""

    with Listener((HOST, 0), Handler) as server:
        hook = Hook("https" if certificate else "http", server.server_port)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield hook
        finally:
            server.shutdown()
            thread.join()


class Letter:
    """A letter as it arrived."""

    def __init__(self, envelope: Envelope) -> None:
        content = envelope.content
        assert isinstance(content, bytes)
        self.sender = envelope.mail_from
        self.readers = list(envelope.rcpt_tos)
        message = email.message_from_bytes(content, policy=email.policy.default)
        assert isinstance(message, EmailMessage)
        self.message = message
        self.text = str(message.get_content()).replace("\r\n", "\n")

    def secret(self, kind: str) -> str:
        """What stands behind the '#' of the link that the letter holds."""
        (found,) = re.findall(rf"^\S+/#{kind}=(\S+)$", self.text, re.MULTILINE)
        return str(found)


class MailServer:
    """A mail server: what it has taken, who logged in, and what it answers whom."""

    def __init__(self, password: str) -> None:
        self.address = ""
        self.password = password
        self.letters: list[Letter] = []
        self.logged_in: list[str] = []
        # What is said to a recipient, or to the whole letter, instead of yes; and whether it just hangs up.
        self.to_recipients: dict[str, str] = {}
        self.to_letters = ""
        self.hangs_up = False
        self.tries = 0
        self._arrived = threading.Condition()

    def next_letter(self, reader: str = "", seconds: float = 60.0) -> Letter:
        """The oldest letter to *reader*, or to anybody, that nobody has read; waits for it."""

        def there() -> list[Letter]:
            return [letter for letter in self.letters if not reader or reader in letter.readers]

        with self._arrived:
            assert self._arrived.wait_for(there, seconds), "no letter has come"
            found = there()[0]
            self.letters.remove(found)
            return found

    async def handle_RCPT(  # noqa: N802  # the library calls it so
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: Sequence[str]
    ) -> str:
        self.tries += 1
        if self.hangs_up:
            assert isinstance(server.transport, asyncio.Transport)
            server.transport.abort()
        if address in self.to_recipients:
            return self.to_recipients[address]
        if self.password and not session.authenticated:
            return "530 log in first"
        envelope.rcpt_tos.append(address)
        return "250 yes"

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        if self.to_letters:
            return self.to_letters
        with self._arrived:
            self.letters.append(Letter(envelope))
            self._arrived.notify_all()
        return "250 taken"


@contextmanager
def mail_server(
    security: str = "none", certificate: ssl.SSLContext | None = None, password: str = ""
) -> Iterator[MailServer]:
    """A mail server that listens; with a *password* only whoever knows it may send ("table" is his name)."""
    handler = MailServer(password)

    def judge(server: SMTP, session: Session, envelope: Envelope, way: str, given: Any) -> AuthResult:
        right = isinstance(given, LoginPassword) and (given.login, given.password) == (
            b"table",
            password.encode(),
        )
        if right:
            handler.logged_in.append("table")
        return AuthResult(success=right, handled=False)

    def answer() -> SMTP:
        return SMTP(
            handler,
            hostname="mail.test",
            tls_context=certificate if security == "starttls" else None,
            require_starttls=security == "starttls",
            authenticator=judge if password else None,
            auth_require_tls=security == "starttls",
            loop=loop,
        )

    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    listening = loop.create_server(answer, HOST, 0, ssl=certificate if security == "tls" else None)
    server = asyncio.run_coroutine_threadsafe(listening, loop).result()
    handler.address = f"{HOST}:{server.sockets[0].getsockname()[1]}"
    try:
        yield handler
    finally:
        asyncio.run_coroutine_threadsafe(_close(server), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


@contextmanager
def mailing(database: str, mail: MailServer, **settings: Any) -> Iterator[Server]:
    """A server that sends its letters there; whoever tests makes its delivery rounds."""
    given = {"smtp": mail.address, "smtp_security": "none", "smtp_sender": "Table <table@example.org>"}
    with Server(database, **{**given, "public_url": "https://table.example", **settings}) as server:
        by_hand(server)
        yield server


def by_hand(server: Server) -> None:
    """From now on whoever tests makes its delivery rounds."""
    server.service.delivery.close()
    server.service.delivery._ending.clear()


def delivered(server: Server) -> int:
    """A round of mail delivery: how many letters arrived."""
    found: int = server.service.delivery.make_a_round()
    return found


def waiting(server: Server) -> int:
    """How many letters wait in the outbox."""
    with server.service.store.reading() as db:
        return len(db.execute(select(t.outbox)).all())


async def _close(server: asyncio.Server) -> None:
    server.close()
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


def certificate_of(folder: Path) -> tuple[ssl.SSLContext, Path]:
    """A certificate for this machine by an authority that nobody knows, and the file by which one may know it."""
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(HOST, "localhost").configure_cert(context)
    file = folder / "authority.pem"
    authority.cert_pem.write_to_path(str(file))
    return context, file
