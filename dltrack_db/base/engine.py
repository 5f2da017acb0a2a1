"""Connections to DuckDB in which no name stands for a Python object: every room connects by way of this.

DuckDB takes a name that is no table for a variable of whichever function runs the query, ours among them.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import duckdb


def connect(path: Path | None = None, config: dict[str, str | bool | int] | None = None) -> duckdb.DuckDBPyConnection:
    """Return a connection to a file, or to a database in memory; frames are found where they are registered."""
    import duckdb  # which names of recipes do without

    return duckdb.connect(path or ":memory:", config={"python_enable_replacements": False, **(config or {})})
