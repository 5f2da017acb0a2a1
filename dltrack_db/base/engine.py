"""DuckDB connections that do not read Python variables as tables.

By default, DuckDB reads an unknown table name as a Python variable of the calling function, even within dltrack.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import duckdb


def connect(path: Path | None = None, config: dict[str, str | bool | int] | None = None) -> duckdb.DuckDBPyConnection:
    """Return a connection to a database file, or to a database in memory; data frames must be registered."""
    import duckdb  # slow to import, and some commands do not need it

    return duckdb.connect(path or ":memory:", config={"python_enable_replacements": False, **(config or {})})
