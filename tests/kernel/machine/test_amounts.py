"""Lines with an amount: a short list that stands for every number up to the most."""

from __future__ import annotations

from sandtable.kernel import Action, Amounts


def test_small_amounts_some_larger_ones_and_the_most_are_listed() -> None:
    listed = Amounts({("place", (3,)): 12, ("place", (4,)): 0}, [Action("hold")])
    assert [action.id for action in listed] == [
        "hold",
        *(f"place:3:{n}" for n in (1, 2, 3, 4, 6, 10, 12)),
    ]


def test_any_amount_up_to_the_most_may_be_written() -> None:
    listed = Amounts({("place", (3,)): 12})
    assert Action("place", (3, 7)) in listed
    assert Action("place", (3, 13)) not in listed
    assert Action("place", (3, 0)) not in listed
    assert Action("place", (4, 1)) not in listed


def test_the_list_reads_like_any_other() -> None:
    listed = Amounts({("place", (3,)): 2})
    assert listed
    assert not Amounts({("place", (3,)): 0})
    assert len(listed) == 2
    assert listed[0] == Action("place", (3, 1))
    assert listed[-1:] == (Action("place", (3, 2)),)
