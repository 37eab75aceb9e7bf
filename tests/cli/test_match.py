"""``sandtable match``: what the keeper of a server does with its matches."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

from sandtable.cli import main
from tests.server.playing import Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(f"sqlite:///{tmp_path}/matches.db", bot_workers=0) as running:
        yield running


def test_the_matches_that_go_on_are_listed_the_latest_first(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    player = server.player()
    first, second, third = (player.hotseat() for _ in range(3))
    player.act(second, "resign", seat="red")
    player.choose(first, "red", "done")
    lines = _run(server, capsys, "list").splitlines()
    assert [line.split()[0] for line in lines] == [first, third]
    assert lines[0].endswith("ford, 1 answers (red: person, blue: person)")
    listed = json.loads(_run(server, capsys, "list", "--all", "--json"))
    assert [(one["match"], one["over"]) for one in listed] == [(first, False), (third, False), (second, True)]


def test_those_of_bots_alone_are_listed_by_themselves(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    player = server.player()
    player.hotseat()
    match = player.begin(seats={"red": "random", "blue": "random"})["match"]
    assert [one["match"] for one in json.loads(_run(server, capsys, "list", "--bots", "--json"))] == [match]


def test_a_match_is_ended_under_a_server_that_goes_on_working(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    player, match = server.hotseat()
    player.choose(match, "red", "done")
    assert _run(server, capsys, "end", match, "--reason", "the club is closed") == f"{match} is ended\n"
    seen = player.view(match, "red")
    assert seen["result"] == {"winner": "draw", "level": "ended", "reason": "the club is closed"}
    assert (seen["view"]["asked"], seen["log"][-1]["text"]) == ([], "The club is closed.")
    assert player.answer(match, "blue", "done").status == 409


def test_a_match_that_was_ended_holds_when_it_is_played_again(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    player, match = server.hotseat()
    player.choose(match, "red", "done")
    _run(server, capsys, "end", match)
    with pytest.raises(SystemExit) as left:
        main(["verify", "--database", server.settings.database])
    assert left.value.code == 0


def test_nothing_stays_of_a_match_that_is_deleted_but_what_was_forked_from_it(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    player = server.player()
    match = player.begin(seats={"blue": "random"})["match"]
    fork = player.act(match, "fork", to=0).document["match"]
    assert _run(server, capsys, "delete", match, "--yes") == f"{match} is deleted\n"
    assert player.get(f"/api/matches/{match}").status == 404
    assert player.answer(match, "red", "done", version=1).status == 403
    assert [one["match"] for one in player.get("/api/matches").document] == [fork]
    # It ends, and what it was forked from cannot keep anything hidden any more.
    assert player.act(fork, "resign", seat="red").status == 200
    assert player.get(f"/api/matches/{fork}/record").status == 200


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["end", "nowhere"], "there is no match 'nowhere'"),
        (["delete", "nowhere", "--yes"], "there is no match 'nowhere'"),
        (["end"], "Missing argument"),
    ],
)
def test_what_cannot_be_done_is_a_sentence(
    server: Server, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["match", *arguments, "--database", server.settings.database])
    assert (left.value.code, sentence in capsys.readouterr().err) == (2, True)


def test_a_match_that_is_over_is_not_ended_again(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    match = server.player().hotseat()
    _run(server, capsys, "end", match)
    with pytest.raises(SystemExit) as left:
        main(["match", "end", match, "--database", server.settings.database])
    assert (left.value.code, capsys.readouterr().err) == (2, "sandtable: the match is over\n")


def test_a_match_is_deleted_only_by_who_means_it(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    match = server.player().hotseat()
    monkeypatch.setattr("sys.stdin", StringIO("n\n"))
    with pytest.raises(SystemExit):
        main(["match", "delete", match, "--database", server.settings.database])
    assert server.player().get(f"/api/matches/{match}").status == 200


def _run(server: Server, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as left:
        main(["match", *arguments, "--database", server.settings.database])
    assert left.value.code == 0
    return capsys.readouterr().out
