"""Publishing: from the staging area into the database, in one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path

import duckdb

from dltrack_db import __version__, database, resources
from dltrack_db.errors import DatabaseError
from dltrack_db.validation import Outcome


def note_outcomes(con: duckdb.DuckDBPyConnection, outcomes: Sequence[Outcome]) -> None:
    """Stage the outcomes of the expectations, for the ledger."""
    for outcome in outcomes:
        row = asdict(outcome) | {"examples": "\n".join(outcome.examples) or None}
        names = ", ".join(row)
        con.execute(f"insert into staging.outcomes ({names}) values ({', '.join(f'${name}' for name in row)})", row)


def publish(
    con: duckdb.DuckDBPyConnection,
    path: Path,
    *,
    batch_id: str,
    started_at: datetime,
    gx_version: str,
    ledger_state: int | None,
) -> None:
    """Write the staged rows into the database file, all or nothing.

    `ledger_state` is the highest load number the plan was made against; None
    for a database that did not exist.

    Raises:
        DatabaseError: the file cannot be written, or another load was published in between.
    """
    database.attach(con, path, read_only=False)
    try:
        with database.transaction(con):
            database.initialize(con, path)
            if ledger_state is not None and ledger_state != last_load(con):
                raise DatabaseError(f"another load into {path} was published meanwhile; run the command again")
            variables = {
                "batch_id": batch_id,
                "started_at": started_at.isoformat(),
                "dltrack_version": __version__,
                "duckdb_version": duckdb.__version__,
                "gx_version": gx_version,
            }
            for name, value in variables.items():
                con.execute(f"set variable {name} = $value", {"value": value})
            run_folder(con, resources.INGEST / "publish")
            for (collection,) in con.execute("select collection from memory.staging.collections").fetchall():
                refresh(con, collection)
    finally:
        database.detach(con)


def refresh(con: duckdb.DuckDBPyConnection, collection: str) -> None:
    """Recompute the derived tables of a collection (`ingest/derive`)."""
    con.execute("set variable collection = $collection", {"collection": collection})
    tables = ("rankings", "run_topics")  # what is to be derived from, and what an earlier load left behind
    if any(
        con.execute(f"select 1 from main.{table} where collection = $1 limit 1", [collection]).fetchone()
        for table in tables
    ):
        run_folder(con, resources.INGEST / "derive")


def run_folder(con: duckdb.DuckDBPyConnection, folder: Path) -> None:
    """Execute the SQL files of a folder in the order of their names."""
    for file in sorted(folder.glob("*.sql")):
        con.execute(file.read_text(encoding="utf-8"))


def last_load(con: duckdb.DuckDBPyConnection) -> int:
    """The highest load number in the ledger, 0 when it is empty."""
    row = con.execute("select coalesce(max(load_id), 0) from main.loads").fetchone()
    return int(row[0]) if row else 0
