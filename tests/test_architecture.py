"""The house has rooms, and doors only one way."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src" / "sandtable"
MODULES = sorted(SOURCE.rglob("*.py"))

# room -> the rooms it may import; a room may always import itself.
ARROWS: dict[str, set[str]] = {
    "kernel": set(),
    "boards": {"kernel"},
    "theaters": {"kernel", "boards"},
    "drawing": {"kernel", "boards"},
    "rules": {"kernel", "boards"},
    "testing": {"kernel"},
    "bots": {"kernel", "rules", "testing"},  # The Ford is a rulebook, too
    "lab": {"kernel", "boards", "rules", "bots", "catalog"},
    "rl": {"kernel", "bots", "catalog"},
    "catalog": {"kernel"},
    "judging": {"kernel"},
    "traceability": {"kernel"},
    "": {"kernel", "catalog", "rl"},
    "server": {"kernel", "boards", "drawing", "rules", "bots", "catalog", "judging"},
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
        "judging",
        "traceability",
        "server",
    },
}


# Rooms inside a room: sub-package -> the sub-packages beside it that it may import; its own and modules at the top of
# the outer room that stand before the first sub-package are given by name. "" is the outer room's own ``__init__``.
INNER: dict[str, dict[str, set[str]]] = {
    "kernel": {
        "refusals": set(),
        "reckoning": set(),
        "documents": set(),
        "map": {"refusals"},
        "chance": {"refusals"},
        "printed": {"refusals", "documents"},
        "machine": {"refusals", "reckoning", "map", "chance", "printed"},
        "book": {"refusals", "documents", "map", "chance", "printed", "machine"},
        "game": {"refusals", "map", "chance", "printed", "machine", "book"},
        "": {"refusals", "reckoning", "map", "chance", "printed", "machine", "book"},
    },
    "server": {
        "errors": set(),
        "settings": {"errors"},
        "periodic": set(),
        "wire": {"errors"},
        "worker_process": set(),
        "worker_pool": {"errors", "worker_process"},
        "server_log": set(),
        "threads": set(),
        "workers": {"server_log", "http"},
        "db": {"errors", "periodic", "wire"},
        "match": {"errors", "db"},
        "people": {"errors", "settings", "db", "match"},
        "mail": {"errors", "settings", "periodic", "db", "match", "people"},
        "play": {
            *("errors", "settings", "periodic", "server_log", "worker_process", "worker_pool"),
            *("wire", "threads", "db", "match", "people"),
        },
        "bots": {"errors", "settings", "periodic", "worker_process", "db", "match", "play"},
        "judging": {"errors", "settings", "periodic", "worker_process", "db"},
        "ops": {"errors", "settings", "wire", "db", "match", "play"},
        "catalogue": {"errors"},
        "service": {
            *("errors", "settings", "threads", "wire", "db", "people", "mail", "play", "bots", "judging"),
        },
        "http": {
            "errors",
            "settings",
            "wire",
            "db",
            "match",
            "people",
            "mail",
            "play",
            "catalogue",
            "judging",
            "service",
        },
        "app": {"errors", "settings", "wire", "catalogue", "service", "http"},
        "": {"settings", "app"},
    },
    "rules/damos": {
        "series": set(),
        "cells": set(),
        "printed": {"series"},
        "seen": {"series"},
        "judging": {"printed", "series"},
        "asking": {"series", "seen", "judging"},
        "book": {"cells", "printed", "series", "seen", "judging", "asking"},
        "": {"book"},
    },
}


# Files in which functions import modules of this package, and why; never to break a circle.
ON_DEMAND: dict[str, str] = {
    "__init__.py": "only researchers have the libraries of an environment",
    "bots/__init__.py": "a bot brings its whole rulebook with it, which few need",
    "cli/keeping": "most commands need no server, and start without it",
    "cli/printed/sheets.py": "whoever prints nothing does not wait for the library that sets pages",
    "lab/bench/suite.py": "who measures nothing loads no rulebook",
    "rl/__init__.py": "each door needs a library that the others do without",
    "server/__init__.py": "the processes of the bots, and most commands, need no web server",
}


def room_of(file: Path, source: Path = SOURCE) -> str:
    """The first folder below the package, or the module itself at the top; "" is the package's own ``__init__``."""
    first = file.relative_to(source).parts[0]
    return "" if first == "__init__.py" else first.removesuffix(".py")


