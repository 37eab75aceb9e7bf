"""The site builds without a warning, holds what it should, and calls nobody."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import click
import pytest
from PIL import Image

from sandtable import boards, rulebooks
from sandtable.cli import app

from .. import once
from .pages import DOCS, ROOT

_FETCHED: Final = re.compile(r"<(?:script|link|img|iframe)\b[^>]*?\b(?:src|href)=\"?(?:https?:)?//[^>]*>")
_SNIPPET: Final = re.compile(r'^ *--8<-- "([^":]+)(?::(\w+))?"$', re.MULTILINE)


ADJUDICATORS: Final = [book.name for book in rulebooks() if book.adjudicator is not None]


def one(command: str, rulebook: str) -> click.Command:
    """The command that adjudicates a combat of one rulebook."""
    group = app.commands[command]
    assert isinstance(group, click.Group)
    found = group.get_command(click.Context(group), rulebook)
    assert found is not None
    return found


def spelled(command: click.Command) -> list[str]:
    """Every option of *command*, as it is typed."""
    options = [p for p in command.params if isinstance(p, click.Option)]
    return [text for option in options for text in (*option.opts, *option.secondary_opts)]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site, outside the repository."""
    return once.made(once.folder(tmp_path_factory) / "site", _build)


def _build(target: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(target)]
    clean = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=ROOT, env=clean, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_site_builds_without_a_warning(site: Path) -> None:
    assert (site / "index.html").is_file()


def test_every_picture_of_the_pages_can_be_opened() -> None:
    for picture in sorted((DOCS / "images").iterdir()):
        if picture.suffix == ".svg":
            assert ElementTree.parse(picture).getroot().tag.endswith("svg")
        else:
            with Image.open(picture) as opened:
                opened.load()
                assert min(opened.size) > 100, picture.name


def test_the_site_fetches_nothing_from_other_hosts(site: Path) -> None:
    fetched = {
        f"{page.name}: {found}"
        for page in site.rglob("*.html")
        for found in _FETCHED.findall(page.read_text(encoding="utf-8"))
    }
    assert fetched == set()


def test_every_page_is_in_the_navigation_and_every_entry_is_a_page() -> None:
    listed = re.findall(
        r"[\w/-]+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("nav:")[2]
    )
    assert sorted(listed) == sorted(str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md"))


@pytest.mark.parametrize("name", sorted(app.commands))
def test_every_command_is_documented_with_all_its_options(site: Path, name: str) -> None:
    page = (site / "reference" / "command-line.html").read_text(encoding="utf-8")
    section = page.partition(f'<h2 id="sandtable-{name}">')[2].partition("<h2 ")[0]
    assert section
    assert [text for text in spelled(app.commands[name]) if f"<code>{text}</code>" not in section] == []


@pytest.mark.parametrize("name", ADJUDICATORS)
def test_every_rulebook_that_adjudicates_is_documented_with_all_its_options(site: Path, name: str) -> None:
    page = (site / "reference" / "command-line.html").read_text(encoding="utf-8")
    section = (
        page.partition(f'<h3 id="sandtable-resolve-{name}">')[2].partition("<h2 ")[0].partition("<h3 ")[0]
    )
    assert section
    assert [text for text in spelled(one("resolve", name)) if f"<code>{text}</code>" not in section] == []


@pytest.mark.parametrize("name", ADJUDICATORS)
def test_odds_takes_the_options_of_resolve_without_the_dice(name: str) -> None:
    assert set(spelled(one("resolve", name))) - set(spelled(one("odds", name))) == {"--dice", "--die"}


def test_every_rulebook_with_rulings_has_a_page_of_them(site: Path) -> None:
    rules = ROOT / "src" / "sandtable" / "rules"
    missing = [
        f"{file.parent.name}: {heading}"
        for file in rules.glob("*/rulings.md")
        for heading in re.findall(r"^#+ (\w+-\d+) ", file.read_text(encoding="utf-8"), re.MULTILINE)
        if not re.search(
            rf"<h[23] [^>]*>{heading} ",
            (site / "rulings" / f"{file.parent.name}.html").read_text(encoding="utf-8"),
        )
    ]
    assert missing == []


@pytest.mark.parametrize("book", rulebooks(), ids=lambda book: book.name)
def test_the_matrix_shows_every_paragraph_of_every_rulebook(site: Path, book: object) -> None:
    page = (site / "reference" / "paragraphs.html").read_text(encoding="utf-8")
    paragraphs = getattr(book, "paragraphs", ())
    assert len(list(paragraphs)) > 0
    assert [p.number for p in paragraphs if f"<td>{p.number}</td>" not in page] == []


def test_every_compiled_board_is_named_on_the_page_of_boards() -> None:
    text = (DOCS / "concepts" / "boards.md").read_text(encoding="utf-8")
    assert [name for name in boards.names() if f"`{name}`" not in text] == []


def included() -> list[tuple[str, str, str]]:
    """Every file or section that a page includes: page, file, section."""
    return [
        (str(page.relative_to(DOCS)), file, section)
        for page in sorted(DOCS.rglob("*.md"))
        for file, section in _SNIPPET.findall(page.read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize(("page", "file", "section"), included())
def test_every_included_section_exists_and_is_not_empty(page: str, file: str, section: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    if section:
        assert text.count(f"--8<-- [start:{section}]") == text.count(f"--8<-- [end:{section}]") == 1
        text = text.partition(f"[start:{section}]")[2].partition(f"[end:{section}]")[0]
    assert len(text.strip().split("\n")) > 1, f"{page} includes nothing"


def test_every_marked_section_is_included_somewhere() -> None:
    ford = ROOT / "src" / "sandtable" / "testing" / "ford"
    used = {(file, section) for _, file, section in included()}
    marked = {
        (str(file.relative_to(ROOT)), section)
        for file in ford.rglob("*.*")
        if file.suffix in (".py", ".toml")
        for section in re.findall(r"\[start:(\w+)\]", file.read_text(encoding="utf-8"))
    }
    assert marked - used == set()


def test_the_tutorial_shows_every_module_of_the_ford() -> None:
    ford = ROOT / "src" / "sandtable" / "testing" / "ford"
    used = {file for _, file, _ in included()}
    assert {str(f.relative_to(ROOT)) for f in ford.glob("*.py")} - used == set()
