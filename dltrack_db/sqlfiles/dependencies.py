"""Dependencies between database objects, and their build order."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from pathlib import Path

from dltrack_db.base import resources
from dltrack_db.errors import SqlFileError
from dltrack_db.sqlfiles import places
from dltrack_db.sqlfiles.sql_object import SqlObject, load_object


def build_order(objects: Iterable[SqlObject]) -> list[SqlObject]:
    """Return the objects sorted so that each object comes after the objects that it refers to."""
    from graphlib import CycleError, TopologicalSorter

    objects_by_name: dict[str, SqlObject] = {}
    for obj in objects:
        if obj.full_name in objects_by_name:
            raise SqlFileError(f"{obj.path} and {objects_by_name[obj.full_name].path} both define {obj.full_name}")
        objects_by_name[obj.full_name] = obj
    graph = {
        name: sorted(ref for ref in obj.references if ref in objects_by_name)
        for name, obj in sorted(objects_by_name.items())
    }
    try:
        return [objects_by_name[name] for name in TopologicalSorter(graph).static_order()]
    except CycleError as error:
        circle = " → ".join(str(objects_by_name[name].path) for name in error.args[1])
        raise SqlFileError(f"these files refer to each other in a circle: {circle}; remove a reference") from error


def required_objects(names: Iterable[str], there: Collection[str] = ()) -> list[tuple[str, str]]:
    """Return the full name and statement of the named objects and their dependencies, in build order.

    Objects in `there` are left out, and their dependencies are not followed.
    """
    statements: dict[str, str] = {}
    visited_names = set(there)

    def visit(name: str) -> None:
        if name in visited_names:
            return
        visited_names.add(name)
        if (obj := find_object(name)) is not None:
            for reference in sorted(obj.references):
                visit(reference)
            statements[name] = obj.statement

    for name in names:
        visit(name)
    return list(statements.items())


def find_object(name: str) -> SqlObject | None:
    """Return the object with this full name; None if no file defines it."""
    return _object(name, resources.SCHEMA, resources.SQL)


def needs_use(name: str) -> bool:
    """Return True if an object works only in the current database, so that users must run `use` first.

    DuckDB resolves the names in a macro in the current database, but the names in a view in the view's database.
    """
    return _needs_use(name, resources.SCHEMA, resources.SQL)


def forget() -> None:
    """Clear the caches, so that changed files are read again."""
    _object.cache_clear()
    _needs_use.cache_clear()
    _schemas.cache_clear()


@cache
def _schemas(tables: Path, views: Path) -> frozenset[str]:
    return frozenset({"main"} | places.schemas(tables) | places.schemas(views))


@cache
def _needs_use(name: str, tables: Path, views: Path) -> bool:
    obj = _object(name, tables, views)
    if obj is None or obj.kind == "table":
        return False
    named = [each for each in obj.references if _object(each, tables, views) is not None]
    if "macro" in obj.kind:
        return bool(named)
    return "current_database()" in obj.body or any(_needs_use(each, tables, views) for each in named if _is_view(each))


def _is_view(name: str) -> bool:
    obj = find_object(name)
    return obj is not None and obj.kind == "view"


@cache
def _object(name: str, tables: Path, views: Path) -> SqlObject | None:
    schema, stem = name.split(".")
    if schema not in _schemas(tables, views):  # most dotted names in a query are columns
        return None
    place = places.find(tables, schema, stem) or places.find(views, schema, stem)
    return load_object(*place) if place else None
