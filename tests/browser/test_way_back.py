"""A guest is told how he comes back when his browser forgets him, and does."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from .people import follow, invite
from .table import TableServer


def test_a_guest_comes_back_by_a_link_of_his_own(club: TableServer, member: Callable[..., Page]) -> None:
    host, guest, elsewhere = member(), member(), member()
    invite(host, guest, club.address)
    guest.locator("[data-way-back]").get_by_role("button", name="My way back").click()
    dialog = guest.locator("[data-dialog=way-back]")
    dialog.locator("[data-own-link]").click()
    link = dialog.get_by_label("Link for Blue, for you alone").input_value()
    dialog.get_by_role("button", name="Done").click()
    # Said once, it is not said again at this table.
    expect(guest.locator("[data-way-back]")).to_have_count(0)
    follow(elsewhere, link)
    expect(elsewhere.locator(".who")).to_contain_text("Red to act")
    reply = elsewhere.request.get(f"{club.address}/api/matches/{guest.url.rsplit('/', 1)[1]}")
    assert reply.json()["mine"] == ["blue"]
