"""Lists of the objects in an attached file, read from DuckDB's catalogue without running any SQL of the file.

A macro in the file may have the name of any function or operator. So these queries name functions with `system.main`
and use no operators.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import duckdb

from dltrack_db.errors import UntrustedError

RELOAD = "load the files into a new database"
"""Advice for a file with tables that cannot be read."""
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
"""Kinds of objects, each with DuckDB's function that lists them and the column with their names."""
Listed = dict[str, list[tuple[str, str, str, bool]]]
_COMPUTED = "GENERATED ALWAYS AS"
_PLAIN_INDEX = re.compile(r"""\[('?("([^"]|"")*"|\w+)'?(, )?)+\]""")
"""Matches DuckDB's list of an index's expressions if all of them are column names."""


class Problem(NamedTuple):
    """An object that changes the results of queries."""

    kind: str
    name: str
    why: str
    can_be_built: bool = False
    """True if `dltrack build` replaces the object"""
    fix: str = "drop it"
    """advice in the report of `dltrack verify`"""

    def __str__(self) -> str:
        return f"{self.kind} {self.name} ({self.why})"


def list_objects(con: duckdb.DuckDBPyConnection) -> Listed:
    """Return all objects by kind, each with database, schema, name, and True if it is built into DuckDB."""

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
        Problem(kind, f"{schema}.{name}", "is not allowed", fix="ask the owner to drop it")
        for kind in ("view", "macro", "type")
        for place, schema, name, is_internal in objects[kind]
        if place == alias and not is_internal
    ]
    if problems := [*problems, *find_computing(con, alias, tables)]:
        raise UntrustedError(
            f"{what} may contain only plain tables, but has {', '.join(map(str, problems[:SHOWN]))}; ask its owner to "
            "remove them"
        )


def find_computing(con: duckdb.DuckDBPyConnection, alias: str, tables: frozenset[str]) -> Iterator[Problem]:
    """Yield the generated columns of `tables`, which run SQL on reading, and indexes that run SQL on writing."""
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
