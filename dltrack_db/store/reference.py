"""Reference data that every database carries: the papers' printed numbers and NIST's official scores.

They are facts shipped with dltrack (`papers/*.csv`), not loads: each
file fills the table of the same name, and a database gets them together with
the views that compare against them.
"""

from __future__ import annotations

from pathlib import Path

import duckdb

from dltrack_db import resources
from dltrack_db.store.sqltext import literal

FOLDER = resources.PAPERS


def files() -> list[Path]:
    """The reference files, by name."""
    return sorted(FOLDER.glob("*.csv"))


def tables() -> dict[str, Path]:
    """The tables of reference data, with their files."""
    published = resources.SCHEMA / "published"
    return {
        f"{'published' if (published / f'{path.stem}.sql').exists() else 'main'}.{path.stem}": path for path in files()
    }


def load(con: duckdb.DuckDBPyConnection) -> None:
    """Fill the reference tables of the current database, replacing what they held."""
    for table, path in tables().items():
        con.execute(f"delete from {table}")
        con.execute(
            f"insert into {table} by name select * from read_csv({literal(path)}, header = true, all_varchar = true)"
        )
