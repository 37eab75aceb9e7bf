from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.theaters.geography import Geography, GeographyError, read_geography
from sandtable.theaters.specs import GEOGRAPHY as FOLDER

from .examples import GEOGRAPHY


def read(tmp_path: Path, text: str) -> Geography:
    path = tmp_path / "land.toml"
    path.write_text(text, encoding="utf-8")
    return read_geography(path)


BREAKAGES = [
    ("name=", "nmae=", "features.rails[0].name", "is missing"),
    ("[lakes]", "[ponds]", "ponds", "unknown key"),
    ('"Halt", 50.02', '"Halt", 95.02', "(Halt)", "latitude 95.02 lies outside"),
    ("31.05", "231.05", "(Halt)", "longitude 231.05 lies outside"),
    ('"Halt", 50.02', '"Halt", "north"', "(Halt)", "should be a number, not 'north'"),
    ('"junction"', '"hamlet"', "(Halt)", "should be one of junction, town, city, major_city, not 'hamlet'"),
    ('"Halt"', '"Eastham"', "(Eastham)", "is listed twice"),
    ('"EE", false],\n]', '"EE", 1],\n]', "(Halt)", "should be true or false, not 1"),
    ('"WW"', '"Westland"', "(Westham)", "two capital letters"),
    ('["Eastham", [50.6, 31.0]]', '["Easthma", [50.6, 31.0]]', "via", "'Easthma', which is no known place"),
    ('["Eastham", [50.6, 31.0]]', '["Eastham"]', "features.rails[1].via", "at least 2 stops, not 1"),
    ('gauge="narrow"', 'gauge="wide"', "gauge", "should be one of broad, standard, narrow, not 'wide'"),
    ("sure=false", 'sure="no"', "sure", "should be true or false"),
    ('kind = "swamp"', 'kind = "marsh"', "area[0].kind", "clear, woods, swamp, rough, mountain, not 'marsh'"),
    ("[51.0, 28.0], [51.0, 28.9], ", "", "area[0].poly", "at least 3 points, not 2"),
    ("[50.2, 28.7],", "[50.2],", "rivers.river.Brook[1]", "[latitude, longitude]"),
    ("[rivers.river]", "[rivers.minor]", "rivers.minor", "unknown key"),
    ("never_major = []", 'never_major = ["Strem"]', "hints.never_major", "'Strem' is no known river"),
    ("Stream = [50.0, 30.45]", "Strem = [50.0, 30.45]", "hints.major_river_from.Strem", "no known river"),
    ("EE-WW", "Frontier", "borders.Frontier", "named by its two countries"),
    ("Mere = ", "Mere = 3 #", "lakes.Mere", "should be a list, not 3"),
    ("[features]", "[features", "land.toml", "is not TOML"),
]


@pytest.mark.parametrize(
    ("whole", "broken", "key", "reason"),
    BREAKAGES,
    ids=[f"{key} {reason}" for _, _, key, reason in BREAKAGES],
)
def test_a_broken_file_fails_with_file_key_and_reason(
    tmp_path: Path, whole: str, broken: str, key: str, reason: str
) -> None:
    assert whole in GEOGRAPHY
    with pytest.raises(GeographyError) as caught:
        read(tmp_path, GEOGRAPHY.replace(whole, broken, 1))
    sentence = str(caught.value)
    assert "land.toml" in sentence
    assert key in sentence
    assert reason in sentence


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(GeographyError, match=r"nowhere\.toml: cannot be read"):
        read_geography(tmp_path / "nowhere.toml")


def test_a_place_listed_in_two_files_is_named_with_the_second_file(tmp_path: Path) -> None:
    for name in ("one.toml", "two.toml"):
        (tmp_path / name).write_text(
            '[features]\nplaces = [["Town", 50, 30, "town", "SU", false]]', encoding="utf-8"
        )
    with pytest.raises(GeographyError, match=r"two\.toml: features\.places\[0\] \(Town\): is listed twice"):
        read_geography(tmp_path / "one.toml", tmp_path / "two.toml")


def test_a_line_may_run_through_places_of_another_file(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text(GEOGRAPHY, encoding="utf-8")
    (tmp_path / "two.toml").write_text(
        '[features]\nrails = [{name="Link", via=["Eastham", "Westham"]}]', encoding="utf-8"
    )
    both = read_geography(tmp_path / "one.toml", tmp_path / "two.toml")
    assert both.rails[-1].name == "Link"


def test_gauges_hints_and_ports_are_read(tmp_path: Path) -> None:
    land = read(tmp_path, GEOGRAPHY)
    assert [(line.gauge, line.sure) for line in land.rails] == [(None, True), ("narrow", False)]
    assert land.major_river_from == {"Stream": (50.0, 30.45)}
    assert not land.places["Eastham"].port


def test_the_shipped_geography_can_be_read() -> None:
    land = read_geography(FOLDER / "barbarossa.toml")
    assert len(land.places) == 314
    assert len(land.rails) == 203
    assert land.places["Hanko"].port
    assert "San" in land.never_major


def test_lithuania_keeps_its_standard_gauge() -> None:
    land = read_geography(FOLDER / "barbarossa.toml")
    line = next(line for line in land.rails if line.name == "Tilsit-Siauliai-Riga")
    assert (line.gauge, line.sure) == ("standard", True)
