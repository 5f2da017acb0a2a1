"""A worker's private copy of a slice of a database, and the tables derived from it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import duckdb

from dltrack_db.base.files import tempfolder
from dltrack_db.store import create, database, derive, facts, template

if TYPE_CHECKING:
    import pyarrow as pa

COPY = "slice"
"""Catalogue name of a private copy."""


@contextmanager
def private() -> Iterator[duckdb.DuckDBPyConnection]:
    """Yield a connection to a new empty database, which is removed at the end of the block."""
    with tempfolder.folder() as folder, closing(database.connect(spill=folder / "spill")) as con:
        con.execute("set threads = 1")  # each processor runs another worker, and sums stay reproducible
        path = folder / "slice.duckdb"
        template.copy_to(path)
        database.attach(con, path, read_only=False, alias=COPY, checks=database.TRUSTED)
        with database.transaction(con):
            create.initialize(con, path, facts.get(con, COPY))
        yield con


def derive_tables(con: duckdb.DuckDBPyConnection) -> dict[str, pa.Table]:
    """Return the derived tables of all runs in the private copy."""
    con.execute(f"use {COPY}")
    collections = [row[0] for row in con.execute("select collection from main.collections").fetchall()]
    with database.transaction(con):
        derive.refresh(con, collections)
    return {name: con.execute(f"from {name}").to_arrow_table() for name in derive.TABLES}
