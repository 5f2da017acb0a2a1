"""Dependencies of the package point one way."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from pathlib import Path

import dltrack_db
from tests import package_files

PACKAGE = Path(dltrack_db.__file__).parent
ORDER = (
    *("__version__", "errors", "base", "sqlfiles", "show", "store", "export", "cluster", "score", "load"),
    *("ask", "show.report", "show.paper", "api", "cli", "__main__"),
    *(
        "plugins.trec_browser",
        "plugins.validity",
        "plugins.exhibits",
        "plugins.simulate",
        "plugins.mcp",
        "plugins.site",
    ),
)
"""Rooms and single modules; each may know those before it. Drawings of many answers stand above the questions."""


def room(module: str) -> str:
    """The innermost room of `ORDER` that a module is in, named without the package."""
    parts = module.split(".")
    return next((name for name in (".".join(parts[:2]), parts[0]) if name in ORDER), parts[0])


def imported(path: Path) -> Iterator[str]:
    """The rooms that a module imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "dltrack_db":
            parts = node.module.split(".")[1:]
            yield from (room(".".join([*parts, alias.name])) for alias in node.names)


def test_every_room_knows_only_those_below_it():
    wrong = []
    for path in package_files.find():
        home = room(".".join(path.relative_to(PACKAGE).with_suffix("").parts))
        if home in ("_data", "__init__"):  # the front door, which opens rooms only when they are asked for
            continue
        above = ORDER[ORDER.index(home) + 1 :]
        wrong += [f"{path.relative_to(PACKAGE)} imports {name}" for name in imported(path) if name in above]
    assert wrong == []


def modules() -> dict[str, set[str]]:
    """The files of the package by the modules they are, with the modules that each imports, whenever it does."""
    found = {}
    for path in package_files.find():
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return {name: set(known_of(path, name, found)) for name, path in found.items()}


def known_of(path: Path, name: str, found: Collection[str]) -> Iterator[str]:
    """The modules that a file imports; those named for types alone do not count."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        named = []
        if isinstance(node, ast.Import):
            named = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            named = [f"{node.module}.{alias.name}" for alias in node.names]
        if id(node) in for_types:
            continue
        for each in named:
            parts = each.split(".")
            # what is imported of a module runs the packages around it, too
            around = {".".join(parts[:number]) for number in range(1, len(parts) + 1)} & set(found)
            yield from {part for part in around if not f"{name}.".startswith(f"{part}.")}


def circles(known: dict[str, set[str]]) -> set[str]:
    """The modules that know themselves by way of others."""
    reached = {name: set(others) for name, others in known.items()}
    while True:
        wider = {name: others.union(*(reached[each] for each in others)) for name, others in reached.items()}
        if wider == reached:
            return {name for name, others in reached.items() if name in others}
        reached = wider


def test_no_file_knows_itself_by_way_of_others():
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == {"b", "c"}
    known = modules()
    assert len(known) > 200 and sum(map(len, known.values())) > 800
    assert circles(known) == set()
