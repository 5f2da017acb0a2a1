"""One change of a shared database: under the lock, in one transaction, which becomes one snapshot."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import duckdb

from dltrack_db.store import change_log, checked_files, database, trust
from dltrack_db.store.lake import address as addresses
from dltrack_db.store.lake import lock, overlay, session
from dltrack_db.store.lake.address import Address
from dltrack_db.store.patience import USUAL, Patience


@contextmanager
def changing(
    con: duckdb.DuckDBPyConnection,
    path: Path,
    address: Address,
    *,
    patience: Patience = USUAL,
    command: str = "write",
    anew: bool = False,
) -> Iterator[None]:
    """As `writing.writing`, for the overlay of a shared database: names are those of a file, rows go into the lake.

    Raises:
        DatabaseLockedError: others publish, still.
        DatabaseChangedError: maintenance was in the way; nothing was changed.
        DatabaseError: PostgreSQL or the data cannot be reached, or the lake has another schema.
    """
    address.check_writable()
    addresses.check(address, path)
    with session.explain_errors(address), lock.hold_lock(con, address, patience) as held:
        try:
            before = checked_files.stamp(path)
            if not overlay.attach(con, path, address, anew=anew):
                trust.check(con, path, before=before)
            session.attach(con, address, read_only=False)
            session.check_version(con, address)
            session.search_lake(con)
            with database.transaction(con, publishes=True):
                with session.planned_quickly(con):
                    strange = change_log.find_foreign_changes(con)
                session.describe(con, command)
                yield
                with session.planned_quickly(con):
                    change_log.note(con, command, strange)
                held.check()
        finally:
            with suppress(duckdb.Error):
                con.execute("use memory")
                con.execute("detach dltrack")
                session.detach(con)
