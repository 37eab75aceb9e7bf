"""Time that runs out: by itself, or when the opponent says so."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from .people import follow
from .table import PATIENCE, TableServer, choose_scenario, open_lobby, turn_to, wait_for_turn

TIME_LOSES = re.compile(r"Blue wins \(time\)")


def _against_time(host: Page, guest: Page, address: str, flag: str) -> None:
    """Red has a second for the whole game, which begins to run when Blue comes."""
    open_lobby(host, address)
    choose_scenario(host, "The Ford")
    host.get_by_text("Clock, umpire, lobby").click()
    host.locator("[name=clock][value=minutes]").check(force=True)
    host.get_by_label("Minutes for each seat").fill("0.02")
    host.get_by_label("Seconds added").fill("0")
    host.get_by_label("Whoever runs out of time").select_option(flag)
    host.locator("[data-invite=red]").click()
    link = host.get_by_label("Link for Blue").input_value()
    host.get_by_role("button", name="To the table").click()
    wait_for_turn(host)
    # Nobody's time runs before all have come.
    expect(host.locator("[data-clock=red]")).to_have_text(re.compile("0:01"))
    expect(host.locator("[data-clock=red].running")).to_have_count(0)
    follow(guest, link)


def test_the_opponent_claims_the_win_when_the_time_is_up(
    club: TableServer, anybody: Callable[..., Page]
) -> None:
    host, guest = anybody(), anybody()
    _against_time(host, guest, club.address, "claim")
    expect(host.locator(".note-box")).to_contain_text("Your time is up", timeout=PATIENCE)
    # Nothing has ended yet: that is the opponent's choice.
    wait_for_turn(host)
    guest.locator("[data-flag=red]").click()
    for page in (host, guest):
        expect(page.locator("p.why")).to_contain_text(TIME_LOSES)
        turn_to(page, "Log")
        expect(page.locator(".log")).to_contain_text("The time of Red is up.")


def test_the_flag_falls_by_itself_where_that_was_agreed(
    club: TableServer, anybody: Callable[..., Page]
) -> None:
    host, guest = anybody(), anybody()
    _against_time(host, guest, club.address, "automatic")
    for page in (host, guest):
        expect(page.locator("p.why")).to_contain_text(TIME_LOSES, timeout=PATIENCE)
        expect(page.locator("[data-clock=red]")).to_have_text(re.compile("0:00"))


def test_a_game_by_correspondence_shows_the_days_of_whoever_is_asked(
    club: TableServer, anybody: Callable[..., Page]
) -> None:
    host, guest = anybody(), anybody()
    open_lobby(host, club.address)
    choose_scenario(host, "The Ford")
    host.get_by_text("Clock, umpire, lobby").click()
    host.locator("[name=clock][value=days]").check(force=True)
    host.locator("[data-invite=red]").click()
    follow(guest, host.get_by_label("Link for Blue").input_value())
    expect(guest.locator("[data-clock=red].running")).to_have_text(re.compile("2 d 23 h|3 d 0 h"))
    expect(guest.locator("[data-clock=blue].running")).to_have_count(0)
