"""Write the rows of the staging area into the database in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import asdict
from datetime import datetime
from functools import partial
from pathlib import Path

import duckdb

from dltrack_db import __version__, sqlfiles
from dltrack_db.base import resources, sql_text
from dltrack_db.base.files import tempfolder
from dltrack_db.cluster import load_scores
from dltrack_db.errors import DatabaseChangedError, DatabaseError
from dltrack_db.load.expectations import Outcome
from dltrack_db.sqlfiles import part_queries
from dltrack_db.store import (
    change_log,
    checked_files,
    database,
    derive,
    stores,
    verify,
)
from dltrack_db.store.interface import COPY, Publication
from dltrack_db.store.patience import Patience

_SHOWN = 3
"""Maximum number of faults in a message."""


def note_outcomes(con: duckdb.DuckDBPyConnection, outcomes: Sequence[Outcome]) -> None:
    """Write the outcomes of the expectations into the staging area; `publish` copies them into the ledger."""
    rows = [asdict(outcome) | {"examples": "\n".join(outcome.examples) or None} for outcome in outcomes]
    sql_text.insert_rows(con, "staging.outcomes", rows)


def publish(
    con: duckdb.DuckDBPyConnection,
    path: Path,
    *,
    batch_id: str,
    started_at: datetime,
    approve: Callable[[], str],
    ledger_state: str | None,
    cluster: str | None = None,
    patience: Patience,
) -> None:
    """Write all staged rows into the database file, or none if an error occurs.

    Args:
        con: connection with the staging area.
        path: database file.
        batch_id: id of the load in the ledger.
        approve: function that waits for the validation and returns the version of Great Expectations, or raises an
            error, which stops the load. For an existing file, it is called before the file is opened for writing. A new
            file is invisible until it is renamed at the end, so validation and writing run in parallel and the function
            is called after all rows are written.
        ledger_state: state of the ledger when the load began; None for a new database.
        cluster: workers that compute scores, as in `cluster.pool.map_units`.
        patience: how long to wait for other processes.
    """
    variables = {
        "batch_id": batch_id,
        "started_at": started_at.isoformat(),
        "dltrack_version": __version__,
        "duckdb_version": duckdb.__version__,
    }
    sql_text.set_variables(con, **variables)
    compute_remotely = load_scores.remote_scoring(cluster, patience.notify)
    store = stores.at(path)
    is_new = not store.exists
    if not is_new:
        sql_text.set_variables(con, gx_version=approve())

    def check_file(con: duckdb.DuckDBPyConnection) -> None:
        if ledger_state is not None and ledger_state != store.fingerprint(con):
            raise DatabaseChangedError(f"another command changed {path} during the load; run the same command again")

    def fill(con: duckdb.DuckDBPyConnection, is_unseen: bool) -> None:
        _fill(con, may_commit=is_unseen, approve=approve if is_new else None, compute_remotely=compute_remotely)

    steps = Publication(fill, check_file, _pull, partial(_put, path=path, ledger_state=ledger_state))
    store.publish(con, steps, patience)


def _fill(
    con: duckdb.DuckDBPyConnection,
    *,
    may_commit: bool,
    approve: Callable[[], str] | None = None,
    compute_remotely: derive.RemoteComputation | None = None,
) -> None:
    """Write the staged rows and the derived tables into the current database; `approve` is as in `publish`."""
    try:
        staged = part_queries.staged_parts(con)
        for part in staged:
            for statement in part_queries.publish(part):
                con.execute(statement)
        run_folder(con, "ingest/publish")
        stale = _names(con, "temp.stale_collections")
        derive.refresh(con, stale, _last_known_answer(con), may_commit=may_commit, compute_remotely=compute_remotely)
    except Exception:
        if approve:  # if invalid rows are the reason, the expectations explain it better
            approve()
        raise
    if approve:
        sql_text.set_variables(con, gx_version=approve())
        derive.commit(con)  # makes the outcomes visible: another connection has staged them
    if staged:
        con.execute(part_queries.note_digests(staged))
        run_folder(con, "ingest/publish/ledger")
        con.execute(part_queries.check_counts(staged))


def _pull(con: duckdb.DuckDBPyConnection) -> None:
    """Copy the rows that the load needs from the attached lake into the private copy."""
    conventions, stale_runs = resources.scripts("load/shared/pull").values()
    con.execute(conventions)
    con.execute(f"use {COPY}")
    con.execute(resources.script("ingest/publish/0_stale"))
    con.execute(stale_runs)


def _put(con: duckdb.DuckDBPyConnection, *, path: Path, ledger_state: str | None) -> str:
    """Copy the published rows from the private copy into the lake; return the message of the snapshot."""
    sql_text.set_variables(con, known_snapshot=int(ledger_state or 0))
    if changed := con.execute(resources.script("load/shared/changed")).fetchone():
        what = " ".join(str(each) for each in changed[1:] if each)
        raise DatabaseChangedError(
            f"another command changed {path} during the load ({what}); run the same command again"
        )
    staged = part_queries.staged_parts(con)
    for statement in (one for part in staged for one in part_queries.copy_to_lake(part)):
        con.execute(statement)
    for script in resources.scripts("load/shared/publish").values():
        con.execute(script)
    if staged:  # a load that only changes run descriptions has no files
        con.execute(part_queries.check_counts(staged))
    row = con.execute(resources.script("load/shared/message")).fetchone()
    return str(row[0]) if row else "ingest"


def rebuild(path: Path, *, accept: bool = False, leaving: Collection[str] = ()) -> int | None:
    """Update views and derived tables of a database in one transaction; return the number of its collections.

    Return None if the file has not changed since this program last built it. `accept` records all rows as loaded,
    including rows that another tool wrote. The tables of the missing plug-ins in `leaving` are removed.
    """
    sql_state = sqlfiles.file_state()
    if not accept and not leaving and checked_files.is_built(path, sql_state):
        return None
    stamp = checked_files.stamp(path)
    is_todays = verify.has_todays_objects(path)

    def is_altered() -> bool:
        return not (is_todays and stamp and checked_files.stamp(path) == stamp)

    with tempfolder.folder() as folder:
        con = database.connect(spill=folder / "spill")
        try:
            command = "accept" if accept else f"remove plug-in {' '.join(leaving)}" if leaving else "build"
            with stores.at(path).change(con, command=command, rebuilds=is_altered, leaving=leaving):
                if accept:
                    change_log.accept(con)
                collections = _names(con, "main.collections")
                scored = _names(con, "(select distinct collection from main.query_scores)")
                derive.refresh(con, sorted({*collections, *scored}))
        finally:
            con.close()
    if accept:
        _name_what_cannot_be_accepted(path)
    if not checked_files.is_checked(path):
        with suppress(DatabaseError):  # the next command reports untrusted objects
            database.open_readonly(path).close()
    checked_files.note_built(path, sql_state)
    return len(collections)


def _name_what_cannot_be_accepted(path: Path) -> None:
    faults = [f"{one.check}, {one.subject}: {one.detail}" for one in verify.verify(path) if one.is_fault]
    if faults:
        more = f", and {len(faults) - _SHOWN} more" if len(faults) > _SHOWN else ""
        raise DatabaseError(
            f"{path} was accepted, but some rows contradict each other: {'; '.join(faults[:_SHOWN])}{more}; drop the "
            "faulty collections or files and load them again; list all faults with: dltrack verify"
        )


def _names(con: duckdb.DuckDBPyConnection, table: str) -> list[str]:
    return [row[0] for row in con.execute(f"select collection from {table} order by all").fetchall()]


def _last_known_answer(con: duckdb.DuckDBPyConnection) -> int:
    row = con.execute("select getvariable('last_known_answer')").fetchone()
    return int(row[0]) if row else 0


def run_folder(con: duckdb.DuckDBPyConnection, folder: str) -> None:
    """Execute all scripts of a folder, ordered by name."""
    for script in resources.scripts(folder).values():
        con.execute(script)
