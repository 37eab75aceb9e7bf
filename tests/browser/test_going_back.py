"""Undo, rewind, fork and replay."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from .table import PATIENCE, Hand, TableServer, choose_scenario, open_lobby, wait_for_turn


def _alone(table: TableServer, page: Page) -> Hand:
    open_lobby(page, table.address)
    choose_scenario(page, "The Ford")
    page.get_by_role("button", name="Two at this screen").click()
    wait_for_turn(page)
    return Hand(page, table.address, "red")


def test_u_takes_the_last_choice_back(table: TableServer, visitor: Callable[..., Page]) -> None:
    page = visitor()
    red = _alone(table, page)
    before = red.message()["view"]["position"]
    red.play("move:")
    assert red.message()["view"]["position"] != before
    page.keyboard.press("u")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    assert red.message()["view"]["position"] == before


def test_one_goes_back_in_the_match_or_on_in_a_new_one(
    table: TableServer, visitor: Callable[..., Page]
) -> None:
    page = visitor()
    red = _alone(table, page)
    red.play("move:")
    red.play("done", "pass", "end")
    answers = red.message()["answers"]
    page.keyboard.press("Escape")
    page.keyboard.press(",")
    expect(page.get_by_role("toolbar", name="Replay")).to_be_visible()
    page.get_by_role("button", name="To the beginning").click()
    page.get_by_role("button", name="One answer forward").click()
    page.get_by_role("button", name="Fork").click()
    page.wait_for_url(lambda url: red.match not in url)
    expect(page.locator(".who")).to_be_visible(timeout=PATIENCE)
    forked = Hand(page, table.address, "red")
    assert forked.message()["answers"] == 1
    assert red.message()["answers"] == answers
    page.go_back()
    expect(page.locator(".who")).to_be_visible(timeout=PATIENCE)
    page.keyboard.press(",")
    page.get_by_role("button", name="To the beginning").click()
    page.get_by_role("button", name="Rewind here").click()
    expect(page.locator(".who")).to_contain_text("Your turn", timeout=PATIENCE)
    assert red.message()["answers"] == 0


def test_a_whole_game_is_replayed_move_by_move_to_its_end(
    table: TableServer, visitor: Callable[..., Page]
) -> None:
    page = visitor()
    red = _alone(table, page)
    seat = {name: Hand(page, table.address, name) for name in ("red", "blue")}
    # The game itself is played quickly, over the wire; the page is what shows it afterwards.
    while asked := red.message()["view"]["asked"]:
        hand = seat[asked[0]]
        message = hand.message()
        option = hand.preferred("attack", "move", "done", "pass")
        reply = page.request.post(
            f"{table.address}/api/matches/{red.match}/answer",
            data={
                "seat": hand.seat,
                "option": option["id"],
                "version": message["version"],
                "key": f"k{message['version']}-{hand.seat}",
            },
            headers={"x-sandtable": "1"},
        )
        assert reply.ok, reply.text()
    page.reload()
    expect(page.locator(".who")).to_contain_text("over", timeout=PATIENCE)
    last = red.message()["answers"]
    page.get_by_role("button", name="Replay from the beginning").click()
    at = page.locator(".replay .at")
    expect(at).to_have_text(re.compile(rf"0 / {last}"))
    for answer in range(1, last + 1):
        page.keyboard.press(".")
        expect(at).to_have_text(re.compile(rf"{answer} / {last}"))
