"""Notes of a database on the plug-ins it was built with (`catalog.plugins`): words, which decide only refusals."""

from __future__ import annotations

from pathlib import Path

import duckdb

from dltrack_db.base import plugins
from dltrack_db.errors import DatabaseError
from dltrack_db.store import connection

KEY = "plugins"
"""The key of `main.database_info`."""


def todays() -> str | None:
    """Return the note on the plug-ins of this process, a line for each; None where there is none."""
    lines = [f"{one.name} {one.version} {one.checksum} {','.join(one.tables)}" for one in plugins.active()]
    return "\n".join(lines) or None


def absent_tables(con: duckdb.DuckDBPyConnection) -> dict[str, list[str]]:
    """Return the tables of the current database that belong to plug-ins that are not here: by name and version."""
    return _absent(connection.info(con, KEY))


def _absent(note: str | None) -> dict[str, list[str]]:
    here = {table for one in plugins.active() for table in one.tables}
    tables_by_plugin = {}
    for line in (note or "").splitlines():
        name, version, _, tables, *_ = [*line.split(" "), "", "", "", ""]
        if missing := [table for table in tables.split(",") if table and table not in here]:
            tables_by_plugin[f"{name} {version}"] = missing
    return tables_by_plugin


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
    for plugin, tables in _absent(note).items():
        raise DatabaseError(
            f"{path} holds tables of the plug-in {plugin} ({', '.join(tables)}), which is not installed here, so that "
            f"this would leave them as they are; install it first, see: dltrack plugins"
        )
