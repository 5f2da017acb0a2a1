"""Objects of an attached file, listed from DuckDB's catalogue without running any SQL of the file.

A macro of the file may have the name of any function or operator, so the queries here call `system.main` by name and
use no operators.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import duckdb

from dltrack_db.errors import UntrustedError

RELOAD = "load the files into a new database"
"""Advice for a file whose tables cannot be read."""
SHOWN = 5
"""Maximum number of names in a message."""
_KINDS = (
    ("schema", "duckdb_schemas", "schema_name"),
    ("view", "duckdb_views", "view_name"),
    ("table", "duckdb_tables", "table_name"),
    ("macro", "duckdb_functions", "function_name"),
    ("macro table", "duckdb_functions", "function_name"),
    ("sequence", "duckdb_sequences", "sequence_name"),
    ("type", "duckdb_types", "type_name"),
)
"""Kinds of named objects, each with the function and column that list it."""
Listed = dict[str, list[tuple[str, str, str, bool]]]
_COMPUTED = "GENERATED ALWAYS AS"
_PLAIN_INDEX = re.compile(r"""\[('?("([^"]|"")*"|\w+)'?(, )?)+\]""")
"""DuckDB's list of the expressions of an index, if they are all column names."""


class Problem(NamedTuple):
    """An object that changes what users read."""

    kind: str
    name: str
    why: str
    can_be_built: bool = False
    """True if `dltrack build` fixes it"""
    fix: str = "drop it"
    """advice in the report of `dltrack verify`"""

    def __str__(self) -> str:
        return f"{self.kind} {self.name} ({self.why})"


def list_objects(con: duckdb.DuckDBPyConnection) -> Listed:
    """List all attached objects by kind: database, schema, name, and whether DuckDB made it."""

    def ask(function: str, column: str) -> list[tuple[str, str, str, bool]]:
        is_made_in = "false" if function == "duckdb_sequences" else "internal"
        return con.execute(
            f"select database_name, schema_name, {column}, {is_made_in} from system.main.{function}()"
        ).fetchall()

    functions = dict.fromkeys((function, column) for _, function, column in _KINDS)
    rows = {each: ask(*each) for each in functions}
    return {kind: rows[function, column] for kind, function, column in _KINDS}


def check_plain_tables(con: duckdb.DuckDBPyConnection, alias: str, what: str) -> None:
    """Reject an attached database that contains anything but plain tables, without reading from it."""
    objects = list_objects(con)
    tables = frozenset(f"{schema}.{name}".lower() for place, schema, name, _ in objects["table"] if place == alias)
    problems = [
        Problem(kind, f"{schema}.{name}", "is not allowed", fix="ask its owner")
        for kind in ("view", "macro", "type")
        for place, schema, name, is_internal in objects[kind]
        if place == alias and not is_internal
    ]
    if problems := [*problems, *find_computing(con, alias, tables)]:
        raise UntrustedError(f"{what} is not just tables: {', '.join(map(str, problems[:SHOWN]))}; ask its owner")


def find_computing(con: duckdb.DuckDBPyConnection, alias: str, tables: frozenset[str]) -> Iterator[Problem]:
    """Yield generated columns of some tables, which run SQL on reading, and indexes that run SQL on writing."""
    definitions = con.execute(
        "select database_name, schema_name, table_name, sql from system.main.duckdb_tables()"
    ).fetchall()
    for place, schema, name, sql in definitions:
        if place == alias and f"{schema}.{name}".lower() in tables and _COMPUTED in (sql or "").upper():
            yield Problem("table", f"{schema}.{name}", "has a generated column", fix=RELOAD)
    indexes = con.execute(
        "select database_name, schema_name, table_name, index_name, expressions from system.main.duckdb_indexes()"
    ).fetchall()
    for place, schema, name, index, expressions in indexes:
        is_ours = place == alias and f"{schema}.{name}".lower() in tables
        if is_ours and not _PLAIN_INDEX.fullmatch(expressions or ""):
            yield Problem("index", f"{schema}.{index}", f"computes values of {schema}.{name}")
