from __future__ import annotations

from operator import attrgetter
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.machine.events import EVERYONE, Event, Revealed, Rolled, Told
from sandtable.kernel.machine.explore import everything
from sandtable.kernel.machine.state import Setup, cache_complaints, inside
from sandtable.testing.ford import RULEBOOK

from ..playing import (
    EAST,
    LEFT,
    WEST,
    Add,
    Pick,
    Tiny,
    few_cases,
    game_with_sealed_plans,
    random_game,
    some_cases,
)

seeds = st.integers(0, 10_000)


def test_steps_are_done_in_the_order_given_and_before_what_is_there() -> None:
    g = Tiny(Add(3))
    g.then(Add(1), Add(2))
    assert [g.agenda.pop() for _ in range(3)] == [Add(1), Add(2), Add(3)]


@pytest.mark.parametrize("name", ["piles", "doubled"])
def test_a_copy_has_columns_of_its_own(name: str) -> None:
    g = Tiny()
    getattr(g.copy(), name)[0] = 99
    assert (g.piles, g.doubled) == ([1, 2, 3], [2, 4, 6])


@pytest.mark.parametrize("name", ["score", "total"])
def test_a_copy_has_numbers_of_its_own(name: str) -> None:
    g = Tiny()
    setattr(g.copy(), name, 99)
    assert (g.score, g.total) == (0, 6)


def test_a_copy_has_an_agenda_of_its_own() -> None:
    g = Tiny(Add(1))
    g.copy().then(Add(2))
    assert g.agenda == [Add(1)]


def test_a_copy_has_heard_nothing_yet_and_tells_nobody_else() -> None:
    g = Tiny()
    g.tell(Rolled("1", (1,)))
    twin = g.copy()
    assert twin.told == []
    twin.tell(Rolled("1", (2,)))
    assert g.told == [Told(Rolled("1", (1,)), EVERYONE)]


def test_a_copy_of_a_state_that_nobody_listens_to_stays_silent() -> None:
    g = Tiny()
    g.told = None
    twin = g.copy()
    twin.tell(Rolled("1", (2,)))
    assert twin.told is None


def test_a_copy_lists_its_options_afresh() -> None:
    g = Tiny(Pick(WEST))
    g.offered = {WEST: (LEFT,)}
    assert g.copy().offered == {}


def test_a_copy_shares_printed_matter() -> None:
    g = Tiny()
    assert g.copy().printed is g.printed
    assert g.copy().setup is g.setup


def test_a_copy_is_equal_and_has_the_same_digest() -> None:
    g = Tiny(Pick(WEST))
    assert g.copy() == g
    assert g.copy().digest() == g.digest()


def test_the_digest_is_a_word_of_32_letters() -> None:
    assert len(Tiny().digest()) == 32


@few_cases
@given(seeds, st.integers(0, 120))
def test_changing_any_one_entry_changes_the_digest(seed: int, answers: int) -> None:
    g = random_game(seed, answers).state
    digests = {g.digest()}
    changed = 0
    for name in g.COLUMNS:
        for at in range(len(getattr(g, name))):
            twin = g.copy()
            getattr(twin, name)[at] += 1
            assert twin != g
            digests.add(twin.digest())
            changed += 1
    for name in g.NUMBERS:
        twin = g.copy()
        setattr(twin, name, getattr(g, name) + 1)
        assert twin != g
        digests.add(twin.digest())
        changed += 1
    assert len(digests) == changed + 1


@some_cases
@given(
    st.tuples(st.lists(st.integers(-(2**80), 2**80), max_size=4), st.integers(-1, 2**70)),
    st.tuples(st.lists(st.integers(-(2**80), 2**80), max_size=4), st.integers(-1, 2**70)),
)
def test_digests_are_equal_exactly_where_states_are(
    one: tuple[list[int], int], other: tuple[list[int], int]
) -> None:
    a, b = Tiny(), Tiny()
    (a.piles, a.score), (b.piles, b.score) = one, other
    assert (a == b) == (a.digest() == b.digest()) == (one == other)


def test_it_matters_in_which_column_an_entry_stands() -> None:
    class Two(Tiny):
        COLUMNS = ("piles", "doubled")
        DERIVED_COLUMNS = ()

    a, b = Two(), Two()
    (a.piles, a.doubled), (b.piles, b.doubled) = ([1, 2], [3]), ([1], [2, 3])
    assert a.digest() != b.digest()


def test_a_true_in_a_number_is_a_1_in_the_digest() -> None:
    a, b = Tiny(), Tiny()
    a.score, b.score = True, 1
    assert a == b
    assert a.digest() == b.digest()


def test_the_agenda_is_part_of_the_digest() -> None:
    digests = {
        Tiny(*steps).digest() for steps in [(), (Pick(WEST),), (Pick(EAST),), (Pick(WEST), Pick(EAST))]
    }
    assert len(digests) == 4


def test_sealed_answers_are_part_of_the_digest() -> None:
    game = game_with_sealed_plans()
    before = game.digest()
    digests = set()
    for option in game.options("red"):
        trial = game.copy()
        trial.choose("red", option.id)
        digests.add(trial.digest())
    assert len(digests | {before}) == 3


