"""Whatever comes first, the reply to a choice or the news of it: the player goes on with the first."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import APIResponse, Page, Route, WebSocketRoute, expect

from .positions import begin_match
from .table import SETTLED, TableServer, wait_for_turn

ALONE = {"red": "person", "blue": "person"}


def _sit(page: Page, club: TableServer) -> None:
    """Somebody sits at The Ford as Red, with Blue at the same screen."""
    match = begin_match(page.request, club.address, "ford", ALONE, mode="hotseat")
    page.goto(f"{club.address}/match/{match}?seat=red")
    wait_for_turn(page)


def _done_twice(page: Page) -> None:
    """Red has nothing to move, and nothing to attack."""
    for answers in (1, 2):
        # Where there is nothing else to choose it only has to be confirmed.
        page.locator("[data-option=done], [data-confirm]").first.click()
        expect(page.locator(f"{SETTLED}[data-answers='{answers}']")).to_be_visible()
    expect(page.get_by_role("button", name="I am Blue")).to_be_visible()


def test_who_has_seen_what_came_of_a_choice_goes_on_before_its_reply(
    club: TableServer, member: Callable[..., Page]
) -> None:
    page, held = member(), list[tuple[Route, APIResponse]]()
    page.route("**/answer", lambda route: held.append((route, route.fetch())))
    _sit(page, club)
    _done_twice(page)
    assert len(held) == 2
    for route, reply in held:
        with page.expect_response("**/answer"):
            route.fulfill(response=reply)
    # Neither reply takes anything back, or is complained of.
    expect(page.locator(f"{SETTLED}[data-answers='2']")).to_be_visible()
    expect(page.locator(".note")).to_have_count(0)
    page.get_by_role("button", name="I am Blue").click()
    wait_for_turn(page)


def test_who_has_the_reply_to_a_choice_goes_on_before_the_news_and_is_not_led_back_by_them(
    club: TableServer, member: Callable[..., Page]
) -> None:
    page, held = member(), list[str]()
    lines: list[WebSocketRoute] = []

    def hold(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server().on_message(lambda message: held.append(str(message)))

    page.route_web_socket("**/live?*", hold)
    _sit(page, club)
    _done_twice(page)
    for message in held:
        lines[0].send(message)
    expect(page.locator(f"{SETTLED}[data-answers='2']")).to_be_visible()
    page.get_by_role("button", name="I am Blue").click()
    wait_for_turn(page)
