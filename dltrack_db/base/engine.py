"""Connections to DuckDB in which no name refers to a Python object.

By default DuckDB reads an unknown table name as a variable of the calling function, including dltrack's own.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import duckdb


def connect(path: Path | None = None, config: dict[str, str | bool | int] | None = None) -> duckdb.DuckDBPyConnection:
    """Return a connection to a file or to a database in memory; frames must be registered."""
    import duckdb  # not needed for names of recipes

    return duckdb.connect(path or ":memory:", config={"python_enable_replacements": False, **(config or {})})
