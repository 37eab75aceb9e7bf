"""Players add to the dice: whoever chose their secret cannot have known how they would fall."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sandtable.cli import main
from sandtable.kernel.chance.dice import CommitRevealDice, Dice, Salt
from sandtable.server.db import match_store
from sandtable.server.db.match_store import Match
from sandtable.server.ops.audit import audit

from ..playing import Player, Reply, Server, attack, two_players, under_attack

D6 = Dice.of(1, 6)
PLAIN = "0123456789abcdef"


@pytest.fixture
def database(each_at_length: str) -> str:
    """One kind of database every day: nothing special is asked of it here."""
    return each_at_length


def head_of(server: Server, match: str) -> Match:
    with server.service.store.reading() as db:
        return match_store.read_match(db, match)


def telling(server: Server, match: str) -> str:
    """A salt with which the first die of the match falls otherwise than without it."""
    head = head_of(server, match)
    plain = CommitRevealDice(head.secret, head.salt).roll(D6, 0)
    texts = (f"{number:016x}" for number in range(1000))
    return next(
        text
        for text in texts
        if CommitRevealDice(head.secret, head.salt, [Salt(0, "red", text)]).roll(D6, 0) != plain
    )


def add(player: Player, match: str, seat: str, salt: str = PLAIN) -> Reply:
    return player.act(match, "salt", seat=seat, salt=salt)


def roll(red: Player, blue: Player, match: str) -> int:
    """Both choose their plans: the face that falls."""
    red.choose(match, "red", "assault")
    log = blue.choose(match, "blue", "stand")["log"]
    (faces,) = (line["event"]["faces"] for line in log if line["event"]["kind"] == "Rolled")
    return int(faces[0])


def test_the_dice_fall_with_what_a_player_has_added(server: Server) -> None:
    red, blue, match = two_players(server)
    salt = telling(server, match)
    assert add(red, match, "red", salt).status == 200
    attack(red, match)
    head = head_of(server, match)
    assert (roll(red, blue, match),) == CommitRevealDice(head.secret, head.salt, [Salt(0, "red", salt)]).roll(
        D6, 0
    )


def test_after_a_restart_they_fall_the_same(server: Server) -> None:
    red, blue, match = two_players(server)
    add(red, match, "red", telling(server, match))
    attack(red, match)
    server.restart()
    assert (roll(red, blue, match),) == head_of(server, match).dice().roll(D6, 0)
    assert audit(server.service.store).broken == {}


def test_another_process_rolls_with_it_too(database: str) -> None:
    with Server(database) as one, Server(database) as other:
        red, blue, match = two_players(one)
        attack(red, match)
        elsewhere = other.player()
        elsewhere.cookie = blue.cookie
        red.choose(match, "red", "assault")
        elsewhere.view(match, "blue")
        added = add(red, match, "red", telling(one, match)).document
        stand = {"seat": "blue", "option": "stand", "version": added["version"], "key": "a"}
        assert elsewhere.post(f"/api/matches/{match}/answer", stand).status == 200
        found = audit(one.service.store)
        assert (found.rolls, found.broken) == (1, {})


def test_an_answer_that_was_on_its_way_counts(server: Server) -> None:
    red, blue, match = two_players(server)
    version = red.view(match, "red")["version"]
    assert add(blue, match, "blue").document["version"] == version + 1
    answer = {"seat": "red", "option": "move:0:4", "version": version, "key": "a"}
    assert red.post(f"/api/matches/{match}/answer", answer).status == 200


def test_what_was_chosen_before_can_still_be_taken_back(server: Server) -> None:
    red, blue, match = two_players(server)
    red.choose(match, "red", "move:0:4")
    add(blue, match, "blue")
    assert red.view(match, "red")["undoable"] == 1


def test_nobody_who_waits_is_made_to_wait_anew(server: Server) -> None:
    red, blue, match = two_players(server)
    before = red.head(match)["seats"]
    add(blue, match, "blue")
    assert red.head(match)["seats"] == before


def test_dice_that_were_seen_fall_the_same_again_though_something_was_added_after_going_back(
    server: Server,
) -> None:
    player, match = server.hotseat(scenario="ford-counterstroke")
    attack(player, match)
    before = player.view(match, "red")["answers"]
    seen = roll(player, player, match)
    player.act(match, "rewind", seat="red", to=before, version=player.head(match)["version"])
    assert add(player, match, "red", telling(server, match)).status == 200
    assert roll(player, player, match) == seen
    assert audit(server.service.store).broken == {}


def test_a_seat_adds_once(server: Server) -> None:
    red, _, match = two_players(server)
    add(red, match, "red")
    reply = add(red, match, "red", "fedcba9876543210")
    assert (reply.status, reply.error) == (409, "Red has added to the dice already")
    assert red.head(match)["salts"] == {"red": PLAIN}


@pytest.mark.parametrize(
    "salt", ["", "abc", "g" * 16, "0" * 65, "ABCDEF0123456789", f"{PLAIN}\n", f"{PLAIN}:0"]
)
def test_only_hexadecimal_digits_are_added(server: Server, salt: str) -> None:
    red, _, match = two_players(server)
    assert add(red, match, "red", salt).status == 422
    assert red.head(match)["salts"] == {}


def test_when_the_match_is_over_nothing_is_added(server: Server) -> None:
    red, blue, match = two_players(server)
    red.act(match, "resign", seat="red")
    assert add(blue, match, "blue").status == 409


def test_everybody_sees_who_has_added_what_but_not_at_which_roll(server: Server) -> None:
    red, blue, match = under_attack(server)
    roll(red, blue, match)
    add(red, match, "red")
    assert server.player().head(match)["salts"] == {"red": PLAIN}
    with pytest.raises(KeyError):
        _ = server.player().get(f"/api/matches/{match}/record").document["dice"]


def test_the_record_verifies_with_the_salt_and_not_with_another(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    red, blue, match = two_players(server)
    add(blue, match, "blue", salt := telling(server, match))
    attack(red, match)
    roll(red, blue, match)
    red.act(match, "resign", seat="red")
    record = red.get(f"/api/matches/{match}/record").document
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    assert record["dice"]["salts"] == [[0, "blue", salt]]
    assert _replayed(file, salt) == 0
    assert "Blue added to them from roll 1 on" in " ".join(capsys.readouterr().out.split())
    assert _replayed(file, "f" * 64) == 2
    assert "was not added to its dice" in capsys.readouterr().err
    file.write_text(json.dumps(record | {"dice": record["dice"] | {"salts": [[1, "blue", salt]]}}))
    assert _replayed(file, salt) == 2
    assert "should have been" in capsys.readouterr().err


def _replayed(file: Path, salt: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["replay", str(file), "--salt", salt])
    return int(str(ended.value.code or 0))
