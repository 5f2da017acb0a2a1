"""Notes in a database on the plug-ins that it was built with (`catalog.plugins`).

A note is untrusted text from the file and may name one of dltrack's own tables. So a table is dropped only if DuckDB's
catalogue contains it and no installed SQL file defines it.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import duckdb

from dltrack_db.base import plugins, resources, sql_text
from dltrack_db.base.plugin_description import Plugin
from dltrack_db.errors import DatabaseError
from dltrack_db.store.connection import count
from dltrack_db.store.facts import Facts, PluginNote


def todays() -> str | None:
    """Return the note on this process's plug-ins, with a line for each; None if there are no plug-ins."""
    lines = [
        " ".join([one.name, one.version, one.checksum, ",".join(one.tables), ",".join(_kinds(one))])
        for one in plugins.active()
    ]
    return "\n".join(lines) or None


def _kinds(plugin: Plugin) -> list[str]:
    return sorted(path.name for path in (plugin.folder / "ingest" / "parts").glob("*") if path.is_dir())


def absent(file_facts: Facts | None) -> list[PluginNote]:
    """Return the plug-ins that a database notes but that are not installed, with their tables and kinds of data."""
    if not file_facts or not file_facts.plugins:
        return []
    from dltrack_db import sqlfiles  # not imported for databases without plug-ins
    from dltrack_db.base import parts

    here = sqlfiles.object_names(resources.SCHEMA)
    missing = (
        plugin._replace(
            tables=tuple(table for table in plugin.tables if table not in here),
            kinds=tuple(kind for kind in plugin.kinds if not parts.is_known(kind)),
        )
        for plugin in file_facts.plugins
    )
    return [plugin for plugin in missing if plugin.tables]


def check_all_here(file_facts: Facts, path: Path | str) -> None:
    """Raise DatabaseError if a database to change or export has tables of a plug-in that is not installed."""
    for plugin in absent(file_facts):
        raise DatabaseError(
            f"{path} has tables of the plug-in {plugin}, which is not installed, so the tables would not be updated; "
            f"install the plug-in, or remove its tables with: dltrack drop --plugin {plugin.name} --db {path}"
        )


def leaving(
    con: duckdb.DuckDBPyConnection, file_facts: Facts, path: Path | str, names: Collection[str] = ()
) -> list[PluginNote]:
    """Return the plug-ins to remove from the current database, because they are not installed.

    Raise DatabaseError if such a plug-in has rows and is not in `names`.
    """
    absent_plugins = absent(file_facts)
    for plugin in absent_plugins:
        if plugin.name not in names and (rows := count_rows(con, plugin)):
            raise DatabaseError(
                f"{path} has {rows:,} rows of the plug-in {plugin}, which is not installed; install the plug-in, "
                f"or remove the rows with: dltrack drop --plugin {plugin.name} --db {path}"
            )
    return absent_plugins


def count_rows(con: duckdb.DuckDBPyConnection, plugin: PluginNote) -> int:
    """Return the number of rows in the tables of a plug-in that is not installed."""
    return sum(count(con, name) for name in _tables(con, plugin))


def remove(con: duckdb.DuckDBPyConnection, plugin: PluginNote) -> None:
    """Remove the tables of a plug-in from the current database, with the records of its loads."""
    for name in _tables(con, plugin):
        con.execute(f"drop table {name}")
    if plugin.kinds:
        sql_text.set_variables(con, parts=list(plugin.kinds))
        con.execute(resources.script("store/drop/plugin"))


def _tables(con: duckdb.DuckDBPyConnection, plugin: PluginNote) -> list[str]:
    query = "select schema_name, table_name from duckdb_tables() where database_name = current_database() order by all"
    return [
        sql_text.quote_name(schema, table)
        for schema, table in con.execute(query).fetchall()
        if f"{schema}.{table}" in plugin.tables
    ]
