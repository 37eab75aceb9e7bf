"""The audit finds every match whose answers, dice or end are not what they were."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, delete, update

from sandtable.kernel.chance.dice import CommitRevealDice, Dice
from sandtable.kernel.machine.actions import rolled
from sandtable.server.db import schema as t
from sandtable.server.db.store import Store
from sandtable.server.ops.audit import Audit, audit

from ..playing import Player, Server, attack, under_attack

Damage = Callable[[Connection], Any]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a match in the middle of a combat after a roll, a finished one, one given up, and a fork."""
    file = tmp_path_factory.mktemp("played") / "matches.db"
    with Server(f"sqlite:///{file}", snapshot_every=3) as server:
        red, blue, match = under_attack(server)
        red.choose(match, "red", "assault")
        blue.choose(match, "blue", "stand")
        player, over = server.hotseat(options={"turns": 4})
        _play_on(player, over)
        given_up = player.hotseat(scenario="ford-counterstroke")
        attack(player, given_up)
        player.choose(given_up, "red", "assault")
        player.choose(given_up, "blue", "stand")
        assert player.act(given_up, "fork", to=6).status == 200
        player.act(given_up, "rewind", seat="red", to=3, version=player.head(given_up)["version"])
        player.act(given_up, "resign", seat="red")
    return file


def test_an_honest_database_holds(database: str) -> None:
    with Server(database, snapshot_every=3) as server:
        red, blue, match = under_attack(server)
        red.choose(match, "red", "assault")
        blue.choose(match, "blue", "stand")
        found = audit(server.service.store)
    assert (found.matches, found.broken, found.unknown) == (1, {}, {})
    assert (found.answers, found.rolls) == (6, 1)


def test_matches_that_were_forked_rewound_given_up_or_finished_hold(played: Path) -> None:
    found = _audited(played)
    assert (found.matches, found.broken, found.unknown) == (4, {}, {})


def test_a_match_that_control_has_touched_holds(database: str) -> None:
    with Server(database, snapshot_every=2) as server:
        player = server.player()
        match = player.begin(scenario="ford", mode="hotseat", control="person")["match"]
        edit = {"version": 1, "changes": [["strength", 0, 1]], "reason": "a slip of the pen"}
        assert player.act(match, "control/edit", **edit).status == 200
        player.choose(match, "red", "move:0:4")
        assert player.act(match, "control/pause", reason="tea").status == 200
        assert player.act(match, "control/announce", text="ten minutes").status == 200
        assert player.act(match, "control/resume").status == 200
        player.choose(match, "red", "move:1:16")
        found = audit(server.service.store)
    assert (found.matches, found.answers, found.broken) == (1, 3, {})


def test_progress_is_reported_match_by_match(played: Path) -> None:
    told: list[tuple[int, int]] = []
    _audited(played, progress=lambda done, every: told.append((done, every)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


_DICE = t.answers.c.who == "dice"
_SECOND = t.answers.c.number == 2


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (lambda db: _set(db, t.answers, _DICE, action=_other_roll(db)), "but the committed dice give roll:"),
        (
            lambda db: _set(db, t.matches, secret=_other_secret(db)),
            "the committed dice give",
        ),
        (lambda db: _set(db, t.answers, _SECOND, digest="0" * 16), "leads elsewhere than recorded"),
        (lambda db: _set(db, t.answers, _SECOND, action="move:0:100"), "is refused: "),
        (lambda db: _set(db, t.answers, _SECOND, who="nobody"), "is refused: "),
        (lambda db: _set(db, t.answers, _SECOND, action="\x00"), "answer 2"),
        (lambda db: db.execute(delete(t.answers).where(_SECOND)), "should have the answers 1 to"),
        (lambda db: _set(db, t.matches, answers=2), "should have the answers 1 to 2"),
        (
            lambda db: db.execute(delete(t.changes).where(t.changes.c.version == 2)),
            "changes of it are stored",
        ),
        (lambda db: _set(db, t.matches, waiting={"nobody": 1.0}), "it waits for nobody, but"),
        (lambda db: _set(db, t.matches, result={"winner": "draw"}), "end the game otherwise"),
        (lambda db: _set(db, t.matches, over=False), "otherwise"),
        (lambda db: _move_snapshot(db), "is of another position"),
        (lambda db: _set(db, t.snapshots, document="{"), "snapshot"),
        (lambda db: _set(db, t.matches, setup={"scenario": 7}), ""),
    ],
)
def test_a_damaged_match_is_named_with_what_is_wrong(
    played: Path, tmp_path: Path, damage: Damage, sentence: str
) -> None:
    file = tmp_path / "matches.db"
    file.write_bytes(played.read_bytes())
    _write(file, damage)
    found = _audited(file)
    assert [why for why in found.broken.values() if sentence in why]
    assert found.matches + len(found.broken) == 4


def test_a_match_of_rules_that_are_not_here_is_not_called_broken(played: Path, tmp_path: Path) -> None:
    file = tmp_path / "matches.db"
    file.write_bytes(played.read_bytes())
    _write(file, lambda db: _set(db, t.matches, t.matches.c.mode == "hotseat", behaviour=0))
    _write(file, lambda db: _set(db, t.matches, t.matches.c.mode == "match", rulebook="chess"))
    found = _audited(file)
    assert (found.matches, found.broken) == (0, {})
    assert {why[:20] for why in found.unknown.values()} == {"there is no rulebook", "this match was playe"}


def _audited(file: Path, **others: Any) -> Audit:
    store = Store(f"sqlite:///{file}")
    try:
        return audit(store, **others)
    finally:
        store.close()


def _write(file: Path, job: Damage) -> None:
    store = Store(f"sqlite:///{file}")
    store.write(job)
    store.close()


def _set(db: Connection, table: Any, *where: Any, **values: Any) -> None:
    db.execute(update(table).where(*where).values(**values))


def _other_roll(db: Connection) -> str:
    """A roll that could have fallen but did not."""
    fallen = db.execute(t.answers.select().where(_DICE)).first()
    assert fallen is not None
    return "roll:1" if fallen.action != "roll:1" else "roll:2"


def _other_secret(db: Connection) -> bytes:
    """A secret under which the first die of some match falls otherwise than it did."""
    fallen = db.execute(t.answers.select().where(_DICE)).first()
    assert fallen is not None
    match = db.execute(t.matches.select().where(t.matches.c.id == fallen.match)).one()
    secrets = (f"another secret {n}".encode().ljust(32, b".") for n in range(100))
    return next(
        secret
        for secret in secrets
        if rolled(CommitRevealDice(secret, match.salt).roll(Dice.of(1, 6), 0)).id != fallen.action
    )


def _move_snapshot(db: Connection) -> None:
    db.execute(update(t.snapshots).values(number=t.snapshots.c.number - 1))


def _play_on(player: Player, match: str) -> None:
    """Play to the end, always with the last option."""
    seen = player.view(match, "red")
    while not seen["over"]:
        asked = seen["view"]["asked"][0]
        option = player.view(match, asked)["view"]["options"][-1]["id"]
        seen = player.choose(match, asked, option)
