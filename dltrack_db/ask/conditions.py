"""Conditions in SQL that users write on the command line."""

from __future__ import annotations

import re

import duckdb

from dltrack_db.errors import UsageError
from dltrack_db.store import questions

_OF_DATA = (duckdb.OperationalError, duckdb.InternalError, duckdb.FatalException, duckdb.InterruptException)
"""Errors that no condition causes: files, networks, memory."""


def execute(con: duckdb.DuckDBPyConnection, query: str, option: str) -> duckdb.DuckDBPyConnection:
    """Execute a query with a user's condition; its errors name the option and what to do.

    Raises:
        UsageError: the condition is not valid, or may reach more than the database's current views.
    """
    questions.check_reach(con, query)
    try:
        return con.execute(query)
    except duckdb.Error as error:
        if isinstance(error, _OF_DATA):
            raise
        message, _, _ = str(error).partition("\nLINE ")  # what follows is our query around the condition
        text = re.search(r'Referenced column "([^"]+)" not found', message)
        advice = f", and quote the text as SQL does: '{text[1]}'" if text else ""
        raise UsageError(
            f"{option}: {' '.join(message.split())}; write a condition on its columns as in SQL{advice}"
        ) from error
