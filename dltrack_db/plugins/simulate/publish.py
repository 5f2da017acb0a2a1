"""Copy a finished study into the database, in one transaction."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from pathlib import Path

import duckdb

from dltrack_db.base import sql_text
from dltrack_db.errors import DatabaseError, UsageError
from dltrack_db.plugins.simulate import inputs, leftovers
from dltrack_db.store import database, stores
from dltrack_db.store.patience import Patience


def check_tables(con: duckdb.DuckDBPyConnection, db: Path) -> None:
    """Raise DatabaseError if a database has no tables for simulations."""
    row = con.execute("select count(*) from duckdb_tables() where table_name = 'simulation_traces'").fetchone()
    if row == (0,):
        raise DatabaseError(f"{db} has no tables for simulations; update it with: dltrack build --db {db}")


def is_published(con: duckdb.DuckDBPyConnection, study: str, fingerprint: str) -> bool:
    """Return whether the database contains this study.

    Raises:
        UsageError: the database contains a study of this name with another fingerprint.
    """
    rows = con.execute("select distinct fingerprint from main.simulations where study = $1", [study]).fetchall()
    if rows and rows != [(fingerprint,)]:
        raise UsageError(
            f"a study '{study}' with other options or data exists; choose another --name, or remove the existing study "
            f"with: dltrack drop '{study}'"
        )
    return bool(rows)


def publish(db: Path, study: str, collection: str, loaded: str, path: Path, say: Callable[[str], None]) -> int:
    """Copy a study from its progress file into the database, remove the file, and return the number of rows.

    `loaded` is the checksum of the data that the study used.
    """
    con = database.connect()
    try:
        database.attach(con, path, read_only=True, alias=leftovers.ALIAS)
        with stores.at(db).change(con, patience=Patience(say=say), command=f"simulate {study} of {collection}"):
            if inputs.facts(con, collection).loaded != loaded:
                raise DatabaseError(
                    f"the data of {collection} in {db} changed during the simulation; run the same command again"
                )
            batch_id = str(uuid.uuid4())
            values = {"study": study, "batch_id": batch_id, "duckdb_version": duckdb.__version__}
            sql_text.run_script(con, "plugins/simulate/publish/results", **values)
            row = con.execute(
                "select measured_rows from main.loads where part = 'simulation' and name = $1", [study]
            ).fetchone()
    finally:
        con.close()
    leftovers.remove(path)
    return int(row[0]) if row else 0
