"""Two people: at one screen, and in two browsers joined by a link."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.server.playing import ATTACK

from .people import follow
from .table import PATIENCE, Hand, TableServer, choose_scenario, open_lobby


def test_two_at_one_screen_play_a_turn_each_behind_the_curtain(
    table: TableServer, visitor: Callable[..., Page]
) -> None:
    page = visitor()
    open_lobby(page, table.address)
    choose_scenario(page, "The Ford")
    page.get_by_role("button", name="Two at this screen").click()
    red = Hand(page, table.address, "red")
    while "red" in red.message()["view"]["asked"]:
        red.play("done", "pass", "end")
    blue_to_act = page.get_by_role("button", name="I am Blue")
    expect(blue_to_act).to_be_visible()
    blue_to_act.click()
    blue = Hand(page, table.address, "blue")
    assert blue.play("done", "pass", "end")["id"]


def test_a_friend_joins_by_the_link_and_neither_sees_the_other_s_sealed_plan(
    table: TableServer, visitor: Callable[..., Page]
) -> None:
    host, guest = visitor(), visitor()
    open_lobby(host, table.address)
    choose_scenario(host, "The Ford: counterstroke")
    host.get_by_role("button", name="Be Red and invite a friend").click()
    link = host.get_by_label("Link for Blue").input_value()
    host.get_by_role("button", name="To the table").click()
    follow(guest, link)
    red, blue = Hand(host, table.address, "red"), Hand(guest, table.address, "blue")
    for option in ATTACK:
        red.play(option)
    plans = [option["text"] for option in red.options()]
    assert len(plans) > 1
    red.play()
    # Red has sealed a plan; Blue's page, though it is asked at the same time, holds no word of which.
    blue.ready()
    told = guest.locator("body").inner_text()
    assert blue.message()["view"]["asked"] == ["blue"]
    assert not any(plan in told for plan in plans if plan not in [o["text"] for o in blue.options()])
    blue.play()
    expect(host.locator("body")).to_contain_text("sealed choices are opened", timeout=PATIENCE)
    expect(guest.locator("body")).to_contain_text("sealed choices are opened", timeout=PATIENCE)
