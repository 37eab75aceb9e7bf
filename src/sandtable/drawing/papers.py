"""Paper for the table as PDF: a sheet for each command and one for Control, made of what a rulebook prints about itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from io import BytesIO
from typing import Any, Final

import font_source_sans_pro
from reportlab.lib.colors import HexColor, white
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import (
    KeepTogether,
    PageBreak,
    Paragraph,
    SimpleDocTemplate,
    Spacer,
    Table,
    TableStyle,
)

from sandtable.kernel import AskControl, Rulebook, Scenario, Sheets, Step, Tables
from sandtable.kernel.machine.actions import seat_title
from sandtable.kernel.printed.tables import Table as Chart

_INK: Final = HexColor("#2b2620")
_RULE: Final = HexColor("#9a8f80")
_SHADE: Final = HexColor("#efe9de")
_MARGIN: Final = 15 * mm
_LINE: Final = 7.5 * mm
# A table with so many columns stands in smaller type; one with so many rows may be cut by the end of a page.
_MANY_COLUMNS: Final = 9
_MANY_ROWS: Final = 24
# So many turns stand side by side where they are ticked off.
_MOST_TURNS: Final = 17
# So many lines for orders has each sheet that a step asks for, or the only one, and so many rows the log of combats.
ORDER_LINES: Final = 13
ONLY_ORDER_LINES: Final = 29
LOG_LINES: Final = 22
Flow = list[Any]


@cache
def _fonts() -> None:
    folder = font_source_sans_pro.font_directory
    files = {str(path).rsplit("/", 1)[-1]: path for path in font_source_sans_pro.font_files_ttf}
    for name, file in (
        ("Sans", "SourceSansPro-Regular.ttf"),
        ("Sans-Bold", "SourceSansPro-Bold.ttf"),
        ("Sans-Italic", "SourceSansPro-It.ttf"),
    ):
        pdfmetrics.registerFont(TTFont(name, files.get(file, f"{folder}/{file}")))
    pdfmetrics.registerFontFamily("Sans", normal="Sans", bold="Sans-Bold", italic="Sans-Italic")


def _style(size: float, *, bold: bool = False, after: float = 4) -> ParagraphStyle:
    _fonts()
    return ParagraphStyle(
        f"{size}{bold}",
        fontName="Sans-Bold" if bold else "Sans",
        fontSize=size,
        leading=size * 1.3,
        textColor=_INK,
        spaceAfter=after,
    )


def players_sheet(rulebook: Rulebook[Any], scenario: Scenario, seat: str) -> bytes:
    """The paper of one command: what it is after, the sequence of play, tables, its units, and sheets to write orders on."""
    briefing = rulebook.briefing(scenario.name)
    side = next((s for s in briefing.sides if s.seat == seat), None) if briefing else None
    name = side.title if side else seat_title(seat)
    story: Flow = [_title(name), _small(f"{scenario.title} · {rulebook.title}")]
    if side:
        story += [_head("What you are after"), _text(side.goal), *(_bullet(line) for line in side.advice)]
    if briefing:
        story += [_head("The game"), *(_text(line) for line in briefing.text)]
    story += _sequence(rulebook)
    story += _handouts(rulebook, scenario, (seat,))
    story += _charts(rulebook.tables)
    story += _units(rulebook, scenario, seat)
    story.append(PageBreak())
    asked = _written_by(rulebook, scenario, seat)
    lines = ORDER_LINES if len(asked) > 1 else ONLY_ORDER_LINES
    for step in asked:
        form = [_head(_asked(step)), _small(f"{name} · {scenario.title}"), *_order_form(step, lines)]
        story.append(KeepTogether(form))
    return _printed(story, f"{scenario.title}: {name}")


def controls_sheet(rulebook: Rulebook[Any], scenario: Scenario) -> bytes:
    """Control's paper: the sequence with boxes for what is sealed, the questions he may be asked, tables and a log of combats."""
    briefing = rulebook.briefing(scenario.name)
    turns = briefing.turns if briefing else 0
    story: Flow = [_title("Control"), _small(f"{scenario.title} · {rulebook.title}")]
    story += _sequence(rulebook)
    story += [_head("Who has sealed"), *_sealing(rulebook, scenario, turns)]
    questions = [_bullet(f"{_asked(step)} <i>[{step.rule}]</i>") for step in _steps(rulebook, AskControl)]
    if questions:
        story += [_head("What you may be asked"), *questions]
    if scenario.switches:
        story += [_head("Agreed before the start")]
        story += [_bullet(f"\u2610 <b>{s.name}</b>: {s.text} <i>[{s.rule}]</i>") for s in scenario.switches]
    story += _handouts(rulebook, scenario, scenario.seats)
    story += _charts(rulebook.tables)
    story += [PageBreak(), _title("Log of combats and rulings"), *_log()]
    return _printed(story, f"{scenario.title}: Control")


