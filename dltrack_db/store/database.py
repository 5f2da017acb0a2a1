"""Opening of database files, including files that other tools wrote.

With DuckDB, either one process writes to a file or many processes read it. So every command except a load opens the
file read-only, and a load opens it for writing only to publish.
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
    """Options of the check of a file; by default, all its objects are compared with those of this dltrack."""

    trusted: bool = False
    """True to skip the comparison, because dltrack has just made the file or the user trusts it"""
    to_build: bool = False
    """True to skip objects that a build makes again"""
    older: Callable[[str], None] | None = None
    """function that is called with a message about unchecked objects; if given, files of other releases are accepted"""
    alone: bool = False
    """True to attach an overlay without its lake"""


CHECKED = Checks()
_COVERED = ("dltrack", "loaded")
"""Aliases of files that are attached for queries; such a file may be read through a cover."""
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
    """Attach a database file to a connection, after checking its objects; return the address of its lake, if any.

    If `is_current`, names without a catalogue then refer to this database. While another process has locked the file,
    wait with `patience`. `row_group_rows` is the number of rows that are compressed, and kept in memory, together; long
    texts need a small number.

    For an overlay, its lake is attached too if the user has connected to that lake before or `checks` trust the file.
    The objects of an existing file are compared with those of this dltrack (`trust.check`). If they differ, a file that
    is opened for reading is attached through a cover (`store/cover.py`).
    """
    is_strange = not checks.trusted and path.exists()
    stamp, state = checked_files.stamp(path), addresses.file_state(path)
    is_checked = is_strange and checked_files.is_checked(path)
    covers = is_strange and read_only and not checks.to_build and alias in _COVERED
    mark = checked_files.overlay_mark(path) if covers else None
    catalogue = connection.STORED if mark else alias
    connection.attach(con, path, patience, read_only=read_only, alias=catalogue, row_group_rows=row_group_rows)
    if (is_checked or mark) and checked_files.stamp(path) != stamp:  # the file was replaced in the meantime
        con.execute(f"detach {catalogue}")
        is_checked, mark, catalogue = False, None, alias
        connection.attach(con, path, patience, read_only=read_only, alias=alias, row_group_rows=row_group_rows)
        stamp = ""
    file_facts = facts.read(con, path, catalogue, is_known=is_checked or mark is not None)
    facts.keep(con, alias, file_facts)
    address = None
    if read_only and not checks.alone:
        followed = session.follow(con, addresses.from_facts(file_facts), path, trusted=checks.trusted)
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
    """Detach a database file and its lake, so that other processes may open them."""
    connection.detach(con, alias)
    session.detach(con)


class Limits(NamedTuple):
    """Memory limit and spill folder of a reading connection."""

    memory: str
    """maximum memory, for example '4GB', which is also the maximum size of data spilled to disk"""
    spill: Path | None = None
    """folder for spilled data; None means a folder next to the file"""


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

    `older`, `trusted` and `to_build` are described in `Checks`. If `into` is given, the connection may write files to
    this folder. If `is_locked` is False, settings such as `threads` can be changed. `limits` apply to queries.
    """
    check_path(path, read_only=True)
    spill = (limits and limits.spill) or connection.spill_folder(path)
    con = connect(limits.memory if limits else None, spill, threads=1)
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
    """Open a database with `open_readonly` until the `with` block ends, and close it with `connection.release`."""
    con = open_readonly(path)
    try:
        yield con
    finally:
        connection.release(con)
