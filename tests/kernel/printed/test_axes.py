from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.printed.axes import Axis, BadAxis, Key, OffTable

from ..playing import some_cases

BANDS = Axis("dice", ["below -1", "4 to -1", "5", "6-23", "24+"], kind="band")
ODDS = Axis("odds", ["1-5", "1:2", "1:1", "3:2", "2:1", "3-1"], kind="ratio")


@pytest.mark.parametrize(
    ("number", "label"),
    [
        (-99, "below -1"),
        (-2, "below -1"),
        (-1, "4 to -1"),
        (4, "4 to -1"),
        (5, "5"),
        (6, "6-23"),
        (23, "6-23"),
        (24, "24+"),
        (999, "24+"),
    ],
)
def test_a_number_finds_its_band(number: int, label: str) -> None:
    assert BANDS.labels[BANDS.find(number)] == label
    assert BANDS.find(str(number)) == BANDS.find(number)


@pytest.mark.parametrize(
    ("label", "inside", "outside"),
    [
        ("3", 3, 4),
        ("+3", 3, 2),
        ("3-4", 4, 5),
        ("3 .. 4", 3, 2),
        ("-3--1", -2, 0),
        ("7 or more", 8, 6),
        ("2 or less", -5, 3),
        ("below 0", -1, 0),
    ],
)
def test_bands_are_written_as_printed(label: str, inside: int, outside: int) -> None:
    axis = Axis("die", [label], kind="band")
    assert axis.find(inside) == 0
    with pytest.raises(OffTable):
        axis.find(outside)


@pytest.mark.parametrize("label", ["", "x", "3-", "+", "3 4", "above 3", "1.5"])
def test_other_words_are_no_bands(label: str) -> None:
    with pytest.raises(BadAxis, match=r"axis 'die': .* is no band"):
        Axis("die", [label], kind="band")


@pytest.mark.parametrize("labels", [["1-3", "3-4"], ["5+", "4", "7"], ["below 2", "1"], ["1-9", "3"]])
def test_bands_may_not_overlap(labels: list[str]) -> None:
    with pytest.raises(BadAxis, match="overlap"):
        Axis("die", labels, kind="band")


def test_without_clamp_a_number_beyond_the_ends_is_off_the_table() -> None:
    with pytest.raises(OffTable, match="7 is no die; there are 1-2, 3-6"):
        Axis("die", ["1-2", "3-6"], kind="band").find(7)


@pytest.mark.parametrize(("number", "index"), [(0, 0), (1, 0), (6, 1), (7, 1), (-50, 0), (50, 1)])
def test_with_clamp_a_number_beyond_the_ends_finds_the_end(number: int, index: int) -> None:
    assert Axis("die", ["1-2", "3-6"], kind="band", clamp=True).find(number) == index


def test_with_clamp_the_ends_are_found_in_whatever_order_they_are_printed() -> None:
    falling = Axis("die", ["5-6", "3-4", "1-2"], kind="band", clamp=True)
    assert (falling.find(9), falling.find(0)) == (0, 2)


def test_a_number_in_a_gap_is_off_the_table_even_with_clamp() -> None:
    with pytest.raises(OffTable):
        Axis("die", ["1-2", "5-6"], kind="band", clamp=True).find(3)


def test_a_fraction_is_in_no_band() -> None:
    with pytest.raises(OffTable):
        BANDS.find(Fraction(11, 2))


@pytest.mark.parametrize(
    ("odds", "label"),
    [
        ("1:1", "1:1"),
        ("7:5", "1:1"),
        ("3:2", "3:2"),
        ("6:4", "3:2"),
        ("8:3", "2:1"),
        ("99:1", "3-1"),
        ("1:3", "1-5"),
        ("1-2", "1:2"),
        (2, "2:1"),
        (Fraction(199, 100), "3:2"),
    ],
)
def test_odds_are_rounded_down_to_a_printed_column(odds: Key, label: str) -> None:
    assert ODDS.labels[ODDS.find(odds)] == label


def test_odds_below_the_first_column_are_off_the_table() -> None:
    with pytest.raises(OffTable, match="1/6 is no odds"):
        ODDS.find("1:6")


def test_with_clamp_odds_below_the_first_column_find_it() -> None:
    assert Axis("odds", ["1:2", "1:1"], kind="ratio", clamp=True).find("1:9") == 0