# ---- parts


def _sequence(rulebook: Rulebook[Any]) -> Flow:
    """The paragraphs that are numbered steps of the sequence of play; where there are none, those under which sheets are written."""
    found = [p for p in rulebook.paragraphs if p.number.startswith("Sequence ")]
    asked = {step.rule for step in _steps(rulebook, Sheets)}
    found = found or [p for p in rulebook.paragraphs if p.number in asked]
    rows = [[_cell(p.number.removeprefix("Sequence ")), _cell(f"<b>{p.title}</b> {p.text}")] for p in found]
    if not rows:
        return []
    return [_head("A turn"), _grid(rows, [9 * mm, None], header=False)]


def _handouts(rulebook: Rulebook[Any], scenario: Scenario, seats: Iterable[str]) -> Flow:
    """Tables that are some commands' own, each once."""
    found = dict.fromkeys(h for seat in seats for h in rulebook.paper(scenario, seat).handouts)
    story: Flow = []
    for handout in found:
        head = [_cell(f"<b>{word}</b>") for word in handout.head]
        rows = [[_cell(cell) for cell in row] for row in handout.rows]
        parts = [_head(f"{handout.title} [{handout.rule}]"), _grid([head, *rows], None)]
        if handout.note:
            parts.append(_small(handout.note))
        story.append(KeepTogether(parts))
    return story


def units_of(rulebook: Rulebook[Any], scenario: Scenario, seat: str) -> list[tuple[str, ...]]:
    """The counters of a command: name, formation, what is printed on them, and where they are or when they come."""
    setup = rulebook.setup(scenario.name)
    seen = rulebook.view(rulebook.start(setup), rulebook.seat(setup, seat))
    return [
        (
            row["name"],
            row.get("formation", ""),
            *(str(row.get(figure.field, "")) for figure in rulebook.appearance.figures),
            row["hex"] if "hex" in row else f"turn {row['turn']}",
        )
        for row in (*seen.get("counters", ()), *seen.get("off_map", ()))
        if row.get("command") == seat
    ]


def _units(rulebook: Rulebook[Any], scenario: Scenario, seat: str) -> Flow:
    """The counters of a command, with room for notes; nothing for commands that have none."""
    rows = [[*(_cell(text, 8) for text in row), ""] for row in units_of(rulebook, scenario, seat)]
    if not rows:
        return []
    figures = [figure.measure.short for figure in rulebook.appearance.figures]
    head = [_cell(f"<b>{word}</b>", 8) for word in ("Unit", "Formation", *figures, "Hex or turn", "Notes")]
    widths = [60 * mm, 42 * mm, *(10 * mm for _ in figures), 19 * mm, None]
    return [PageBreak(), _head("Your units"), _grid([head, *rows], widths)]


def _charts(tables: Tables) -> Flow:
    story: Flow = []
    for chart in tables:
        parts = [_head(f"{chart.title} [{chart.paragraph}]"), _chart(chart)]
        if chart.note:
            parts.append(_small(chart.note))
        story += parts if len(chart.cells) > _MANY_ROWS else [KeepTogether(parts)]
    return story


def _chart(chart: Chart) -> Table:
    size = 7.0 if len(chart.columns.labels) > _MANY_COLUMNS else 8.5
    head = [
        _cell("", size),
        *(_cell(f"<b>{label.replace('_', ' ')}</b>", size) for label in chart.columns.labels),
    ]
    rows = [
        [
            _cell(f"<b>{label.replace('_', ' ')}</b>", size),
            *(_cell(str(cell).replace("_", " "), size) for cell in line),
        ]
        for label, line in zip(chart.rows.labels, chart.cells, strict=True)
    ]
    return _grid([head, *rows], None)


def _order_form(step: type[Step[Any]], lines: int) -> Flow:
    head = [_cell(f"<b>{word}</b>") for word in ("No.", "Order", "From", "To", "How many")]
    rows = [[_cell(str(n + 1)), "", "", "", ""] for n in range(lines)]
    form = _grid([head, *rows], [10 * mm, None, 30 * mm, 30 * mm, 22 * mm], row=_LINE)
    return [_text(f"Paragraph: {step.rule}. Turn: ______   Sealed at: ______"), form]


def _sealing(rulebook: Rulebook[Any], scenario: Scenario, turns: int) -> Flow:
    """A box for each seat, sheet and turn; where there is only one sheet a turn, it need not be named."""
    asked = [step for step in _steps(rulebook, Sheets) if not getattr(step, "quiet", False)]
    wide = [str(n) for n in range(1, turns + 1)] or [""]
    named = len(asked) > 1
    story: Flow = []
    for first in range(0, len(wide), _MOST_TURNS):
        part = wide[first : first + _MOST_TURNS]
        head = [_cell("<b>Command</b>"), *(_cell(f"<b>{n}</b>", 7.0) for n in part)]
        rows = [
            [
                *([_cell(_asked(step), 7.0)] if named else ()),
                _cell(seat_title(seat), 7.0),
                *("" for _ in part),
            ]
            for step in asked
            for seat in scenario.seats
            if step in _written_by(rulebook, scenario, seat)
        ]
        widths = [*([70 * mm] if named else ()), (28 if named else 50) * mm, *(None for _ in part)]
        story += [
            _grid([[_cell("<b>Sheet</b>"), *head] if named else head, *rows], widths),
            Spacer(0, 3 * mm),
        ]
    return story


