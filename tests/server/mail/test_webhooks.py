"""Webhooks: what they are told, whom they may trust, and where they may lead."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email.utils import formatdate
from pathlib import Path
from typing import Any

import pytest

from sandtable.server.errors import BadRequest
from sandtable.server.mail import webhooks
from sandtable.server.mail.webhooks import Undelivered
from sandtable.server.settings import Settings

from ..post import HOST, Hook, certificate_of, webhook

PRIVATE = Settings(private_webhooks=True)


@pytest.fixture
def hook() -> Iterator[Hook]:
    with webhook() as found:
        yield found


def refusal(url: str, settings: Settings = PRIVATE) -> Undelivered:
    with pytest.raises(Undelivered) as refused:
        webhooks.post_webhook(url, "text", settings)
    return refused.value


def test_discord_and_slack_each_find_the_text_where_they_look_for_it(hook: Hook) -> None:
    webhooks.post_webhook(hook.url, "The Ford: è il tuo turno.", PRIVATE)
    assert hook.kinds == ["application/json"]
    # Discord reads "content", Slack and Mattermost read "text"; each leaves the other alone.
    assert hook.told == [{"content": "The Ford: è il tuo turno.", "text": "The Ford: è il tuo turno."}]


def test_a_webhook_over_https_is_believed_by_its_certificate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate, authority = certificate_of(tmp_path)
    with webhook(certificate) as hook:
        assert refusal(hook.url).told == "the certificate of the host cannot be trusted"
        monkeypatch.setenv("SSL_CERT_FILE", str(authority))
        webhooks.post_webhook(hook.url, "text", PRIVATE)
    assert len(hook.told) == 1


@pytest.mark.parametrize(
    ("asked", "seconds"),
    [("7", 7.0), ("0.5", 0.5), ("1000000", 86400.0), ("soon", 0.0), ("", 0.0), ("-3", 0.0)],
)
def test_a_webhook_may_ask_to_wait(hook: Hook, asked: str, seconds: float) -> None:
    hook.status, hook.headers = 429, {"retry-after": asked}
    refused = refusal(hook.url)
    assert (refused.wait, refused.for_good) == (seconds, False)


def test_a_webhook_may_ask_to_wait_until_a_date(hook: Hook, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    hook.status, hook.headers = 503, {"retry-after": formatdate(now + 100, usegmt=True)}
    assert 98 < refusal(hook.url).wait <= 100


@contextmanager
def whoever_answers_slowly() -> Iterator[str]:
    """A host that sends one byte after another, and never the last."""
    ending = threading.Event()

    def answer() -> None:
        connection, _ = listening.accept()
        with connection, suppress(OSError):
            connection.sendall(b"HTTP/1.1 200 ")
            while not ending.wait(0.02):
                connection.sendall(b"o")

    with socket.create_server((HOST, 0)) as listening:
        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        yield f"http://{HOST}:{listening.getsockname()[1]}/"
        ending.set()
        thread.join()


def test_whoever_answers_a_byte_at_a_time_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhooks, "SECONDS", 0.2)
    with whoever_answers_slowly() as url:
        assert refusal(url).told.startswith("the host did not answer within")


def test_after_our_patience_has_ended_nobody_is_dialled_any_more(
    hook: Hook, monkeypatch: pytest.MonkeyPatch
) -> None:
    dial = webhooks._Pinned.connect

    def too_late(connection: webhooks._Pinned) -> None:
        connection.hang_up()
        dial(connection)

    monkeypatch.setattr(webhooks._Pinned, "connect", too_late)
    assert refusal(hook.url).told.startswith("the host did not answer within")
    assert hook.kinds == []


def test_nobody_there_is_said_in_words() -> None:
    with socket.create_server((HOST, 0)) as taken:
        url = f"http://{HOST}:{taken.getsockname()[1]}/"
    assert refusal(url).told == "the host cannot be reached or does not speak HTTP"


# ---- where a webhook may lead


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/hook",
        "https://example.org:8443/hook",
        "https://127.0.0.1/hook",
        "https://10.1.2.3/hook",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/hook",
        "https://[::ffff:127.0.0.1]/hook",
        "https://[fd00::1]/hook",
        "https://localhost/hook",
        "https://printer.local/hook",
        "https://intranet/hook",
        "https://name:word@example.org/hook",
        "ftp://example.org/hook",
        "file:///etc/passwd",
        "https:///hook",
        "https://example.org/a b",
        "https://example.org/\r\nHost: elsewhere",
        "https://[broken/hook",
        "nonsense",
    ],
)
def test_a_webhook_does_not_lead_into_the_house(url: str) -> None:
    with pytest.raises(BadRequest):
        webhooks.require_possible(Settings(), url)


def test_a_webhook_leads_to_a_public_address() -> None:
    webhooks.require_possible(Settings(), "https://discord.com/api/webhooks/1/abc")


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "192.168.1.1", "::1", "fe80::1%eth0", "::ffff:10.0.0.1", "0.0.0.0"),
        *(
            "64:ff9b:1::7f00:1",
            "fec0::1",
            "192.88.99.1",
            "192.0.0.9",
            "3fff::1",
            "5f00::1",
            "::ffff:0:7f00:1",
        ),
    ],
)
def test_a_name_that_stands_for_an_address_in_the_house_is_not_dialled(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    def resolve(*_: object, **__: object) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443))]

    def dial(*_: object, **__: object) -> socket.socket:
        raise AssertionError("dialled")

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(socket, "create_connection", dial)
    with pytest.raises(Undelivered, match="not public"):
        webhooks.post_webhook("https://hooks.example.org/1", "text", Settings())


def test_the_address_that_was_looked_at_is_the_one_that_is_dialled(monkeypatch: pytest.MonkeyPatch) -> None:
    dialled: list[Any] = []

    def dial(address: Any, *_: object) -> socket.socket:
        dialled.append(address)
        raise OSError("nobody there")

    answers = iter([[(2, 1, 6, "", ("93.184.216.34", 443))], [(2, 1, 6, "", ("127.0.0.1", 443))]])
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: next(answers))
    monkeypatch.setattr(socket, "create_connection", dial)
    with pytest.raises(Undelivered):
        webhooks.post_webhook("https://hooks.example.org/1", "text", Settings())
    assert dialled == [("93.184.216.34", 443)]
