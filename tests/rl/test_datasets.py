"""Records become rows, and rows the arrays that the seat had before it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sandtable.kernel import Seat
from sandtable.kernel.game.records import Diverged
from sandtable.rl.datasets import NOT_LISTED, BadDataset, Dataset, write_dataset
from sandtable.rl.episode import Episode
from sandtable.rl.observation import Arrays, Layout


class Played:
    """An episode of random picks, with what was before the seat at each."""

    def __init__(self, scenario: str, seed: int, slots: int) -> None:
        self.episode = Episode(scenario, seed=seed, slots=slots)
        layout = Layout(self.episode.rulebook, self.episode.setup, slots)
        self.seen: list[tuple[str, str, int, Arrays]] = []
        rng = Random(seed)
        while not self.episode.over:
            seat: Seat = self.episode.asked[0]
            page = self.episode.page(seat)
            slot = rng.randrange(len(page.actions))
            arrays = layout.read(self.episode.view(seat))
            self.seen.append((self.episode.seats[seat], page.actions[slot].id, slot, arrays))
            self.episode.pick(seat, slot)


def test_a_row_holds_what_the_seat_had_before_it_and_what_it_picked(tmp_path: Path) -> None:
    games = [Played("ford", seed, 128) for seed in (1, 2)]
    count = write_dataset([game.episode.record() for game in games], tmp_path / "games.parquet", slots=128)
    dataset = Dataset(tmp_path / "games.parquet")
    assert len(dataset) == count == sum(len(game.seen) for game in games)
    expected = [(number, *seen) for number, game in enumerate(games) for seen in game.seen]
    for decision, (game, seat, action, slot, arrays) in zip(dataset, expected, strict=True):
        assert (decision.game, decision.seat, decision.action, decision.slot) == (game, seat, action, slot)
        assert decision.reward == games[game].episode.returns()[seat]
        assert decision.arrays.keys() == arrays.keys()
        for name, array in arrays.items():
            assert np.array_equal(decision.arrays[name], array), name


def test_a_sheet_is_a_row_for_each_line_and_one_for_sealing_it(tmp_path: Path) -> None:
    record = Played("dikes", 1, 128).episode.record()
    write_dataset([record], tmp_path / "dikes.parquet", slots=128)
    rows = list(Dataset(tmp_path / "dikes.parquet"))
    sheets = [
        (who, action.split(";")[1:]) for who, action, *_ in record["answers"] if action.startswith("sheet")
    ]
    assert [(row.seat, row.action) for row in rows] == [
        (who, line) for who, lines in sheets for line in (*lines, "seal")
    ]
    assert all(row.arrays["action_mask"][row.slot] for row in rows)
    written = Dataset(tmp_path / "dikes.parquet").about["globals"].index("lines written")
    assert [row.arrays["globals"][written] for row in rows] == [
        number for _, lines in sheets for number in range(len(lines) + 1)
    ]


def test_other_tools_read_the_columns_and_the_file_says_what_they_hold(tmp_path: Path) -> None:
    write_dataset([Played("ford", 1, 128).episode.record()], tmp_path / "ford.parquet", slots=128)
    table = pq.read_table(tmp_path / "ford.parquet", columns=["seat", "action", "reward"])
    assert set(table.column("seat").to_pylist()) == {"red", "blue"}
    about = Dataset(tmp_path / "ford.parquet").about
    assert about["setup"]["scenario"] == "ford"
    assert "red: strength" in about["planes"]


def test_what_stands_on_a_further_page_is_found_there(tmp_path: Path) -> None:
    write_dataset([Played("ford", 1, 128).episode.record()], tmp_path / "ford.parquet", slots=10)
    rows = list(Dataset(tmp_path / "ford.parquet"))
    assert all(row.slot != NOT_LISTED and row.arrays["action_mask"][row.slot] for row in rows)
    assert any(row.arrays["action_mask"].all() for row in rows)


def test_records_of_different_setups_make_no_file_together(tmp_path: Path) -> None:
    records: list[dict[str, Any]] = [Episode(name).record() for name in ("ford", "ford-counterstroke")]
    with pytest.raises(BadDataset, match=r"record 2 is of .*ford-counterstroke.* a file holds one setup"):
        write_dataset(records, tmp_path / "both.parquet")
    assert not (tmp_path / "both.parquet").exists()


def test_a_record_that_does_not_replay_makes_no_file(tmp_path: Path) -> None:
    record = Played("ford", 1, 128).episode.record()
    record["answers"][3][2] = "0" * 16
    with pytest.raises(Diverged, match=r"answer 4 .* leads to another position than recorded"):
        write_dataset([record], tmp_path / "ford.parquet")


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    pq.write_table(pa.table({"seat": ["red"]}), tmp_path / "other.parquet")
    with pytest.raises(BadDataset, match=r"other\.parquet holds no decisions"):
        Dataset(tmp_path / "other.parquet")


def test_no_record_makes_no_file(tmp_path: Path) -> None:
    with pytest.raises(BadDataset, match="no record was given"):
        write_dataset([], tmp_path / "none.parquet")
