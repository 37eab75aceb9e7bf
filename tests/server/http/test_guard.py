"""The guard at the door."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from sandtable.server import app as application
from sandtable.server.http import middleware
from sandtable.server.http.middleware import Full, Room, _with_our_cookie_alone, network_of
from sandtable.server.people.rate_limits import Buckets

from ..databases import sqlite_alone
from ..playing import Server

database = sqlite_alone


def test_a_post_without_our_header_is_refused(server: Server) -> None:
    reply = server.player().post("/api/matches", {"scenario": "ford"}, **{"x-sandtable": ""})
    assert (reply.status, reply.error) == (403, "this request lacks the header 'X-Sandtable: 1'")


@pytest.mark.parametrize("origin", ["null", "http://[", "https://testserver.example", "http://testserver:81"])
def test_whatever_another_site_calls_itself_it_is_refused(server: Server, origin: str) -> None:
    reply = server.player().post("/api/matches", {"scenario": "ford"}, origin=origin)
    assert (reply.status, reply.error) == (403, "this request comes from another site")


def test_a_method_that_is_used_nowhere_is_refused_before_anything_else(server: Server) -> None:
    reply = server.client.request("DELETE", "/api/matches")
    assert (reply.status_code, reply.json()["rule"]) == (405, "")


def test_the_page_may_talk_to_its_own_server_alone(server: Server) -> None:
    policy = server.player().get("/healthz").headers["content-security-policy"]
    assert "connect-src 'self';" in policy
    assert "script-src 'self';" in policy


def test_a_post_from_another_site_is_refused(server: Server) -> None:
    reply = server.player().post("/api/matches", {"scenario": "ford"}, origin="https://elsewhere.example")
    assert (reply.status, reply.error) == (403, "this request comes from another site")


def test_a_post_from_our_own_page_is_taken(server: Server) -> None:
    reply = server.player().post("/api/matches", {"scenario": "ford"}, origin="http://testserver")
    assert reply.status == 200


def test_a_large_body_is_refused(server: Server) -> None:
    reply = server.player().post("/api/matches", {"scenario": "x" * 100_000})
    assert (reply.status, reply.error) == (413, "the body is larger than 65536 bytes")


@pytest.mark.parametrize("path", ["/healthz", "/api/scenarios", "/nowhere.js", "/api/matches/nowhere"])
def test_every_response_carries_the_headers_of_caution(server: Server, path: str) -> None:
    headers = server.player().get(path).headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_a_failure_of_ours_carries_them_too(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(server.service, "store", None)
        reply = server.player().get("/healthz")
    assert reply.status == 500
    assert reply.headers["x-content-type-options"] == "nosniff"


def test_a_view_is_kept_by_no_cache(server: Server) -> None:
    player = server.player()
    reply = player.get(f"/api/matches/{player.hotseat()}/view?seat=red")
    assert reply.headers["cache-control"] == "no-store"


def test_a_client_that_asks_too_often_must_wait() -> None:
    buckets = Buckets(rate=2.0, burst=3)
    assert [buckets.take("one", 0.0) for _ in range(4)] == [True, True, True, False]
    assert buckets.take("other", 0.0)
    assert buckets.take("one", 0.5)
    assert not buckets.take("one", 0.6)


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("un:usual", "un:usual"),
        (None, "nobody"),
    ],
)
def test_who_has_a_whole_network_counts_as_one(address: str | None, network: str) -> None:
    assert network_of({"client": (address, 1) if address else None}) == network


def test_a_bucket_never_holds_more_than_the_burst() -> None:
    buckets = Buckets(rate=2.0, burst=2)
    buckets.take("one", 0.0)
    assert [buckets.take("one", 1000.0) for _ in range(3)] == [True, True, False]


def test_too_many_requests_are_refused_in_a_sentence(database: str) -> None:
    server = Server(database)
    server.settings = type(server.settings)(database=database, rate=0.001, burst=1)
    with server:
        player = server.player()
        assert player.get("/healthz").status == 200
        reply = player.get("/healthz")
        assert (reply.status, reply.error) == (429, "too many requests; wait a few seconds")
        assert reply.headers["retry-after"] == "5"


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({}, "scenario cannot be used: field required"),
        ({"scenario": 7}, "scenario cannot be used: input should be a valid string"),
        ({"scenario": "ford", "mode": "war"}, "mode cannot be used: input should be 'match' or 'hotseat'"),
        ({"scenario": "ford", "speed": 9}, "speed cannot be used: extra inputs are not permitted"),
        (
            [],
            "the request cannot be used: input should be a valid dictionary or object to extract fields from",
        ),
    ],
)
def test_damaged_documents_are_refused_in_a_sentence(server: Server, document: object, sentence: str) -> None:
    reply = server.player().post("/api/matches", document)
    assert (reply.status, reply.document) == (422, {"error": sentence, "rule": ""})


def test_an_unknown_address_of_the_interface_is_an_error_in_json(server: Server) -> None:
    reply = server.player().get("/api/nowhere")
    assert (reply.status, reply.document) == (404, {"error": "there is nothing at /api/nowhere", "rule": ""})


def test_a_method_that_is_not_allowed_is_an_error_in_json(server: Server) -> None:
    reply = server.player().post("/healthz", {})
    assert (reply.status, reply.document["rule"]) == (405, "")


def test_the_page_answers_for_every_address_inside_it(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _page(tmp_path, monkeypatch)
    player = server.player()
    for path in ("/", "/match/abc", "/rules"):
        assert player.get(path).text == "<title>Sandtable</title>"


def test_files_with_a_hash_in_their_name_are_kept_for_ever(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _page(tmp_path, monkeypatch)
    reply = server.player().get("/assets/main-1234.js")
    assert (reply.text, reply.headers["cache-control"]) == ("go()", "public, max-age=31536000, immutable")


@pytest.mark.parametrize("path", ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt"])
def test_no_file_outside_the_page_is_served(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    _page(tmp_path, monkeypatch)
    (tmp_path / "secret.txt").write_text("secret")
    assert "secret" not in server.player().get(path).text.replace("secret.txt", "")


def _page(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "page" / "assets").mkdir(parents=True)
    (folder / "page" / "index.html").write_text("<title>Sandtable</title>")
    (folder / "page" / "assets" / "main-1234.js").write_text("go()")
    monkeypatch.setattr(application, "PAGE", folder / "page")


# ---- heads


@pytest.mark.parametrize(
    "headers",
    [
        {"cookie": "sandtable_guest=" + '"' + "\\" * 20_000 + '"'},
        {"x-long": "x" * 20_000},
        {f"x-{number}": "x" for number in range(150)},
    ],
    ids=["cookie", "header", "many"],
)
def test_a_head_that_is_too_large_is_refused_before_anybody_reads_it(
    server: Server, headers: dict[str, str]
) -> None:
    reply = server.client.get("/healthz", headers=headers)
    assert reply.status_code == 431
    assert reply.json()["error"].startswith("address and headers are larger than 16384 bytes")


def test_an_address_that_is_too_long_is_refused(server: Server) -> None:
    assert server.client.get("/api/matches?x=" + "x" * 20_000).status_code == 431


@pytest.mark.parametrize(
    ("given", "seen"),
    [
        ("sandtable_guest=abc-_9", "sandtable_guest=abc-_9"),
        ("theme=dark; sandtable_guest=abc; other=1", "sandtable_guest=abc"),
        ('sandtable_guest="' + "\\" * 5_000 + '"', None),
        ("xsandtable_guest=abc", None),
        ("sandtable_guest=a b", None),
        ("sandtable_guest=" + "x" * 201, None),
        ("", None),
    ],
)
def test_nothing_behind_the_door_sees_a_cookie_but_ours(given: str, seen: str | None) -> None:
    others = [(b"host", b"table.example")]
    kept = _with_our_cookie_alone([*others, (b"cookie", given.encode())])
    assert kept == [*others, *([(b"cookie", seen.encode())] if seen else [])]


def test_whoever_sends_two_lines_of_cookies_is_known_by_ours() -> None:
    lines = [(b"cookie", b"theme=dark"), (b"cookie", b"sandtable_guest=abc")]
    assert _with_our_cookie_alone(lines) == [(b"cookie", b"sandtable_guest=abc")]


# ---- rooms


def test_of_many_who_write_at_once_so_many_work_and_the_others_wait_outside() -> None:
    inside: list[int] = []

    async def crowd() -> None:
        room, now = Room(3), 0

        async def work() -> None:
            nonlocal now
            async with room.entered("somebody"):
                now += 1
                inside.append(now)
                await asyncio.sleep(0)
                now -= 1

        await asyncio.gather(*(work() for _ in range(20)))

    asyncio.run(crowd())
    assert (len(inside), max(inside)) == (20, 3)


def test_who_brings_too_many_studies_is_sent_away_and_nobody_else() -> None:
    async def crowd() -> list[str]:
        room, done = Room(1, 2), asyncio.Event()

        async def work(client: str) -> str:
            try:
                async with room.entered(client):
                    await done.wait()
            except Full:
                return "full"
            return "done"

        asyncio.get_running_loop().call_later(0.01, done.set)
        return await asyncio.gather(*(work(client) for client in ("a", "a", "a", "b")))

    assert asyncio.run(crowd()) == ["done", "done", "full", "done"]


def test_who_waits_too_long_for_a_place_is_told_to_try_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "ROOM_SECONDS", 0.01)

    async def crowd() -> None:
        room = Room(1)
        async with room.entered("a"):
            with pytest.raises(Full):
                async with room.entered("b"):
                    pass

    asyncio.run(crowd())


def test_looking_needs_no_place_among_those_who_write(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, match = server.hotseat()
    monkeypatch.setattr(middleware, "ROOM_SECONDS", 0.01)
    monkeypatch.setattr(server.client.app.door._writing, "_places", asyncio.Semaphore(0))  # type: ignore[attr-defined]
    refused = player.post(f"/api/matches/{match}/undo", {"seat": "red", "version": 1})
    assert (refused.status, refused.headers["retry-after"]) == (503, "5")
    assert player.view(match, "red")["answers"] == 0


def test_an_answer_needs_no_place_among_those_who_write_because_it_takes_no_thread(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, match = server.hotseat()
    monkeypatch.setattr(server.client.app.door._writing, "_places", asyncio.Semaphore(0))  # type: ignore[attr-defined]
    assert player.answer(match, "red", "move:0:4", version=1).status == 200


@pytest.mark.parametrize(
    ("path", "cost"),
    [
        ("/api/matches/m/view", 1),
        ("/api/matches/m/log", 3),
        ("/api/matches/m/moments/5", 3),
        ("/api/matches/m/odds", 3),
        ("/api/matches/m/logs", 1),
    ],
)
def test_what_is_dear_counts_for_more(path: str, cost: int) -> None:
    assert middleware._cost({"type": "http", "method": "GET", "path": path}) == cost
