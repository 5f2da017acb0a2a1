"""`sql/build.sql`: all tables, views and macros in an order that works, for the DuckDB shell without Python."""

from __future__ import annotations

from dltrack_db import compiler
from dltrack_db.basics import resources
from dltrack_db.compiler import built

_HEAD = """\
-- Builds all tables, views and macros in the DuckDB shell, without Python. Run from the project's top folder:
--     duckdb my.duckdb < sql/build.sql
-- Built (make build) from the references between the files.
.bail on
"""


def build() -> None:
    """Make all built files, the script among them: what the build of a wheel does.

    Raises:
        SqlFileError: as `built.renew`.
    """
    built.renew()
    built.write(resources.SQL / built.SCRIPT, render())


def render() -> str:
    """The script."""
    objects = compiler.all_objects()
    schemas = sorted({obj.schema for obj in objects} - {"main"})
    lines = [f"create schema if not exists {schema};" for schema in schemas]
    lines += [f".read {obj.path.relative_to(resources.ROOT).as_posix()}" for obj in objects]
    return _HEAD + "\n".join(lines) + "\n"
