"""Covers: a cover is a database with this dltrack's views and macros, which read the tables of another catalogue.

A file is read through a cover if another release built it, or this release with other plug-ins; the SQL in the file
never runs. The overlay of a lake (`store/lake/overlay.py`), which contains only tables, is a cover, too. Missing tables
are empty, and missing columns have their defaults. Reference data and constants are stored in the cover itself.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Collection
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import duckdb

from dltrack_db import sqlfiles
from dltrack_db.base import resources, sql_text
from dltrack_db.errors import DatabaseError
from dltrack_db.store import checked_files, connection, database_cache, reference, template
from dltrack_db.store.connection import STORED
from dltrack_db.store.patience import Patience

_notified_files: set[Path] = set()
"""Files read through a cover that this process has already reported to the user."""


class Column(NamedTuple):
    """A column of a stored table."""

    name: str
    kind: str
    default: str | None


class Table(NamedTuple):
    """A table of a catalogue, with its columns by name in lower case, since DuckDB ignores case.

    A table that `is_peculiar` has generated columns or a collation.
    """

    name: tuple[str, str]
    columns: dict[str, Column]
    is_peculiar: bool


def own_tables() -> frozenset[str]:
    """Return the names of the tables that a cover stores itself: reference data and constants."""
    return frozenset([*reference.tables(), *sqlfiles.CONSTANTS])


def make(
    base: Path,
    target: Path,
    catalogue: str,
    own: Collection[str],
    complete: Callable[[duckdb.DuckDBPyConnection], None] = lambda _: None,
) -> None:
    """Turn a copy of the empty database `base` into a cover: all tables except `own` become views on `catalogue`.

    `complete` is called at the end with the connection, while the cover and the catalogue are attached.
    """
    shutil.copyfile(base, target)
    tables_by_name = {obj.full_name: obj for obj in sqlfiles.tables()}
    with closing(connection.connect()) as con:
        con.execute(f"attach {sql_text.literal(target.absolute())} as dltrack (type duckdb)")
        con.execute(f"attach ':memory:' as {catalogue}")
        con.execute("use dltrack")
        for schema in sorted({name.partition(".")[0] for name in tables_by_name}):
            con.execute(f"create schema if not exists {catalogue}.{schema}")
        for name, table, view in statements(con, catalogue, own):
            con.execute(table)
            con.execute(f"drop table {name}")
            con.execute(view)
            con.execute(";\n".join(sqlfiles.comments(replace(tables_by_name[name], kind="view"))))
        complete(con)
        con.execute("checkpoint dltrack")


def statements(con: duckdb.DuckDBPyConnection, catalogue: str, own: Collection[str]) -> list[tuple[str, str, str]]:
    """Return name, statement that creates the table, and statement that creates the cover's view, for each table."""
    sql_text.set_variables(con, catalogue=catalogue, own=sorted(own))
    return con.execute(resources.script("store/lake/tables")).fetchall()


def attach(
    con: duckdb.DuckDBPyConnection,
    path: Path,
    patience: Patience,
    alias: str = "dltrack",
    *,
    stamp: str,
    mark: str | None = None,
) -> None:
    """Attach the cover of a file as `alias`, and the file itself as `STORED`.

    If `mark` is given, the caller has attached the file as `STORED` already. Otherwise the file is attached as `alias`,
    and the mark of its cover is noted for the file's `stamp`.
    """
    con.execute("set catalog_error_max_schemas = 0")  # DuckDB's hints would name objects of the file
    cover_file = _place(mark) if mark else None
    if cover_file is None or not cover_file.exists():
        if mark is None:
            con.execute(f"detach {alias}")
            connection.attach(con, path, patience, read_only=True, alias=STORED)
        cover_file, mark = _make_kept(con, path)
        if stamp and stamp == checked_files.stamp(path):
            checked_files.note_covered(path, stamp, mark)
    con.execute(f"attach {sql_text.literal(cover_file.absolute())} as {alias} (type duckdb, read_only)")
    if path.absolute() not in _notified_files:
        _notified_files.add(path.absolute())
        patience.notify(
            f"{path} was built by another version of dltrack or with other plug-ins; it is read through current views, "
            f"but its stored scores were not recomputed; update it with: dltrack build --db {path}"
        )


