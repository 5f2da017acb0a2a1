"""A trial of one plug-in, alone: its objects are built in a copy of the empty database, in a process of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path

import duckdb

from dltrack_db import sqlfiles
from dltrack_db.base import plugins
from dltrack_db.base.files import tempfolder
from dltrack_db.base.plugin_description import Plugin, read
from dltrack_db.errors import DltrackError
from dltrack_db.sqlfiles import dependencies, generated, places
from dltrack_db.store import connection, template

_CORE = "from dltrack_db.store import template; print(template.cached_template() or '')"
"""The path of the empty database without plug-ins, asked in a process that has none."""


def main(folder: str) -> None:
    """Print why the plug-in in a folder cannot be used, nothing where it can."""
    plugin = read(Path(folder), "")
    print(" ".join(find_fault(plugin).split()))


def find_fault(plugin: Plugin) -> str:
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
        with tempfolder.folder() as folder:
            _build(plugin, folder / "trial.duckdb")
        _check_parts(plugin)
    except (DltrackError, duckdb.Error, ValueError) as error:
        text = str(error)
        with suppress(ValueError):
            text = text.replace(f"{plugin.folder}/", "")
        return text
    return ""


def _build(plugin: Plugin, path: Path) -> None:
    """Build what the plug-in brings, and what is made of a set, beside dltrack's own objects.

    Raises:
        DltrackError: an object breaks the rules of SQL files.
        duckdb.Error: one does not bind; the message begins with its file.
    """
    command = [sys.executable, "-P", "-c", _CORE]
    environment = {**os.environ, plugins.OFF: "1"}
    core = subprocess.run(command, capture_output=True, text=True, env=environment, check=False).stdout.strip()
    if not core:  # the cache cannot be written
        template.make(path)
        return
    shutil.copyfile(core, path)
    names = {*plugin.objects, *(name.removesuffix(".sql").replace("/", ".") for name in places.generators())}
    generated.renew()
    objects = sqlfiles.build_order(obj for name in sorted(names) if (obj := dependencies.find_object(name)) is not None)
    with closing(connection.connect()) as con:
        connection.attach(con, path, read_only=False)
        con.execute("use dltrack")
        for obj in objects:
            con.execute(f"create schema if not exists {obj.schema}")
            try:
                con.execute(obj.statement)
                con.execute(";\n".join(sqlfiles.comments(obj)))
            except duckdb.Error as error:
                raise DltrackError(f"{obj.path} cannot be built: {error}") from error


def _check_parts(plugin: Plugin) -> None:
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
