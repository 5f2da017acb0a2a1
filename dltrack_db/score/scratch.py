"""A database in memory that holds no more than the measures asked for: for scoring files without loading them.

The tables, macros and views are those of `schema/` and `sql/`; only what the
given objects refer to, directly or through others, is built. DuckDB looks into
a macro when it is created, which takes as long as the scoring itself; so the
measures, with the tables they read, are built once, kept in the user's cache,
and copied from there.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

import duckdb

from dltrack_db import __version__, sqlfiles
from dltrack_db.base import config, resources, sql_text
from dltrack_db.base.sql_text import run_script as run_script
from dltrack_db.store import connection, database_cache


def connect(objects: Iterable[str], *, is_small: bool = False) -> duckdb.DuckDBPyConnection:
    """An in-memory DuckDB with the named objects (e.g. 'metrics.precision') and all that they need.

    `is_small` makes it work with one thread, until `expect` hears of more.
    """
    con = connection.connect(threads=1 if is_small else None)
    names = list(objects)
    if names:
        _copy_measures(con)
        build(con, names)
    return con


def expect(con: duckdb.DuckDBPyConnection, paths: Iterable[Path]) -> None:
    """Prepare for reading these files: all threads where they are not small."""
    if sum(path.stat().st_size for path in paths) > connection.SMALL:
        connection.use_all_threads(con)


def build(con: duckdb.DuckDBPyConnection, objects: Iterable[str], there: Collection[str] | None = None) -> None:
    """Create the named objects and all that they need, each after what it refers to, without comments.

    `there` names objects that the caller makes otherwise, and whose own needs do not count; in a connection of
    `connect` they are those that it has already.
    """
    schemas = {"main"}
    for name, statement in sqlfiles.required_objects(objects, _cached_objects(con) if there is None else there):
        schema = name.split(".")[0]
        if schema not in schemas:
            con.execute(f"create schema if not exists {schema}")
            schemas.add(schema)
        con.execute(statement)


def _copy_measures(con: duckdb.DuckDBPyConnection) -> None:
    """Take the measures from the cache; without a cache they are not there, and `build` makes what is needed."""
    mark = _mark()
    try:
        path = database_cache.keep(_place, lambda new: _make(new, mark))
        con.execute(f"attach {sql_text.literal(path.absolute())} as kept (type duckdb, read_only)")
    except (OSError, duckdb.Error):
        return
    try:
        if con.execute("from kept.scratch.mark").fetchall() == [(mark,)]:
            con.execute("copy from database kept to memory")
    finally:
        con.execute("detach kept")


def _place() -> Path:
    return config.cache_folder() / "measures" / f"{zlib.crc32(_mark().encode()):08x}.duckdb"


def _make(path: Path, mark: str) -> None:
    con = duckdb.connect(path)
    try:
        names = [f"metrics.{file.stem}" for file in _measures()]
        build(con, names, ())
        con.execute("create schema scratch")
        con.execute(f"create table scratch.mark as select {sql_text.literal(mark)} as mark")
        object_names = [name for name, _ in sqlfiles.required_objects(names)]
        con.execute(f"create table scratch.held as select unnest({sql_text.literal(object_names)}) as object")
    finally:
        con.close()


def _cached_objects(con: duckdb.DuckDBPyConnection) -> set[str]:
    """The objects that a connection took from the cache."""
    try:
        return {name for (name,) in con.execute("select object from scratch.held").fetchall()}
    except duckdb.CatalogException:
        return set()


def _mark() -> str:
    """Return a text that changes when a file that the measures are made of does, or DuckDB, or dltrack."""

    def stamps() -> Iterator[str]:
        for folder in (resources.SCHEMA, *sorted(each for each in resources.SCHEMA.iterdir() if each.is_dir())):
            yield from (_stamp(file) for file in sorted(folder.glob("*.sql")))
        for room in ("metrics", "statistics"):
            yield from (_stamp(file) for file in sqlfiles.object_files(resources.SQL, room))

    return "\n".join([__version__, duckdb.__version__, str(resources.SQL), *stamps()])


def _measures() -> list[Path]:
    return sqlfiles.object_files(resources.SQL, "metrics")


def _stamp(file: Path) -> str:
    state = file.stat()
    return f"{file.name} {state.st_size} {state.st_mtime_ns} {state.st_ctime_ns}"
