"""A link to a seat: what it shows, that only a click takes the seat, and that it leads whoever sits there to the table."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .table import PATIENCE, TableServer
from .test_any_device import PHONE

OURS = {"X-Sandtable": "1"}


def begun(host: Page, club: TableServer) -> dict[str, Any]:
    """A match of the Ford that waits for Blue: its id and its links."""
    wanted = {"scenario": "ford", "seats": {"red": "person", "blue": "open"}}
    found: dict[str, Any] = host.request.post(f"{club.address}/api/matches", data=wanted, headers=OURS).json()
    return found


def state_of(host: Page, club: TableServer, match: str) -> str:
    """Whether Blue's seat is open or somebody's."""
    return str(host.request.get(f"{club.address}/api/matches/{match}").json()["seats"]["blue"]["kind"])


@pytest.mark.parametrize("how", [{}, PHONE], ids=["desk", "phone"])
def test_a_friend_reads_who_he_would_be_and_sits_down(
    club: TableServer, member: Callable[..., Page], how: dict[str, Any]
) -> None:
    host, friend = member(), member(**how)
    invited = begun(host, club)
    friend.goto(club.address + invited["links"]["blue"])
    expect(friend.get_by_role("heading", level=1)).to_have_text(
        "You are invited to play the Blue side of The Ford"
    )
    assert state_of(host, club, invited["match"]) == "open"
    button = friend.get_by_role("button", name="Sit down")
    expect(button).to_be_focused()
    expect(button).to_be_in_viewport(ratio=1)
    friend.keyboard.press("Enter")
    expect(friend.locator(".who")).to_be_visible(timeout=PATIENCE)
    # The secret has left the address, and "back" does not bring it again.
    expect(friend).to_have_url(f"{club.address}/match/{invited['match']}")
    assert friend.evaluate("history.length") <= 2
    assert state_of(host, club, invited["match"]) == "person"


def test_whoever_sits_there_already_comes_to_the_table_without_a_click(
    club: TableServer, member: Callable[..., Page]
) -> None:
    host = member()
    invited = begun(host, club)
    host.goto(club.address + invited["links"]["red"])
    expect(host.locator(".who")).to_be_visible(timeout=PATIENCE)
    expect(host).to_have_url(re.compile(f"/match/{invited['match']}$"))


def test_who_takes_a_second_seat_comes_to_that_one(club: TableServer, member: Callable[..., Page]) -> None:
    host = member()
    invited = begun(host, club)
    host.goto(club.address + invited["links"]["blue"])
    host.locator("[data-sit-down]").click()
    expect(host.locator(".who")).to_be_visible(timeout=PATIENCE)
    expect(host).to_have_url(f"{club.address}/match/{invited['match']}?seat=blue")


def test_who_looks_at_his_own_invitation_is_led_back_to_his_table(
    club: TableServer, member: Callable[..., Page]
) -> None:
    host = member()
    invited = begun(host, club)
    host.goto(club.address + invited["links"]["blue"])
    expect(host.get_by_text("You are Red in this game.")).to_be_visible()
    host.get_by_role("button", name="To your table").click()
    expect(host.locator(".who")).to_be_visible(timeout=PATIENCE)
    assert state_of(host, club, invited["match"]) == "open"