def _place(mark: str) -> Path:
    base = template.cache_path()
    return base.parent.with_name("covers") / f"{mark}-{base.name}"


def _make_kept(con: duckdb.DuckDBPyConnection, path: Path) -> tuple[Path, str]:
    """Return the path and mark of the cover for an attached file; make the cover if it is not in the cache."""
    base = template.cached_template()
    if base is None:
        raise DatabaseError(
            f"{path} has the views of another version of dltrack, and the current views cannot be written to the "
            f"cache; set DLTRACK_CACHE to a writable folder, or update the file with: dltrack build --db {path}"
        )
    con.execute(f"attach {sql_text.literal(base.absolute())} as todays (type duckdb, read_only)")
    try:
        views = _views(_tables(con, "todays"), _tables(con, STORED), path)
    finally:
        con.execute("detach todays")
    mark = hashlib.md5("\n".join([STORED, *views]).encode(), usedforsecurity=False).hexdigest()[:16]

    def build(target: Path) -> None:
        _make_fitting(base, target, path, views)

    try:
        return database_cache.keep(lambda: _place(mark), build), mark
    except (OSError, duckdb.Error) as error:
        raise DatabaseError(
            f"the current views for {path} cannot be written to the cache ({str(error).splitlines()[0]}); free some "
            f"space, or update the file with: dltrack build --db {path}"
        ) from error


def _make_fitting(base: Path, target: Path, path: Path, views: list[str]) -> None:
    make(base, target, STORED, own_tables())
    if not views:
        return
    with closing(connection.connect()) as con:
        con.execute(f"attach {sql_text.literal(path.absolute())} as {STORED} (type duckdb, read_only)")
        con.execute(f"attach {sql_text.literal(target.absolute())} as dltrack (type duckdb)")
        con.execute("use dltrack")
        for view in views:
            con.execute(view)
        con.execute("checkpoint dltrack")


def _tables(con: duckdb.DuckDBPyConnection, place: str) -> dict[str, Table]:
    sql_text.set_variables(con, place=place)
    tables: dict[str, Table] = {}
    rows = con.execute(resources.script("store/cover/columns")).fetchall()
    for schema, name, column, kind, default, is_peculiar in rows:
        table = tables.setdefault(f"{schema}.{name}".lower(), Table((schema, name), {}, is_peculiar))
        table.columns[column.lower()] = Column(column, kind, default)
    return tables


def _views(todays: dict[str, Table], stored: dict[str, Table], path: Path) -> list[str]:
    """Return the statements that create views for one file, in addition to those that `make` creates.

    The file needs such views for missing tables, tables with missing columns (which get their default) and the user's
    own tables.
    """
    views = []
    for name, table in todays.items():
        if name in own_tables():
            continue
        there = stored.get(name, Table(table.name, {}, table.is_peculiar))
        both = there.columns.keys() & table.columns.keys()
        others = sorted(key for key in both if there.columns[key].kind != table.columns[key].kind)
        if others or (there.is_peculiar and not table.is_peculiar):
            raise DatabaseError(
                f"{path} was made by another version of dltrack: in {name}, "
                f"{f'the column {others[0]} has another type' if others else 'columns are computed or collated'}; "
                f"update the file with: dltrack build --db {path}"
            )
        if table.columns.keys() <= there.columns.keys() and there.name == table.name:
            continue
        parts = ", ".join(
            sql_text.quote_name(one.name)
            if key in there.columns
            else f"cast({one.default or 'null'} as {one.kind}) as {sql_text.quote_name(one.name)}"
            for key, one in table.columns.items()
        )
        source = f"from {STORED}.{sql_text.quote_name(*there.name)}" if there.columns else "where false"
        views.append(f"create or replace view dltrack.{sql_text.quote_name(*table.name)} as select {parts} {source}")
    for name in sorted(stored.keys() - todays.keys()):
        if not stored[name].is_peculiar:  # reading a generated column would run SQL of the file
            full = sql_text.quote_name(*stored[name].name)
            views.append(f"create schema if not exists {sql_text.quote_name(stored[name].name[0])}")
            views.append(f"create view if not exists {full} as from {STORED}.{full}")
    return views
