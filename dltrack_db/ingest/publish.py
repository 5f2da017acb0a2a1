"""Publishing: from the staging area into the database, in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path

import duckdb

from dltrack_db import __version__, resources
from dltrack_db.errors import DatabaseError
from dltrack_db.files import tempfolder
from dltrack_db.store import database, derive, sqltext, template, writing
from dltrack_db.validation import Outcome

PATIENCE = 60.0
"""Seconds to wait for readers to close the file: hours of work may stand behind a load."""


def note_outcomes(con: duckdb.DuckDBPyConnection, outcomes: Sequence[Outcome]) -> None:
    """Stage the outcomes of the expectations, for the ledger."""
    for outcome in outcomes:
        row = asdict(outcome) | {"examples": "\n".join(outcome.examples) or None}
        sqltext.insert_row(con, "staging.outcomes", row)


def publish(
    con: duckdb.DuckDBPyConnection,
    path: Path,
    *,
    batch_id: str,
    started_at: datetime,
    gx_version: str,
    ledger_state: str | None,
    say: Callable[[str], None] = print,
) -> None:
    """Write the staged rows into the database file, all or nothing.

    `ledger_state` is the state of the ledger that the plan was made against;
    None for a database that did not exist.

    Raises:
        DatabaseError: the file cannot be written, or another load was published in between.
    """
    with writing.writing(con, path, patience=PATIENCE, say=say, begin=template.copy_to):
        database.initialize(con, path)
        if ledger_state is not None and ledger_state != state(con):
            raise DatabaseError(f"{path} was changed by another command meanwhile; run this one again")
        variables = {
            "batch_id": batch_id,
            "started_at": started_at.isoformat(),
            "dltrack_version": __version__,
            "duckdb_version": duckdb.__version__,
            "gx_version": gx_version,
        }
        sqltext.set_variables(con, **variables)
        run_folder(con, resources.INGEST / "publish")
        derive.refresh(con, _names(con, "temp.stale_collections"), _last_known_answer(con))
        run_folder(con, resources.INGEST / "publish" / "checks")


def rebuild(path: Path) -> int:
    """Bring views and derived tables of a database up to date, in one transaction; the number of collections in it.

    Raises:
        DatabaseError: the file is no dltrack database, or cannot be written.
    """
    database.open_readonly(path).close()
    with tempfolder.folder() as folder:
        con = database.connect(spill=folder / "spill")
        try:
            with writing.writing(con, path):
                database.initialize(con, path, anew=True)
                collections = _names(con, "main.collections")
                derive.refresh(con, collections)
        finally:
            con.close()
    return len(collections)


def _names(con: duckdb.DuckDBPyConnection, table: str) -> list[str]:
    return [row[0] for row in con.execute(f"select collection from {table} order by all").fetchall()]


def _last_known_answer(con: duckdb.DuckDBPyConnection) -> int:
    """The last number of an answer before those of this load."""
    row = con.execute("select getvariable('last_known_answer')").fetchone()
    return int(row[0]) if row else 0


def run_folder(con: duckdb.DuckDBPyConnection, folder: Path) -> None:
    """Execute the SQL files of a folder in the order of their names."""
    for file in sorted(folder.glob("*.sql")):
        con.execute(file.read_text(encoding="utf-8"))


def state(con: duckdb.DuckDBPyConnection) -> str:
    """A fingerprint of the ledger: any load or drop changes it."""
    row = con.execute("select md5(string_agg(batch_id || load_id, ' ' order by load_id)) from main.loads").fetchone()
    return str(row[0]) if row else ""
