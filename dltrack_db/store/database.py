"""Opening of database files, also those that other tools wrote.

DuckDB lets one process write or many processes read. So everything but a load
opens read-only, and a load opens for writing only while it publishes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import duckdb

from dltrack_db.base.sql_text import literal
from dltrack_db.store import checked_files, connection, facts, trust
from dltrack_db.store.connection import (
    check_memory,
    check_path,
    connect,
    has_table,
    has_tables,
    transaction,
)
from dltrack_db.store.facts import check_version
from dltrack_db.store.lake import address as addresses
from dltrack_db.store.lake import session
from dltrack_db.store.patience import USUAL, Patience

if TYPE_CHECKING:
    from dltrack_db.store.lake import Address

__all__ = [
    "CHECKED",
    "TRUSTED",
    "Checks",
    "Limits",
    "attach",
    "check_memory",
    "check_path",
    "check_version",
    "connect",
    "detach",
    "has_table",
    "has_tables",
    "open_readonly",
    "reader",
    "transaction",
]


class Checks(NamedTuple):
    """Checks of a file that are left out; by default its objects are compared with those of this dltrack."""

    trusted: bool = False
    """leaves its objects unchecked: made by dltrack just now, or the user says so"""
    to_build: bool = False
    """leaves those unchecked that a build makes again"""
    older: Callable[[str], None] | None = None
    """also accepts files of other releases, and is called with what was not checked"""
    alone: bool = False
    """of an overlay: without its lake"""


CHECKED = Checks()
_COVERED = ("dltrack", "loaded")
"""Names as which a file is attached to be asked, of which one connection has one: it may be read under a cover."""
TRUSTED = Checks(trusted=True)


def attach(
    con: duckdb.DuckDBPyConnection,
    path: Path,
    *,
    read_only: bool,
    alias: str = "dltrack",
    row_group_rows: int | None = None,
    is_current: bool = True,
    patience: Patience = USUAL,
    checks: Checks = CHECKED,
) -> Address | None:
    """Attach a database file to a connection and make it the one that names resolve in, unless `is_current` is false.

    Waits with `patience` for other processes to close it (`Patience.until_free`). `row_group_rows` bounds the rows
    that are compressed and kept in memory together when writing; long texts want few. With the overlay of a shared
    database its lake is attached, too, when the user connected to it once, or `checks` trust the overlay; returns its
    address. The objects of a file that was there are compared with those of this dltrack (`trust.check`) before
    anything is asked of it; one that is read, and has others, is attached under today's views (`cover`).
    """
    is_strange = not checks.trusted and path.exists()
    stamp, state = checked_files.stamp(path), addresses.file_state(path)
    is_checked = is_strange and checked_files.is_checked(path)
    covers = is_strange and read_only and not checks.to_build and alias in _COVERED
    mark = checked_files.overlay_mark(path) if covers else None
    catalogue = connection.STORED if mark else alias
    connection.attach(con, path, patience, read_only=read_only, alias=catalogue, row_group_rows=row_group_rows)
    if (is_checked or mark) and checked_files.stamp(path) != stamp:  # another file got the name meanwhile
        con.execute(f"detach {catalogue}")
        is_checked, mark, catalogue = False, None, alias
        connection.attach(con, path, patience, read_only=read_only, alias=alias, row_group_rows=row_group_rows)
        stamp = ""
    file_facts = facts.read(con, path, catalogue, is_known=is_checked or mark is not None)
    facts.keep(con, alias, file_facts)
    address = None
    if read_only and not checks.alone:
        followed = session.follow(con, addresses.of(file_facts), path, trusted=checks.trusted)
        address = addresses.remember_file(path, state, followed)
    is_covered = mark is not None
    if is_strange and not is_checked and not is_covered:
        covers = covers and address is None
        is_covered = trust.check(
            con, path, file_facts, alias, stamp=stamp, to_build=checks.to_build, older=checks.older, covers=covers
        )
    if is_covered:
        from dltrack_db.store import cover

        cover.attach(con, path, patience, alias, stamp=stamp, mark=mark)
    if is_current:
        con.execute(f"use {alias}")
    return address


def detach(con: duckdb.DuckDBPyConnection, alias: str = "dltrack") -> None:
    """Let go of an attached database file, so that others may open it."""
    connection.detach(con, alias)
    session.detach(con)


class Limits(NamedTuple):
    """Limits of a reading connection."""

    memory: str
    """of memory ('4GB'), and as much again of the disk where the rest goes"""
    spill: Path | None = None
    """the folder for that rest; None is one next to the file"""


def open_readonly(
    path: Path,
    *,
    older: Callable[[str], None] | None = None,
    trusted: bool = False,
    to_build: bool = False,
    into: Path | None = None,
    is_locked: bool = True,
    patience: Patience = USUAL,
    limits: Limits | None = None,
) -> duckdb.DuckDBPyConnection:
    """Open a database for reading, in a connection that cannot write, read files or reach the network.

    `older` opens also what other releases wrote, for queries of its own views, and is called with what was not checked;
    `trusted` leaves its objects unchecked, `to_build` those that a build makes again; `into` is the one folder that
    the connection may write to; one that is not `is_locked` lets threads and the like be set; `limits` bound
    what a query may take.
    """
    check_path(path, read_only=True)
    spill = (limits and limits.spill) or connection.spill_folder(path)
    con = connect(limits.memory if limits else None, spill, threads=1)  # others only wait while a file is attached
    try:
        if limits:
            con.execute(f"set max_temp_directory_size = {literal(limits.memory)}")
        checks = Checks(trusted, to_build, older)
        address = attach(con, path, read_only=True, is_current=False, patience=patience, checks=checks)
        connection.use_all_threads(con)
        trust.seal(con, [into] if into else [], address.data if address else None)
        con.execute("use dltrack" + ("; set lock_configuration = true" if is_locked else ""))
        check_version(con, path, older=older is not None)
    except BaseException:
        con.close()
        raise
    return con


@contextmanager
def reader(path: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open a database for a command that does no more than read it, see `open_readonly` and `connection.release`."""
    con = open_readonly(path)
    try:
        yield con
    finally:
        connection.release(con)
