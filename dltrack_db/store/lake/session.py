"""A connection that is led to the lake: for reading, or under the lock for one change."""

from __future__ import annotations

import getpass
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path

import duckdb

from dltrack_db import __version__, interrupts
from dltrack_db.errors import DatabaseChangedError, DatabaseError, DatabaseLockedError, UsageError
from dltrack_db.store import waiting
from dltrack_db.store.lake import address as addresses
from dltrack_db.store.lake import extensions
from dltrack_db.store.lake.address import Address
from dltrack_db.store.sqltext import literal

NAME = "lake"
"""The catalogue as which a lake is attached; the overlay's views name it."""
_asked: ContextVar[str | None] = ContextVar("asked", default=None)
"""The number or name of the snapshot that is asked for; None is today's."""

_LOCK = 0x646C7472
"""The advisory lock of PostgreSQL under which all changes are made: 'dltr'."""
_MARK = '{"by": "dltrack"}'
"""What snapshots of dltrack are told by."""
_STEP = 2.0
"""Seconds after which somebody who waits for the lock looks whether to go on waiting."""
_FROM_OUTSIDE = (duckdb.IOException, duckdb.TransactionException, duckdb.HTTPException, duckdb.InternalException)
_GONE = re.compile(r"conflict|snapshot|serializ", re.IGNORECASE)


@contextmanager
def reading_at(at: int | str | None) -> Iterator[None]:
    """Let shared databases that are opened in the block be as they were at a snapshot; None for today's."""
    token = _asked.set(None if at is None else str(at))
    try:
        yield
    finally:
        _asked.reset(token)


def follow(con: duckdb.DuckDBPyConnection, alias: str, path: Path, *, trusted: bool = False) -> Address | None:
    """Attach the lake that an attached overlay leads to, read-only, at the snapshot asked for; None if it is a file.

    Raises:
        UntrustedError: the user never connected to that lake.
        DatabaseError: PostgreSQL or the data cannot be reached, or there is no such snapshot.
        UsageError: a snapshot is asked of a file.
    """
    address = addresses.of(con, alias)
    if address is None:
        if _asked.get() is not None:
            raise UsageError(f"{path} is a file, which has no snapshots; --at is for those made with: dltrack connect")
        return None
    if not trusted:
        addresses.check(address, path)
    if not is_attached(con):
        asked = _asked.get()
        attach(con, address, read_only=True, at=None if asked is None else _number(con, address, asked))
        check_version(con, address)
    return address


def _number(con: duckdb.DuckDBPyConnection, address: Address, asked: str) -> int:
    """The snapshot that is asked for, which may have a name."""
    if asked.isdecimal():
        return int(asked)
    attach(con, address, read_only=True)
    try:
        rows = con.execute(f"select snapshot_id from lake.main.snapshot_names where name = {literal(asked)}").fetchall()
    finally:
        detach(con)
    if not rows:
        raise UsageError(f"there is no snapshot named «{asked}»; see: dltrack snapshots")
    return int(rows[0][0])


def attach(
    con: duckdb.DuckDBPyConnection,
    address: Address,
    *,
    read_only: bool,
    at: int | None = None,
    creates: bool = False,
    more: str = "",
) -> None:
    """Attach a lake as `lake`.

    Raises:
        DatabaseError: it cannot be reached, or is not there.
    """
    extensions.load(con, *extensions.needed(is_remote=address.is_remote))
    try:
        con.execute(address.attachment(read_only=read_only, at=at, creates=creates, more=more))
    except duckdb.Error as error:
        raise refused(error, address, at) from error


def refused(error: duckdb.Error, address: Address, at: int | None = None) -> DatabaseError:
    """What it means that a lake cannot be attached."""
    message = str(error)
    if at is not None and "snapshot" in message.lower():
        return DatabaseError(f"there is no snapshot {at} (any more); see: dltrack snapshots")
    if "does not exist" in message and "ducklake" in message.lower():
        return DatabaseError(
            f"there is no shared database at {address.catalogue} yet; make one with: dltrack connect … --init"
        )
    return DatabaseError(
        f"the shared database {address.catalogue} cannot be opened: {_first_line(message)}; is PostgreSQL running, and "
        "does ~/.pgpass have your password?"
    )


def is_attached(con: duckdb.DuckDBPyConnection) -> bool:
    """Whether a lake is attached to the connection."""
    return con.execute("select 1 from duckdb_databases() where database_name = 'lake'").fetchone() is not None


def detach(con: duckdb.DuckDBPyConnection) -> None:
    """Let go of the lake."""
    con.execute(f"detach database if exists {NAME}")


def current(con: duckdb.DuckDBPyConnection) -> int:
    """The number of the snapshot that the connection reads."""
    row = con.execute(f"from {NAME}.current_snapshot()").fetchone()
    return int(row[0]) if row else 0


