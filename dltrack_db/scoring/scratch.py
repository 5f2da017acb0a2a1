"""A database in memory that holds no more than the measures asked for: for scoring files without loading them.

The tables, macros and views are those of `schema/` and `sql/`; only what the
given objects refer to, directly or through others, is built, which takes
milliseconds where building everything takes a second.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import duckdb

from dltrack_db import resources
from dltrack_db.store import sqlfiles, sqltext

_REFERENCE = re.compile(r"\b([a-z_]+)\.([a-z_0-9]+)")


def connect(objects: Iterable[str]) -> duckdb.DuckDBPyConnection:
    """An in-memory DuckDB with the named objects (e.g. 'metrics.precision') and all that they need."""
    con = duckdb.connect()
    build(con, objects)
    return con


def build(con: duckdb.DuckDBPyConnection, objects: Iterable[str]) -> None:
    """Create the named objects and all that they need, each after what it refers to, without comments."""
    done: set[str] = set()
    schemas = {"main"}
    for name in objects:
        _build(con, name, done, schemas)


def _build(con: duckdb.DuckDBPyConnection, name: str, done: set[str], schemas: set[str]) -> None:
    path = _file_of(name)
    if name in done or path is None:
        return
    done.add(name)
    _, statement = sqlfiles.parse_header(path.read_text(encoding="utf-8"), path)
    # Looser than the parser's references (sqlfiles) and far quicker: a name too many that has no file does no harm.
    for schema, stem in _REFERENCE.findall(statement):
        _build(con, f"{schema}.{stem}", done, schemas)
    schema = name.split(".")[0]
    if schema not in schemas:
        con.execute(f"create schema if not exists {schema}")
        schemas.add(schema)
    con.execute(statement)


def _file_of(name: str) -> Path | None:
    """The file that defines an object, if there is one."""
    schema, stem = name.split(".")
    table = resources.SCHEMA / ("" if schema == "main" else schema) / f"{stem}.sql"
    return next((path for path in (table, resources.SQL / schema / f"{stem}.sql") if path.is_file()), None)


def run_script(con: duckdb.DuckDBPyConnection, script: str, **variables: object) -> duckdb.DuckDBPyConnection:
    """Execute a script of `ingest/evaluate` or `ingest/derive` ('evaluate/qrels') with DuckDB variables set.

    Returns the connection, from which the rows of the last statement can be fetched.
    """
    sqltext.set_variables(con, **variables)
    return con.execute((resources.INGEST / f"{script}.sql").read_text(encoding="utf-8"))
