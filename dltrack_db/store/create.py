"""Creation of the tables, views and reference data of this dltrack in the current database."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

import duckdb

from dltrack_db import __version__, sqlfiles
from dltrack_db.base.sql_text import literal, quote_name
from dltrack_db.errors import DatabaseError
from dltrack_db.store import facts, plugin_notes, reference
from dltrack_db.store.connection import has_tables
from dltrack_db.store.facts import Facts
from dltrack_db.store.versions import SCHEMA_VERSION

_DROP_KINDS = {"view": "view if exists", "macro": "macro if exists", "table macro": "macro table if exists"}
_CREATED = re.compile(r"create table if not exists \w+\.\w+", re.IGNORECASE)
_NOTED = re.compile(rf"({'|'.join(_DROP_KINDS.values())}) (\w+)\.(\w+)")
"""Format of an object in the list of built objects (`main.database_info`, key 'objects'); other text is ignored."""


def initialize(con: duckdb.DuckDBPyConnection, path: Path, file_facts: Facts | None, *, rebuild: bool = False) -> bool:
    """Create missing tables and update the views of the current database; return False if it was up to date.

    `file_facts` are the facts of the database, None if it is empty. If `rebuild` is set, build the views in any case.
    """
    if file_facts:
        facts.check_schema(file_facts, path)
    elif has_tables(con):
        raise DatabaseError(f"{path} is a DuckDB database that dltrack did not create; choose another file with --db")
    if file_facts and not rebuild and file_facts.views_hash == reference.views_hash():
        return False
    make_objects(con, file_facts.objects if file_facts else "")
    return True


def make_objects(con: duckdb.DuckDBPyConnection, noted: str = "") -> None:
    """Create all current tables, views and reference data in the current database, and note the facts about it.

    `noted` is the list of objects that an earlier build made, as stored in the database.
    """
    object_names = build(con, sqlfiles.all_objects(), noted)
    reference.load(con)
    con.execute(f"delete from main.database_info where key = {literal(facts.PLUGINS)}")
    for key, value in {**makers(), "objects": ",".join(sorted(object_names))}.items():
        con.execute(f"insert or replace into main.database_info (key, value) values ({literal(key)}, {literal(value)})")


def makers() -> dict[str, str]:
    """Return the versions, view checksum and plug-ins of this dltrack, by key of `main.database_info`."""
    line = plugin_notes.todays()
    return {
        "schema_version": SCHEMA_VERSION,
        "views_hash": reference.views_hash(),
        "dltrack_version": __version__,
        "duckdb_version": duckdb.__version__,
        **({facts.PLUGINS: line} if line else {}),
    }


def build(con: duckdb.DuckDBPyConnection, objects: list[sqlfiles.SqlObject], noted: str = "") -> set[str]:
    """Create objects with their comments in the current database; return the views and macros by kind and name.

    Objects that an earlier build `noted` are dropped if no file defines them any more. The user's own objects stay.
    """
    for schema in sorted({obj.schema for obj in objects} - {"main"}):
        con.execute(f"create schema if not exists {schema}")
    object_names = {f"{_DROP_KINDS[obj.kind]} {obj.full_name}" for obj in objects if obj.kind in _DROP_KINDS}
    if noted:
        drop_noted(con, noted, keep=object_names)
    there = _tables(con)
    views = _views(con)
    for obj in objects:
        try:
            if obj.is_constant and obj.full_name in views:  # another version of dltrack or another tool made the view
                con.execute(f"drop view {obj.full_name}")
            if obj.full_name in there and not obj.is_constant:
                _add_missing_columns(con, obj, there[obj.full_name])
            con.execute(obj.statement)
            con.execute(";\n".join(sqlfiles.comments(obj)))
        except duckdb.Error as error:
            raise DatabaseError(f"{obj.path} cannot be built: {error}") from error
    return object_names


def _tables(con: duckdb.DuckDBPyConnection) -> dict[str, str]:
    query = "select schema_name || '.' || table_name, sql from duckdb_tables() where database_name = current_database()"
    return dict(con.execute(query).fetchall())


def _views(con: duckdb.DuckDBPyConnection) -> set[str]:
    query = "select schema_name || '.' || view_name from duckdb_views() where database_name = current_database()"
    return {name for (name,) in con.execute(query).fetchall()}


def _add_missing_columns(con: duckdb.DuckDBPyConnection, obj: sqlfiles.SqlObject, stored_sql: str) -> None:
    """Add missing columns to a table that an earlier dltrack made with the same schema version; keep its rows."""
    con.execute(_CREATED.sub("create or replace temp table todays_table", obj.statement, count=1))
    ((todays,),) = con.execute(
        "select sql from duckdb_tables() where database_name = 'temp' and table_name = 'todays_table'"
    ).fetchall()
    if stored_sql.partition("(")[2] == todays.partition("(")[2]:
        return
    con.execute(f"create or replace temp table kept_rows as from {obj.full_name}")
    rows = con.execute("select count(*) from temp.kept_rows").fetchone()
    has_rows = rows != (0,) and obj.full_name not in reference.tables()
    if has_rows and (lost := sorted(set(_columns(con, "kept_rows")) - set(_columns(con, "todays_table")))):
        raise DatabaseError(
            f"{obj.full_name} was made by another version of dltrack and has rows with columns that this version does "
            f"not have ({', '.join(lost)}); load its files into a new database"
        )
    con.execute(f"drop table {obj.full_name}")
    con.execute(obj.statement)
    if has_rows:  # after an insert without rows, DuckDB 1.5.5 loses rows of later inserts, see derive._fill
        con.execute(f"insert into {obj.full_name} by name from temp.kept_rows")
    con.execute("drop table temp.kept_rows")


def _columns(con: duckdb.DuckDBPyConnection, table: str) -> list[str]:
    query = f"select column_name from duckdb_columns() where database_name = 'temp' and table_name = {literal(table)}"
    return [name for (name,) in con.execute(query).fetchall()]


def drop_noted(con: duckdb.DuckDBPyConnection, noted: str, keep: Collection[str] = ()) -> None:
    """Drop the views and macros of the current database that are in the list `noted`, except those to `keep`.

    The list is untrusted text from the file, so only names of existing objects are used.
    """
    noted_objects = {(found[1], found[2], found[3]) for each in noted.split(",") if (found := _NOTED.fullmatch(each))}
    kinds = {"macro": _DROP_KINDS["macro"], "table_macro": _DROP_KINDS["table macro"]}
    there = con.execute(
        "select 'view', schema_name, view_name from duckdb_views() "
        "where database_name = current_database() and not internal union all "
        "select distinct function_type, schema_name, function_name from duckdb_functions() "
        "where database_name = current_database() and not internal order by all"
    ).fetchall()
    for kind, schema, name in there:
        drop = kinds.get(kind, _DROP_KINDS["view"])
        if (drop, schema, name) in noted_objects and f"{drop} {schema}.{name}" not in keep:
            con.execute(f"drop {drop} {quote_name(schema, name)}")
