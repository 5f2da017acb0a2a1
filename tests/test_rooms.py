"""Dependencies of the package point one way."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from pathlib import Path

import dltrack_db
from dltrack_db import sqlfiles
from dltrack_db.base import plugins
from dltrack_db.sqlfiles import dependencies, places
from tests import package_files

PACKAGE = Path(dltrack_db.__file__).parent
ORDER = (
    *("__version__", "errors", "base", "sqlfiles", "show", "store", "export", "cluster", "score", "load"),
    *("ask", "api", "cli", "__main__"),
)
"""Packages and single modules of the core; each may know those before it. Plug-ins are above all of them."""


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
        if home in ("_data", "__init__", "plugins"):  # the front door opens rooms only when they are asked for
            continue
        above = ORDER[ORDER.index(home) + 1 :]
        wrong += [f"{path.relative_to(PACKAGE)} imports {name}" for name in imported(path) if name in above]
    assert wrong == []


def test_a_plugin_knows_the_core_and_those_that_it_builds_on():
    homes = {one.name: one for one in plugins.own()}
    owners = {name: one.name for one in homes.values() for name in one.objects}
    wrong = []
    for one in homes.values():
        allowed = {one.name, *one.builds_on}
        for path in package_files.find():
            if path.is_relative_to(one.folder):
                known = re.findall(
                    r"^\s*from dltrack_db\.plugins(?:\.| import )(\w+)", path.read_text(encoding="utf-8"), re.M
                )
                wrong += [f"{path.relative_to(PACKAGE)} imports {name}" for name in known if name not in allowed]
        for name in one.objects:
            references = {owners.get(each, one.name) for each in dependencies.find_object(name).references}
            wrong += [f"{name} reads an object of {other}" for other in sorted(references - allowed)]
        assert set(one.builds_on) <= homes.keys()
    assert wrong == []


def test_the_core_reads_no_object_of_a_plugin():
    owners = {name: one.name for one in plugins.own() for name in one.objects}
    assert len(owners) > 150
    wrong = [
        f"{obj.full_name} reads {name} of {owners[name]}"
        for obj in sqlfiles.all_objects()
        if obj.full_name not in owners and not obj.path.is_relative_to(places.made_folder())
        for name in sorted(obj.references & owners.keys())
    ]
    assert wrong == []


def modules() -> dict[str, set[str]]:
    """The files of the package by the modules they are, with the modules that each imports, whenever it does."""
    found = {}
    for path in package_files.find():
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return {name: set(known_of(path, name, found)) for name, path in found.items()}


def known_of(path: Path, name: str, found: Collection[str]) -> Iterator[str]:
    """The modules that a file imports, also for types alone."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        named = []
        if isinstance(node, ast.Import):
            named = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            named = [f"{node.module}.{alias.name}" for alias in node.names]
        for each in named:
            parts = each.split(".")
            # what is imported of a module runs the packages around it, too
            around = {".".join(parts[:number]) for number in range(1, len(parts) + 1)} & set(found)
            yield from {part for part in around if not f"{name}.".startswith(f"{part}.")}


def test_a_class_name_exists_once():
    """In the package: two classes of one name are mistaken for each other."""
    owners: dict[str, list[str]] = {}
    for path in package_files.find():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                owners.setdefault(node.name, []).append(path.relative_to(PACKAGE).as_posix())
    assert {name: paths for name, paths in owners.items() if len(paths) > 1} == {}


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
