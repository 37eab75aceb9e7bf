from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.chance.dice import (
    BadDice,
    CommitRevealDice,
    Dice,
    DiceSource,
    RecordedDice,
    Roll,
    Salt,
    ScriptedDice,
    SeededDice,
    distinct_outcomes,
    sums,
    verify,
)

from ..playing import some_cases

D6 = Dice.of(1, 6)
TWO = Dice.of(2, 6)
MANY = Dice.of(20, 6)
SECRET = bytes(range(16))
handfuls = st.lists(st.integers(2, 12), min_size=1, max_size=4).map(lambda sides: Dice(tuple(sides)))


# ---- handfuls


@some_cases
@given(handfuls)
def test_dice_are_read_as_they_are_written(dice: Dice) -> None:
    assert Dice.parse(str(dice)) == dice


@pytest.mark.parametrize(
    ("text", "sides"), [("2d6", (6, 6)), ("d10", (10,)), ("1d3 + 1d6", (3, 6)), ("d6+2d4+d6", (6, 4, 4, 6))]
)
def test_dice_are_written_as_players_write_them(text: str, sides: tuple[int, ...]) -> None:
    assert Dice.parse(text).sides == sides


@pytest.mark.parametrize(
    "text", ["", "6", "2d", "d", "2x6", "-1d6", "2d6+", "0d6", "d1", "d1001", "99999999d6", "d٦", "2d6 d6"]
)
def test_other_texts_are_no_dice(text: str) -> None:
    with pytest.raises(BadDice):
        Dice.parse(text)


@pytest.mark.parametrize("sides", [(), (1,), (6, 0), (1001,)])
def test_dice_have_2_to_1000_sides(sides: tuple[int, ...]) -> None:
    with pytest.raises(BadDice, match="each of 2 to 1000 sides"):
        Dice(sides)


@some_cases
@given(handfuls)
def test_dice_fall_in_as_many_ways_as_they_say_all_different_and_fitting(dice: Dice) -> None:
    rolls = list(dice.rolls())
    assert len(rolls) == len(set(rolls)) == dice.ways()
    assert all(map(dice.fits, rolls))


@pytest.mark.parametrize("roll", [(), (1,), (1, 2, 3), (0, 1), (1, 7)])
def test_other_rolls_do_not_fit(roll: Roll) -> None:
    assert not TWO.fits(roll)


@some_cases
@given(handfuls)
def test_sums_by_convolution_equal_sums_by_counting(dice: Dice) -> None:
    assert sums(dice) == Counter(map(sum, dice.rolls()))


def test_whoever_changes_the_sums_changes_only_a_copy() -> None:
    sums(TWO)[7] = 0
    assert sums(TWO)[7] == 6


@some_cases
@given(handfuls, st.integers(1, 5))
def test_grouped_outcomes_sum_to_one(dice: Dice, modulus: int) -> None:
    found = distinct_outcomes(dice, lambda roll: sum(roll) % modulus)
    assert sum(chance for _, chance in found) == 1
    assert len({sum(roll) % modulus for roll, _ in found}) == len(found)


def test_too_many_ways_are_not_listed() -> None:
    with pytest.raises(BadDice, match="8d6 can fall in 1679616 ways, too many to list"):
        distinct_outcomes(Dice.of(8, 6), sum)


# ---- seeded dice


@some_cases
@given(st.integers(), st.integers(0, 1000), handfuls)
def test_seeded_dice_depend_on_seed_and_number_alone(seed: int, number: int, dice: Dice) -> None:
    worn = SeededDice(seed)
    worn.roll(D6, number + 1)
    worn.roll(TWO, 0)
    assert worn.roll(dice, number) == SeededDice(seed).roll(dice, number)
    assert dice.fits(worn.roll(dice, number))


def test_seeded_dice_fall_the_same_for_ever() -> None:
    source = SeededDice(1942)
    assert [source.roll(TWO, n) for n in range(5)] == [(1, 4), (5, 2), (1, 2), (2, 5), (2, 2)]


def test_other_seeds_and_numbers_fall_otherwise() -> None:
    many = Dice.of(20, 6)
    rolls = {SeededDice(seed).roll(many, number) for seed in range(20) for number in range(20)}
    assert len(rolls) == 400


