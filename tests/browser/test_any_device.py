"""A phone, a keyboard alone, a lost server."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from .table import PATIENCE, Hand, TableServer, begin, open_lobby, tab_to, wait_for_turn

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 3,
}
EAGER = ("concerted:2:793", "all", "stop", "done", "end_phase")


def test_on_a_phone_the_map_fills_the_screen_and_fingers_find_their_targets(
    table: TableServer, visitor: Callable[..., Page]
) -> None:
    page = visitor(**PHONE)
    open_lobby(page, table.address)
    begin(page, "Army Group North", "german")
    wait_for_turn(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
        "the page is wider than the phone"
    )
    for box in page.evaluate(
        "[...document.querySelectorAll('.sheet button')].filter(b => b.offsetParent).map(b => [b.innerText, b.offsetHeight])"
    ):
        assert box[1] >= 40, f"{box[0]!r} is only {box[1]} pixels high"
    hand = Hand(page, table.address, "german")
    hand.play("end_phase")
    assert hand.message()["answers"] > 0


def test_with_the_keyboard_alone_a_game_is_begun_and_played(
    table: TableServer, visitor: Callable[..., Page]
) -> None:
    page = visitor()
    page.goto(table.address)
    lead = page.get_by_role("button", name="Play Army Group North")
    expect(lead).to_be_visible()
    tab_to(page, "button.lead")
    expect(lead).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-play=german]")).to_be_focused()
    page.keyboard.press("Enter")
    wait_for_turn(page)
    hand = Hand(page, table.address, "german")
    # The buttons: the phase is ended.
    page.keyboard.press("b")
    tab_to(page, "[data-option=end_phase]")
    page.keyboard.press("Enter")
    expect(page.locator("p.why")).to_contain_text("Activate a force", timeout=PATIENCE)
    # The map: Tab leads to the next force that can act, Enter takes it up, and the first button sets it out.
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("[data-set-out]")).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("b")
    expect(page.locator("[data-set-out]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("p.why")).not_to_contain_text("Activate a force", timeout=PATIENCE)
    wait_for_turn(page)
    assert not any(option["id"].startswith("activate") for option in hand.options())


def test_a_killed_server_and_a_reload_in_mid_combat_lose_nothing(
    own_table: TableServer, visitor: Callable[..., Page]
) -> None:
    page = visitor()
    open_lobby(page, own_table.address)
    begin(page, "Army Group North", "german")
    hand = Hand(page, own_table.address, "german")
    wait_for_turn(page)
    for _ in range(30):
        hand.play(*EAGER)
        if hand.ready()["view"]["position"]["battle"]:
            break
    before = hand.ready()
    assert before["view"]["position"]["battle"] is not None
    own_table.restart()
    assert hand.message()["view"] == before["view"]
    page.reload()
    wait_for_turn(page)
    assert hand.message()["view"] == before["view"]
    hand.play()
    assert hand.message()["version"] > before["version"]
