"""One gesture, several answers; one rule for what cannot be taken back; a camera that is the player's; what eyes need."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

import sandtable
from sandtable import catalog
from sandtable.bots import make_bot
from sandtable.kernel import Seat, options
from sandtable.kernel.game.views import proposed

from .conftest import BroughtIn
from .portraits import ATTACK
from .positions import AGAINST_THE_BOT, begin_match, forked, offers, play_until
from .table import (
    AT_REST,
    PATIENCE,
    PHONE,
    TableServer,
    is_phone,
    press,
    press_on_map,
    rest_on,
    settled,
    turn_to,
    wait_for_turn,
)

# A stack of two divisions, and a hex behind the front that it can reach.
STACK, GOAL = "2027", "2028"
CAMERA: Final = "document.querySelector('.board .world').style.transform"


def _seated(club: TableServer, page: Page, offered: str = "activate", **how: Any) -> Page:
    match = begin_match(page.request, club.address)
    play_until(page.request, club.address, match, offers(offered), **how)
    page.goto(f"{club.address}/match/{match}?seat=german")
    wait_for_turn(page)
    return page


@cache
def _fought() -> dict[str, Any]:
    """Records of a game between bots: where losses are proposed, and where an exploiting force can attack."""
    game, book = sandtable.new("agn", seed=3), catalog.rulebook_to_play("damos")
    bots = {seat: make_bot("greedy", book, 1) for seat in game.seats}
    found: dict[str, Any] = {}
    while len(found) < 2:
        (seat, *_) = game.asked
        number, bot = Seat(game.seats.index(seat)), bots[seat]
        offered = options(game.state, number)
        usual = proposed(book, game.state, number)
        if seat == "german" and usual and usual["asks"] and len(offered) > 1:
            found.setdefault("losses", game.record())
        attacks = [one for one in offered if one.verb == "attack"]
        if seat == "german" and game.state.exploiting and attacks:
            closing = book.preview(game.state, number, attacks[0])
            if closing and closing.closes:
                found.setdefault("exploitation", game.record())
        game.choose(seat, bot.decide(bot.sight(book, game.state, number), offered).id)
    return found


@pytest.fixture
def fought(
    club: TableServer, bring_in: Callable[..., BroughtIn], anybody: Callable[..., Page]
) -> Callable[[str], Page]:
    """Somebody at the German's table at one of those moments."""

    def sit(moment: str) -> Page:
        found = bring_in(moment, lambda: _fought()[moment], seats=AGAINST_THE_BOT)
        page = anybody(storage_state=found.state)
        page.goto(f"{club.address}/match/{forked(page.request, club.address, found.match)}?seat=german")
        wait_for_turn(page)
        return page

    return sit


def _answers(page: Page) -> int:
    return int(page.locator(".table").get_attribute("data-answers") or 0)


def _more_than(page: Page, answers: int) -> None:
    """Until more answers than these have been given."""
    page.wait_for_function(
        "so_many => Number(document.querySelector('.table').dataset.answers) > so_many", arg=answers
    )


def test_a_stack_and_a_hex_are_two_clicks_and_one_undo(
    club: TableServer, anybody: Callable[..., Page]
) -> None:
    page = _seated(club, anybody())
    press_on_map(page, f".lit-hex[data-hex='{STACK}']")
    # Nothing has been answered: the stack is only taken up, and where it can go is shown.
    expect(page.get_by_role("button", name="Undo (1)")).to_be_enabled()
    press_on_map(page, f"[data-reach='{GOAL}']")
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
    press_on_map(page, "[data-unit=ge-163-inf]")
    expect(page.locator("[data-set-out]")).to_be_visible(timeout=PATIENCE)


def test_what_cannot_be_taken_back_wants_a_second_click_and_no_click_comes_too_soon(
    club: TableServer, anybody: Callable[..., Page]
) -> None:
    page = _seated(club, anybody(), "plan", eager=ATTACK)
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


def test_what_follows_a_choice_is_answered_along_with_it(
    club: TableServer, anybody: Callable[..., Page]
) -> None:
    page = _seated(club, anybody(), "plan", eager=ATTACK)
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


def test_what_ends_a_phase_stands_apart_from_all_other_choices(
    club: TableServer, anybody: Callable[..., Page]
) -> None:
    page = _seated(club, anybody())
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


def test_no_panel_and_no_column_moves_the_map(club: TableServer, large_or_small: Callable[..., Page]) -> None:
    page = _seated(club, large_or_small())
    page.wait_for_timeout(500)
    # The player looks elsewhere, where nothing can be chosen: a paper does not lead him back to it.
    shown = page.evaluate(CAMERA)
    if is_phone(page):
        page.keyboard.press("0")
        page.wait_for_timeout(600)
        for _ in range(6):
            page.keyboard.press("+")
    else:
        page.locator("[data-minimap] svg[role=img]").click(position={"x": 80, "y": 60})
    page.wait_for_function(f"before => {CAMERA} !== before", arg=shown)
    page.wait_for_timeout(900)
    before = page.evaluate(CAMERA)
    for key in ("v", "v", "k", "k", "i", "i", "o", "o", "l", "l"):
        page.keyboard.press(key)
        page.wait_for_timeout(100)
    if is_phone(page):
        for tab in ("Log", "List", "Now"):
            turn_to(page, tab)
    else:
        page.get_by_role("button", name="Side column").click()
    page.wait_for_timeout(600)
    assert page.evaluate(CAMERA) == before


