"""One gesture, several answers; one rule for what cannot be taken back; a camera that is the player's; what eyes need."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from .portraits import ATTACK
from .positions import begin_match, offers, play_until
from .table import AT_REST, PATIENCE, TableServer, rest_on, settled, wait_for_turn

PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
SIZES: Final[dict[str, dict[str, Any]]] = {"desktop": {}, "phone": PHONE}
# A stack of two divisions, and a hex behind the front that it can reach.
STACK, GOAL = "2027", "2028"
CAMERA: Final = "document.querySelector('.board .world').style.transform"


def _seated(club: TableServer, page: Page, offered: str = "activate", **how: Any) -> Page:
    match = begin_match(page.request, club.address)
    play_until(page.request, club.address, match, offers(offered), **how)
    page.goto(f"{club.address}/match/{match}?seat=german")
    wait_for_turn(page)
    return page


def _press(page: Page, mark: str) -> None:
    """Click or tap in the middle of something on the map."""
    if page.viewport_size and page.viewport_size["width"] < 600:
        page.keyboard.press("0")
        x, y, _ = page.wait_for_function(AT_REST, arg=mark).json_value()
        page.touchscreen.tap(x, y)
    else:
        x, y = rest_on(page, mark)
        page.mouse.click(x, y)
    settled(page)


@pytest.mark.parametrize("size", SIZES)
def test_a_stack_and_a_hex_are_two_clicks_and_one_undo(
    club: TableServer, member: Callable[..., Page], size: str
) -> None:
    page = _seated(club, member(**SIZES[size]))
    _press(page, f".lit-hex[data-hex='{STACK}']")
    # Nothing has been answered: the stack is only taken up, and where it can go is shown.
    expect(page.get_by_role("button", name="Undo (1)")).to_be_enabled()
    _press(page, f"[data-reach='{GOAL}']")
    expect(page.locator("p.why")).to_contain_text(f"in {GOAL}", timeout=PATIENCE)
    expect(page.locator("p.why")).to_contain_text("251st Infantry Division and 254th Infantry Division")
    page.get_by_role("button", name=re.compile("^Undo")).click()
    expect(page.locator("p.why")).to_contain_text("Activate a force", timeout=PATIENCE)
    expect(page.get_by_role("button", name="Undo (1)")).to_be_enabled()


def test_a_stack_that_has_not_acted_is_drawn_to_its_goal_and_another_after_it(
    club: TableServer, member: Callable[..., Page]
) -> None:
    page = _seated(club, member())
    page.keyboard.press("0")
    settled(page)
    x, y = rest_on(page, f".lit-hex[data-hex='{STACK}']")
    page.mouse.down()
    page.mouse.move(x + 12, y, steps=3)
    expect(page.locator(f"[data-reach='{GOAL}']")).to_be_attached()
    to = page.locator(f"[data-reach='{GOAL}']").bounding_box()
    assert to is not None
    page.mouse.move(to["x"] + to["width"] / 2, to["y"] + to["height"] / 2, steps=4)
    page.mouse.up()
    expect(page.locator("p.why")).to_contain_text(f"in {GOAL}", timeout=PATIENCE)
    settled(page)
    # While it still could act another stack is clicked: the first is done, and the other is taken up.
    _press(page, "[data-unit=ge-163-inf]")
    expect(page.locator("[data-set-out]")).to_be_visible(timeout=PATIENCE)


def test_what_cannot_be_taken_back_wants_a_second_click_and_no_click_comes_too_soon(
    club: TableServer, member: Callable[..., Page]
) -> None:
    page = _seated(club, member(), "plan", eager=ATTACK)
    answers = page.locator(".table").get_attribute("data-answers")
    # A double click is one click: the second comes as soon as the first is seen.
    page.locator("[data-panel=combat] [data-option][aria-pressed=false]").first.evaluate(
        """async choice => {
            choice.click();
            while (choice.getAttribute('aria-pressed') !== 'true') await new Promise(requestAnimationFrame);
            choice.click();
        }"""
    )
    settled(page)
    expect(page.locator(f".table[data-answers='{answers}']")).to_be_visible()
    page.locator("[data-panel=combat] [data-confirm]").click()
    expect(page.locator(f".table[data-answers='{answers}']")).to_have_count(0, timeout=PATIENCE)


@pytest.mark.parametrize("size", SIZES)
def test_what_follows_a_choice_is_answered_along_with_it(
    club: TableServer, member: Callable[..., Page], size: str
) -> None:
    page = _seated(club, member(**SIZES[size]), "plan", eager=ATTACK)
    answers = int(page.locator(".table").get_attribute("data-answers") or 0)
    air = page.locator("[data-panel=combat] [data-follow-up]")
    expect(air.get_by_role("radio", name="Commit the air unit")).to_be_checked()
    air.get_by_role("radio", name="Keep the air unit back").click()
    page.locator("[data-panel=combat] [data-confirm]").click()
    # The plan, the posture, and the air unit, of which nobody is asked any more.
    page.wait_for_function(
        "so_many => Number(document.querySelector('.table').dataset.answers) >= so_many", arg=answers + 3
    )
    expect(page.locator("[data-option=commit_air]")).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_what_ends_a_phase_stands_apart_from_all_other_choices(
    club: TableServer, member: Callable[..., Page], size: str
) -> None:
    page = _seated(club, member(**SIZES[size]))
    end = page.get_by_role("button", name="End the Operations Phase")
    expect(page.locator(".ends").get_by_role("button")).to_have_count(1)
    expect(page.locator(".buttons").get_by_role("button", name="End the Operations Phase")).to_have_count(0)
    expect(end).to_be_in_viewport()


def test_a_long_press_on_a_word_in_a_button_explains_it_and_presses_nothing(
    club: TableServer, member: Callable[..., Page]
) -> None:
    page = _seated(club, member(**PHONE), "plan", eager=ATTACK)
    answers = page.locator(".table").get_attribute("data-answers")
    word = page.locator("[data-panel=combat] [data-option] .term").first
    word.scroll_into_view_if_needed()
    box = word.bounding_box()
    assert box is not None
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(page.locator("#paragraph-card")).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    settled(page)
    expect(page.locator("[data-pending]")).to_have_count(0)
    assert page.locator(".table").get_attribute("data-answers") == answers


def test_no_panel_and_no_column_moves_the_map(club: TableServer, member: Callable[..., Page]) -> None:
    page = _seated(club, member())
    page.wait_for_timeout(500)
    before = page.evaluate(CAMERA)
    for key in ("v", "v", "k", "k", "i", "i", "o", "o", "l", "l"):
        page.keyboard.press(key)
        page.wait_for_timeout(100)
    page.get_by_role("button", name="Side column").click()
    page.wait_for_timeout(600)
    assert page.evaluate(CAMERA) == before


def test_a_note_leaves_the_middle_of_the_map_and_goes_with_its_question(
    club: TableServer, member: Callable[..., Page]
) -> None:
    page = _seated(club, member())
    board = page.get_by_role("application").bounding_box()
    assert board is not None
    page.mouse.click(board["x"] + 60, board["y"] + board["height"] - 120)
    note = page.locator(".note")
    expect(note).to_be_visible()
    box = note.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < board["y"] + board["height"] / 3
    _press(page, f".lit-hex[data-hex='{STACK}']")
    page.locator("[data-set-out]").click()
    expect(note).to_have_count(0)


def test_names_under_counters_the_small_map_and_the_log_s_search(
    club: TableServer, member: Callable[..., Page]
) -> None:
    page = _seated(club, member())
    expect(page.locator(".names text")).to_have_count(0)
    page.keyboard.press("n")
    expect(page.locator(".names text", has_text="Memel")).to_be_attached()
    page.keyboard.press("n")
    expect(page.locator(".names text")).to_have_count(0)
    before = page.evaluate(CAMERA)
    page.locator("[data-minimap] svg[role=img]").click(position={"x": 120, "y": 20})
    page.wait_for_function(f"before => {CAMERA} !== before", arg=before)
    page.get_by_role("searchbox", name="Search the log").fill("operations phase")
    expect(page.locator(".log li")).to_have_count(2)
    expect(page.locator(".log li").last).to_contain_text("Operations Phase begins")
    page.get_by_role("searchbox", name="Search the log").fill("nobody has ever")
    expect(page.locator(".log")).to_contain_text("No line tells of that")
    page.get_by_role("searchbox", name="Search the log").fill("")
    page.get_by_role("combobox", name="Which lines").select_option("This turn")
    expect(page.locator(".log li").first).to_contain_text("Turn 1 begins")
