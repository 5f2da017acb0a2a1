"""Frames by the name of their variable in the queries of a connection that may read no files.

DuckDB's own way of finding them is closed together with the files.
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
    """A query in which names that are no tables stand for frames among the caller's variables.

    Such a query gets a connection of its own, so that its result keeps the
    frames it was asked of, whatever the variables hold later.
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
    """The variable of that name when it is a table of polars, pandas or Arrow."""
    found = caller.f_locals.get(name, caller.f_globals.get(name))
    if found is not None and hasattr(found, "collect"):
        found = found.collect()
    return found if hasattr(found, "__arrow_c_stream__") or hasattr(found, "__dataframe__") else None
