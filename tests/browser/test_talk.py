"""Two browsers talk at one table."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from .people import follow
from .table import PATIENCE, TableServer, open_lobby

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
OURS = {"X-Sandtable": "1"}
SAY = "Say something; Enter sends it"


def sat_down(table: TableServer, red: Page, blue: Page, **more: str) -> str:
    """A match of two browsers; its id."""
    seats = {"red": "person", "blue": "open"}
    wanted = {"scenario": "ford", "seats": seats, **more}
    begun = red.request.post(f"{table.address}/api/matches", data=wanted, headers=OURS).json()
    follow(blue, table.address + begun["links"]["blue"])
    red.goto(f"{table.address}/match/{begun['match']}?seat=red")
    for page in (red, blue):
        expect(page.locator(".who").first).to_be_visible(timeout=PATIENCE)
    return str(begun["match"])


def talk(page: Page) -> Locator:
    """Where one turns to what is said, at a desk and on a phone."""
    return page.get_by_role("tab", name="Talk")


def test_two_browsers_talk_and_a_reload_keeps_every_word(
    table: TableServer, visitor: Callable[..., Page]
) -> None:
    red, blue = visitor(), visitor(**PHONE)
    sat_down(table, red, blue)
    red.locator("[data-tab=talk]").click()
    red.get_by_label(SAY).fill("Good luck, <b>comrade</b>!")
    red.keyboard.press("Enter")
    # The other hears that something was said, and reads it: as plain text.
    badge = blue.get_by_role("tab", name="Talk").locator("[data-unread]")
    expect(badge).to_have_text("1 unread", timeout=PATIENCE)
    blue.get_by_role("tab", name="Talk").click()
    expect(blue.locator("[data-remark] .words")).to_have_text("Good luck, <b>comrade</b>!")
    expect(badge).to_have_count(0)
    blue.get_by_label(SAY).fill("And to you.")
    blue.locator("[data-say]").click()
    expect(red.locator("[data-remark]")).to_have_count(2, timeout=PATIENCE)
    red.get_by_role("button", name="Withdraw: Good luck").click()
    expect(blue.locator("[data-remark]").first).to_contain_text("Withdrawn.")
    for page in (red, blue):
        page.reload()
        page.get_by_role("tab", name="Talk").click()
        expect(page.locator("[data-remark]")).to_have_count(2, timeout=PATIENCE)
        expect(page.locator("[data-remark]").last).to_contain_text("And to you.")


def test_what_is_said_while_one_is_away_is_counted_in_the_lobby_and_can_be_muted(
    table: TableServer, anybody: Callable[..., Page]
) -> None:
    red, blue = anybody(), anybody()
    match = sat_down(table, red, blue)
    open_lobby(red, table.address)
    said = {"seat": "blue", "text": "Are you there?", "key": "k"}
    assert blue.request.post(f"{table.address}/api/matches/{match}/talk", data=said, headers=OURS).ok
    red.reload()
    expect(red.locator("[data-unread]")).to_have_text("1 new remark")
    red.goto(f"{table.address}/match/{match}?seat=red")
    expect(talk(red).locator("[data-unread]")).to_have_text("1 unread", timeout=PATIENCE)
    talk(red).click()
    expect(red.locator("[data-remark]")).to_have_count(1)
    red.locator("[data-mute]").check()
    expect(red.locator("[data-remark]")).to_have_count(0)
    red.reload()
    talk(red).click()
    expect(red.get_by_text("1 remark is muted.")).to_be_visible(timeout=PATIENCE)


def test_private_words_and_notes_are_for_those_whom_they_are_for(
    table: TableServer, anybody: Callable[..., Page]
) -> None:
    red, blue = anybody(), anybody()
    sat_down(table, red, blue, control="open")
    talk(red).click()
    red.locator("[data-talk-to]").select_option("control")
    red.get_by_label(SAY).fill("May I cross at night?")
    red.keyboard.press("Enter")
    expect(red.locator("[data-remark]")).to_contain_text("Red to Control in private")
    red.locator("[data-talk-to]").select_option("all")
    red.get_by_label(SAY).fill("Your turn soon.")
    red.keyboard.press("Enter")
    talk(blue).click()
    expect(blue.locator("[data-remark]")).to_have_count(1, timeout=PATIENCE)
    expect(blue.locator("[data-remark]")).to_contain_text("Your turn soon.")
    red.locator("[data-my-notes]").click()
    red.locator("#my-notes").fill("The ford by turn 3.")
    expect(red.locator("[data-notes] [role=status]")).to_have_text("Kept.")
    red.reload()
    talk(red).click()
    red.locator("[data-my-notes]").click()
    expect(red.locator("#my-notes")).to_have_value("The ford by turn 3.", timeout=PATIENCE)
