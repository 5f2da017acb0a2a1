"""Conditions in SQL that users pass on the command line."""

from __future__ import annotations

import re

import duckdb

from dltrack_db.errors import UsageError
from dltrack_db.store import questions

_OF_DATA = (duckdb.OperationalError, duckdb.InternalError, duckdb.FatalException, duckdb.InterruptException)
"""Errors that are not caused by a condition, but by files, networks or memory."""


def execute(con: duckdb.DuckDBPyConnection, query: str, option: str) -> duckdb.DuckDBPyConnection:
    """Execute a query that contains a user's condition; errors name the `option` of the condition.

    Raises:
        UsageError: the condition is not valid, or can read more than the database's current views.
    """
    questions.check_reach(con, query)
    try:
        return con.execute(query)
    except duckdb.Error as error:
        if isinstance(error, _OF_DATA):
            raise
        message, _, _ = str(error).partition("\nLINE ")  # the lines below contain dltrack's query around the condition
        text = re.search(r'Referenced column "([^"]+)" not found', message)
        advice = f", with single quotes for texts: '{text[1]}'" if text else ""
        raise UsageError(
            f"{option}: {' '.join(message.split())}; write an SQL condition on the columns{advice}"
        ) from error
