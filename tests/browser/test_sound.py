"""The one sound that the page makes: it calls a player whose turn it is while he looks elsewhere, if he wants it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from playwright.sync_api import Page, expect

from .people import follow, link_to_blue
from .table import Hand, TableServer, wait_for_turn

# Counts the tones that are begun, in a page that can be told to be out of sight.
COUNTED: Final = """
    window.tones = 0;
    window.away = false;
    Object.defineProperty(document, 'hidden', { get: () => window.away });
    window.AudioContext = class {
        currentTime = 0;
        destination = {};
        createOscillator() {
            return { frequency: {}, connect: to => to, start: () => window.tones++, stop() {} };
        }
        createGain() {
            const gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
            return { gain, connect: to => to };
        }
        close() { return Promise.reject(new Error('closed by the browser')); }
    };"""
FORBIDDEN: Final = """
    window.tried = 0;
    Object.defineProperty(document, 'hidden', { get: () => true });
    window.AudioContext = class { constructor() { window.tried++; throw new Error('no sound here'); } };"""
WANTED: Final = "localStorage.setItem('sandtable.settings', JSON.stringify({ sound: true }));"


def _tones(page: Page) -> int:
    return int(page.evaluate("window.tones"))


def _away(page: Page, away: bool) -> None:
    page.evaluate("away => { window.away = away }", away)


def _pass_on(hand: Hand) -> None:
    """Be done with everything that is asked on this turn."""
    while hand.seat in hand.message()["view"]["asked"]:
        hand.play("done")


def test_the_turn_is_rung_in_only_if_wanted_and_only_for_whoever_looks_elsewhere(
    club: TableServer, member: Callable[..., Page]
) -> None:
    red, blue = member(), member()
    blue.add_init_script(COUNTED)
    follow(blue, link_to_blue(red, club.address))
    first, second = Hand(red, club.address, "red"), Hand(blue, club.address, "blue")
    # Not wanted: nothing is heard, away or not.
    _away(blue, True)
    _pass_on(first)
    wait_for_turn(blue)
    assert _tones(blue) == 0
    _pass_on(second)
    # Whoever wants it hears at once what it is like.
    _away(blue, False)
    blue.get_by_role("button", name="Menu", exact=True).click()
    blue.get_by_label("Play a sound").check()
    assert _tones(blue) == 2
    blue.keyboard.press("Escape")
    # What the other side does on its own turn is silent; when the turn comes, it rings, once.
    _away(blue, True)
    first.play("move:")
    expect(blue.locator(f".table[data-version='{first.message()['version']}']")).to_be_attached()
    assert _tones(blue) == 2
    _pass_on(first)
    wait_for_turn(blue)
    assert _tones(blue) == 4
    # Whoever looks at the table sees it.
    _pass_on(second)
    _away(blue, False)
    _pass_on(first)
    wait_for_turn(blue)
    assert _tones(blue) == 4


def test_where_the_browser_forbids_sound_nothing_breaks_and_the_title_calls(
    club: TableServer, member: Callable[..., Page]
) -> None:
    red, blue = member(), member()
    blue.add_init_script(WANTED)
    blue.add_init_script(FORBIDDEN)
    follow(blue, link_to_blue(red, club.address))
    _pass_on(Hand(red, club.address, "red"))
    wait_for_turn(blue)
    assert blue.evaluate("window.tried") == 1
    expect(blue).to_have_title("(1) Your turn · The Ford · Sandtable")
