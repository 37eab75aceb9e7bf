"""The lobby: open seats, games to watch, several games at once, and the call to the table."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from .people import invite, link_to_blue
from .table import PATIENCE, Hand, TableServer, begin, choose_scenario, open_lobby, turn_to, wait_for_turn

LISTED = "text=Show the game in the lobby"
# A page that believes itself in the background, and writes down what it would call out.
ELSEWHERE = """
    Object.defineProperty(document, 'hidden', { get: () => window.elsewhere === true });
    window.called = [];
    window.Notification = class {
        static permission = 'granted';
        static requestPermission = async () => 'granted';
        constructor(title, { body }) { window.called.push(`${title}: ${body}`); }
    };
"""


def test_a_stranger_takes_a_listed_open_seat_and_others_watch_what_a_spectator_may_see(
    own_table: TableServer, anybody: Callable[..., Page]
) -> None:
    host, stranger, watcher = anybody(), anybody(), anybody()
    link_to_blue(host, own_table.address, LISTED)
    open_lobby(stranger, own_table.address)
    stranger.locator("[data-sit=blue]").click()
    expect(stranger.locator(".who")).to_contain_text("Red to act", timeout=PATIENCE)
    open_lobby(watcher, own_table.address)
    expect(watcher.locator("[data-sit]")).to_have_count(0)
    watcher.locator("[data-watch]").click()
    expect(watcher.locator(".who")).to_contain_text("Red to act", timeout=PATIENCE)
    # The strength left of either side is its own affair.
    for unit in ("red-a", "blue-d"):
        expect(watcher.locator(f"[data-unit={unit}]")).to_contain_text("?")
    expect(watcher.locator("[data-option]")).to_have_count(0)
    Hand(host, own_table.address, "red").play("move:")
    turn_to(watcher, "Log")
    expect(watcher.locator(".log")).to_contain_text("moves from")


def test_in_a_game_of_teams_one_takes_a_side_or_any_seat_and_invites_all_others(
    club: TableServer, anybody: Callable[..., Page]
) -> None:
    page = anybody()
    open_lobby(page, club.address)
    choose_scenario(page, "Frontline 1943")
    expect(page.locator("[data-play-side]")).to_have_count(1)
    expect(page.locator("[data-play-side=axis]")).to_have_text("Play all of Axis, 2 commands")
    page.locator("[data-host]").select_option("Soviets")
    page.locator("[data-invite=soviets]").click()
    for name in ("Germany", "Axis allies", "Spectators"):
        expect(page.get_by_label(f"Link for {name}")).to_be_visible()


def test_the_lobby_and_the_title_of_the_tab_tell_where_it_is_my_turn(
    club: TableServer, anybody: Callable[..., Page]
) -> None:
    host, guest = anybody(), anybody()
    invite(host, guest, club.address)
    invite(host, guest, club.address)
    hand = Hand(host, club.address, "red")
    hand.play("done")
    hand.play("done")
    open_lobby(host, club.address)
    expect(host).to_have_title("(1) Your turn · Sandtable")
    games = host.locator("a.line")
    expect(games.nth(0)).to_contain_text("Your turn")
    expect(games.nth(1)).to_contain_text("Waiting for Blue")
    open_lobby(guest, club.address)
    expect(guest).to_have_title("(1) Your turn · Sandtable")
    guest.locator("a.line").filter(has_text="Your turn").click()
    wait_for_turn(guest)
    expect(guest).to_have_title("(1) Your turn · The Ford · Sandtable")


def test_whoever_looks_elsewhere_is_called_when_it_becomes_his_turn(
    club: TableServer, member: Callable[..., Page]
) -> None:
    host, guest = member(), member()
    guest.add_init_script(ELSEWHERE)
    invite(host, guest, club.address)
    guest.get_by_role("button", name="Menu", exact=True).click()
    guest.get_by_label("Show a notice").check()
    guest.keyboard.press("Escape")
    guest.evaluate("window.elsewhere = true")
    hand = Hand(host, club.address, "red")
    hand.play("done")
    hand.play("done")
    guest.wait_for_function("() => window.called.length > 0")
    assert guest.evaluate("window.called") == ["Your turn: The Ford"]


def test_a_player_who_looks_at_the_table_is_not_called(
    club: TableServer, member: Callable[..., Page]
) -> None:
    page = member()
    page.add_init_script(ELSEWHERE)
    open_lobby(page, club.address)
    begin(page, "The Ford", "red")
    wait_for_turn(page)
    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_label("Show a notice").check()
    page.keyboard.press("Escape")
    hand = Hand(page, club.address, "red")
    hand.play("done")
    hand.play("done")
    wait_for_turn(page)
    assert page.evaluate("window.called") == []
