"""The umpire's desk, and how the players' pages follow."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from .people import follow, from_menu
from .table import Hand, TableServer, choose_scenario, click_on_map, open_lobby, wait_for_turn

Umpired = tuple[Page, Page, Page]


@pytest.fixture
def umpired(club: TableServer, member: Callable[..., Page]) -> Umpired:
    """Control, Red and Blue at one match."""
    control, red, blue = member(), member(), member()
    open_lobby(control, club.address)
    choose_scenario(control, "The Ford")
    control.get_by_text("Clock, umpire, lobby").click()
    control.locator("[name=control][value=person]").check(force=True)
    control.get_by_role("button", name="Be the umpire and invite both players").click()
    links = [control.get_by_label(f"Link for {seat}").input_value() for seat in ("Red", "Blue")]
    control.get_by_role("button", name="To the table").click()
    for page, link in zip((red, blue), links, strict=True):
        follow(page, link)
    wait_for_turn(red)
    return control, red, blue


def _desk(control: Page, page: str) -> Locator:
    """The desk, turned up at one of its pages."""
    desk = control.locator("[data-dialog=control]")
    if not desk.count():
        control.get_by_role("button", name="Control’s desk…").click()
    desk.locator(f"[data-tab={page}]").click()
    return desk


def _told(page: Page, text: str) -> None:
    expect(page.locator(".log")).to_contain_text(text)


def test_control_sees_both_sides_speaks_stops_the_match_and_lets_it_go_on(umpired: Umpired) -> None:
    control, red, blue = umpired
    # Nobody's strength is uncertain to Control; to Red that of Blue is.
    expect(control.locator("[data-unit=blue-d]")).not_to_contain_text("?")
    expect(red.locator("[data-unit=blue-d]")).to_contain_text("?")
    desk = _desk(control, "announce")
    desk.get_by_label("Words").fill("It rains.")
    desk.locator("[type=submit]").click()
    for page in (red, blue):
        _told(page, "Control: It rains.")
        expect(page.locator(".note")).to_contain_text("It rains.")
    desk.get_by_label("Words").fill("Your scouts see dust.")
    desk.get_by_text("Only these").click()
    desk.get_by_label("Blue").check()
    desk.locator("[type=submit]").click()
    _told(blue, "Your scouts see dust.")
    _desk(control, "pause").get_by_label("Reason").fill("tea")
    desk.locator("[type=submit]").click()
    for page in (red, blue):
        expect(page.locator(".note-box")).to_contain_text("Control has stopped the match")
    expect(red.locator("[data-option]")).to_have_count(0)
    # What was said to Blue alone has not reached Red, though Red has heard everything since.
    expect(red.locator(".log")).not_to_contain_text("dust")
    desk.get_by_role("button", name="Let it go on").click()
    expect(red.locator("[data-option=done]")).to_be_visible()


def test_control_moves_a_unit_by_pointing_at_its_hex_and_the_players_see_it_there(umpired: Umpired) -> None:
    control, red, blue = umpired
    desk = _desk(control, "edit")
    click_on_map(control, "[data-unit=red-a]")
    desk.locator("[data-edit=red-a]").click()
    desk.get_by_label("Strength").fill("1")
    desk.get_by_label("Has moved").check()
    desk.get_by_role("button", name="Hex: pick on the map").click()
    click_on_map(control, "[data-unit=red-b]")
    expect(desk.get_by_label("Hex", exact=True)).to_have_value("0201")
    # Two units in a hex cannot be: the engine says so in a sentence.
    desk.get_by_label("Reason").fill("a slip of the pen")
    desk.get_by_role("button", name="Change the position").click()
    expect(desk.get_by_role("status")).to_contain_text("would be impossible")
    desk.get_by_label("Hex", exact=True).fill("0102")
    desk.get_by_role("button", name="Change the position").click()
    expect(desk.get_by_role("status")).to_have_text("The position is changed.")
    _told(control, "The changes by Control: red-a: strength 1; red-a: has moved yes; red-a: hex 0102.")
    for page in (red, blue):
        _told(page, "Control changes the position: a slip of the pen.")
        expect(page.locator(".log")).not_to_contain_text("strength 1")
    click_on_map(red, "[data-unit=red-a]")
    expect(red.locator(".inspector")).to_contain_text("Hex 0102")


def test_control_writes_what_belongs_to_the_whole_game_in_words(umpired: Umpired) -> None:
    control, _red, _blue = umpired
    desk = _desk(control, "edit")
    desk.get_by_text("The game as a whole").click()
    desk.get_by_label("Holds the town").select_option(label="Red")
    desk.get_by_label("Reason").fill("partisans")
    desk.get_by_role("button", name="Change the position").click()
    _told(control, "The changes by Control: holds the town Red.")


def test_control_answers_for_a_seat_and_goes_back(club: TableServer, umpired: Umpired) -> None:
    control, red, blue = umpired
    Hand(red, club.address, "red").play("done")
    desk = _desk(control, "answer")
    desk.get_by_label("That is all").check()
    desk.get_by_label("Reason").fill("Red is late")
    desk.get_by_role("button", name="Answer for Red").click()
    wait_for_turn(blue)
    _told(red, "Control answers for Red: Red is late.")
    desk = _desk(control, "rewind")
    desk.get_by_label("Back to the position after answer").fill("0")
    desk.get_by_label("Reason").fill("once more")
    desk.get_by_role("button", name="Go back", exact=True).click()
    wait_for_turn(red)
    expect(blue.locator(".who")).to_contain_text("Red to act")
    _told(blue, "Control goes back to the beginning: once more.")


def test_whoever_is_alone_corrects_the_position_as_control(
    club: TableServer, member: Callable[..., Page]
) -> None:
    page = member()
    open_lobby(page, club.address)
    choose_scenario(page, "The Ford")
    page.get_by_text("Clock, umpire, lobby").click()
    page.locator("[name=control][value=person]").check(force=True)
    page.get_by_role("button", name="Two at this screen").click()
    wait_for_turn(page)
    from_menu(page, "Sit as Control")
    desk = _desk(page, "edit")
    click_on_map(page, "[data-unit=red-a]")
    desk.locator("[data-edit=red-a]").click()
    desk.get_by_label("Strength").fill("2")
    desk.get_by_label("Reason").fill("a slip of the pen")
    desk.get_by_role("button", name="Change the position").click()
    expect(desk.get_by_role("status")).to_have_text("The position is changed.")
