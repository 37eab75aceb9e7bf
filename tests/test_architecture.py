"""The house has rooms, and doors only one way."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src" / "sandtable"

# room -> the rooms it may import; a room may always import itself.
ARROWS: dict[str, set[str]] = {
    "kernel": set(),
    "boards": {"kernel"},
    "theaters": {"kernel", "boards"},
    "drawing": {"kernel", "boards"},
    "rules": {"kernel", "boards"},
    "testing": {"kernel"},
    "bots": {"kernel", "rules"},
    "lab": {"kernel", "boards", "rules", "bots", "catalog"},
    "catalog": {"kernel"},
    "traceability": {"kernel"},
    "": {"kernel", "catalog"},
    "server": {"kernel", "boards", "drawing", "rules", "bots", "catalog"},
    "cli": {
        "",
        "kernel",
        "boards",
        "drawing",
        "rules",
        "bots",
        "lab",
        "testing",
        "catalog",
        "traceability",
        "server",
    },
}


def room_of(file: Path, source: Path = SOURCE) -> str:
    """The first folder below the package, or the module itself at the top; "" is the package's own ``__init__``."""
    first = file.relative_to(source).parts[0]
    return "" if first == "__init__.py" else first.removesuffix(".py")


def imports(text: str) -> set[str]:
    """Every module that *text* imports by an absolute name, also for typing alone."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def backward(room: str, text: str) -> set[str]:
    """The rooms that *text*, a module of *room*, imports although no arrow leads there."""
    rooms = set(ARROWS) - {""}
    found: set[str] = set()
    for module in imports(text):
        head, *rest = module.split(".")
        if head == "sandtable":
            target = rest[0] if rest and rest[0] in rooms else ""
            if target != room and target not in ARROWS[room]:
                found.add(target)
    return found


@pytest.mark.parametrize("file", sorted(SOURCE.rglob("*.py")), ids=lambda f: str(f.relative_to(SOURCE)))
def test_no_arrow_is_drawn_backwards(file: Path) -> None:
    room = room_of(file)
    assert room in ARROWS, f"{room} is a new room: say in ARROWS whom it may import"
    assert backward(room, file.read_text(encoding="utf-8")) == set()


def test_a_backward_arrow_is_noticed() -> None:
    assert backward("kernel", "from sandtable.boards import load") == {"boards"}
    assert backward("rules", "import sandtable.theaters.coast") == {"theaters"}
    assert backward("kernel", "import sandtable") == {""}
    assert backward("rules", "from sandtable.kernel.hexes import Grid") == set()


@pytest.mark.parametrize("file", sorted((SOURCE / "kernel").rglob("*.py")), ids=lambda f: f.name)
def test_the_kernel_needs_the_standard_library_alone(file: Path) -> None:
    heads = {module.split(".")[0] for module in imports(file.read_text(encoding="utf-8"))}
    assert heads - {"sandtable"} <= set(sys.stdlib_module_names)


@pytest.mark.parametrize("file", sorted((SOURCE / "kernel").rglob("*.py")), ids=lambda f: f.name)
def test_the_kernel_opens_no_files_and_draws_no_random_numbers(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert not imports(text) & {"os", "io", "pathlib", "socket", "time", "pathlib.Path", "secrets"}
    called = {ast.unparse(node.func) for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)}
    assert not called & {"open", "random.random", "random.randint", "random.choice", "input"}


def test_rulebooks_never_import_each_other() -> None:
    for file in sorted((SOURCE / "rules").rglob("*.py")):
        own = file.relative_to(SOURCE / "rules").parts[0]
        others = {
            m.split(".")[2] for m in imports(file.read_text("utf-8")) if m.startswith("sandtable.rules.")
        }
        assert others <= {own}
