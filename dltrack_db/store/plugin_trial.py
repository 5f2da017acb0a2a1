"""A trial of one plug-in, alone: its objects are built beside dltrack's own, in a process that ends with it."""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path

import duckdb

from dltrack_db.base import plugins
from dltrack_db.base.files import tempfolder
from dltrack_db.errors import DltrackError
from dltrack_db.store import connection, template


def main(folder: str) -> None:
    """Print why the plug-in in a folder cannot be used, nothing where it can."""
    plugin = plugins.read(Path(folder), "")
    print(" ".join(find_fault(plugin).split()))


def find_fault(plugin: plugins.Plugin) -> str:
    """Return why a plug-in cannot be used, '' where it can; this process works with it alone from now on."""
    plugins.use([plugin])
    with closing(connection.connect(threads=1)) as con:
        query = "select distinct lower(function_name) from system.main.duckdb_functions()"
        functions = {name for (name,) in con.execute(query).fetchall()}
    for name, path in plugin.objects.items():
        if name.partition(".")[2] in functions:
            return (
                f"{path.relative_to(plugin.folder)}: DuckDB has a function {name.partition('.')[2]}; name it otherwise"
            )
    try:
        if template.cached_template() is None:
            with tempfolder.folder() as place:
                template.make(place / "trial.duckdb")
        _check_parts(plugin)
    except (DltrackError, duckdb.Error, ValueError) as error:
        text = str(error)
        with suppress(ValueError):
            text = text.replace(f"{plugin.folder}/", "")
        return text
    return ""


def _check_parts(plugin: plugins.Plugin) -> None:
    """Read its kinds of data and its recipes.

    Raises:
        DltrackError: one is not right.
    """
    from dltrack_db.base import parts, recipes
    from dltrack_db.sqlfiles import part_queries

    for part in parts.all_parts():
        if part.folder.is_relative_to(plugin.folder):
            part_queries.publish(part)
    for path in plugin.files("ingest/recipes"):
        if path.suffix == ".toml":
            recipes.read(path)
