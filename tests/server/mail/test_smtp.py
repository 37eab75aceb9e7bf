"""Mail goes out through a mail server in earnest: with and without TLS and log-in, and whatever it answers."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sandtable.server.mail.smtp import send_mail, written
from sandtable.server.mail.webhooks import Undelivered
from sandtable.server.settings import BadSetting, Security, Settings

from ..post import MailServer, certificate_of, mail_server

READER = "anna@example.org"


class Authority(NamedTuple):
    """The certificate of the mail server, and the file by which it can be believed."""

    context: ssl.SSLContext
    file: Path


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(*certificate_of(tmp_path_factory.mktemp("authority")))


@pytest.fixture
def mail() -> Iterator[MailServer]:
    with mail_server() as running:
        yield running


def settings(mail: MailServer, security: Security = "none", **others: Any) -> Settings:
    return Settings(smtp=mail.address, smtp_security=security, smtp_sender="table@example.org", **others)


def refusal(how: Settings, address: str = READER) -> Undelivered:
    with pytest.raises(Undelivered) as refused:
        send_mail(address, "Subject", "Text\n", how)
    return refused.value


@pytest.mark.parametrize("password", ["", "open sesame"])
@pytest.mark.parametrize("security", ["starttls", "tls", "none"])
def test_a_letter_is_taken_whatever_the_server_wants_to_be_sure_of(
    authority: Authority, monkeypatch: pytest.MonkeyPatch, security: Security, password: str
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    who = {"smtp_user": "table", "smtp_password": password} if password else {}
    with mail_server(security, authority.context, password) as mail:
        send_mail(READER, "It is your turn.", "Text\n", settings(mail, security, **who))
        letter = mail.next_letter()
    assert (letter.sender, letter.readers, letter.text) == ("table@example.org", [READER], "Text\n")
    assert mail.logged_in == (["table"] if password else [])


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_a_certificate_that_nobody_vouches_for_is_not_believed(
    authority: Authority, security: Security
) -> None:
    with mail_server(security, authority.context) as mail:
        refused = refusal(settings(mail, security))
    assert str(refused).startswith("SSLCertVerificationError")
    assert (mail.letters, refused.for_good) == ([], False)


def test_nothing_goes_in_the_clear_where_tls_was_wanted(mail: MailServer) -> None:
    assert str(refusal(settings(mail, "starttls"))).startswith("SMTPNotSupportedError")
    assert mail.letters == []


def test_a_wrong_password_is_the_keepers_to_mend(
    authority: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    with mail_server("starttls", authority.context, "open sesame") as mail:
        refused = refusal(settings(mail, "starttls", smtp_user="table", smtp_password="open barley"))
    assert str(refused).startswith("SMTPAuthenticationError: (535")
    assert refused.told == "the mail server cannot be used now; the log of this server says why"
    assert "open barley" not in str(refused)
    assert (mail.letters, refused.for_good) == ([], False)


def test_whoever_does_not_log_in_where_he_must_sends_nothing(mail: MailServer) -> None:
    mail.password = "open sesame"
    refused = refusal(settings(mail))
    assert (str(refused), refused.for_good) == ("530 log in first", False)


def test_a_server_that_hangs_up_is_tried_again(mail: MailServer) -> None:
    mail.hangs_up = True
    refused = refusal(settings(mail))
    assert str(refused).startswith("SMTPServerDisconnected")
    assert not refused.for_good


@pytest.mark.parametrize(("code", "for_good"), [("550", True), ("450", False)])
def test_a_recipient_is_refused_for_good_or_for_now(mail: MailServer, code: str, for_good: bool) -> None:
    mail.to_recipients[READER] = f"{code} <{READER}> is not at home"
    refused = refusal(settings(mail))
    assert refused.for_good is for_good
    assert f"({code})" in refused.told
    # The log names no reader.
    assert str(refused).endswith("<ADDRESS> is not at home")


@pytest.mark.parametrize(("code", "for_good"), [("554", True), ("451", False)])
def test_a_letter_is_refused_for_good_or_for_now(mail: MailServer, code: str, for_good: bool) -> None:
    mail.to_letters = f"{code} not this"
    assert refusal(settings(mail)).for_good is for_good


def test_nobody_there_is_tried_again() -> None:
    with mail_server() as gone:
        pass
    assert not refusal(settings(gone)).for_good


@pytest.mark.parametrize("address", ["", ":", "host:port", "[::1"])
def test_settings_that_make_no_sense_are_no_traceback(address: str) -> None:
    refused = refusal(Settings(smtp=address, smtp_security="none"))
    assert refused.told == "the mail server cannot be used now; the log of this server says why"


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("SMTP_SECURITY", "startls", "SANDTABLE_SMTP_SECURITY is 'startls'; it may be starttls, tls, none"),
        (
            "PUBLIC_URL",
            "table.example",
            "SANDTABLE_PUBLIC_URL is 'table.example'; 'https://table.example.org' would do",
        ),
        ("LETTER_RATE", "often", "SANDTABLE_LETTER_RATE is 'often'; a number would do"),
    ],
)
def test_a_setting_that_cannot_be_used_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, name: str, text: str, sentence: str
) -> None:
    monkeypatch.setenv(f"SANDTABLE_{name}", text)
    with pytest.raises(BadSetting) as refused:
        Settings.from_environment()
    assert str(refused.value) == sentence


# ---- the letter itself


def test_a_letter_has_all_its_headers_and_arrives_as_it_was_written(mail: MailServer) -> None:
    text = "Grüße an Жуков.\n\nhttps://table.example/#confirm=" + "x" * 80 + "\n"
    send_mail(READER, "Grüße: you are asked", text, settings(mail))
    letter = mail.next_letter()
    message = letter.message
    assert (message["From"], message["To"]) == ("table@example.org", READER)
    assert message["Subject"] == "Grüße: you are asked"
    assert parsedate_to_datetime(message["Date"]).tzinfo is not None
    assert message["Message-ID"].endswith("@example.org>")
    assert message["Auto-Submitted"] == "auto-generated"
    assert (message.get_content_type(), message.get_content_charset()) == ("text/plain", "utf-8")
    assert letter.text == text


def test_no_two_letters_are_called_the_same() -> None:
    ids = {
        written(READER, "Subject", "Text", Settings(smtp="mail.example:25"))["Message-ID"] for _ in range(3)
    }
    assert len(ids) == 3


@pytest.mark.parametrize("given", [(READER, "Turn\r\nBcc: all@example.org"), ("a@b.c\nBcc: d@e.f", "Turn")])
def test_nothing_breaks_out_of_a_header(mail: MailServer, given: tuple[str, str]) -> None:
    with pytest.raises(Undelivered):
        send_mail(*given, "Text", settings(mail))
    assert mail.tries == 0


def test_a_sender_is_made_up_where_none_is_set() -> None:
    assert written(READER, "S", "T", Settings(smtp="mail.example:25"))["From"] == "sandtable@mail.example"
