"""Generator of `build/sql/build.sql`: a script for the DuckDB shell that creates all objects without Python."""

from __future__ import annotations

from os.path import relpath

from dltrack_db import sqlfiles
from dltrack_db.base import plugins, resources
from dltrack_db.sqlfiles import generated, places

_HEAD = """\
-- Builds all tables, views and macros in the DuckDB shell, without Python. Run from the project's top folder:
--     duckdb my.duckdb < build/sql/build.sql
-- Generated (make build) from the references between the files.
.bail on
"""


def build() -> None:
    """Generate all SQL files and the script, without third-party plug-ins, as for a wheel."""
    plugins.use(())
    generated.renew()
    generated.write(places.made_folder() / places.SCRIPT, render())


def render() -> str:
    """Return the script."""
    objects = sqlfiles.all_objects()
    schemas = sorted({obj.schema for obj in objects} - {"main"})
    lines = [f"create schema if not exists {schema};" for schema in schemas]
    lines += [f".read {relpath(obj.path, resources.ROOT)}" for obj in objects]
    return _HEAD + "\n".join(lines) + "\n"