@cache
def nodes_of(text: str) -> tuple[ast.AST, ...]:
    """Everything that *text* consists of; several tests read every module, and reading takes its time."""
    return tuple(ast.walk(ast.parse(text)))


def imports(text: str, package: str = "") -> set[str]:
    """Every module that *text*, in *package*, imports, by its absolute name, also for typing alone."""
    return imported(nodes_of(text), package)


def imported(nodes: Iterable[ast.AST], package: str) -> set[str]:
    """Every module that is imported by one of *nodes* of a module in *package*."""
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            found |= {f"{base}.{alias.name}" for alias in node.names}
    return found


def package_of(file: Path) -> str:
    """The dotted name of the package that *file* lies in."""
    return ".".join(["sandtable", *file.relative_to(SOURCE).parts[:-1]])


def backward(room: str, text: str, package: str = "") -> set[str]:
    """The rooms that *text*, a module of *room*, imports although no arrow leads there."""
    rooms = set(ARROWS) - {""}
    found: set[str] = set()
    for module in imports(text, package):
        head, *rest = module.split(".")
        if head == "sandtable":
            target = rest[0] if rest and rest[0] in rooms else ""
            if target != room and target not in ARROWS[room]:
                found.add(target)
    return found


def backward_inside(outer: str, file: Path, text: str) -> set[str]:
    """The same for the rooms inside *outer*: those that *file* of it imports although no arrow leads there."""
    arrows = INNER[outer]
    room = room_of(file, SOURCE / outer)
    if room not in arrows:
        return {f"{room} is a new room: say in INNER whom it may import"}
    inside = "sandtable." + outer.replace("/", ".") + "."
    found = {
        m.removeprefix(inside).split(".")[0] for m in imports(text, package_of(file)) if m.startswith(inside)
    }
    return {target for target in found if target in arrows and target != room} - arrows[room]


def by_module(found: Iterable[tuple[Path, set[str]]]) -> dict[str, set[str]]:
    """The modules about which something was found, each with what."""
    return {str(file.relative_to(SOURCE)): what for file, what in found if what}


def test_every_room_says_whom_it_may_import() -> None:
    assert {room_of(file) for file in MODULES} == set(ARROWS)


def test_no_arrow_is_drawn_backwards() -> None:
    found = [(file, backward(room_of(file), file.read_text("utf-8"), package_of(file))) for file in MODULES]
    assert by_module(found) == {}


@pytest.mark.parametrize("outer", INNER)
def test_no_arrow_is_drawn_backwards_inside(outer: str) -> None:
    inside = [file for file in MODULES if (SOURCE / outer) in file.parents]
    found = [(file, backward_inside(outer, file, file.read_text("utf-8"))) for file in inside]
    assert found
    assert by_module(found) == {}


def test_a_position_knows_no_procedure() -> None:
    series = "sandtable.rules.damos.series."
    found = [
        (file, {m for m in imports(file.read_text("utf-8"), package_of(file)) if m.startswith(series)})
        for file in sorted((SOURCE / "rules/damos/series/position").glob("*.py"))
    ]
    assert found
    assert {m for _, used in found for m in used if not m.startswith(series + "position.")} == set()


def test_a_backward_arrow_is_noticed() -> None:
    assert backward("kernel", "from sandtable.boards import load") == {"boards"}
    assert backward("rules", "import sandtable.theaters.coast") == {"theaters"}
    assert backward("kernel", "import sandtable") == {""}
    assert backward("rules", "from sandtable.kernel.map.hexes import Grid") == set()


