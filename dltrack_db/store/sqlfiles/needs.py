"""What objects need: the order in which all can be built, and the few that some of them are built with."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from dltrack_db import resources
from dltrack_db.errors import SqlFileError
from dltrack_db.store.sqlfiles.headers import parse_header
from dltrack_db.store.sqlfiles.objects import SqlObject

_LOOSE_REFERENCE = re.compile(r'\b([a-z_]+)\."?([a-z_0-9]+)')


def build_order(objects: Iterable[SqlObject]) -> list[SqlObject]:
    """The objects in an order in which each comes after all it refers to.

    Raises:
        SqlFileError: two objects share a name, or references form a circle.
    """
    by_name: dict[str, SqlObject] = {}
    for obj in objects:
        if obj.full_name in by_name:
            raise SqlFileError(f"{obj.path} and {by_name[obj.full_name].path} both define {obj.full_name}")
        by_name[obj.full_name] = obj
    graph = {name: sorted(ref for ref in obj.references if ref in by_name) for name, obj in sorted(by_name.items())}
    try:
        return [by_name[name] for name in TopologicalSorter(graph).static_order()]
    except CycleError as error:
        circle = " → ".join(str(by_name[name].path) for name in error.args[1])
        raise SqlFileError(f"these files refer to each other in a circle: {circle}") from error


def needed(names: Iterable[str], there: Collection[str] = ()) -> list[tuple[str, str]]:
    """The named objects and all that they refer to, directly or through others: name and statement, in build order.

    `there` names objects to leave out. Files are looked at once in a process.
    """
    found: dict[str, str] = {}
    seen = set(there)

    def visit(name: str) -> None:
        if name in seen:
            return
        seen.add(name)
        if (source := _source(name, resources.SCHEMA, resources.SQL)) is not None:
            statement, references = source
            for reference in references:
                visit(reference)
            found[name] = statement

    for name in names:
        visit(name)
    return list(found.items())


@cache
def _source(name: str, tables: Path, views: Path) -> tuple[str, tuple[str, ...]] | None:
    """Statement and references of an object, None for a name that no file defines.

    Looser than the parser's references and far quicker: a name too many that has no file does no harm.
    """
    schema, stem = name.split(".")
    table = tables / ("" if schema == "main" else schema) / f"{stem}.sql"
    path = next((path for path in (table, views / schema / f"{stem}.sql") if path.is_file()), None)
    if path is None:
        return None
    _, statement = parse_header(path.read_text(encoding="utf-8"), path)
    loose = dict.fromkeys(f"{schema}.{stem}" for schema, stem in _LOOSE_REFERENCE.findall(statement))
    return statement, tuple(loose)
