"""From paragraph to code to test: the matrix that shows, for each paragraph of a rulebook, where it is carried out.

Code is found by docstrings that open with the paragraph number, ``[8.11]`` or ``[AGN 4.2, AGS 4.2]``; tests by ``@pytest.mark.rule("damos 8.11")``;
rulings by headings ``R-12`` in a ``rulings.md`` and their mentions in the code. Sources are read as text and never run.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from sandtable.kernel.book.book import Book

_OPENING: Final = re.compile(r"\[([^\]]+)\]")
_MARK: Final = "pytest.mark.rule"
_CITED: Final = re.compile(r"\b[RFAB]-\d+\b")


@dataclass
class Trace:
    """One paragraph: its status, and where code and tests for it stand."""

    number: str
    title: str
    status: str
    reason: str
    text: str
    code: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)
    rulings: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """The trace as plain data."""
        return dict(vars(self))


def matrix(book: Book, tests: Path | None = None) -> list[Trace]:
    """A trace for each paragraph of *book*; tests are looked for below *tests*, by default those of this checkout."""
    traces = {p.number: Trace(p.number, p.title, p.status, p.reason, p.text) for p in book.paragraphs}
    for number, where, rulings in _code(book):
        if number in traces:
            traces[number].code.append(where)
            traces[number].rulings += [r for r in rulings if r not in traces[number].rulings]
    for rulebook, number, where in marks(tests or _tests_of_checkout()):
        if rulebook == book.name and number in traces:
            traces[number].tests.append(where)
    return list(traces.values())


def gaps(book: Book, tests: Path) -> list[str]:
    """What the paragraph gate complains of: a done paragraph without code or test, a mark or code for none."""
    found = []
    for trace in matrix(book, tests):
        if trace.status == "done":
            found += [f"{book.name} {trace.number} is done, but has no {what}" for what in _missing(trace)]
    known = {p.number for p in book.paragraphs}
    for rulebook, number, where in marks(tests):
        if rulebook == book.name and number not in known:
            found.append(f"{where} is marked for {book.name} {number}, which is no paragraph")
    for number, where, _ in _code(book):
        if number not in known:
            found.append(f"{where} cites {book.name} {number}, which is no paragraph")
    return found


def _missing(trace: Trace) -> list[str]:
    return [what for what, places in (("code", trace.code), ("marked test", trace.tests)) if not places]


def marks(folder: Path | None) -> Iterator[tuple[str, str, str]]:
    """Every rule mark below *folder*: rulebook, paragraph, and the test as path::name."""
    for file in sorted(folder.rglob("test_*.py")) if folder else ():
        source = file.read_text(encoding="utf-8")
        # Most tests are of no paragraph, and reading them as Python takes its time.
        for node in ast.walk(ast.parse(source)) if _MARK in source else ():
            if isinstance(node, ast.FunctionDef):
                for text in _rule_marks(node.decorator_list):
                    rulebook, _, number = text.partition(" ")
                    yield (
                        rulebook,
                        number,
                        f"{file.relative_to(folder.parent if folder else file)}::{node.name}",
                    )


def _rule_marks(decorators: Iterable[ast.expr]) -> Iterator[str]:
    for decorator in decorators:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == _MARK:
            for argument in decorator.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


def _code(book: Book) -> Iterator[tuple[str, str, list[str]]]:
    """Every docstring in the rulebook's package that opens with a paragraph: number, module:line name, rulings cited."""
    spec = find_spec(type(book).__module__)
    if spec is None or spec.origin is None:
        return
    root = Path(spec.origin).parent
    for file in sorted(root.rglob("*.py")):
        source = file.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                number = _OPENING.match(ast.get_docstring(node) or "")
                if number is not None:
                    name = getattr(node, "name", file.stem)
                    body = ast.get_source_segment(source, node) or ""
                    where = f"{file.relative_to(root.parent)}:{getattr(node, 'lineno', 1)} {name}"
                    cited = sorted(set(_CITED.findall(body)))
                    yield from ((one, where, cited) for one in number[1].split(", "))


def _tests_of_checkout() -> Path | None:
    folder = Path(__file__).resolve().parents[2] / "tests"
    return folder if folder.is_dir() else None
