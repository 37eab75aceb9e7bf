"""A guest takes his seat along to another device."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from .people import follow, from_menu, invite, link_to_blue
from .table import PATIENCE, Hand, TableServer, wait_for_turn
from .test_any_device import PHONE


def _device_link(page: Page) -> str:
    from_menu(page, "Play on another device")
    dialog = page.locator("[data-dialog=device]")
    expect(dialog.get_by_role("img", name="QR code")).to_be_visible()
    link = dialog.get_by_label("Link for").input_value()
    dialog.get_by_role("button", name="Done").click()
    return link


def test_the_link_brings_the_own_seat_to_a_telephone_and_both_play_on(
    club: TableServer, member: Callable[..., Page]
) -> None:
    desk, guest, phone = member(), member(), member(**PHONE)
    invite(desk, guest, club.address)
    follow(phone, _device_link(desk))
    wait_for_turn(phone)
    Hand(phone, club.address, "red").play("done")
    hand = Hand(desk, club.address, "red")
    hand.play("done")
    expect(phone.locator(".who")).to_contain_text("Blue to act")


def test_the_link_leads_there_once_and_then_to_a_page_that_says_so(
    club: TableServer, member: Callable[..., Page]
) -> None:
    desk, phone, thief = member(), member(), member()
    link_to_blue(desk, club.address)
    link = _device_link(desk)
    follow(phone, link)
    thief.goto(link)
    expect(thief.get_by_role("heading", name="This link leads to no seat")).to_be_visible()
    thief.get_by_role("button", name="To all games").click()
    expect(thief.get_by_role("heading", name="Sandtable")).to_be_visible(timeout=PATIENCE)


def test_an_invited_guest_keeps_both_devices_when_he_answers_on_one(
    club: TableServer, member: Callable[..., Page]
) -> None:
    desk, guest, phone = member(), member(), member()
    invite(desk, guest, club.address)
    follow(phone, _device_link(guest))
    hand = Hand(desk, club.address, "red")
    hand.play("done")
    hand.play("done")
    wait_for_turn(phone)
    Hand(phone, club.address, "blue").play("done")
    guest.reload()
    wait_for_turn(guest)


def test_a_player_sees_how_many_devices_hold_his_seat_and_puts_out_the_others(
    club: TableServer, member: Callable[..., Page]
) -> None:
    desk, guest, thief = member(), member(), member()
    invite(desk, guest, club.address)
    follow(thief, _device_link(desk))
    wait_for_turn(thief)
    from_menu(desk, "Play on another device")
    dialog = desk.locator("[data-dialog=device]")
    expect(dialog).to_contain_text("2 devices hold this seat")
    dialog.get_by_role("button", name="Put out the others").click()
    expect(dialog).to_contain_text("This device alone holds the seat")
    dialog.get_by_role("button", name="Done").click()
    expect(thief.locator("body")).to_contain_text("no longer", timeout=PATIENCE)
    Hand(desk, club.address, "red").play("done")