def test_a_backward_arrow_between_inner_rooms_is_noticed() -> None:
    file = SOURCE / "server" / "db" / "store.py"
    assert backward_inside("server", file, "from ..play.authority import Authority") == {"play"}
    assert backward_inside("server", file, "from ..play import authority") == {"play"}
    assert backward_inside("server", file, "from ..errors import NotFound") == set()


def kernel_modules() -> list[tuple[Path, str]]:
    """The modules of the kernel with their texts."""
    found = [(file, file.read_text("utf-8")) for file in MODULES if SOURCE / "kernel" in file.parents]
    assert found
    return found


def test_the_kernel_needs_the_standard_library_alone() -> None:
    known = {"sandtable", *sys.stdlib_module_names}
    heads = [(f, {m.split(".")[0] for m in imports(text, package_of(f))}) for f, text in kernel_modules()]
    assert by_module((file, used - known) for file, used in heads) == {}


def test_the_kernel_opens_no_files_and_draws_no_random_numbers() -> None:
    shut = {"os", "io", "pathlib", "socket", "time", "pathlib.Path", "secrets"}
    used = [(file, imports(text, package_of(file)) & shut) for file, text in kernel_modules()]
    assert by_module(used) == {}
    never = {"open", "random.random", "random.randint", "random.choice", "input"}
    called = [
        (file, {ast.unparse(node.func) for node in nodes_of(text) if isinstance(node, ast.Call)} & never)
        for file, text in kernel_modules()
    ]
    assert by_module(called) == {}


def test_rulebooks_never_import_each_other() -> None:
    for file in (file for file in MODULES if SOURCE / "rules" in file.parents):
        own = file.relative_to(SOURCE / "rules").parts[0]
        others = {
            m.split(".")[2] for m in imports(file.read_text("utf-8")) if m.startswith("sandtable.rules.")
        }
        assert others <= {own}


def at_import(nodes: Iterable[ast.stmt]) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports among *nodes* that are carried out when a module is loaded; those for typing alone are not."""
    for node in nodes:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        elif isinstance(node, ast.If):
            if ast.unparse(node.test) != "TYPE_CHECKING":
                yield from at_import(node.body)
            yield from at_import(node.orelse)
        elif isinstance(node, ast.Try):
            yield from at_import(node.body)


def loaded(text: str, package: str, modules: Iterable[str]) -> set[str]:
    """Which of *modules* are loaded together with *text*, a module in *package*."""
    wanted = imported(at_import(ast.parse(text).body), package)
    return {name if name in modules else name.rpartition(".")[0] for name in wanted} & set(modules)


def inside_functions(text: str, package: str) -> set[str]:
    """The modules of this package that functions in *text* import."""
    functions = [n for n in nodes_of(text) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    found = {name for function in functions for name in imported(ast.walk(function), package)}
    return {name for name in found if name.split(".")[0] == "sandtable"}


def test_modules_have_an_order_without_circles() -> None:
    files = {
        ".".join(["sandtable", *file.relative_to(SOURCE).with_suffix("").parts]).removesuffix(
            ".__init__"
        ): file
        for file in MODULES
    }
    graph = {
        name: loaded(file.read_text("utf-8"), package_of(file), files) - {name}
        for name, file in files.items()
    }
    assert list(TopologicalSorter(graph).static_order())


def test_functions_import_nothing_of_ours_but_for_a_stated_reason() -> None:
    unstated = [
        file
        for file in MODULES
        if not any(file.relative_to(SOURCE).is_relative_to(place) for place in ON_DEMAND)
    ]
    found = [(file, inside_functions(file.read_text("utf-8"), package_of(file))) for file in unstated]
    assert by_module(found) == {}


def test_an_import_inside_a_function_is_noticed() -> None:
    text = "def f():\n    from ..movement import Act\n    import json\n"
    assert inside_functions(text, "sandtable.rules.combat") == {"sandtable.rules.movement.Act"}
    typing = "if TYPE_CHECKING:\n    from .b import C\nfrom .d import E\n"
    assert loaded(typing, "sandtable.a", {"sandtable.a.b", "sandtable.a.d"}) == {"sandtable.a.d"}
