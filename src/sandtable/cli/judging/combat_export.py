"""The running log as a file for others: a spreadsheet of combats, or a report that a high command can read."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sandtable.judging.export import as_csv, as_markdown
from sandtable.judging.log import Judgements

from ..output import Unwritable, write_file

SUFFIXES: Final = (".csv", ".md")


def export(log: Judgements, file: Path) -> None:
    """Write the whole log, corrections and withdrawals included, as FILE.csv or FILE.md."""
    if file.suffix not in SUFFIXES:
        raise Unwritable(f"{file} should end in .csv or .md")
    write_file(file, as_csv(log) if file.suffix == ".csv" else as_markdown(log))
