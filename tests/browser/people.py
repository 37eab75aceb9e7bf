"""What people do with each other at the page: invite, come by a link, look into the menu, log in."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from .table import PATIENCE, choose_scenario, open_lobby, wait_for_turn


def link_to_blue(host: Page, address: str, *terms: str) -> str:
    """The host begins The Ford as Red by these terms (what to tick), and goes to the table: the link for Blue."""
    open_lobby(host, address)
    choose_scenario(host, "The Ford")
    if terms:
        host.get_by_text("Clock, umpire, lobby").click()
    for term in terms:
        host.locator(term).check(force=True)
    host.locator("[data-invite=red]").click()
    link = host.get_by_label("Link for Blue").input_value()
    host.get_by_role("button", name="To the table").click()
    wait_for_turn(host)
    return link


def invite(host: Page, guest: Page, address: str, *terms: str) -> None:
    """The host is Red by these terms, the guest comes by the link as Blue."""
    follow(guest, link_to_blue(host, address, *terms))


def follow(page: Page, link: str) -> None:
    """Open a link that leads to a table, and sit down where it is an invitation."""
    page.goto(link)
    if "/join/" in link:
        page.locator("[data-sit-down]").click()
    expect(page.locator(".who")).to_be_visible(timeout=PATIENCE)


def from_menu(page: Page, entry: str) -> None:
    """Choose an entry of the table's menu."""
    page.get_by_role("button", name="Menu", exact=True).click()
    page.locator(".item").filter(has_text=entry).click()


def enter(page: Page, name: str, password: str, *, new: bool = False) -> Locator:
    """Log in at the lobby, or register: the dialog, as far as it stays open."""
    page.locator("[data-account]").click()
    dialog = page.locator("[data-dialog=account]")
    if new:
        dialog.get_by_text("I am new here").click()
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_label("Password").fill(password)
    dialog.get_by_role("button", name="Register" if new else "Log in", exact=True).click()
    return dialog


def logged_in_as(page: Page, name: str) -> Locator:
    """The account's button in the lobby, once it is there."""
    button = page.get_by_role("button", name=f"Account of {name}")
    expect(button).to_be_visible()
    return button
