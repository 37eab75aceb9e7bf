"""Processes at one database: they hear of each other, and one is on duty."""

from __future__ import annotations

import queue
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from sandtable.server.db.cluster import Cluster, cluster_at
from sandtable.server.db.match_store import Match
from sandtable.server.db.store import Store

from ..playing import Server


class Listener:
    """Somebody at the database: what was heard, and how often the duty was taken."""

    def __init__(self, store: Store, *, stumbles: int = 0, watched: set[str] | None = None) -> None:
        self.heard: queue.SimpleQueue[tuple[str, int]] = queue.SimpleQueue()
        self.duties: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self._stumbles = stumbles
        # The matches at which somebody looks here; all where nothing is said.
        self.watched = watched
        self.cluster: Cluster = cluster_at(store, self._hear, lambda: self.duties.put(True), self._watches)

    def _watches(self, match: str) -> bool:
        return self.watched is None or match in self.watched

    def _hear(self, match: Match) -> None:
        if self._stumbles:
            self._stumbles -= 1
            raise KeyError("stumbled")
        self.heard.put((match.id, match.version))


def test_everybody_hears_of_every_change(database: str) -> None:
    with Server(database) as server, _listening(database) as one, _listening(database) as other:
        player, match = server.hotseat()
        assert one.heard.get(timeout=60) == other.heard.get(timeout=60) == (match, 1)
        player.choose(match, "red", "move:0:4")
        assert one.heard.get(timeout=60) == other.heard.get(timeout=60) == (match, 2)


def test_what_nobody_looks_at_is_not_heard_of_by_whoever_is_not_on_duty(database: str) -> None:
    watched: set[str] = set()
    with Server(database) as server, _listening(database, looks=False, watched=watched) as one:
        player = server.player()
        match = player.hotseat()
        assert _heard_now(one) == []
        watched.add(match)
        player.choose(match, "red", "move:0:4")
        assert _heard_now(one) == [(match, 2)]


def test_whoever_is_on_duty_hears_of_matches_with_bots_at_which_nobody_looks(database: str) -> None:
    with Server(database) as server, _listening(database, looks=False, watched=set()) as one:
        one.cluster._now_on_duty()
        player = server.player()
        player.hotseat()
        assert _heard_now(one) == []
        with_a_bot = player.begin(seats={"blue": "random"})["match"]
        assert [match for match, _ in _heard_now(one)] == [with_a_bot]


def test_what_a_process_has_changed_itself_it_does_not_hear_again(database: str) -> None:
    with Server(database) as server, _listening(database, looks=False) as one:
        player = server.player()
        match = player.hotseat()
        assert _heard_now(one) == [(match, 1)]
        player.choose(match, "red", "move:0:4")
        one.cluster.changed_here(_head(server, match))
        assert _heard_now(one) == []
        player.choose(match, "red", "move:1:16")
        assert _heard_now(one) == [(match, 3)]


def test_what_was_said_before_a_change_of_its_own_a_process_hears_all_the_same(database: str) -> None:
    with Server(database) as server, _listening(database, looks=False) as one:
        player = server.player()
        match = player.hotseat()
        assert _heard_now(one) == [(match, 1)]
        said = {"seat": "red", "to": "all", "text": "your move", "key": "key-1"}
        assert player.post(f"/api/matches/{match}/talk", said).status == 200
        player.choose(match, "red", "move:0:4")
        one.cluster.changed_here(_head(server, match))
        assert _heard_now(one) == [(match, 2)]


def test_somebody_who_sits_down_is_heard_of(database: str) -> None:
    with Server(database) as server, _listening(database) as one:
        begun = server.player().begin(seats={"blue": "open"})
        assert one.heard.get(timeout=60) == (begun["match"], 1)
        server.player().join(begun["links"]["blue"])
        assert one.heard.get(timeout=60) == (begun["match"], 1)


def test_one_is_on_duty_until_it_leaves(database: str) -> None:
    with _listening(database) as first:
        assert first.duties.get(timeout=60)
        with _listening(database) as second:
            # Its work has begun; that it is on duty is said right after that.
            while not first.cluster.on_duty:
                time.sleep(0.01)
            assert not second.cluster.on_duty
            first.cluster.close()
            assert second.duties.get(timeout=60)


def test_whoever_stumbles_goes_on_listening_and_stays_on_duty(database: str) -> None:
    with Server(database) as server, _listening(database, stumbles=1) as one:
        assert one.duties.get(timeout=60)
        assert _heard_in_the_end(server, one)
        while not one.cluster.on_duty:
            assert _heard_in_the_end(server, one)
        assert one.duties.empty()


def _heard_in_the_end(server: Server, listener: Listener) -> bool:
    """Begin matches until one is heard of."""
    while True:
        server.player().hotseat()
        with suppress(queue.Empty):
            return bool(listener.heard.get(timeout=0.5))


def _head(server: Server, match: str) -> Match:
    found: Match = server.client.app.state.service.authority.head(match)  # type: ignore[attr-defined]
    return found


def _heard_now(listener: Listener) -> list[tuple[str, int]]:
    """What is heard at one look."""
    listener.cluster._tell()
    found = []
    while not listener.heard.empty():
        found.append(listener.heard.get())
    return found


@contextmanager
def _listening(
    database: str, *, stumbles: int = 0, watched: set[str] | None = None, looks: bool = True
) -> Iterator[Listener]:
    store = Store(database)
    store.migrate()
    listener = Listener(store, stumbles=stumbles, watched=watched)
    if looks:
        listener.cluster.start()
    try:
        yield listener
    finally:
        listener.cluster.close()
        store.close()