def test_the_setup_is_part_of_the_digest_since_other_options_lead_elsewhere() -> None:
    short, long = (RULEBOOK.start(RULEBOOK.setup("ford", {"turns": n})) for n in (4, 10))
    assert short != long
    assert short.digest() != long.digest()


def test_two_setups_of_the_same_options_are_the_same() -> None:
    one, other = Setup("tiny", {"a": 1, "b": 2}), Setup("tiny", {"b": 2, "a": 1})
    assert one.digest == other.digest


def test_the_setup_hands_out_copies_of_its_options() -> None:
    setup = Setup("tiny", {"a": 1})
    setup.as_json()["options"]["a"] = 2
    assert setup.options == {"a": 1}


def test_derived_matter_is_not_part_of_the_digest() -> None:
    g = Tiny()
    before = g.digest()
    g.doubled[0], g.total = 99, 99
    assert g.digest() == before
    assert g == Tiny()


def test_told_events_and_listed_options_are_not_part_of_the_digest() -> None:
    g = Tiny(Pick(WEST))
    before = g.digest()
    g.tell(Rolled("1", (1,)))
    g.offered = {WEST: (LEFT,)}
    assert g.digest() == before


def test_states_of_other_kinds_are_never_equal() -> None:
    assert Tiny() != RULEBOOK.start(RULEBOOK.setup("ford"))
    assert Tiny() != 5


def test_a_state_is_no_key() -> None:
    with pytest.raises(TypeError):
        hash(Tiny())


def test_true_caches_have_no_complaints() -> None:
    assert cache_complaints(Tiny()) == []


def test_a_corrupted_column_is_found() -> None:
    g = Tiny()
    g.doubled[1] = 5
    assert cache_complaints(g) == ["doubled is [2, 5, 6], a rebuild gives [2, 4, 6]"]


def test_a_corrupted_number_is_found() -> None:
    g = Tiny()
    g.total = 7
    assert cache_complaints(g) == ["total is 7, a rebuild gives 6"]


def test_looking_for_complaints_repairs_nothing() -> None:
    g = Tiny()
    g.total = 7
    cache_complaints(g)
    assert g.total == 7


@few_cases
@given(seeds)
def test_the_caches_stay_true_through_random_play(seed: int) -> None:
    game = random_game(seed, 0)
    rng = Random(seed)
    while not game.over:
        seat = rng.choice(game.asked)
        game.choose(seat, rng.choice(game.options(seat)).id)
        assert cache_complaints(game.state) == []


# ---- records


class Side(NamedTuple):
    """One side of a duel."""

    strength: int = 0
    dice: tuple[int, ...] = ()


class Duel(NamedTuple):
    """A combat in one record."""

    hex: int = -1
    attacker: Side = Side()


class Duelling(Tiny):
    """A state with a combat in it, stored under flat names."""

    COLUMNS = ("piles", "attacker_dice")
    NUMBERS = ("score", "duel_hex", "duel_strength")
    duel_hex: int = inside("duel.hex")
    duel_strength: int = inside("duel.attacker.strength")
    attacker_dice: tuple[int, ...] = inside("duel.attacker.dice")

    def __init__(self) -> None:
        super().__init__()
        self.duel = Duel()


def fought() -> Duelling:
    g = Duelling()
    g.duel = Duel(7, Side(3, (2, 5)))
    return g


def test_a_record_is_read_and_written_under_its_flat_names() -> None:
    g = fought()
    flat = attrgetter("duel_hex", "duel_strength", "attacker_dice")
    assert flat(g) == (7, 3, (2, 5))
    g.duel_hex, g.duel_strength = 8, 4
    setattr(g, "attacker_dice", [6])  # noqa: B010 - as saved games are read
    assert g.duel == Duel(8, Side(4, (6,)))


def test_copies_share_a_record_until_one_of_them_changes_it() -> None:
    g = fought()
    twin = g.copy()
    assert twin.duel is g.duel
    twin.duel_strength = 1
    assert (g.duel_strength, twin.duel_strength) == (3, 1)


def test_what_is_in_a_record_counts_in_digests_and_comparisons() -> None:
    g, same, other = fought(), fought(), fought()
    other.duel_strength = 9
    key = everything(g)
    assert (g == same, g == other) == (True, False)
    assert (g.digest() == same.digest(), g.digest() == other.digest()) == (True, False)
    assert (key(g) == key(same), key(g) == key(other)) == (True, False)


# ---- the paragraph of an event


def test_an_event_is_told_under_the_paragraph_of_its_kind_unless_another_is_cited() -> None:
    class Happened(Event):
        rule = "North 4"

    one, other = Happened(), Happened()
    other.cite("South 5")
    assert (one.as_json()["rule"], one.paragraph_cited) == ("North 4", "North 4")
    assert (other.as_json(), other.paragraph_cited) == ({"kind": "Happened", "rule": "South 5"}, "South 5")


def test_a_roll_cites_the_paragraph_it_is_made_for() -> None:
    for event in (Rolled("1", (6,)), Revealed("1", ())):
        event.cite("2")
        assert event.paragraph_cited == event.as_json()["paragraph"] == "2"
        assert event.as_json()["rule"] == ""