@pytest.mark.parametrize(
    ("source", "sides", "limit"),
    # The limits are the 99.9 % points of chi-square with sides - 1 degrees of freedom.
    [
        (SeededDice(1), 6, 20.5),
        (SeededDice(2), 10, 27.9),
        (SeededDice(-3), 20, 43.8),
        (CommitRevealDice(SECRET, "salt"), 6, 20.5),
    ],
)
def test_faces_are_fair(source: DiceSource, sides: int, limit: float) -> None:
    rolls = 6000
    counts = Counter(source.roll(Dice.of(1, sides), n)[0] for n in range(rolls))
    expected = rolls / sides
    assert sum((counts[face] - expected) ** 2 / expected for face in range(1, sides + 1)) < limit


def test_neighbouring_rolls_and_dice_are_independent() -> None:
    source = SeededDice(5)
    rolls = 7200
    expected = rolls / 36
    within: Counter[Roll] = Counter(source.roll(TWO, n) for n in range(rolls))
    between: Counter[Roll] = Counter((source.roll(D6, n)[0], source.roll(D6, n + 1)[0]) for n in range(rolls))
    for counts in (within, between):
        # 99.9 % point of chi-square with 35 degrees of freedom
        assert sum((counts[pair] - expected) ** 2 / expected for pair in TWO.rolls()) < 66.6


def test_a_great_handful_uses_several_blocks_of_randomness() -> None:
    faces = SeededDice(1).roll(Dice.of(200, 6), 0)
    assert len(faces) == 200
    assert faces[:32] != faces[32:64]


def test_seeded_dice_describe_their_seed() -> None:
    assert SeededDice(7).describe() == {"source": "seeded", "seed": 7}


# ---- scripted dice


def test_scripted_dice_fall_as_written() -> None:
    source = ScriptedDice([(1,), (2, 3)])
    assert (source.roll(D6, 0), source.roll(TWO, 1), source.left) == ((1,), (2, 3), 0)


def test_a_script_begins_with_the_first_roll_asked_for() -> None:
    source = ScriptedDice([(4,), (5,)])
    assert (source.roll(D6, 17), source.roll(D6, 18)) == ((4,), (5,))


def test_asking_for_a_scripted_roll_again_uses_nothing_up() -> None:
    source = ScriptedDice([(4,), (5,)])
    assert (source.roll(D6, 0), source.roll(D6, 0), source.left) == ((4,), (4,), 1)


def test_a_script_that_is_used_up_says_so() -> None:
    source = ScriptedDice([(4,)])
    source.roll(D6, 0)
    with pytest.raises(BadDice, match="the script of 1 rolls is used up; 2d6 are to be rolled"):
        source.roll(TWO, 1)


def test_a_script_does_not_reach_back_behind_its_beginning() -> None:
    source = ScriptedDice([(4,)])
    source.roll(D6, 3)
    with pytest.raises(BadDice, match=r"begins with roll 4; roll 3 .* is earlier"):
        source.roll(D6, 2)


def test_a_scripted_roll_must_fit_the_dice() -> None:
    source = ScriptedDice([(4,), (7,)])
    source.roll(D6, 0)
    with pytest.raises(BadDice, match=r"roll 2 of the script is \(7,\), but 1d6 are to be rolled"):
        source.roll(D6, 1)


def test_scripted_dice_describe_no_rolls() -> None:
    assert ScriptedDice([(4,)]).describe() == {"source": "scripted"}


# ---- recorded dice


def test_recorded_dice_fall_by_their_number() -> None:
    source = RecordedDice([(1,), (2,)])
    assert (source.roll(D6, 1), source.roll(D6, 0)) == ((2,), (1,))


def test_a_record_that_ends_says_so() -> None:
    with pytest.raises(BadDice, match=r"the record holds 1 rolls; roll 2 \(1d6\) is not among them"):
        RecordedDice([(1,)]).roll(D6, 1)


def test_after_the_record_another_source_goes_on() -> None:
    source = RecordedDice([(1,)], SeededDice(9))
    assert source.roll(D6, 1) == SeededDice(9).roll(D6, 1)
    assert source.describe() == SeededDice(9).describe()


def test_a_recorded_roll_must_fit_the_dice() -> None:
    with pytest.raises(BadDice, match="roll 1 of the record"):
        RecordedDice([(1,)]).roll(TWO, 0)


