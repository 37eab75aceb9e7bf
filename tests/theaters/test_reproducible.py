"""The checked-in boards are what the geography compiles to. Needs the coast in .cache/world-atlas (make atlas)."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from sandtable import boards
from sandtable.theaters.__main__ import CORRIDOR, TARGET, check_against, compilers, main, write_into
from sandtable.theaters.coast import LAND_FILE
from sandtable.theaters.cutting import CompiledBoard, Workshop, cut_board
from sandtable.theaters.geography import read_geography
from sandtable.theaters.hexsides import Cutter, chains
from sandtable.theaters.places import representatives, site_places
from sandtable.theaters.sheet import lay_out
from sandtable.theaters.specs import EASTERN, read_board_spec

from .examples import loose_ends

ROOT = Path(__file__).parents[2]
ATLAS = ROOT / ".cache" / "world-atlas"

# The Vistula and the Elbe leave their board and come back.
RETURNING = {("barbarossa", "Vistula"), ("besieged", "Elbe")}


@pytest.fixture(scope="module")
def atlas() -> Path:
    if not (ATLAS / LAND_FILE).is_file():
        pytest.fail(f"there is no {LAND_FILE} in .cache/world-atlas; run 'make atlas' to fetch the coast")
    return ATLAS


@pytest.fixture(scope="module")
def made(atlas: Path) -> dict[str, Callable[[], CompiledBoard]]:
    return compilers(atlas)


@pytest.mark.parametrize("name", [*EASTERN, CORRIDOR])
def test_every_board_compiles_to_the_text_that_is_kept(
    made: dict[str, Callable[[], CompiledBoard]], name: str
) -> None:
    check_against(TARGET, made[name]())


def test_every_kept_board_has_a_compiler(made: dict[str, Callable[[], CompiledBoard]]) -> None:
    assert set(boards.names()) == set(made)


def test_another_process_with_another_hash_seed_compiles_the_same_text(atlas: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "sandtable.theaters",
        "--atlas",
        str(atlas),
        "--check",
        "agn",
        "frontline",
    ]
    done = subprocess.run(
        command, env={"PYTHONHASHSEED": "4711"}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_a_stale_board_is_named(atlas: Path, tmp_path: Path) -> None:
    compiled = compilers(atlas)["agn"]()
    write_into(tmp_path, compiled)
    check_against(tmp_path, compiled)
    (tmp_path / "agn.board").write_text("something else", encoding="utf-8")
    with pytest.raises(Exception, match=r"agn\.board is not what the geography compiles to"):
        check_against(tmp_path, compiled)


def test_boards_of_one_sheet_share_it(atlas: Path) -> None:
    workshop = Workshop(atlas)
    assert workshop.sheet("barbarossa") is workshop.sheet("barbarossa")
    spec, _ = read_board_spec("agn")
    assert cut_board(workshop.sheet("barbarossa"), spec).text == workshop.board("agn").text


@pytest.mark.parametrize("name", ["barbarossa", "besieged", "frontline"])
def test_every_river_is_cut_into_one_unbroken_chain(name: str) -> None:
    _, spec = read_board_spec(name)
    assert spec is not None
    projection, placement = lay_out(spec)
    geography = read_geography(*spec.geography)
    sites = site_places(geography, projection, placement, spec.reclassified)
    cutter = Cutter(placement, representatives(placement, sites))
    for river in geography.rivers.values():
        sides = [c.side for c in cutter.cut(projection.line(river.course))]
        pieces = 2 if (name, river.name) in RETURNING else 1
        assert len(chains(placement, sides)) <= pieces, river.name
        assert len(loose_ends(placement, sides)) <= 2 * pieces, river.name


def test_without_the_atlas_the_command_says_what_to_run(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["--atlas", str(tmp_path), "agn"])
    assert result.exit_code == 2
    assert "run 'make atlas'" in result.output


def test_an_unknown_board_is_refused_with_those_that_exist() -> None:
    result = CliRunner().invoke(main, ["--check", "atlantis"])
    assert result.exit_code == 2
    assert "no board file describes 'atlantis'; there are agc, agn" in result.output
