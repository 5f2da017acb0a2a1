"""What the comparison says of a database, planned once for all tests that ask."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import duckdb
import pyarrow as pa

from dltrack_db.store import derive


@contextmanager
def changed(con: duckdb.DuckDBPyConnection, *statements: str) -> Iterator[duckdb.DuckDBPyConnection]:
    """The database with some statements executed, and what stands in decided again, rolled back afterwards."""
    con.execute("begin")
    try:
        for statement in statements:
            con.execute(statement)
        derive.update_stand_ins(con)
        yield con
    finally:
        con.execute("rollback")


def asked(con: duckdb.DuckDBPyConnection, query: str, *statements: str) -> list[tuple[Any, ...]]:
    """The rows of a query over `compared`: published.comparison as the tables were found, or after some statements."""
    compared = _rows(con, *statements)
    assert compared.num_rows
    return duckdb.execute(query).fetchall()


@functools.cache
def _rows(con: duckdb.DuckDBPyConnection, *statements: str) -> pa.Table:
    query = "from published.comparison"
    if not statements:
        return con.execute(query).to_arrow_table()
    with changed(con, *statements):
        return con.execute(query).to_arrow_table()