def check_version(con: duckdb.DuckDBPyConnection, address: Address) -> None:
    """Refuse a lake that is none of dltrack, or has another table schema.

    Raises:
        DatabaseError: it has.
    """
    from dltrack_db.store import database

    try:
        facts = dict(con.execute("select key, value from lake.main.database_info").fetchall())
    except duckdb.CatalogException as error:
        raise DatabaseError(
            f"{address.catalogue} is a lake of something else; make one of dltrack in another database of PostgreSQL"
        ) from error
    found, today = facts.get("schema_version", "0"), database.SCHEMA_VERSION
    if found != today:
        cure = "update dltrack" if int(found) > int(today) else "use the dltrack that the group uses"
        raise DatabaseError(
            f"{address.catalogue} has table schema {found}, made by dltrack {facts.get('dltrack_version')}; this "
            f"dltrack {__version__} works with {today}: {cure}"
        )


def describe(con: duckdb.DuckDBPyConnection, command: str) -> None:
    """Give the snapshot that the transaction will make its author and what was done."""
    author = getpass.getuser()
    con.execute(
        f"call {NAME}.set_commit_message({literal(author)}, {literal(command)}, extra_info => {literal(_MARK)})"
    )


@contextmanager
def told(address: Address) -> Iterator[None]:
    """Turn what PostgreSQL, DuckLake and the network can do into one sentence.

    Raises:
        DatabaseChangedError: somebody else changed the same things meanwhile.
        DatabaseError: the catalogue or the data cannot be reached.
    """
    try:
        yield
    except duckdb.Error as error:
        # one without a class of its own is what DuckLake says of a server that went away in the midst
        if not isinstance(error, _FROM_OUTSIDE) and type(error) is not duckdb.Error:
            raise
        message = _first_line(str(error))
        if isinstance(error, duckdb.TransactionException) and _GONE.search(message):
            raise DatabaseChangedError(
                f"{address.catalogue} was changed by another command meanwhile ({message}); run this one again"
            ) from error
        raise DatabaseError(
            f"the shared database {address.catalogue} went away ({message}); nothing was changed, try again when "
            "PostgreSQL and the data can be reached"
        ) from error


class Lock:
    """The lock of a lake, held by a connection to PostgreSQL of its own; gone with it, however it ends.

    With the number of a load it is that of its rows which no view shows yet: held, somebody is at work on them.
    """

    def __init__(self, con: duckdb.DuckDBPyConnection, address: Address, load_no: int | None = None) -> None:
        self._address = address
        self._key = _LOCK if load_no is None else (_LOCK << 32) + load_no
        self._alias = f"catalogue_{self._key}"
        self._con = con.cursor()  # a transaction of its own, with the extension that takes long to load
        try:
            extensions.load(self._con, extensions.POSTGRES)
            self._con.execute(f"attach {literal(address.postgres)} as {self._alias} (type postgres)")
        except duckdb.Error as error:
            self._con.close()
            raise refused(error, address) from error

    def acquire(self, wait: float, say: Callable[[str], None]) -> None:
        """Wait for the lock.

        Raises:
            DatabaseLockedError: another process holds it, still after `wait` seconds.
        """
        until = time.monotonic() + wait
        is_told = False
        while True:
            left = until - time.monotonic()
            try:
                self._con.execute("begin")
                self._do(f"set local lock_timeout = '{max(1, round(min(_STEP, max(left, 0.05)) * 1000))}ms'")
                self._do("set local idle_in_transaction_session_timeout = 0")
                self._ask(f"select pg_advisory_xact_lock({self._key})")
                return
            except duckdb.Error as error:
                with suppress(duckdb.Error):
                    self._con.execute("rollback")
                if "lock timeout" not in str(error):
                    raise refused(error, self._address) from error
                if time.monotonic() >= until:
                    raise DatabaseLockedError(
                        f"others are publishing into {self._address.catalogue}; try again, or wait longer with --wait"
                    ) from error
            if not is_told:
                say(f"waiting up to {wait:.0f} s for others to publish into {self._address.catalogue}")
                is_told = True
            interrupts.check()

    def check(self) -> None:
        """Make sure that the lock is still held.

        Raises:
            DatabaseError: the connection to PostgreSQL broke.
        """
        try:
            self._ask("select 1")
        except duckdb.Error as error:
            raise refused(error, self._address) from error

    def release(self) -> None:
        """Let go of the lock."""
        with suppress(duckdb.Error):
            self._con.execute("rollback")
        with suppress(duckdb.Error):
            self._con.execute(f"detach {self._alias}")
        self._con.close()

    def _ask(self, query: str) -> None:
        self._con.execute(f"from postgres_query('{self._alias}', '{query}')").fetchall()

    def _do(self, statement: str) -> None:
        quoted = statement.replace("'", "''")
        self._con.execute(f"call postgres_execute('{self._alias}', '{quoted}')")


@contextmanager
def locked(
    con: duckdb.DuckDBPyConnection, address: Address, wait: float | None, say: Callable[[str], None] | None
) -> Iterator[Lock]:
    """Hold the lock of a lake for the block; wait for it as for a file.

    Raises:
        DatabaseLockedError: another process holds it, still.
        DatabaseError: PostgreSQL cannot be reached.
    """
    lock = Lock(con, address)
    try:
        lock.acquire(waiting.seconds() if wait is None else wait, say or waiting.tell)
        yield lock
    finally:
        lock.release()


def _first_line(message: str) -> str:
    return next(iter(message.splitlines()), "no reason given").rstrip(".")
