"""A game leaves as a file and comes back; another course is tried from any moment, also against the bot."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from .people import from_menu
from .table import PATIENCE, Hand, TableServer, choose_scenario, open_lobby, wait_for_turn


def _alone(page: Page, address: str) -> Hand:
    """Somebody who plays both sides of The Ford, and has made a move."""
    open_lobby(page, address)
    choose_scenario(page, "The Ford")
    page.get_by_role("button", name="Two at this screen").click()
    wait_for_turn(page)
    hand = Hand(page, address, "red")
    hand.play("move:")
    return hand


def test_a_game_is_saved_as_a_file_and_goes_on_from_it_against_the_bot(
    club: TableServer, member: Callable[..., Page], tmp_path: Path
) -> None:
    page, other = member(), member()
    before = _alone(page, club.address).message()["view"]["position"]
    page.get_by_role("button", name="Menu", exact=True).click()
    with page.expect_download() as download:
        page.locator(".item").filter(has_text="Save as a file").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert json.loads(file.read_text(encoding="utf-8"))["format"] == "sandtable-record"
    open_lobby(other, club.address)
    other.get_by_role("button", name="Go on from a file").click()
    dialog = other.locator("[data-dialog=import]")
    dialog.locator("input[type=file]").set_input_files(file)
    expect(dialog).to_contain_text("The Ford, 1 answer")
    dialog.get_by_role("button", name="Red against the bot").click()
    wait_for_turn(other)
    assert Hand(other, club.address, "red").message()["view"]["position"] == before


def test_what_is_no_saved_game_is_refused_in_a_sentence(
    club: TableServer, member: Callable[..., Page], tmp_path: Path
) -> None:
    page = member()
    open_lobby(page, club.address)
    page.get_by_role("button", name="Go on from a file").click()
    file = tmp_path / "letter.json"
    file.write_text('{"dear": "all"}', encoding="utf-8")
    dialog = page.locator("[data-dialog=import]")
    dialog.locator("input[type=file]").set_input_files(file)
    expect(dialog.get_by_role("alert")).to_contain_text("no saved game")


def test_another_course_is_tried_against_the_bot_and_the_game_itself_stays(
    club: TableServer, member: Callable[..., Page]
) -> None:
    page = member()
    game = _alone(page, club.address)
    from_menu(page, "Try another course")
    page.locator("[data-fork=blue]").click()
    page.wait_for_url(lambda url: game.match not in url)
    # The bot plays Red, and brings it to Blue's turn.
    expect(page.locator(".who.you")).to_contain_text("Blue", timeout=PATIENCE)
    fork = Hand(page, club.address, "blue").message()
    assert (fork["seats"]["red"]["kind"], fork["seats"]["blue"]["kind"]) == ("bot", "person")
    assert game.message()["answers"] == 1
