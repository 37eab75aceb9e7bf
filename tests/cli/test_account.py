"""The keeper of a server helps a player who has forgotten his password and gets no mail."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from sandtable.server.people import passwords
from tests.server.playing import Server

from .commanding import run


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A database in which Anna has an account."""
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    url = f"sqlite:///{tmp_path}/matches.db"
    with Server(url) as server:
        document = {"name": "Anna", "password": "correct horse battery"}
        assert server.player().post("/api/account/register", document).status == 200
    return url


def test_the_link_that_is_printed_sets_a_new_password_while_the_server_runs(
    capsys: pytest.CaptureFixture[str], database: str
) -> None:
    with Server(database) as server:
        code, out, _ = run(capsys, "account", "reset", "anna", "--database", database)
        first, link, last = out.splitlines()
        assert (code, first) == (0, "Whoever opens this within an hour chooses a new password for 'Anna':")
        assert last == "Put the address of your server before it."
        player = server.player()
        document = {"token": link.removeprefix("/#reset="), "password": "another long word"}
        assert player.post("/api/account/reset", document).document["account"]["name"] == "Anna"
        assert player.post("/api/account/reset", document).status == 404


def test_the_link_begins_with_the_address_of_the_server_where_it_is_known(
    capsys: pytest.CaptureFixture[str], database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SANDTABLE_PUBLIC_URL", "https://table.example/")
    found = json.loads(run(capsys, "account", "reset", "Anna", "--database", database, "--json")[1])
    assert found["account"] == "Anna"
    assert found["link"].startswith("https://table.example/#reset=")


def test_an_account_that_is_not_there_is_a_sentence(
    capsys: pytest.CaptureFixture[str], database: str
) -> None:
    code, out, err = run(capsys, "account", "reset", "Otto", "--database", database)
    assert (code, out, err) == (2, "", "sandtable: there is no account 'Otto'\n")
