"""The cover: today's views and macros over the tables of another catalogue, so that nothing of its own SQL runs.

A lake holds tables only, and its overlay (`store/lake/overlay.py`) is a cover that is kept as a file. A file that
another release wrote, or this one with other plug-ins, has views of its own; it is read under a cover, too. Columns and
tables that are missing in it are empty. Reference data and constants are those of today.
"""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Callable, Collection
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import duckdb

from dltrack_db import sqlfiles
from dltrack_db.base import resources, sql_text
from dltrack_db.errors import DatabaseError
from dltrack_db.sqlfiles.sql_object import closing_bracket, split_arguments
from dltrack_db.store import connection, database_cache, reference, template
from dltrack_db.store.patience import Patience

STORED = "stored"
"""The catalogue as which the file under a cover is attached."""
_TABLES = (
    "select schema_name || '.' || table_name, sql from system.main.duckdb_tables() "
    "where database_name = {place} order by 1"
)
_COMPUTED = re.compile(r"\bgenerated\s+always\b", re.IGNORECASE)
_KEY = re.compile(r"(PRIMARY KEY|UNIQUE|FOREIGN KEY|CHECK)\s*\(")
"""Beginning of what stands beside columns in the definition of a table."""

_notified_files: set[Path] = set()
"""Files of which the user was told in this process."""

Columns = dict[str, str]
"""The columns of a table by name, each with its whole definition."""


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


def attach(con: duckdb.DuckDBPyConnection, path: Path, patience: Patience, alias: str = "dltrack") -> None:
    """Attach a file under today's views as `alias`, in the place of the file itself.

    Raises:
        DatabaseError: its tables are none of today's, or the cover can be kept nowhere.
    """
    con.execute(f"detach {alias}")
    connection.attach(con, path, patience, read_only=True, alias=STORED)
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
    mark = hashlib.md5("\n".join(views).encode(), usedforsecurity=False).hexdigest()[:16]

    def place() -> Path:
        return base.parent.with_name("covers") / f"{mark}-{template.cache_path().name}"

    def build(target: Path) -> None:
        _make_fitting(base, target, path, views)

    try:
        cover_file = database_cache.keep(place, build)
    except OSError as error:
        raise DatabaseError(
            f"today's views over {path} cannot be kept in the cache ({error.strerror}); free some space, or "
            "name another folder with DLTRACK_CACHE"
        ) from error
    con.execute(f"attach {sql_text.literal(cover_file.absolute())} as {alias} (type duckdb, read_only)")
    if path.absolute() not in _notified_files:
        _notified_files.add(path.absolute())
        patience.notify(
            f"{path} was built by another dltrack, or with other plug-ins; it is read under today's views, and its "
            f"stored scores are as they were computed; bring it up to date with: dltrack build --db {path}"
        )


def is_attached(con: duckdb.DuckDBPyConnection) -> bool:
    """Return True if a file is read under a cover."""
    query = f"select 1 from system.main.duckdb_databases() where database_name = '{STORED}'"
    return con.execute(query).fetchone() is not None


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


def _tables(con: duckdb.DuckDBPyConnection, place: str) -> dict[str, Columns]:
    """Return the tables of a catalogue with their columns; a computed column, which would run, has no name here."""
    columns_by_table = {}
    for name, text in con.execute(_TABLES.format(place=sql_text.literal(place))).fetchall():
        start = text.index("(") + 1
        items = split_arguments(text[start : closing_bracket(text, start)])
        columns_by_table[name] = {
            item.split(" ")[0].strip('"'): item for item in items if not _KEY.match(item) and not _COMPUTED.search(item)
        }
    return columns_by_table


def _views(todays: dict[str, Columns], stored: dict[str, Columns], path: Path) -> list[str]:
    """Return the statements of the views that differ from those of a plain cover: of tables that lack something.

    Raises:
        DatabaseError: a column is another one than today's.
    """
    views = []
    for name, columns in todays.items():
        if name in own_tables():
            continue
        there = stored.get(name, {})
        for column, definition in columns.items():
            if column in there and there[column] != definition:
                raise DatabaseError(
                    f"{path} was made by another dltrack: {name}.{column} is {there[column]} in it; bring it up to "
                    f"date with: dltrack build --db {path}"
                )
        if columns.keys() <= there.keys():
            continue
        parts = ", ".join(
            sql_text.quote_name(column)
            if column in there
            else f"null::{_kind(definition)} as {sql_text.quote_name(column)}"
            for column, definition in columns.items()
        )
        source = f"from {STORED}.{name}" if there else "where false"
        views.append(f"create or replace view dltrack.{name} as select {parts} {source}")
    for name in sorted(stored.keys() - todays.keys()):  # those of the user; a computed column is left out
        schema, _, table = name.partition(".")
        if stored[name]:
            parts = ", ".join(map(sql_text.quote_name, stored[name]))
            full = sql_text.quote_name(schema, table)
            views.append(f"create schema if not exists {sql_text.quote_name(schema)}")
            views.append(f"create view if not exists {full} as select {parts} from {STORED}.{full}")
    return views


def _kind(definition: str) -> str:
    """Return the type in the definition of a column."""
    rest = definition.partition(" ")[2]
    return re.split(r"\s+(?:NOT NULL|NULL|DEFAULT|PRIMARY KEY|UNIQUE|CHECK|COLLATE|USING)\b", rest)[0]
