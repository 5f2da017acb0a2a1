"""Notes of a database on the plug-ins it was built with (`catalog.plugins`): words, which decide only refusals.

What leaves with a plug-in that is not here is looked up in DuckDB's catalogue, and never a table of dltrack itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

import duckdb

from dltrack_db import sqlfiles
from dltrack_db.base import parts, plugins, resources, sql_text
from dltrack_db.base.plugin_description import Plugin
from dltrack_db.errors import DatabaseError
from dltrack_db.store import connection

KEY = "plugins"
"""The key of `main.database_info`."""


class AbsentPlugin(NamedTuple):
    """A plug-in that a database was built with and that is not here: its tables, and its kinds of data."""

    name: str
    version: str
    tables: tuple[str, ...]
    parts: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.name} {self.version} ({', '.join(self.tables)})"


def todays() -> str | None:
    """Return the note on the plug-ins of this process, a line for each; None if there are none."""
    lines = [
        " ".join([one.name, one.version, one.checksum, ",".join(one.tables), ",".join(_kinds(one))])
        for one in plugins.active()
    ]
    return "\n".join(lines) or None


def _kinds(plugin: Plugin) -> list[str]:
    return sorted(path.name for path in (plugin.folder / "ingest" / "parts").glob("*") if path.is_dir())


def absent(con: duckdb.DuckDBPyConnection) -> list[AbsentPlugin]:
    """Return the plug-ins with tables that the current database was built with and that are not here."""
    return list(_absent(connection.info(con, KEY)))


def _absent(note: str | None) -> Iterator[AbsentPlugin]:
    here = sqlfiles.object_names(resources.SCHEMA) if note else frozenset()
    for line in (note or "").splitlines():
        name, version, _, tables, kinds, *_ = [*line.split(" "), "", "", "", "", ""]
        if missing := tuple(table for table in tables.split(",") if table and table not in here):
            own = [kind for kind in kinds.split(",") if kind and not parts.is_known(kind)]
            yield AbsentPlugin(name, version, missing, tuple(own))


def check_all_here(con: duckdb.DuckDBPyConnection, path: Path | str) -> None:
    """Refuse to write to the current database, or to give it out, where nobody knows some of its tables.

    Raises:
        DatabaseError: it has tables of a plug-in that is not installed here.
    """
    check_noted(connection.info(con, KEY), path)


def check_noted(note: str | None, path: Path | str) -> None:
    """Refuse it by what a database notes.

    Raises:
        DatabaseError: as `check_all_here`.
    """
    for plugin in _absent(note):
        raise DatabaseError(
            f"{path} holds tables of the plug-in {plugin}, which is not installed here, so that this would leave them "
            f"as they are; install it first, or remove the tables with: dltrack drop --plugin {plugin.name} --db {path}"
        )


def leaving(con: duckdb.DuckDBPyConnection, path: Path | str, names: Collection[str] = ()) -> list[AbsentPlugin]:
    """Return the absent plug-ins that a build may remove: those of these names, and those without a single row.

    Raises:
        DatabaseError: the tables of another one have rows.
    """
    absent_plugins = absent(con)
    for plugin in absent_plugins:
        if plugin.name not in names and (rows := count_rows(con, plugin)):
            raise DatabaseError(
                f"{path} holds {rows:,} rows of the plug-in {plugin}, which is not installed here; install it first, "
                f"or remove the rows with: dltrack drop --plugin {plugin.name} --db {path}"
            )
    return absent_plugins


def count_rows(con: duckdb.DuckDBPyConnection, plugin: AbsentPlugin) -> int:
    """Return how many rows the tables of an absent plug-in have in the current database."""
    counts = [con.execute(f"select count(*) from {name}").fetchall() for name in _tables(con, plugin)]
    return sum(int(rows[0][0]) for rows in counts)


def remove(con: duckdb.DuckDBPyConnection, plugin: AbsentPlugin) -> None:
    """Remove an absent plug-in from the current database: its tables, and what was noted of the loads into them."""
    for name in _tables(con, plugin):
        con.execute(f"drop table {name}")
    if plugin.parts:
        sql_text.set_variables(con, parts=list(plugin.parts))
        con.execute(resources.script("store/drop/plugin"))


def _tables(con: duckdb.DuckDBPyConnection, plugin: AbsentPlugin) -> list[str]:
    """Return the tables of an absent plug-in that are there, quoted."""
    query = "select schema_name, table_name from duckdb_tables() where database_name = current_database() order by all"
    return [
        sql_text.quote_name(schema, table)
        for schema, table in con.execute(query).fetchall()
        if f"{schema}.{table}" in plugin.tables
    ]
