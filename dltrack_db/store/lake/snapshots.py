"""Snapshots of a shared database: listing and naming them, restoring their state, and maintenance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb

from dltrack_db.base import names, resources, sql_text
from dltrack_db.errors import DatabaseError, DatabaseLockedError, DltrackError, UsageError
from dltrack_db.store import change_log, database
from dltrack_db.store.connection import check_count, count
from dltrack_db.store.lake import address as addresses
from dltrack_db.store.lake import lock, overlay, session
from dltrack_db.store.lake.address import Address
from dltrack_db.store.patience import Patience

GRACE = 60
"""Minutes before unused files are removed, because readers may still need them."""
MANY = 500
"""Number of small files (from about fifty loads) above which they are merged, because they make reading slower."""

_ONLY_ADDED = "main.changes"
"""The change log, which is never restored to an earlier state."""


@dataclass(frozen=True)
class MaintenanceReport:
    """Result of maintenance: number of deleted snapshots, and number and bytes of data files before and after.

    `files_before` includes `new_files`, to which maintenance moved rows of small changes from the catalogue.
    """

    num_expired: int
    files_before: int
    new_files: int
    files_after: int
    bytes_after: int


def list_snapshots(path: Path) -> tuple[list[str], list[tuple[Any, ...]]]:
    """Return columns and rows of the list of snapshots, latest first."""
    _address(path)
    with closing(database.open_readonly(path)) as con:
        result = con.execute(resources.script("store/lake/snapshots"))
        return [column[0] for column in result.description or []], result.fetchall()


def list_named(path: Path) -> list[tuple[str, int]]:
    """Return names and numbers of the named snapshots, oldest first."""
    with closing(database.open_readonly(path)) as con:
        return con.execute(resources.script("store/lake/named")).fetchall()


def set_name(path: Path, name: str, snapshot: int | None = None) -> int:
    """Name a snapshot, by default the latest, so that maintenance keeps it; return its number."""
    if reason := names.problem(name):
        raise UsageError(f"{name} cannot be the name of a snapshot: {reason}")
    if name.isdecimal():
        raise UsageError(f"'{name}' is a number, which --at would read as a snapshot number; choose a word instead")
    with _writable(path) as (con, _):
        sql_text.set_variables(con, name=name, snapshot=snapshot)
        with database.transaction(con):
            existing = con.execute(f"from lake.main.snapshot_names where name = {sql_text.literal(name)}").fetchall()
            if existing:
                raise UsageError(f"snapshot {existing[0][1]} already has the name '{name}'; choose another name")
            found = con.execute(resources.script("store/lake/snapshot")).fetchall()
            if not found:
                raise UsageError(f"there is no snapshot {snapshot}; list all snapshots with: dltrack snapshots")
            sql_text.insert_row(con, "lake.main.snapshot_names", {"name": name, "snapshot_id": found[0][0]})
            session.describe(con, f"name {found[0][0]} {name}")
    return int(found[0][0])


def restore(path: Path, at: int | str, *, say: Callable[[str], None] | None = None) -> int:
    """Restore all rows of a snapshot, including the ledger, in one change; return the snapshot's number.

    All later changes are undone, including those of other users. The undone state can be restored in the same way.
    """
    with _writable(path, say) as (con, address):
        number = session.find_snapshot(con, address, str(at))
        now = session.current_snapshot(con)
        try:
            then = session.read_facts(con, address, number)
        except duckdb.Error as error:
            raise session.explain_refusal(error, address, number) from error
        if then.schema != session.read_facts(con, address, now).schema:
            raise DatabaseError(
                f"snapshot {number} has another table schema; copy it to a file with the dltrack version that made it"
            )
        overlay.attach(con, path, address)
        session.search_lake(con)
        with database.transaction(con):
            foreign = change_log.find_foreign_changes(con)
            for table in sorted(overlay.shared_tables() - {_ONLY_ADDED}):
                _restore_table(con, table, number, now)
            session.describe(con, f"restore {number}")
            change_log.note(con, f"restore {number}", foreign)
        con.execute("use memory")
        con.execute("detach dltrack")
    return number


def _restore_table(con: duckdb.DuckDBPyConnection, table: str, number: int, now: int) -> None:
    schema, name = table.split(".")
    values = {"schema": schema, "table": name, "first": number + 1, "last": now}
    if con.execute(sql_text.written_out(resources.script("store/lake/is_changed"), values)).fetchone() == (False,):
        return
    target, earlier_rows = f"{session.NAME}.{table}", "temp.restored"
    # rows are copied before the deletion, because DuckLake leaves out deleted rows also when it reads earlier states
    con.execute(f"create or replace temp table restored as from {target} at (version => {number})")
    con.execute(f"delete from {target}")
    con.execute(f"insert into {target} by name from {earlier_rows}")
    check_count(con, target, count(con, earlier_rows))
    con.execute(f"drop table {earlier_rows}")


def maintain(
    path: Path, days: int, *, grace: int = GRACE, say: Callable[[str], None] | None = None
) -> MaintenanceReport:
    """Merge small files, delete unnamed snapshots older than `days`, and remove unused rows and files.

    Writers wait until maintenance ends. Unused files are removed after `grace` minutes, because readers may need them.
    """
    with _writable(path, say) as (con, address):
        num_files = _count_files(con)[0]
        _remove_hidden(con, address)
        sql_text.set_variables(con, days=days, grace=grace)
        expired = [row[0] for row in con.execute(resources.script("store/lake/expired")).fetchall()]
        con.execute(resources.script("store/lake/flush"))
        counts_before = _count_files(con)
        if expired:
            con.execute(f"call ducklake_expire_snapshots('lake', versions => {sql_text.literal(expired)})")
        con.execute(resources.script("store/lake/maintain"))
        counts_after = _count_files(con)
    return MaintenanceReport(len(expired), counts_before[0], max(0, counts_before[0] - num_files), *counts_after)


def merge_many_small_files(path: Path, say: Callable[[str], None]) -> None:
    """Merge the small files of a lake if there are more than `MANY`; keep the files of earlier snapshots.

    Errors are only reported, because the next change or `dltrack lake maintain` can merge the files.
    """
    try:
        with closing(database.open_readonly(path)) as reading:
            row = reading.execute(resources.script("store/lake/small_files")).fetchone()
        if not row or row[0] <= MANY:
            return
        say(f"{path}: merging {row[0]:,} small files")
        with _writable(path, say) as (con, _):
            sql_text.set_variables(con, grace=GRACE)
            con.execute(resources.script("store/lake/flush"))
            con.execute(resources.script("store/lake/maintain"))
    except (DltrackError, duckdb.Error) as error:
        say(f"{path}: small files were not merged ({error}); merge them with: dltrack lake maintain")


def _remove_hidden(con: duckdb.DuckDBPyConnection, address: Address) -> None:
    """Remove the unpublished rows of killed corpus loads; running loads hold a lock and are skipped."""
    for (load_no,) in con.execute(resources.script("store/lake/hidden")).fetchall():
        own = lock.Lock(con, address, load_no)
        try:
            own.acquire(Patience(wait=0))
        except DatabaseLockedError:
            continue
        finally:
            own.release()
        sql_text.set_variables(con, load_no=load_no)
        with database.transaction(con):
            session.describe(con, f"remove load {load_no}, which was killed")
            con.execute(resources.script("store/lake/remove_hidden"))


def _count_files(con: duckdb.DuckDBPyConnection) -> tuple[int, int]:
    row = con.execute(resources.script("store/lake/size")).fetchone()
    return (int(row[0]), int(row[1])) if row else (0, 0)


def _address(path: Path) -> Address:
    database.check_path(path, read_only=True)
    address = overlay.find_address(path)
    if address is None:
        raise UsageError(f"{path} is a file; use this command only with shared databases")
    address.check_states()
    return address


@contextmanager
def _writable(
    path: Path, say: Callable[[str], None] | None = None
) -> Iterator[tuple[duckdb.DuckDBPyConnection, Address]]:
    """Yield a writing connection to the lake and its address, while holding the lock; no transaction is open."""
    address = _address(path)
    addresses.check(address, path)
    with (
        closing(database.connect()) as con,
        session.explain_errors(address),
        lock.hold_lock(con, address, Patience(say=say)),
    ):
        session.attach(con, address, read_only=False)
        session.check_version(con, address)
        yield con, address