def test_a_note_leaves_the_middle_of_the_map_and_goes_with_its_question(
    club: TableServer, large_or_small: Callable[..., Page]
) -> None:
    page = _seated(club, large_or_small())
    board = page.get_by_role("application").bounding_box()
    assert board is not None
    nowhere = (board["x"] + 60, board["y"] + (150 if is_phone(page) else board["height"] - 120))
    if is_phone(page):
        page.touchscreen.tap(*nowhere)
    else:
        page.mouse.click(*nowhere)
    note = page.locator(".note")
    expect(note).to_be_visible()
    box = note.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < board["y"] + board["height"] / 3
    press_on_map(page, f".lit-hex[data-hex='{STACK}']")
    page.locator("[data-set-out]").click()
    expect(note).to_have_count(0)


def test_names_under_counters_the_small_map_and_the_log_s_search(
    club: TableServer, anybody: Callable[..., Page]
) -> None:
    page = _seated(club, anybody())
    expect(page.locator(".names text")).to_have_count(0)
    page.keyboard.press("n")
    expect(page.locator(".names text", has_text="Memel")).to_be_attached()
    page.keyboard.press("n")
    expect(page.locator(".names text")).to_have_count(0)
    if is_phone(page):
        # A phone has no room for it.
        expect(page.locator("[data-minimap]")).to_have_count(0)
    else:
        before = page.evaluate(CAMERA)
        page.locator("[data-minimap] svg[role=img]").click(position={"x": 120, "y": 20})
        page.wait_for_function(f"before => {CAMERA} !== before", arg=before)
    turn_to(page, "Log")
    page.get_by_role("searchbox", name="Search the log").fill("operations phase")
    expect(page.locator(".log li")).to_have_count(2)
    expect(page.locator(".log li").last).to_contain_text("Operations Phase begins")
    page.get_by_role("searchbox", name="Search the log").fill("nobody has ever")
    expect(page.locator(".log")).to_contain_text("No line tells of that")
    page.get_by_role("searchbox", name="Search the log").fill("")
    page.get_by_role("combobox", name="Which lines").select_option("This turn")
    expect(page.locator(".log li").first).to_contain_text("Turn 1 begins")


def test_a_finger_that_is_drawn_over_a_stack_moves_the_map_and_no_force(
    club: TableServer, member: Callable[..., Page]
) -> None:
    page = _seated(club, member(**PHONE))
    x, y, _ = page.wait_for_function(AT_REST, arg=f".lit-hex[data-hex='{STACK}']").json_value()
    before, answers = page.evaluate(CAMERA), _answers(page)
    touch = page.context.new_cdp_session(page)
    for kind, at in (("touchStart", 0), ("touchMove", 20), ("touchMove", 60)):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x + at, "y": y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function(f"before => {CAMERA} !== before", arg=before)
    settled(page)
    assert _answers(page) == answers


def test_some_units_of_a_stack_are_picked_before_anything_is_answered(
    club: TableServer, anybody: Callable[..., Page]
) -> None:
    page = _seated(club, anybody())
    answers = _answers(page)
    press_on_map(page, f".lit-hex[data-hex='{STACK}']")
    press(page.locator("[data-pick=ge-251-inf]"))
    expect(page.locator("[data-pick=ge-251-inf]")).to_have_attribute("aria-pressed", "true")
    assert _answers(page) == answers
    press_on_map(page, f"[data-reach='{GOAL}']")
    expect(page.locator("p.why")).to_contain_text(f"in {GOAL}")
    expect(page.locator("p.why")).not_to_contain_text("254th")


def test_losses_fall_as_proposed_with_one_click(fought: Callable[[str], Page]) -> None:
    page = fought("losses")
    answers = _answers(page)
    press(page.locator("[data-confirm]").first)
    _more_than(page, answers)


def test_an_attack_in_exploitation_wants_a_second_click(fought: Callable[[str], Page]) -> None:
    page = fought("exploitation")
    answers = _answers(page)
    view = page.request.get(page.url.replace("/match/", "/api/matches/").replace("?", "/view?")).json()[
        "view"
    ]
    attack = next(one for one in view["options"] if one["id"].startswith("attack"))
    press_on_map(page, f".lit-hex[data-hex='{attack['target']['hex']}']")
    expect(page.locator("[data-confirm]").first).to_be_visible()
    assert _answers(page) == answers
    press(page.locator("[data-confirm]").first)
    _more_than(page, answers)


def test_while_a_force_could_still_act_the_phase_can_be_ended(
    club: TableServer, anybody: Callable[..., Page]
) -> None:
    page = _seated(club, anybody())
    press_on_map(page, f".lit-hex[data-hex='{STACK}']")
    press_on_map(page, f"[data-reach='{GOAL}']")
    expect(page.locator("p.why")).to_contain_text(f"in {GOAL}")
    press(page.locator(".ends [data-option=end_phase]"))
    # It is asked about as ever, and the force is done.
    expect(page.locator("[data-concern=unused]")).to_be_visible()
    expect(page.locator("p.why")).to_contain_text("Activate a force")


def test_the_hex_that_is_fought_for_lies_in_sight(
    club: TableServer, large_or_small: Callable[..., Page]
) -> None:
    page = _seated(club, large_or_small(), "plan", eager=ATTACK)
    expect(page.locator("[data-panel=combat] [data-option]").first).to_be_visible()
    page.wait_for_function(
        """() => {
            const mark = document.querySelector('.board .contested path')?.getBoundingClientRect();
            const at = mark && document.elementFromPoint(mark.x + mark.width / 2, mark.y + mark.height / 2);
            return Boolean(at?.closest('.board'));
        }"""
    )


def test_luck_is_told_in_words(fought: Callable[[str], Page]) -> None:
    page = fought("losses")
    page.keyboard.press("k")
    luck = page.get_by_role("region", name="Luck", exact=True)
    expect(luck).to_contain_text(re.compile("luck", re.IGNORECASE))
    expect(luck).to_contain_text("expected")
