"""An account: one's games on every device, and nobody else's."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from .people import enter, invite, logged_in_as
from .table import PATIENCE, Hand, TableServer, open_lobby, wait_for_turn

PASSWORD = "a long one at last"


def test_a_name_is_registered_and_a_short_password_refused_beside_its_field(
    club: TableServer, member: Callable[..., Page]
) -> None:
    page = member()
    open_lobby(page, club.address)
    dialog = enter(page, "Anna", "short", new=True)
    expect(dialog.get_by_role("alert")).to_contain_text("10 to 200 characters")
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Register").click()
    logged_in_as(page, "Anna")


def test_whoever_logs_in_on_a_second_device_plays_on_there(
    club: TableServer, member: Callable[..., Page]
) -> None:
    desk, phone, guest = member(), member(), member()
    open_lobby(desk, club.address)
    enter(desk, "Berta", PASSWORD, new=True)
    logged_in_as(desk, "Berta")
    invite(desk, guest, club.address)
    open_lobby(phone, club.address)
    dialog = enter(phone, "Berta", "not this one at all")
    expect(dialog.get_by_role("alert")).to_contain_text("do not belong together")
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Log in", exact=True).click()
    logged_in_as(phone, "Berta")
    phone.locator("a.line").filter(has_text="Your turn").click()
    wait_for_turn(phone)
    hand = Hand(phone, club.address, "red")
    hand.play("done")
    hand.play("done")
    # The desk follows without a reload.
    expect(desk.locator(".who")).to_contain_text("Blue to act")


def test_a_guest_who_registers_takes_his_seats_along_and_logging_out_leaves_them_behind(
    club: TableServer, member: Callable[..., Page]
) -> None:
    page, guest = member(), member()
    invite(page, guest, club.address)
    page.get_by_role("button", name="All games").click()
    enter(page, "Clara", PASSWORD, new=True)
    logged_in_as(page, "Clara")
    game = page.locator("a.line").filter(has_text="You are Red")
    expect(game).to_have_count(1)
    logged_in_as(page, "Clara").click()
    page.get_by_text("Log out").click()
    expect(page.locator("[data-account]")).to_be_visible()
    expect(game).to_have_count(0)
    enter(page, "Clara", PASSWORD)
    expect(game).to_have_count(1)


def test_another_password_ends_the_other_device(club: TableServer, member: Callable[..., Page]) -> None:
    desk, phone, guest = member(), member(), member()
    open_lobby(desk, club.address)
    enter(desk, "Dora", PASSWORD, new=True)
    logged_in_as(desk, "Dora")
    invite(desk, guest, club.address)
    open_lobby(phone, club.address)
    enter(phone, "Dora", PASSWORD)
    logged_in_as(phone, "Dora")
    game = phone.locator("a.line").filter(has_text="You are Red").get_attribute("href")
    desk.get_by_role("button", name="All games").click()
    logged_in_as(desk, "Dora").click()
    desk.get_by_text("Change the password").click()
    dialog = desk.locator("[data-dialog=account]")
    dialog.get_by_label("Your password").fill("not this one at all")
    dialog.get_by_label("New password").fill("another long one")
    dialog.get_by_role("button", name="Change", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("not your password")
    dialog.get_by_label("Your password").fill(PASSWORD)
    dialog.get_by_role("button", name="Change", exact=True).click()
    expect(dialog).to_be_hidden()
    # Nobody sits there any more on the phone: whoever comes by may look on.
    phone.goto(f"{club.address}{game}")
    expect(phone.locator(".who")).to_contain_text("Red to act", timeout=PATIENCE)
    phone.goto(club.address)
    expect(phone.locator("[data-account]")).to_be_visible()
    desk.locator("a.line").filter(has_text="You are Red").click()
    wait_for_turn(desk)


def test_a_deleted_account_is_gone_and_the_match_stays_with_the_opponent(
    club: TableServer, member: Callable[..., Page]
) -> None:
    page, guest = member(), member()
    open_lobby(page, club.address)
    enter(page, "Emil", PASSWORD, new=True)
    logged_in_as(page, "Emil")
    invite(page, guest, club.address)
    page.get_by_role("button", name="All games").click()
    logged_in_as(page, "Emil").click()
    page.get_by_text("Delete the account").click()
    dialog = page.locator("[data-dialog=account]")
    dialog.get_by_label("Your password").fill(PASSWORD)
    dialog.get_by_role("button", name="Delete the account for good").click()
    expect(page.locator("[data-account]")).to_be_visible()
    expect(page.locator("a.line").filter(has_text="You are Red")).to_have_count(0)
    dialog = enter(page, "Emil", PASSWORD)
    expect(dialog.get_by_role("alert")).to_contain_text("do not belong together")
    guest.reload()
    expect(guest.locator(".who")).to_contain_text("Red to act", timeout=PATIENCE)
