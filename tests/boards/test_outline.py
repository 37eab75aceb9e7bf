from __future__ import annotations

import pytest

from sandtable import boards

GOOD = "sandtable-outline 1\n[land]\n0.000,0.000 1.000,0.000 1.000,1.000\n[lake Great Saimaa]\n0.100,0.100 0.200,0.100 0.200,0.200\n"


def test_an_outline_holds_land_and_lakes_by_name() -> None:
    outline = boards.parse_outline(GOOD)
    assert outline.land == (((0.0, 0.0), (1.0, 0.0), (1.0, 1.0)),)
    assert list(outline.lakes) == ["Great Saimaa"]


def test_an_outline_may_hold_the_courses_of_streams() -> None:
    outline = boards.parse_outline(GOOD + "[course major_river Lower Rhine]\n0.500,0.500 0.600,0.600\n")
    (course,) = outline.courses
    assert (course.kind, course.name, len(course.line)) == ("major_river", "Lower Rhine", 2)


@pytest.mark.parametrize(
    ("broken", "line"),
    [
        ("sandtable-board 1\n", "line 1"),
        ("sandtable-outline 1\n0,0 1,1\n", "line 2: a ring stands before"),
        ("sandtable-outline 1\n[sea]\n", "line 2: a section is"),
        ("sandtable-outline 1\n[lake]\n", "line 2: a section is"),
        ("sandtable-outline 1\n[course river]\n", "line 2: a section is"),
        ("sandtable-outline 1\n[land]\n0,0 x,1\n", "line 3: a ring is"),
    ],
)
def test_a_broken_outline_names_file_and_line(broken: str, line: str) -> None:
    with pytest.raises(boards.BadOutline, match=f"^coast: {line}"):
        boards.parse_outline(broken, "coast")


def test_an_unknown_board_is_refused_with_those_that_exist() -> None:
    with pytest.raises(boards.UnknownBoard, match="there is no board 'atlantis'; there are agc"):
        boards.load("atlantis")


def test_every_board_has_an_outline() -> None:
    assert all(boards.outline(name).land for name in boards.names())
