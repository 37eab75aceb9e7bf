"""Addresses of the page: those that lead somewhere, and 404 for every other."""

from __future__ import annotations

import pytest

from ..databases import sqlite_alone
from ..playing import Server

database = sqlite_alone


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/?scenario=agn", "/match/abc", "/match/abc?seat=red", "/join/a-B_9", "/watch"),
        *("/wall/abc", "/wall/abc/"),
        *("/rules", "/rules/", "/rules/damos", "/rules/besieged/", "/rules/ford"),
        *("/judge", "/judge/airborne", "/judge/frontline", "/judge/besieged/a-B_9"),
    ],
)
def test_an_address_that_leads_somewhere_is_answered_with_the_page(server: Server, path: str) -> None:
    reply = server.player().get(path)
    assert (reply.status, reply.headers["content-type"]) == (200, "text/html; charset=utf-8")


@pytest.mark.parametrize(
    "path",
    [
        *("/nowhere", "/match", "/match/a/b", "/rules/chess", "/rules/damos/more", "/watch/it"),
        # The Ford judges no single combats.
        *("/judge/ford", "/judge/chess", "/judge/besieged/a/b", "/index", "/%2e%2e/%2e%2e/etc/passwd"),
    ],
)
def test_any_other_address_is_not_found_and_says_so_on_the_page(server: Server, path: str) -> None:
    reply = server.player().get(path)
    assert (reply.status, reply.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert '<div id="page"></div>' in reply.text


@pytest.mark.parametrize("path", ["/nowhere.js", "/assets/gone.css", "/robots.txt"])
def test_a_file_that_is_not_there_is_not_found_in_a_sentence(server: Server, path: str) -> None:
    reply = server.player().get(path)
    assert (reply.status, reply.error) == (404, f"there is nothing at {path}")
