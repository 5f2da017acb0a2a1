"""A slice of a database in a worker's private copy: filled, and all that is derived from it computed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import duckdb

from dltrack_db.base.files import tempfolder
from dltrack_db.store import create, database, derive, facts, template

if TYPE_CHECKING:
    import pyarrow as pa

COPY = "slice"
"""The catalogue as which a private copy is attached."""


@contextmanager
def private() -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection whose current database is an empty one of its own, for the block."""
    with tempfolder.folder() as folder:
        con = database.connect(spill=folder / "spill")
        try:
            con.execute("set threads = 1")  # the others work on other units, and sums keep their last digits
            path = folder / "slice.duckdb"
            template.copy_to(path)
            database.attach(con, path, read_only=False, alias=COPY, checks=database.TRUSTED)
            with database.transaction(con):
                create.initialize(con, path, facts.of(con, COPY))
            yield con
        finally:
            con.close()


def derive_tables(con: duckdb.DuckDBPyConnection) -> dict[str, pa.Table]:
    """The derived tables of all runs in the private copy."""
    con.execute(f"use {COPY}")
    collections = [row[0] for row in con.execute("select collection from main.collections").fetchall()]
    with database.transaction(con):
        derive.refresh(con, collections)
    return {name: con.execute(f"from {name}").to_arrow_table() for name in derive.TABLES}
