"""The cover: current views and macros over the tables of another catalogue, whose own SQL never runs.

A lake contains only tables, and its overlay (`store/lake/overlay.py`) is a cover kept as a file. A file that another
release wrote, or this one with other plug-ins, is also read under a cover. Missing columns and tables are empty;
reference data and constants are the current ones.
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
"""Files that this process has already reported to the user."""


class Column(NamedTuple):
    """A column of a table as it is stored."""

    name: str
    kind: str
    default: str | None


class Table(NamedTuple):
    """A table of a catalogue, with its columns by name in lower case, since DuckDB ignores case.

    If it `is_peculiar`, it computes values when it is read, or has a collation.
    """

    name: tuple[str, str]
    columns: dict[str, Column]
    is_peculiar: bool


def own_tables() -> frozenset[str]:
    """Return the tables that a cover stores itself: reference data and constants."""
    return frozenset([*reference.tables(), *sqlfiles.CONSTANTS])


def make(
    base: Path,
    target: Path,
    catalogue: str,
    own: Collection[str],
    complete: Callable[[duckdb.DuckDBPyConnection], None] = lambda _: None,
) -> None:
    """Turn a copy of an empty database into a cover: all tables but its own become views on those of a catalogue.

    `complete` is called while both are attached.
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
    """Return for each covered table: name, statement of the catalogue's table, statement of the cover's view."""
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
    """Attach current views over a file as `alias`, instead of the file itself.

    The mark of the fitting cover is noted for the file's `stamp`. If the caller has the `mark`, it has attached the
    file as `STORED`.
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
            f"{path} was built by another dltrack, or with other plug-ins; it is read under current views, and its "
            f"stored scores were not recomputed; update it with: dltrack build --db {path}"
        )


def _place(mark: str) -> Path:
    base = template.cache_path()
    return base.parent.with_name("covers") / f"{mark}-{base.name}"


def _make_kept(con: duckdb.DuckDBPyConnection, path: Path) -> tuple[Path, str]:
    """Return the path and mark of the cover that fits an attached file, which is made first if needed."""
    base = template.cached_template()
    if base is None:
        raise DatabaseError(
            f"{path} has the views of another dltrack, and current views cannot be written to the cache; set "
            f"DLTRACK_CACHE to a folder, or update the file with: dltrack build --db {path}"
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
            f"current views over {path} cannot be written to the cache ({str(error).splitlines()[0]}); free some "
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
    """Return the statements of the views that a plain cover does not have.

    They are for missing tables, for tables with missing columns, which get the default, and for the user's own tables.
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
                f"{path} was made by another dltrack: {name} has other columns in it"
                f"{f' ({others[0]})' if others else ', computed or collated'}; update it with: dltrack build "
                f"--db {path}"
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
        if not stored[name].is_peculiar:  # computed values would run SQL of the file
            full = sql_text.quote_name(*stored[name].name)
            views.append(f"create schema if not exists {sql_text.quote_name(stored[name].name[0])}")
            views.append(f"create view if not exists {full} as from {STORED}.{full}")
    return views
