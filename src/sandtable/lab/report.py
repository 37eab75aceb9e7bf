"""Reports of the laboratory: headings, sentences, tables and plots, as Markdown with pictures beside it and as one HTML page."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from sandtable.kernel.refusals import SandtableError

IMAGES: Final = "images"
COLOURS: Final = ("#6f7a66", "#8a4030", "#40618a", "#a07a2c", "#5d4a7a", "#2f7a72")
_CODE: Final = re.compile(r"`([^`]*)`")
STYLE: Final = (
    "body{font:16px/1.5 sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#22261f;background:#fff}"
    "table{border-collapse:collapse;margin:1rem 0}th,td{padding:.25rem .75rem;border-bottom:1px solid #d5d8d0;text-align:left}"
    "svg{max-width:100%;height:auto}"
)


class BadReport(SandtableError):
    """A report that cannot be made or written."""


class Heading(NamedTuple):
    """The heading of a part."""

    text: str


class Sentence(NamedTuple):
    """A paragraph of words; what is typed stands between backticks."""

    text: str


class Grid(NamedTuple):
    """A table."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]


class Picture(NamedTuple):
    """A plot: the name of its file, what it shows, and the drawing."""

    name: str
    shows: str
    svg: str


Part: TypeAlias = Heading | Sentence | Grid | Picture


class Interval(NamedTuple):
    """A number with the interval in which the true one lies, and the row of a plot that it belongs to."""

    row: str
    middle: float
    low: float
    high: float


@dataclass
class Report:
    """What was found, to be read."""

    title: str
    parts: list[Part] = field(default_factory=list)

    def markdown(self) -> str:
        """The report as Markdown; its pictures are files in ``images``."""
        lines = [f"# {self.title}"]
        for part in self.parts:
            lines += ["", *_markdown(part)]
        return "\n".join(lines) + "\n"

    def html(self) -> str:
        """The report as one page that needs no other file."""
        body = "\n".join(_html(part) for part in self.parts)
        return (
            f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(self.title)}</title>'
            f"<style>{STYLE}</style></head>\n<body><h1>{escape(self.title)}</h1>\n{body}\n</body></html>\n"
        )

    def write(self, folder: Path, name: str) -> list[Path]:
        """Write ``name.md`` with its pictures, and ``name.html``; the two files."""
        pages = [folder / f"{name}.md", folder / f"{name}.html"]
        try:
            (folder / IMAGES).mkdir(parents=True, exist_ok=True)
            for page, text in zip(pages, (self.markdown(), self.html()), strict=True):
                page.write_text(text, encoding="utf-8")
            for part in self.parts:
                if isinstance(part, Picture):
                    (folder / IMAGES / f"{part.name}.svg").write_text(part.svg, encoding="utf-8")
        except OSError as why:
            raise BadReport(f"no report can be written in {folder}: {why.strerror}") from None
        return pages


def _markdown(part: Part) -> list[str]:
    match part:
        case Heading(text):
            return [f"## {text}"]
        case Sentence(text):
            return [text]
        case Grid(headings, rows):
            return [_line(headings), "|" + "---|" * len(headings), *(_line(row) for row in rows)]
        case Picture(name, shows, _):
            return [f"![{shows}]({IMAGES}/{name}.svg)"]


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _html(part: Part) -> str:
    match part:
        case Heading(text):
            return f"<h2>{escape(text)}</h2>"
        case Sentence(text):
            return "<p>" + _CODE.sub(r"<code>\1</code>", escape(text)) + "</p>"
        case Grid(headings, rows):
            head = "".join(f"<th>{escape(cell)}</th>" for cell in headings)
            body = "".join("<tr>" + "".join(f"<td>{escape(c)}</td>" for c in row) + "</tr>" for row in rows)
            return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        case Picture(_, shows, svg):
            return f'<figure role="img" aria-label="{escape(shows)}">{svg[svg.index("<svg") :]}</figure>'


# ---- plots


def intervals_plot(
    name: str,
    shows: str,
    series: Sequence[tuple[str, Sequence[Interval]]],
    *,
    axis: str,
    line: float | None = None,
) -> Picture:
    """Numbers with their intervals, a row each, one colour a series; a *line* is what they are held against."""
    plt = _pyplot()
    rows = list(dict.fromkeys(one.row for _, found in series for one in found))
    figure, axes = plt.subplots(figsize=(9, 0.34 * len(rows) + 1.4))
    for number, (label, found) in enumerate(series):
        shift = (number - (len(series) - 1) / 2) * 0.18
        places = [len(rows) - 1 - rows.index(one.row) - shift for one in found]
        # A bound may lie a rounding error on the wrong side of the middle.
        errors = [
            [max(0.0, one.middle - one.low) for one in found],
            [max(0.0, one.high - one.middle) for one in found],
        ]
        axes.errorbar(
            [one.middle for one in found],
            places,
            xerr=errors,
            fmt="o",
            color=COLOURS[number % len(COLOURS)],
            label=label,
            capsize=3,
        )
    if line is not None:
        axes.axvline(line, color="#b9bdb2", linewidth=1, zorder=0)
    axes.set_yticks(range(len(rows)), list(reversed(rows)))
    axes.set_ylim(-0.6, len(rows) - 0.4)
    axes.set_xlabel(axis)
    if len(series) > 1:
        axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="x", alpha=0.25)
    figure.tight_layout()
    drawn = io.StringIO()
    figure.savefig(drawn, format="svg", metadata={"Date": None})
    plt.close(figure)
    return Picture(name, shows, drawn.getvalue())


def _pyplot() -> Any:
    try:
        import matplotlib as mpl
    except ModuleNotFoundError:
        raise BadReport(
            "plots are drawn by matplotlib, which is not installed; pip install 'sandtable[lab]' brings it"
        ) from None
    mpl.use("svg")
    # The same numbers give the same file.
    mpl.rcParams["svg.hashsalt"] = "sandtable"
    import matplotlib.pyplot as plt

    return plt
