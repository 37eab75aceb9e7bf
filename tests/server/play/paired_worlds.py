"""Paired worlds at length: all that a seat is sent in one world is compared with a world that differs in what is hidden.

    python -m tests.server.play.paired_worlds --documents 100000
    python -m tests.server.play.paired_worlds --documents 100000 --rulebook ford --kept build/ford.json

Random games of every rulebook that hides something are played; at positions on the way the world of each seat and of
whoever looks on is drawn anew, and everything that can be asked of the server is asked in both. A document is one reply or
one word of a socket, with its status, headers and size, in both worlds. With ``--kept`` a run that was stopped goes on
where it was.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from sandtable import catalog
from sandtable.kernel.book import rulebook as registry
from sandtable.kernel.book.rulebook import Rulebook
from sandtable.kernel.chance.dice import SeededDice
from sandtable.kernel.game.records import begin
from sandtable.kernel.machine.actions import DICE, SPECTATOR, Seat
from sandtable.kernel.machine.engine import answer, asked, options
from sandtable.kernel.machine.steps import Together
from sandtable.testing import properties
from sandtable.testing.dikes import RULEBOOK as DIKES
from sandtable.testing.randomplay import pick

from ..playing import Server
from . import asking, hearing

# Between two positions that are compared so many answers are given; sealed answers are compared whenever they lie there.
# Every third game is looked at so closely, the others more rarely, so that their ends are looked at too.
STRIDE = 7
RARER = (1, 4, 16)
# Of all documents a game gives this share at most: there are other games and other scenarios.
SHARE = 20
# A world that differs is looked for so often.
TRIES = 8
TOLD_EVERY = 1000
# Of the options of those who attack at every opportunity these are taken: most that is hidden is hidden in combat.
ATTACKS = frozenset({"attack", "plan", "assault", "raid"})


@dataclass
class Compared:
    """What came of the comparison for one rulebook, and how far it has come."""

    documents: int = 0
    # How many of them were given what they asked for, and not refused.
    given: int = 0
    pairs: int = 0
    games: int = 0
    # How many documents were compared before this game, and how many of its answers have been looked at.
    before: int = 0
    answers: int = 0
    # Questions that were answered differently; none, as it should be.
    told_apart: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        """How far it has come."""
        found = "; ".join(self.told_apart[:5]) or "no difference"
        said = f"{self.documents} documents ({self.given} not refused) of {self.pairs} paired worlds"
        return f"{said} in {self.games} games: {found}"


def rulebooks() -> Mapping[str, Rulebook[Any]]:
    """Every rulebook that can be played, those of the tests included."""
    registry.register(DIKES)
    return {book.name: book for book in catalog.playable()}


def hides(book: Rulebook[Any], *, answers: int = 150) -> bool:
    """Whether something is hidden from somebody in the course of a random game."""
    rng = Random(1941)
    return any(
        properties.disguises(book, g, rng) for g in _positions(book, book.scenarios[0].name, 1, answers)
    )


def compare(
    book: Rulebook[Any],
    documents: int,
    *,
    seed: int = 1,
    found: Compared | None = None,
    progress: Callable[[Compared], None] = lambda _found: None,
) -> Compared:
    """Compare until so many documents were, on from what was *found*; it stops where two worlds were told apart."""
    found = found or Compared()
    names = [scenario.name for scenario in book.scenarios]
    with hearing.still(), _server() as server:
        while found.documents < documents and not found.told_apart:
            scenario = names[found.games % len(names)]
            rarer = RARER[found.games // len(names) % len(RARER)]
            most = min(documents, found.before + max(1, documents // SHARE))
            for _ in _compare_game(server, book, scenario, most, found, rarer, seed):
                progress(found)
            found.games, found.before, found.answers = found.games + 1, found.documents, 0
    return found


@contextmanager
def _server() -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder, Server(f"sqlite:///{folder}/matches.db") as server:
        yield server


def _compare_game(
    server: Server,
    book: Rulebook[Any],
    scenario: str,
    most: int,
    found: Compared,
    rarer: int,
    seed: int,
) -> Iterator[None]:
    """One game, until *most* documents were compared: a step for every position at which worlds were.

    In every other game the seats of a side read one another's sheets: there those differ in no world.
    """
    names = list(book.scenario(scenario).seats)
    shared = bool(found.games // len(book.scenarios) % 2)
    table = _sat_down(server, scenario, names, shared=shared)
    seed += found.games
    for number, g in enumerate(_positions(book, scenario, seed)):
        if not g.agenda or found.documents >= most or found.told_apart:
            return
        # No match of a server rests where the dice are due: it rolls them at once.
        if number < found.answers or DICE in asked(g):
            continue
        rng = Random(f"{seed} {number}")
        sealed = isinstance(g.agenda[-1], Together) and g.sealed and rng.random() < 1 / rarer
        if number % (STRIDE * rarer) and not sealed:
            continue
        why = properties.questions(book, g, rng)
        asking_why = tuple(
            f"verb={verb}&" + "&".join(f"{key}={value}" for key, value in about.items())
            for verb, about in why
        )
        hexes = tuple(about["hex"] for _, about in why if "hex" in about)[:2]
        for seat, name in (*((Seat(at), name) for at, name in enumerate(names)), (SPECTATOR, "spectator")):
            open_to = _side(book, scenario, seat) if shared else {seat}
            twin = _another_world(book, g, seat, rng, open_to)
            if twin is None:
                continue
            others = tuple(other for other in names if other != name)
            about = asking.About(name, others, asking_why, hexes)
            heard = [hearing.heard(table, about, seat, world) for world in (g.copy(), twin)]
            found.pairs += 1
            found.documents += len(heard[0])
            found.given += sum(status in (0, 200) for _, status, *_ in heard[0])
            found.told_apart += [
                f"{scenario}, game {seed}, answer {number}, {name}: {question}"
                for question in hearing.differences(*heard)
            ]
        found.answers = number + 1
        yield


def _sat_down(server: Server, scenario: str, names: list[str], *, shared: bool) -> hearing.Table:
    """A match in which everybody has sat down."""
    players = {name: server.player() for name in names}
    begun = players[names[0]].begin(
        scenario=scenario,
        seats={names[0]: "person", **dict.fromkeys(names[1:], "open")},
        shared_drafts=shared,
    )
    for name in names[1:]:
        assert players[name].join(begun["links"][name]).status == 200
    cookies = {name: player.cookie for name, player in players.items()}
    return hearing.Table(server, begun["match"], {**cookies, "spectator": ""})


def _side(book: Rulebook[Any], scenario: str, seat: Seat) -> set[Seat]:
    """The seats of the side of *seat*; of whoever looks on nobody's."""
    printed = book.scenario(scenario)
    if seat == SPECTATOR:
        return set()
    own = printed.side(printed.seats[seat])
    return {Seat(at) for at, name in enumerate(printed.seats) if printed.side(name) == own}


