"""Notes of a database on the plug-ins it was built with (`catalog.plugins`): words, which decide only refusals."""

from __future__ import annotations

from pathlib import Path

from dltrack_db.base import plugins
from dltrack_db.errors import DatabaseError
from dltrack_db.store.facts import Facts


def todays() -> str | None:
    """Return the note on the plug-ins of this process, a line for each; None where there is none."""
    lines = [f"{one.name} {one.version} {one.checksum} {','.join(one.tables)}" for one in plugins.active()]
    return "\n".join(lines) or None


def absent_tables(file_facts: Facts) -> dict[str, list[str]]:
    """Return the tables of a database with these facts that belong to plug-ins that are not here: by name, version."""
    here = {table for one in plugins.active() for table in one.tables}
    tables_by_plugin = {}
    for plugin in file_facts.plugins:
        if missing := [table for table in plugin.tables if table not in here]:
            tables_by_plugin[f"{plugin.name} {plugin.version}"] = missing
    return tables_by_plugin


def check_all_here(file_facts: Facts, path: Path | str) -> None:
    """Refuse to write to a database with these facts, or to export it, if it has tables that no plug-in here defines.

    Raises:
        DatabaseError: it has tables of a plug-in that is not installed here.
    """
    for plugin, tables in absent_tables(file_facts).items():
        raise DatabaseError(
            f"{path} holds tables of the plug-in {plugin} ({', '.join(tables)}), which is not installed here, so that "
            f"this would leave them as they are; install it first, see: dltrack plugins"
        )
