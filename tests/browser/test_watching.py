"""A lobby with life: a game that two bots are always playing, bots against each other, a choice of bot, thumbnails."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from .table import ON_A_PHONE, PATIENCE, TableServer, at_table, choose_scenario, open_lobby, settled, turn_to

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """A server that keeps an exhibition."""
    server = TableServer(
        f"sqlite:///{tmp_path_factory.mktemp('hall')}/matches.db", exhibition=True, exhibition_seconds=0.3
    )
    server.start()
    yield server
    server.kill()


@pytest.mark.parametrize("how", [{}, pytest.param(PHONE, marks=ON_A_PHONE)], ids=["desktop", "phone"])
def test_a_game_between_bots_is_watched_paused_and_seen_again_at_a_speed_of_ones_own(
    hall: TableServer, visitor: Callable[..., Page], how: dict[str, object]
) -> None:
    page = visitor(**how)
    open_lobby(page, hall.address)
    card = page.locator("[data-exhibition]")
    expect(card).to_contain_text("Army Group North", timeout=PATIENCE)
    match = card.get_attribute("data-exhibition")
    assert match
    card.click()
    at_table(page, match)
    # It goes on by itself.
    expect(page.locator(".table[data-answers='0']")).to_have_count(0)
    page.locator("[data-pause]").click()
    bar = page.get_by_role("toolbar", name="Replay")
    expect(bar).to_be_visible()
    at = bar.get_by_label("Moment").input_value()
    page.wait_for_timeout(1500)
    assert bar.get_by_label("Moment").input_value() == at
    bar.get_by_label("Speed").select_option("0.5")
    bar.get_by_role("button", name="Play", exact=True).click()
    # It goes on by itself, too slowly to catch the bots up.
    expect(bar.get_by_label("Moment")).not_to_have_value(at)
    bar.get_by_role("button", name="Skip").click()
    expect(page.locator("[data-pause]")).to_be_visible()
    page.locator("[data-from-start]").click()
    expect(bar.get_by_role("button", name="Pause")).to_be_visible()
    bar.get_by_role("button", name="Skip").click()
    expect(page.locator("[data-pause]")).to_be_visible()


def test_the_address_for_watching_leads_to_the_game_that_goes_on(
    hall: TableServer, visitor: Callable[..., Page]
) -> None:
    page = visitor()
    page.goto(f"{hall.address}/watch")
    page.locator("[data-exhibition]").click()
    settled(page)
    expect(page.get_by_role("toolbar", name="Watching")).to_be_visible()


def test_two_bots_of_ones_choice_play_for_whoever_lets_them(
    club: TableServer, anybody: Callable[..., Page]
) -> None:
    page = anybody()
    open_lobby(page, club.address)
    choose_scenario(page, "The Ford")
    page.locator("summary").filter(has_text="Bot against bot").click()
    page.locator("[data-duel=red]").select_option("random")
    page.locator("[data-watch-bots]").click()
    settled(page)
    turn_to(page, "Log")
    expect(page.locator(".log")).to_contain_text("moves from", timeout=PATIENCE)


def test_one_chooses_the_bot_that_one_plays_against(club: TableServer, anybody: Callable[..., Page]) -> None:
    page = anybody()
    open_lobby(page, club.address)
    page.get_by_role("button", name="Play Army Group North").click()
    page.locator("[data-bot]").select_option("random")
    page.locator("[data-play=german]").click()
    settled(page)
    match = page.url.rsplit("/", 1)[-1].partition("?")[0]
    seats = page.request.get(f"{club.address}/api/matches/{match}").json()["seats"]
    assert seats["soviet"]["bot"] == "random"


def test_the_lobby_shows_what_is_new_and_its_maps_are_small(
    club: TableServer, sightseer: Callable[..., Page]
) -> None:
    page = sightseer()
    sizes: list[int] = []
    page.on(
        "response",
        lambda answer: (
            sizes.append(int(answer.request.sizes()["responseBodySize"])) if ".svg" in answer.url else None
        ),
    )
    open_lobby(page, club.address)
    expect(page.get_by_role("heading", name="What is new")).to_be_visible()
    page.mouse.wheel(0, 5000)
    page.wait_for_load_state("networkidle")
    assert len(sizes) >= 3
    # All boards together; the map of the whole front is half of it.
    assert sum(sizes) < 150_000
    # Each piece of news leads to what it tells of.
    told = page.locator("section[aria-labelledby=news] a").first
    leads_to = told.get_attribute("href") or ""
    told.click()
    expect(page).to_have_url(club.address + leads_to)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