def _another_world(book: Rulebook[Any], g: Any, seat: Seat, rng: Random, open_to: Set[Seat]) -> Any:
    """One that differs only in what is hidden from *seat*; None where nothing is. It may read what lies sealed *open_to* it."""
    known = g.digest()
    for _ in range(TRIES):
        world = book.disguise(g, seat, rng)
        lies = dict(g.sealed)
        world.sealed = tuple((who, lies[who] if who in open_to else what) for who, what in world.sealed)
        if world.digest() != known:
            return world
    return None


def _positions(book: Rulebook[Any], scenario: str, seed: int, answers: int | None = None) -> Iterator[Any]:
    """Every position of a random game in which few let an attack go by."""
    rng, dice, rolls, given = Random(seed), SeededDice(seed), 0, 0
    g = begin(book, book.setup(scenario))
    while g.agenda and (answers is None or given < answers):
        yield g
        seat, action = pick(g, rng, dice, rolls)
        rolls += seat == DICE
        if seat != DICE and rng.random() < 0.8:
            attacks = [option for option in options(g, seat) if option.verb in ATTACKS]
            action = rng.choice(attacks) if attacks else action
        answer(g, action, seat)
        given += 1


def main() -> None:
    """Compare, and say what came of it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--documents", type=int, default=100_000, help="for every rulebook that hides something"
    )
    parser.add_argument("--rulebook", help="this one alone")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kept", type=Path, help="a file for what was found so far, by rulebook")
    given = parser.parse_args()
    kept: dict[str, Any] = json.loads(given.kept.read_text()) if given.kept and given.kept.exists() else {}
    failed = False
    for name, book in rulebooks().items():
        if given.rulebook not in (None, name):
            continue
        # What was begun has been found to hide something.
        if name not in kept and not hides(book):
            print(f"{name}: nothing is hidden", flush=True)
            continue
        begun = Compared(**kept[name]) if name in kept else Compared()
        latest = [begun.documents]

        def tell(found: Compared, name: str = name, latest: list[int] = latest) -> None:
            if given.kept:
                kept[name] = asdict(found)
                given.kept.write_text(json.dumps(kept))
            if found.documents - latest[0] >= TOLD_EVERY:
                latest[0] = found.documents
                print(f"{name}, so far: {found}", flush=True)

        found = compare(book, given.documents, seed=given.seed, found=begun, progress=tell)
        tell(found)
        print(f"{name}: {found}", flush=True)
        failed = failed or bool(found.told_apart)
    sys.exit(failed)


if __name__ == "__main__":
    main()
