"""What goes by letter: an address is confirmed, and a forgotten password replaced, by links that really arrive."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.post import Letter, MailServer, mail_server, webhook

from .table import TableServer, begin, open_lobby

WORD = "correct horse battery"
OTHER = "another long word"


@pytest.fixture(scope="module")
def mail() -> Iterator[MailServer]:
    with mail_server() as running:
        yield running


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory, mail: MailServer) -> Iterator[TableServer]:
    """A server that sends its letters to our mail server; everybody in these tests has a name of his own."""
    server = TableServer(
        f"sqlite:///{tmp_path_factory.mktemp('post')}/matches.db",
        login_rate=0,
        letter_rate=0,
        smtp=mail.address,
        smtp_security="none",
        smtp_sender="table@example.org",
        private_webhooks=True,
    )
    server._environment["SANDTABLE_PUBLIC_URL"] = server.address
    server.start()
    yield server
    server.kill()


def _dialog(page: Page, name: str = "account") -> Locator:
    return page.locator(f"[data-dialog={name}]")


def _address(name: str) -> str:
    return f"{name.lower()}@example.org"


def _register(page: Page, address: str, name: str, email: str = "") -> None:
    open_lobby(page, address)
    page.locator("[data-account]").click()
    page.get_by_text("I am new here").click()
    _dialog(page).get_by_label("Name").fill(name)
    _dialog(page).get_by_label("Password").fill(WORD)
    _dialog(page).get_by_label("E-mail address").fill(email)
    _dialog(page).get_by_role("button", name="Register").click()


def _from_account_menu(page: Page, name: str, entry: str) -> None:
    page.get_by_role("button", name=f"Account of {name}").click()
    page.locator(".item").filter(has_text=entry).click()


def _link(letter: Letter, table: TableServer, kind: str) -> str:
    return f"{table.address}/#{kind}={letter.secret(kind)}"


def _open(page: Page, link: str) -> Locator:
    """Follow the link of a letter; its secret does not stay in the address."""
    page.goto(link)
    dialog = _dialog(page, "letter")
    expect(dialog).to_be_visible()
    expect(page).not_to_have_url(re.compile("#"))
    return dialog


def _log_in(page: Page, address: str, name: str, password: str) -> None:
    open_lobby(page, address)
    page.locator("[data-account]").click()
    _dialog(page).get_by_label("Name").fill(name)
    _dialog(page).get_by_label("Password").fill(password)
    _dialog(page).get_by_role("button", name="Log in").click()


def _confirmed(page: Page, table: TableServer, mail: MailServer, name: str) -> None:
    """Somebody has an account, and has confirmed the address."""
    _register(page, table.address, name, _address(name))
    expect(_dialog(page).locator("[data-email=unconfirmed]")).to_be_visible()
    dialog = _open(page, _link(mail.next_letter(_address(name)), table, "confirm"))
    dialog.get_by_role("button", name="Confirm").click()
    expect(dialog.get_by_role("status")).to_contain_text(f"{_address(name)} is confirmed.")
    dialog.get_by_role("button", name="To the games").click()


def test_an_address_is_confirmed_by_the_link_in_the_letter(
    table: TableServer, mail: MailServer, visitor: Callable[..., Page]
) -> None:
    page, anna = visitor(), _address("Anna")
    _register(page, table.address, "Anna", anna)
    expect(_dialog(page).get_by_role("status")).to_contain_text(f"A letter is on its way to {anna}.")
    first = mail.next_letter(anna)
    _dialog(page).locator("[data-again]").click()
    expect(_dialog(page).get_by_role("status")).to_contain_text("Another letter is on its way")
    second = mail.next_letter(anna)
    # Whoever reads his mail on the phone is not logged in there.
    phone = visitor(viewport={"width": 390, "height": 844})
    dialog = _open(phone, _link(second, table, "confirm"))
    dialog.get_by_role("button", name="Confirm").click()
    expect(dialog.get_by_role("status")).to_contain_text(f"{anna} is confirmed.")
    late = _open(phone, _link(first, table, "confirm"))
    expect(late.get_by_role("alert")).to_contain_text("This link has been used, is too old or is not whole")
    page.reload()
    _from_account_menu(page, "Anna", "E-mail address")
    expect(_dialog(page).locator("[data-email=confirmed]")).to_contain_text(anna)


def test_a_forgotten_password_is_replaced_by_the_link_in_the_letter(
    table: TableServer, mail: MailServer, visitor: Callable[..., Page]
) -> None:
    desk, phone = visitor(), visitor(viewport={"width": 390, "height": 844})
    _confirmed(desk, table, mail, "Berta")
    open_lobby(phone, table.address)
    phone.locator("[data-account]").click()
    phone.locator("[data-forgotten]").click()
    _dialog(phone).get_by_label("Name or e-mail address").fill("berta")
    _dialog(phone).get_by_role("button", name="Send me a letter").click()
    expect(_dialog(phone).get_by_role("status")).to_contain_text("If there is such an account")
    dialog = _open(phone, _link(mail.next_letter(_address("Berta")), table, "reset"))
    dialog.get_by_label("New password").fill("short")
    dialog.get_by_role("button", name="Set the password").click()
    expect(dialog.get_by_role("alert")).to_contain_text("10 to 200 characters")
    dialog.get_by_label("New password").fill(OTHER)
    dialog.get_by_role("button", name="Set the password").click()
    expect(dialog.get_by_role("status")).to_contain_text("The new password holds.")
    dialog.get_by_role("button", name="To the games").click()
    expect(phone.get_by_role("button", name="Account of Berta")).to_be_visible()
    # The desk is logged out; there the old password does not do any more, and the new one does.
    _log_in(desk, table.address, "Berta", WORD)
    expect(_dialog(desk).get_by_role("alert")).to_contain_text("do not belong together")
    _dialog(desk).get_by_label("Password").fill(OTHER)
    _dialog(desk).get_by_role("button", name="Log in").click()
    expect(desk.get_by_role("button", name="Account of Berta")).to_be_visible()


def test_another_device_is_logged_out(table: TableServer, visitor: Callable[..., Page]) -> None:
    desk, phone = visitor(), visitor()
    _register(desk, table.address, "Clara")
    expect(desk.get_by_role("button", name="Account of Clara")).to_be_visible()
    _log_in(phone, table.address, "Clara", WORD)
    expect(phone.get_by_role("button", name="Account of Clara")).to_be_visible()
    _from_account_menu(desk, "Clara", "Devices")
    expect(_dialog(desk).locator("[data-device=here]")).to_contain_text("Chrome on Linux")
    _dialog(desk).locator("[data-device=other]").get_by_role("button").click()
    expect(_dialog(desk).locator("[data-device=other]")).to_have_count(0)
    open_lobby(phone, table.address)
    expect(phone.locator("[data-account]")).to_be_visible()
    _dialog(desk).locator("[data-everywhere]").click()
    expect(desk.locator("[data-account]")).to_be_visible()


def test_a_test_of_a_reminder_says_what_came_of_it(table: TableServer, visitor: Callable[..., Page]) -> None:
    page = visitor()
    with webhook() as hook:
        open_lobby(page, table.address)
        begin(page, "The Ford", "red")
        page.get_by_role("button", name="Menu", exact=True).click()
        page.locator(".item").filter(has_text="Reminders").click()
        _dialog(page, "reminders").get_by_label("Webhook").fill(hook.url)
        outcome = _dialog(page, "reminders").locator("[data-outcome=webhook]")
        page.locator("[data-test=webhook]").click()
        expect(outcome).to_have_text("The webhook has taken it.")
        assert hook.told[0]["content"].startswith("The Ford: a test.")
        hook.status = 404
        page.locator("[data-test=webhook]").click()
        expect(outcome).to_have_text("The webhook answered 404.")


def test_where_no_mail_is_sent_whoever_forgot_is_told_whom_to_ask(
    tmp_path: Path, visitor: Callable[..., Page]
) -> None:
    server = TableServer(f"sqlite:///{tmp_path}/quiet.db")
    server.start()
    try:
        page = visitor()
        open_lobby(page, server.address)
        page.locator("[data-account]").click()
        page.locator("[data-forgotten]").click()
        expect(_dialog(page)).to_contain_text("This server sends no mail; ask its keeper.")
    finally:
        server.kill()
