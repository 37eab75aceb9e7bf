"""Fingers, zoom, focus and what readers set for themselves: spacing, motion, colours."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from .positions import begin_match, offers, play_until
from .table import AT_REST, TableServer, open_lobby, wait_for_turn

PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
TABLET: Final[dict[str, Any]] = {**PHONE, "viewport": {"width": 834, "height": 1112}}
DEVICES: Final = {"phone": PHONE, "tablet": TABLET}
FINGER: Final = 40
# Everything that can be pressed, but no word inside a sentence, and no box whose label can be pressed.
SMALL: Final = """least => [...document.querySelectorAll('button, a[href], select, summary, label:has(> input), input')]
    .filter(e => e.checkVisibility({ visibilityProperty: true }) && !e.closest('[inert], [aria-hidden=true]'))
    .filter(e => !(e.matches('input') && e.closest('label:has(> input)')) && !e.closest('p, .words'))
    .map(e => [e.getAttribute('aria-label') ?? e.innerText, e.getBoundingClientRect()])
    .filter(([, box]) => box.width < least - 0.5 || box.height < least - 0.5)
    .map(([name, box]) => `${name}: ${Math.round(box.width)} x ${Math.round(box.height)}`)"""
WIDER: Final = "document.documentElement.scrollWidth > innerWidth"
# The spacing that everybody must be able to set without losing anything.
SPACING: Final = """* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }"""


@pytest.fixture(scope="module")
def matches(club: TableServer, browser: Browser) -> dict[str, Any]:
    """Two matches and what lets a browser sit down at them."""
    context = browser.new_context()
    found: dict[str, Any] = {}
    for moment, there in (("opening", offers("activate")), ("fight", offers("commit_air"))):
        found[moment] = begin_match(context.request, club.address)
        play_until(context.request, club.address, found[moment], there)
    found["state"] = context.storage_state()
    context.close()
    return found


@pytest.fixture
def sit(club: TableServer, matches: dict[str, Any], member: Callable[..., Page]) -> Callable[..., Page]:
    """Somebody at the German's table."""

    def at(moment: str = "opening", **how: Any) -> Page:
        page = member(storage_state=matches["state"], **how)
        page.goto(f"{club.address}/match/{matches[moment]}?seat=german")
        wait_for_turn(page)
        return page

    return at


@pytest.mark.parametrize("device", DEVICES)
def test_whatever_can_be_pressed_is_large_enough_for_a_finger(
    club: TableServer, sit: Callable[..., Page], device: str
) -> None:
    page = sit(**DEVICES[device])
    small: dict[str, list[str]] = {"now": page.evaluate(SMALL, FINGER)}
    for tab in ("List", "Log", "Hex"):
        page.get_by_role("tab", name=tab).tap()
        small[tab] = page.evaluate(SMALL, FINGER)
    for menu in ("Layers", "Menu"):
        page.get_by_role("button", name=menu, exact=True).tap()
        small[menu] = page.evaluate(SMALL, FINGER)
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Campaign", exact=True).tap()
    for tab in ("Standing", "Order of battle", "Calendar"):
        page.get_by_role("tab", name=tab).tap()
        small[tab] = page.evaluate(SMALL, FINGER)
    page.keyboard.press("Escape")
    page.keyboard.press(",")
    expect(page.get_by_role("toolbar", name="Replay")).to_be_visible()
    small["replay"] = page.evaluate(SMALL, FINGER)
    open_lobby(page, club.address)
    small["lobby"] = page.evaluate(SMALL, FINGER)
    page.get_by_role("button", name="Play Army Group North").tap()
    page.locator("summary").filter(has_text="Clock, umpire, lobby").tap()
    small["begin"] = page.evaluate(SMALL, FINGER)
    assert {where: found for where, found in small.items() if found} == {}


def test_the_choices_of_a_combat_fit_a_finger_and_the_phone(sit: Callable[..., Page]) -> None:
    page = sit("fight", **PHONE)
    expect(page.locator("[data-panel=combat] [data-option]").first).to_be_visible()
    assert page.evaluate(SMALL, FINGER) == []
    assert not page.evaluate(WIDER)


