"""Reference data that every database carries: the papers' printed numbers and NIST's official scores.

They are facts shipped with dltrack (`ingest/published/*.csv`), not loads: each
file fills the table of the same name, and a database gets them together with
the views that compare against them.
"""

from __future__ import annotations

from pathlib import Path

import duckdb

from dltrack_db import resources
from dltrack_db.store.sqltext import literal

FOLDER = resources.INGEST / "published"


def files() -> list[Path]:
    """The reference files, by name."""
    return sorted(FOLDER.glob("*.csv"))


def load(con: duckdb.DuckDBPyConnection) -> None:
    """Fill the reference tables of the current database, replacing what they held."""
    for path in files():
        table = (
            f"published.{path.stem}" if (resources.SCHEMA / "published" / f"{path.stem}.sql").exists() else path.stem
        )
        con.execute(f"delete from {table}")
        con.execute(
            f"insert into {table} by name select * from read_csv({literal(path)}, header = true, all_varchar = true)"
        )
