"""Queries that use polars, pandas or Arrow tables by variable name, on a connection that may not read files.

DuckDB's own look-up of variables is disabled together with file access.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import FrameType
from typing import Any

import duckdb

from dltrack_db.store import catalogue, questions

_UNKNOWN = re.compile(r'Table with name "?(?P<name>\w+)"? does not exist')


def query(
    con: duckdb.DuckDBPyConnection, text: str, parameters: Sequence[Any] | Mapping[str, Any] | None, caller: FrameType
) -> duckdb.DuckDBPyRelation:
    """Run a query; look up each unknown table name among the caller's variables.

    A query that names a variable runs in a separate connection, so that its result does not change with the variable.
    """
    questions.check_reach(con, text)
    named: set[str] = set()
    cursor = con
    while True:
        try:
            return cursor.sql(text, params=parameters)
        except duckdb.CatalogException as error:
            match = _UNKNOWN.search(str(error))
            frame = _find(match["name"], caller) if match and match["name"] not in named else None
            if match is None or frame is None:
                raise duckdb.CatalogException(catalogue.explain_error(con, error, text)) from error
            if cursor is con:
                cursor = con.cursor()
                cursor.execute("use dltrack")
            cursor.register(match["name"], frame)
            named.add(match["name"])


def _find(name: str, caller: FrameType) -> Any:
    """Return the caller's variable of that name if it is a polars, pandas or Arrow table, else None."""
    found = caller.f_locals.get(name, caller.f_globals.get(name))
    if found is not None and hasattr(found, "collect"):
        found = found.collect()
    return found if hasattr(found, "__arrow_c_stream__") or hasattr(found, "__dataframe__") else None