@pytest.mark.parametrize("size", [(320, 640), (720, 450)], ids=["narrowest", "zoomed"])
def test_at_the_narrowest_and_at_twice_the_size_nothing_is_lost(
    sit: Callable[..., Page], size: tuple[int, int]
) -> None:
    page = sit(viewport={"width": size[0], "height": size[1]})
    for tab in ("Now", "List", "Log"):
        page.get_by_role("tab", name=tab, exact=True).click()
        assert not page.evaluate(WIDER), tab
    page.get_by_role("tab", name="Now", exact=True).click()
    page.get_by_role("button", name="End the Operations Phase").click(trial=True)
    page.get_by_role("button", name="Menu", exact=True).click()
    page.locator(".item").filter(has_text="Help and keys").click()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    box = page.get_by_role("application").bounding_box()
    assert box is not None
    assert box["height"] > 150


def test_letters_may_be_spaced_wider_without_anything_being_cut_off(sit: Callable[..., Page]) -> None:
    page = sit("fight", bypass_csp=True)
    expect(page.locator("[data-panel=combat] [data-option]").first).to_be_visible()
    page.add_style_tag(content=SPACING)
    cut: list[str] = page.evaluate(
        """[...document.querySelectorAll('.prompt .button, [data-panel=combat] .button, .why, .who')]
            .filter(e => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1).map(e => e.innerText)"""
    )
    assert cut == []
    assert not page.evaluate(WIDER)


def test_a_long_press_shows_what_a_pointer_would(sit: Callable[..., Page]) -> None:
    page = sit(**PHONE)
    x, y, _ = page.wait_for_function(AT_REST, arg="[data-unit=ge-6-pz]").json_value()
    at = {"x": x, "y": y}
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(page.locator(".preview")).to_contain_text("6th Panzer Division")
    expect(page.locator(".fan .counter").first).to_be_attached()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    # Nothing is chosen by it.
    expect(page.locator("p.why")).to_contain_text("Activate a force")


def test_the_sheet_has_three_heights_for_a_thumb_and_for_keys(sit: Callable[..., Page]) -> None:
    page = sit(**PHONE)
    grip = page.get_by_role("button", name=re.compile("^Height of the sheet"))
    for height in ("half", "full"):
        grip.focus()
        page.keyboard.press("ArrowUp")
        expect(grip).to_have_accessible_name(re.compile(height))
    # Hovering waits until the sheet has come to rest.
    grip.hover(position={"x": 20, "y": 10})
    box = grip.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 200, steps=4)
    page.mouse.up()
    expect(grip).to_have_accessible_name(re.compile("half"))
    grip.tap()
    expect(grip).to_have_accessible_name(re.compile("low"))


def test_dialogs_and_menus_give_the_focus_back(club: TableServer, sit: Callable[..., Page]) -> None:
    page = sit()
    menu = page.get_by_role("button", name="Menu", exact=True)
    menu.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(menu).to_be_focused()
    page.keyboard.press("Enter")
    resign = page.get_by_role("button", name="Resign…")
    resign.focus()
    page.keyboard.press("Enter")
    dialog = page.locator("[data-dialog=resign]")
    expect(dialog).to_be_visible()
    for _ in range(6):
        page.keyboard.press("Tab")
        # Where the browser's own frame has the focus the page has none.
        assert page.evaluate(
            "document.activeElement === document.body || document.activeElement.closest('dialog')"
        )
    page.keyboard.press("Escape")
    expect(menu).to_be_focused()
    page.goto(club.address)
    account = page.locator("[data-account]")
    account.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-dialog=account]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(account).to_be_focused()


def test_every_screen_has_a_title_and_a_language(club: TableServer, sit: Callable[..., Page]) -> None:
    page = sit()
    expect(page).to_have_title(re.compile("Army Group North · Sandtable$"))
    assert page.locator("html").get_attribute("lang") == "en"
    page.goto(club.address)
    expect(page).to_have_title(re.compile(r"^(\(\d+\) Your turn · )?Sandtable$"))


def test_whoever_wants_no_motion_gets_none_and_own_colours_leave_the_map_its_own(
    sit: Callable[..., Page],
) -> None:
    page = sit("fight", reduced_motion="reduce", forced_colors="active")
    expect(page.locator("[data-odds-bar]").first).to_be_visible()
    moving: list[str] = page.evaluate(
        """[...document.querySelectorAll('.counter, .button, .sheet')]
            .filter(e => !/^0s(, 0s)*$/.test(getComputedStyle(e).transitionDuration)).map(e => e.className)"""
    )
    assert moving == []
    bars = page.evaluate(
        "[...document.querySelectorAll('.odds .attacker')].map(e => getComputedStyle(e).backgroundImage)"
    )
    assert bars
    assert all("gradient" in bar for bar in bars)
