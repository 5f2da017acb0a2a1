"""Reference data in every database: rows that dltrack ships, such as NIST's official scores.

Reference data are not loaded by the user: each file `papers/NAME.csv` of dltrack or a bundled plug-in fills the table
NAME when the views are built. The file of official scores has one column for each measure.
"""

from __future__ import annotations

import hashlib
import zlib
from contextlib import suppress
from functools import cache

import duckdb

from dltrack_db import sqlfiles
from dltrack_db.base import config, plugins, resources
from dltrack_db.base.files import duckpath
from dltrack_db.base.sql_text import literal
from dltrack_db.sqlfiles.reference import files, folders, tables

__all__ = ["folders", "load", "tables", "views_hash"]

_WIDE = "main.official_scores"


@cache
def views_hash() -> str:
    """Return a checksum of the current views and reference data, cached until one of their files changes."""
    state = sqlfiles.file_state(files())
    mark = hashlib.md5(state.encode(), usedforsecurity=False).hexdigest()
    note = config.cache_folder() / "views" / f"{zlib.crc32(f'{resources.ROOT} {plugins.mark()}'.encode()):08x}"
    with suppress(OSError, ValueError):
        known_mark, content = note.read_text(encoding="ascii").split()
        if known_mark == mark and len(content) == len(mark):
            return content
    content = sqlfiles.content_hash(files())
    with suppress(OSError):
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text(f"{mark} {content}", encoding="ascii")
    return content


def load(con: duckdb.DuckDBPyConnection) -> None:
    """Replace the rows of the reference tables of the current database."""
    for table, path in tables().items():
        rows = f"read_csv({literal(duckpath.for_reader(path))}, header = true, all_varchar = true)"
        if table == _WIDE:
            rows = f"(unpivot {rows} on columns(* exclude (collection, run_id, summary)) into name measure value value)"
        con.execute(f"delete from {table}")
        con.execute(f"insert into {table} by name from {rows}")
    for folder in plugins.own_folders("scripts"):
        if (script := folder / "reference.sql").is_file():  # computes rows from the reference tables
            con.execute(script.read_text(encoding="utf-8"))
