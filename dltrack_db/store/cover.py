"""The cover: today's views and macros over the tables of another catalogue, so that nothing of its own SQL runs.

A lake holds tables only, and its overlay (`store/lake/overlay.py`) is a cover that is kept as a file. A file that
another release wrote, or this one with other plug-ins, has views of its own; it is read under a cover, too. Columns and
tables that are missing in it are empty. Reference data and constants are those of today.
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
"""Files of which the user was told in this process."""


class Column(NamedTuple):
    """A column of a table as it is stored."""

    name: str
    kind: str
    default: str | None


class Table(NamedTuple):
    """A table of a catalogue with its columns by name, in small letters, as DuckDB compares names.

    One that `is_peculiar` computes values when it is read, or compares texts in a way of its own.
    """

    name: tuple[str, str]
    columns: dict[str, Column]
    is_peculiar: bool


def own_tables() -> frozenset[str]:
    """Return the tables that a cover has itself: what comes with dltrack."""
    return frozenset([*reference.tables(), *sqlfiles.CONSTANTS])


def make(
    base: Path,
    target: Path,
    catalogue: str,
    own: Collection[str],
    complete: Callable[[duckdb.DuckDBPyConnection], None] = lambda _: None,
) -> None:
    """Make a cover of an empty database: all but its own tables become views on those of a catalogue.

    `complete` does the rest, where both are attached.
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
    """Return name, statement of the catalogue's table and statement of the cover's view, for each table it covers."""
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
    """Attach a file under today's views as `alias`, in the place of the file itself.

    What fits the file is noted for its `stamp`; with the `mark` of such a note the file is attached as `STORED`
    already. DuckDB's hints name objects of every catalogue, the file's among them, so they end at the search path.
    """
    con.execute("set catalog_error_max_schemas = 0")
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
            f"{path} was built by another dltrack, or with other plug-ins; it is read under today's views, and its "
            f"stored scores are as they were computed; bring it up to date with: dltrack build --db {path}"
        )


def _place(mark: str) -> Path:
    """Return the file of the cover with this mark."""
    base = template.cache_path()
    return base.parent.with_name("covers") / f"{mark}-{base.name}"


def _make_kept(con: duckdb.DuckDBPyConnection, path: Path) -> tuple[Path, str]:
    """Return the file of the cover that fits an attached file, made first if there is none yet, and its mark."""
    base = template.cached_template()
    if base is None:
        raise DatabaseError(
            f"{path} has the views of another dltrack, and the cache cannot be written, in which today's would be "
            f"kept; set DLTRACK_CACHE to a folder, or bring it up to date with: dltrack build --db {path}"
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
            f"today's views over {path} cannot be made in the cache ({str(error).splitlines()[0]}); free some space, "
            f"or bring the file up to date with: dltrack build --db {path}"
        ) from error


def _make_fitting(base: Path, target: Path, path: Path, views: list[str]) -> None:
    """Make a cover, and put views in it that fit the tables of a file."""
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
    """Return the tables of a catalogue by schema and name in small letters."""
    sql_text.set_variables(con, place=place)
    tables: dict[str, Table] = {}
    rows = con.execute(resources.script("store/cover/columns")).fetchall()
    for schema, name, column, kind, default, is_peculiar in rows:
        table = tables.setdefault(f"{schema}.{name}".lower(), Table((schema, name), {}, is_peculiar))
        table.columns[column.lower()] = Column(column, kind, default)
    return tables


def _views(todays: dict[str, Table], stored: dict[str, Table], path: Path) -> list[str]:
    """Return the statements of the views that differ from those of a plain cover.

    They are of tables that lack columns, which have the default there, or are missing, and of the user's own tables.
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
                f"{f' ({others[0]})' if others else ', computed or collated'}; bring it up to date with: dltrack build "
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
        if not stored[name].is_peculiar:  # what it computes would be SQL of the file
            full = sql_text.quote_name(*stored[name].name)
            views.append(f"create schema if not exists {sql_text.quote_name(stored[name].name[0])}")
            views.append(f"create view if not exists {full} as from {STORED}.{full}")
    return views
