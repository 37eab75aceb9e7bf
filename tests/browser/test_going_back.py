"""Undo, rewind, fork and replay."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

import sandtable

from .positions import HEADERS
from .table import PATIENCE, Hand, TableServer, at_table, choose_scenario, open_lobby, settled, wait_for_turn

# So many answers of a game are moves.
MOVING = 20


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
    # While it is under way the button is disabled, too; when it is done nothing is left to be taken back.
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()
    settled(page)
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
    at = page.get_by_role("toolbar", name="Replay").locator(".at small")
    page.get_by_role("button", name="To the beginning").click()
    expect(at).to_have_text(re.compile("^0 /"))
    page.get_by_role("button", name="One answer forward").click()
    expect(at).to_have_text(re.compile("^1 /"))
    page.get_by_role("button", name="Fork").click()
    page.wait_for_url(lambda url: red.match not in url)
    forked = Hand(page, table.address, "red")
    at_table(page, forked.match)
    assert forked.message()["answers"] == 1
    assert red.message()["answers"] == answers
    page.go_back()
    at_table(page, red.match)
    page.keyboard.press(",")
    page.get_by_role("button", name="To the beginning").click()
    expect(at).to_have_text(re.compile("^0 /"))
    page.get_by_role("button", name="Rewind here").click()
    # Nothing has happened yet: it is asked first, and says what it costs.
    asking = page.locator("[data-dialog=rewind]")
    expect(asking).to_contain_text(f"{answers} answers since then are set aside")
    assert red.message()["answers"] == answers
    asking.locator("[data-rewind]").click()
    wait_for_turn(page)
    put_back = page.locator("[data-aside] button")
    expect(put_back).to_be_visible()
    assert red.message()["answers"] == 0
    put_back.click()
    expect(page.locator(f".table[data-answers='{answers}']")).to_be_visible()
    assert red.message()["answers"] == answers


def test_a_whole_game_is_replayed_move_by_move_to_its_end(
    table: TableServer, visitor: Callable[..., Page]
) -> None:
    page = visitor()
    game = sandtable.new("ford", seed=1)
    # The game itself is played elsewhere; the page is what shows it afterwards.
    while game.asked:
        (seat, *_) = game.asked
        offered = [option.id for option in game.options(seat)]
        # Both sides come to blows in the first turns, and hold what they have then.
        verbs = ("attack", "move", "done") if game.answers < MOVING else ("attack", "done")
        wanted = (one for verb in verbs for one in offered if one.startswith(verb))
        game.choose(seat, next(wanted, offered[0]))
    last = game.answers
    terms = {"record": game.record(), "mode": "hotseat"}
    reply = page.request.post(f"{table.address}/api/matches/import", data=terms, headers=HEADERS)
    assert reply.ok, reply.text()
    page.goto(f"{table.address}/match/{reply.json()['match']}?seat=red")
    expect(page.locator(".who")).to_contain_text("over", timeout=PATIENCE)
    page.get_by_role("button", name="Replay from the beginning").click()
    at = page.get_by_role("toolbar", name="Replay").locator(".at small")
    expect(at).to_have_text(f"0 / {last}")
    for answer in range(1, last + 1):
        page.keyboard.press(".")
        expect(at).to_have_text(f"{answer} / {last}")
