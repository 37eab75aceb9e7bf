"""One game between bots: repeatable, recorded, and chronicled."""

from __future__ import annotations

from sandtable.catalog import rulebook_of
from sandtable.kernel.game.codec import dumps, loads
from sandtable.kernel.game.records import first_divergence, read_record, verify_dice
from sandtable.lab.matches import Match, play
from sandtable.rules.damos import RULEBOOK as DAMOS

FORD = rulebook_of("ford")
AT_THE_FORD = {"red": "random", "blue": "random"}


def ford(seed: int, *, keep_record: bool = False) -> Match:
    return play(FORD, FORD.setup("ford"), AT_THE_FORD, seed, keep_record=keep_record)


def test_the_same_seed_gives_the_same_game() -> None:
    assert ford(3) == ford(3)


def test_other_seeds_give_other_games() -> None:
    assert len({ford(seed).answers for seed in range(6)}) > 1


def test_a_game_ends_with_a_result() -> None:
    assert ford(3).result.winner in ("red", "blue", "draw")


def test_the_record_replays_digest_for_digest() -> None:
    record = ford(5, keep_record=True).record
    assert record is not None
    again = read_record(FORD, loads(dumps(record.as_json())))
    assert first_divergence(FORD, again) is None
    assert verify_dice(FORD, again) is None
    assert len(again.entries) == ford(5).answers


def test_without_being_asked_to_a_match_keeps_no_record() -> None:
    assert ford(5).record is None


def test_the_chronicle_counts_the_losses_of_every_turn() -> None:
    losses = ford(3).chronicle.losses
    assert sorted(losses) == list(range(1, max(losses) + 1))
    assert sum(lost for turn in losses.values() for lost in turn.values()) > 0


def test_greedy_germans_take_riga_from_random_russians() -> None:
    found = play(DAMOS, DAMOS.setup("agn"), {"german": "greedy", "soviet": "random"}, 1)
    assert 1 <= found.chronicle.captured["Riga"] <= 4
