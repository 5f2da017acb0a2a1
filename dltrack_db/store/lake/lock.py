"""The lock of a shared database, which every change must hold, and the check of the user's right to write."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import duckdb

from dltrack_db.base import resources, sql_text
from dltrack_db.errors import DatabaseLockedError
from dltrack_db.store.lake import extensions, rights, session
from dltrack_db.store.lake.address import Address
from dltrack_db.store.patience import Patience

_LOCK = 0x646C7472
"""Number of the PostgreSQL advisory lock for all changes: the bytes of 'dltr'."""
_STEP = 2.0
"""Maximum seconds of one attempt to get the lock; interrupts are handled between attempts."""


class Lock:
    """The lock of a lake, held by a separate connection to PostgreSQL until that connection closes.

    A lock with a `load_no` is held while that load runs, and protects the load's unpublished rows from removal.
    """

    def __init__(self, con: duckdb.DuckDBPyConnection, address: Address, load_no: int | None = None) -> None:
        self._address = address
        self._key = _LOCK if load_no is None else (_LOCK << 32) + load_no
        self._alias = f"catalogue_{self._key}"
        self._con = con.cursor()  # a separate transaction; the extension is already loaded
        try:
            extensions.load(self._con, extensions.POSTGRES)
            self._con.execute(f"attach {sql_text.literal(address.postgres)} as {self._alias} (type postgres)")
        except duckdb.Error as error:
            self._con.close()
            raise session.explain_refusal(error, address) from error

    def acquire(self, patience: Patience) -> None:
        """Wait for the lock."""
        deadline = time.monotonic() + patience.limit
        patience.retry(
            lambda: self._try(deadline - time.monotonic()),
            DatabaseLockedError,
            "waiting up to",
            reason=f" for others to publish into {self._address.catalogue}",
            pause=0,
        )

    def _try(self, seconds: float) -> None:
        """Wait for the lock for one step, or for the remaining seconds."""
        try:
            self._con.execute("begin")
            values = {"key": self._key, "timeout": f"{round(min(_STEP, max(seconds, 0.05)) * 1000)}ms"}
            self._query(sql_text.written_out(resources.script("store/lake/lock"), values))
        except duckdb.Error as error:
            with suppress(duckdb.Error):
                self._con.execute("rollback")
            if "lock timeout" not in str(error):
                raise session.explain_refusal(error, self._address) from error
            raise DatabaseLockedError(
                f"another command is publishing into {self._address.catalogue}; try again, or wait longer with --wait"
            ) from error

    def check_rights(self) -> None:
        """Raise an error if the user may not write into the lake."""
        check_rights(self._con, self._address, self._alias)

    def check(self) -> None:
        """Raise an error if the connection that holds the lock is closed."""
        try:
            self._query("select 1")
        except duckdb.Error as error:
            raise session.explain_refusal(error, self._address) from error

    def release(self) -> None:
        """Release the lock."""
        with suppress(duckdb.Error):
            self._con.execute("rollback")
        with suppress(duckdb.Error):
            self._con.execute(f"detach {self._alias}")
        self._con.close()

    def _query(self, query: str) -> None:
        self._con.execute(f"from postgres_query('{self._alias}', {sql_text.literal(query)})").fetchall()


def check_rights(con: duckdb.DuckDBPyConnection, address: Address, alias: str = session.CATALOGUE) -> None:
    """Raise an error if the user may not write into a lake; `alias` is the attached PostgreSQL database."""
    try:
        found = rights.read(con, alias)
    except duckdb.Error as error:
        raise session.explain_refusal(error, address) from error
    rights.check_writer(found, address)


@contextmanager
def hold_lock(con: duckdb.DuckDBPyConnection, address: Address, patience: Patience) -> Iterator[Lock]:
    """Wait for the lock of a lake, and hold it during the block."""
    lock = Lock(con, address)
    try:
        lock.check_rights()
        lock.acquire(patience)
        yield lock
    finally:
        lock.release()