def _log() -> Flow:
    words = ("Turn", "Where", "Column", "Dice", "Result", "Losses", "Ruling and reason")
    head = [_cell(f"<b>{word}</b>") for word in words]
    rows = [["" for _ in words] for _ in range(LOG_LINES)]
    return [
        _grid([head, *rows], [12 * mm, 28 * mm, 18 * mm, 18 * mm, 20 * mm, 28 * mm, None], row=_LINE * 1.3)
    ]


def _steps(rulebook: Rulebook[Any], kind: type[Step[Any]]) -> list[type[Step[Any]]]:
    """The steps of a kind, in the order in which the rulebook lists their paragraphs."""
    order = [p.number for p in rulebook.paragraphs]
    found = [step for step in rulebook.steps.values() if issubclass(step, kind)]
    return sorted(found, key=lambda step: order.index(step.rule))


def _written_by(rulebook: Rulebook[Any], scenario: Scenario, seat: str) -> list[type[Step[Any]]]:
    """The steps for which *seat* writes a sheet: those that the rulebook names for it, else all."""
    named = rulebook.paper(scenario, seat).forms
    return [rulebook.steps[name] for name in named] if named else _steps(rulebook, Sheets)


def _asked(step: type[Step[Any]]) -> str:
    """What a step asks, in the words of its own first sentence."""
    return (step.__doc__ or step.__name__).split("\n")[0].partition("] ")[2].strip() or step.__name__


# ---- type


def _title(text: str) -> Paragraph:
    return Paragraph(text, _style(17, bold=True, after=2))


def _head(text: str) -> Paragraph:
    style = _style(11.5, bold=True, after=3)
    style.spaceBefore = 9
    style.keepWithNext = 1
    return Paragraph(text, style)


def _text(text: str) -> Paragraph:
    return Paragraph(text, _style(9.5))


def _small(text: str) -> Paragraph:
    return Paragraph(text, _style(8))


def _bullet(text: str) -> Paragraph:
    style = _style(9.5, after=2)
    style.leftIndent, style.bulletIndent = 10, 1
    return Paragraph(text, style, bulletText="•")


def _cell(text: str, size: float = 8.5) -> Paragraph:
    return Paragraph(text, _style(size, after=0))


def _grid(
    rows: Sequence[Sequence[Any]],
    widths: Iterable[float | None] | None,
    *,
    header: bool = True,
    row: float | None = None,
) -> Table:
    """A ruled table over the width of the page; columns without a width share what is left."""
    room = A4[0] - 2 * _MARGIN
    wanted = list(widths) if widths is not None else [None] * len(rows[0])
    free = room - sum(w for w in wanted if w is not None)
    share = free / max(sum(w is None for w in wanted), 1)
    found = Table(
        [list(line) for line in rows],
        colWidths=[share if w is None else w for w in wanted],
        rowHeights=[None, *(row for _ in rows[1:])] if row else None,
        repeatRows=1 if header else 0,
    )
    style = [
        ("GRID", (0, 0), (-1, -1), 0.4, _RULE),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("LEFTPADDING", (0, 0), (-1, -1), 3),
        ("RIGHTPADDING", (0, 0), (-1, -1), 2),
        ("TOPPADDING", (0, 0), (-1, -1), 1.5),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2.5),
        ("BACKGROUND", (0, 0), (-1, 0), _SHADE if header else white),
    ]
    found.setStyle(TableStyle(style))
    return found


def _printed(story: Flow, title: str) -> bytes:
    _fonts()
    into = BytesIO()
    paper = SimpleDocTemplate(
        into,
        pagesize=A4,
        leftMargin=_MARGIN,
        rightMargin=_MARGIN,
        topMargin=_MARGIN,
        bottomMargin=_MARGIN,
        title=title,
        # The same data make the same file, byte for byte.
        invariant=1,
    )

    def foot(canvas: Any, document: Any) -> None:
        canvas.setFont("Sans", 7.5)
        canvas.setFillColor(_INK)
        canvas.drawString(_MARGIN, 8 * mm, title)
        canvas.drawRightString(A4[0] - _MARGIN, 8 * mm, str(document.page))

    paper.build([*story, Spacer(1, 1)], onFirstPage=foot, onLaterPages=foot)
    return into.getvalue()