@some_cases
@given(st.integers(1, 60), st.integers(1, 60), st.integers(1, 5))
def test_better_odds_never_find_a_worse_column(attack: int, defence: int, more: int) -> None:
    axis = Axis("odds", ["1:2", "1:1", "3:2", "2:1", "3:1"], kind="ratio", clamp=True)
    assert axis.find(f"{attack + more}:{defence}") >= axis.find(f"{attack}:{defence}")
    assert axis.find(f"{attack * more}:{defence * more}") == axis.find(f"{attack}:{defence}")


@pytest.mark.parametrize("odds", ["5:0", "strong", "1:1:1", ""])
def test_other_words_are_no_odds(odds: str) -> None:
    with pytest.raises(OffTable):
        ODDS.find(odds)


@pytest.mark.parametrize("labels", [["1:1", "1:2"], ["1:2", "2:4"], ["1:0"], ["even"]])
def test_odds_must_be_ratios_that_rise(labels: list[str]) -> None:
    with pytest.raises(BadAxis):
        Axis("odds", labels, kind="ratio")


def test_words_are_found_as_printed() -> None:
    axis = Axis("terrain", ["clear", "woods", "3"])
    assert (axis.find("woods"), axis.find(3)) == (1, 2)
    with pytest.raises(OffTable, match="swamp is no terrain; there are clear, woods, 3"):
        axis.find("swamp")
    with pytest.raises(OffTable):
        axis.find(4)


@pytest.mark.parametrize(("index", "by", "after"), [(2, 1, 3), (2, -1, 1), (0, -3, 0), (4, 9, 5), (5, 1, 5)])
def test_a_shift_stays_on_the_table(index: int, by: int, after: int) -> None:
    assert ODDS.shifted(index, by) == after


@pytest.mark.parametrize("labels", [[], ["1", "1"]])
def test_labels_must_exist_and_differ(labels: list[str]) -> None:
    with pytest.raises(BadAxis, match="needs labels that all differ"):
        Axis("die", labels)


def test_only_four_kinds_of_axis_exist() -> None:
    with pytest.raises(BadAxis, match="is of kind 'colour'; label, band, worded and ratio exist"):
        Axis("die", ["1"], kind="colour")


FORCES = Axis("force", ["1-2", "3+", "heavy 1", "heavy 2-3"], kind="worded")


@pytest.mark.parametrize(
    ("key", "label"),
    [(2, "1-2"), ("2", "1-2"), ("3+", "3+"), (99, "3+"), ("heavy 1", "heavy 1"), ("heavy 3", "heavy 2-3")],
)
def test_a_worded_number_finds_the_band_of_its_family(key: Key, label: str) -> None:
    assert FORCES.labels[FORCES.find(key)] == label


def test_a_word_with_a_number_in_it_is_told_from_its_band_by_a_colon() -> None:
    axis = Axis("range", ["drop 2km:1-2", "drop 2km:3", "drop 4km:1-3"], kind="worded")
    assert [axis.find(key) for key in ("drop 2km:2", "drop 2km: 3", "drop 4km:3")] == [0, 1, 2]
    with pytest.raises(OffTable):
        axis.find("drop 2km:4")


@pytest.mark.parametrize("key", [0, "heavy 4", "heavy", "light 1", "", "x"])
def test_a_word_without_a_band_is_off_the_table(key: Key) -> None:
    with pytest.raises(OffTable, match=r"is no force; there are 1-2, 3\+, heavy 1, heavy 2-3"):
        FORCES.find(key)


def test_families_may_share_numbers_but_a_family_may_not_overlap_itself() -> None:
    with pytest.raises(BadAxis, match="overlap"):
        Axis("force", ["1-2", "heavy 1-2", "heavy 2"], kind="worded")


def test_a_word_alone_is_no_worded_band() -> None:
    with pytest.raises(BadAxis, match="'heavy' is no worded band"):
        Axis("force", ["1-2", "heavy"], kind="worded")


def test_with_clamp_each_family_ends_for_itself() -> None:
    axis = Axis("force", ["1-2", "heavy 2-3"], kind="worded", clamp=True)
    assert (axis.find(9), axis.find("heavy 1"), axis.find("heavy 9")) == (0, 1, 1)


def test_an_alias_finds_its_label() -> None:
    axis = Axis("air", ["ordinary", "superior"], aliases={"normal": "ordinary"})
    assert axis.find("normal") == axis.find("ordinary") == 0
    assert axis.labels == ("ordinary", "superior")


@pytest.mark.parametrize("aliases", [{"ordinary": "superior"}, {"normal": "usual"}])
def test_an_alias_must_be_a_new_name_of_a_label(aliases: dict[str, str]) -> None:
    with pytest.raises(BadAxis, match="cannot be another name"):
        Axis("air", ["ordinary", "superior"], aliases=aliases)
