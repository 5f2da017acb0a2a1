"""The comparison of printed numbers of a database in which nothing is changed: asked once, for it takes seconds."""

from __future__ import annotations

import functools
from typing import Any

import duckdb
import pyarrow as pa


def asked(con: duckdb.DuckDBPyConnection, query: str) -> list[tuple[Any, ...]]:
    """The rows of a query over `compared`, which has the rows of published.comparison as the tables were found."""
    compared = _rows(con)
    assert compared.num_rows
    return duckdb.execute(query).fetchall()


@functools.cache
def _rows(con: duckdb.DuckDBPyConnection) -> pa.Table:
    return con.execute("from published.comparison").to_arrow_table()
