"""Publishing: from the staging area into the database, in one transaction."""

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
from dltrack_db.load import shared
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
from dltrack_db.store.interface import Publication
from dltrack_db.store.patience import Patience

_SHOWN = 3
"""Faults in a message."""


def note_outcomes(con: duckdb.DuckDBPyConnection, outcomes: Sequence[Outcome]) -> None:
    """Stage the outcomes of the expectations, for the ledger."""
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
    """Write the staged rows into the database file, all or nothing.

    `ledger_state` is the state of the ledger that the plan was made against;
    None for a database that did not exist. `cluster` scores, as in `cluster.pool.map_units`.
    `patience` is how to wait for others to close the file, and whom to tell what is done.
    `approve` waits for the validation and gives the version of Great Expectations; what it raises
    stops everything. It is asked before the file is opened for writing; of a new file, which nobody can see
    before it has its name, after all rows are written, so that validating and writing go side by side.
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
            raise DatabaseChangedError(f"{path} was changed by another command during the load; run this one again")

    def fill(con: duckdb.DuckDBPyConnection, is_unseen: bool) -> None:
        _fill(con, may_commit=is_unseen, approve=approve if is_new else None, compute_remotely=compute_remotely)

    steps = Publication(fill, check_file, shared.pull, partial(shared.put, path=path, ledger_state=ledger_state))
    store.publish(con, steps, patience)


def _fill(
    con: duckdb.DuckDBPyConnection,
    *,
    may_commit: bool,
    approve: Callable[[], str] | None = None,
    compute_remotely: derive.RemoteComputation | None = None,
) -> None:
    """Put the staged rows, and what is derived from them, into the current database; `approve` as in `publish`."""
    try:
        staged = part_queries.staged_parts(con)
        for part in staged:
            for statement in part_queries.publish(part):
                con.execute(statement)
        run_folder(con, "ingest/publish")
        stale = _names(con, "temp.stale_collections")
        derive.refresh(con, stale, _last_known_answer(con), may_commit=may_commit, compute_remotely=compute_remotely)
    except Exception:
        if approve:  # rows that do not hold what is expected of them may be why, and the expectations say it better
            approve()
        raise
    if approve:
        sql_text.set_variables(con, gx_version=approve())
        derive.commit(con)  # to see the outcomes, which another connection staged
    if staged:
        con.execute(part_queries.note_digests(staged))
        run_folder(con, "ingest/publish/ledger")
        con.execute(part_queries.check_counts(staged))


def rebuild(path: Path, *, accept: bool = False, leaving: Collection[str] = ()) -> int | None:
    """Bring views and derived tables of a database up to date, in one transaction; return how many collections it has.

    `accept` takes the rows of the tables, by whatever tool they were written, for what was loaded. Where nobody has
    written to the file since it was built by this program there is nothing to do, and nothing is returned. `leaving`
    names plug-ins that are not installed, whose tables are removed with their rows.
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
        with suppress(DatabaseError):  # of a file with objects that are not trusted, which the next command names
            database.open_readonly(path).close()
    checked_files.note_built(path, sql_state)
    return len(collections)


def _name_what_cannot_be_accepted(path: Path) -> None:
    faults = [f"{one.check}, {one.subject}: {one.detail}" for one in verify.verify(path) if one.is_fault]
    if faults:
        more = f", and {len(faults) - _SHOWN} more" if len(faults) > _SHOWN else ""
        raise DatabaseError(
            f"{path} was accepted except for contradicting rows: {'; '.join(faults[:_SHOWN])}{more}; drop it and load "
            "it again, see: dltrack verify"
        )


def _names(con: duckdb.DuckDBPyConnection, table: str) -> list[str]:
    return [row[0] for row in con.execute(f"select collection from {table} order by all").fetchall()]


def _last_known_answer(con: duckdb.DuckDBPyConnection) -> int:
    """The last number of an answer before those of this load."""
    row = con.execute("select getvariable('last_known_answer')").fetchone()
    return int(row[0]) if row else 0


def run_folder(con: duckdb.DuckDBPyConnection, folder: str) -> None:
    """Execute the scripts of a folder in the order of their names."""
    for script in resources.scripts(folder).values():
        con.execute(script)