def test_recorded_dice_alone_say_that_they_are_recorded() -> None:
    assert RecordedDice([]).describe() == {"source": "recorded"}


# ---- commit and reveal


def honest_rolls(count: int = 5) -> list[tuple[Dice, Roll]]:
    source = CommitRevealDice(SECRET, "salt")
    return [(TWO, source.roll(TWO, n)) for n in range(count)]


def test_honest_rolls_are_verified() -> None:
    source = CommitRevealDice(SECRET, "salt")
    assert verify(source.commitment, SECRET, "salt", honest_rolls()) is None


def test_a_changed_roll_is_found() -> None:
    rolls = honest_rolls()
    fair = rolls[2][1]
    rolls[2] = (TWO, (fair[0] % 6 + 1, fair[1]))
    found = verify(CommitRevealDice(SECRET, "salt").commitment, SECRET, "salt", rolls)
    assert found == f"roll 3 should have been {fair}, but {rolls[2][1]} was played"


def test_rolls_in_another_order_are_found() -> None:
    rolls = honest_rolls()[::-1]
    assert "roll 1 should" in str(verify(CommitRevealDice(SECRET, "salt").commitment, SECRET, "salt", rolls))


def test_another_secret_does_not_belong_to_the_commitment() -> None:
    source = CommitRevealDice(SECRET, "salt")
    found = verify(source.commitment, bytes(16), "salt", honest_rolls())
    assert found == "the revealed secret does not belong to the commitment"


def test_another_salt_is_found() -> None:
    source = CommitRevealDice(SECRET, "salt")
    assert verify(source.commitment, SECRET, "pepper", honest_rolls()) is not None


def test_the_description_before_the_reveal_holds_all_but_the_secret() -> None:
    source = CommitRevealDice(SECRET, "salt")
    assert source.describe() == {"source": "commit-reveal", "commitment": source.commitment, "salt": "salt"}
    assert SECRET.hex() not in str(source.describe())


def test_what_is_revealed_is_all_that_verifying_needs() -> None:
    shown = CommitRevealDice(SECRET, "salt").reveal()
    assert verify(shown["commitment"], bytes.fromhex(shown["secret"]), shown["salt"], honest_rolls()) is None


def test_the_commitment_does_not_depend_on_the_salt() -> None:
    assert CommitRevealDice(SECRET, "a").commitment == CommitRevealDice(SECRET, "b").commitment


def test_a_salt_changes_the_rolls_from_its_first_one_on() -> None:
    plain = CommitRevealDice(SECRET, "salt")
    mixed = CommitRevealDice(SECRET, "salt", [Salt(5, "red", "pepper")])
    rolls = [(plain.roll(MANY, n), mixed.roll(MANY, n)) for n in range(10)]
    assert [a == b for a, b in rolls] == [True] * 5 + [False] * 5


def test_salts_of_two_players_are_both_in_the_later_rolls() -> None:
    red, blue = Salt(0, "red", "pepper"), Salt(0, "blue", "thyme")
    faces = {CommitRevealDice(SECRET, "salt", salts).roll(MANY, 0) for salts in ([red], [blue], [red, blue])}
    assert len(faces) == 3


def test_rolls_with_salts_are_verified_with_the_same_salts_alone() -> None:
    salts = [Salt(1, "red", "pepper"), Salt(3, "blue", "thyme")]
    source = CommitRevealDice(SECRET, "salt", salts)
    rolls = [(MANY, source.roll(MANY, n)) for n in range(5)]
    shown = source.commitment
    assert verify(shown, SECRET, "salt", rolls, salts=salts) is None
    assert "roll 4 should" in str(verify(shown, SECRET, "salt", rolls, salts=salts[:1]))
    late = [salts[0], Salt(4, "blue", "thyme")]
    assert "roll 4 should" in str(verify(shown, SECRET, "salt", rolls, salts=late))


def test_salts_stand_in_the_description() -> None:
    described = CommitRevealDice(SECRET, "salt", [Salt(2, "red", "pepper")]).describe()
    assert described["salts"] == [[2, "red", "pepper"]]


def test_a_short_secret_could_be_guessed_and_is_refused() -> None:
    with pytest.raises(BadDice, match="at least 16 bytes"):
        CommitRevealDice(b"short", "salt")
