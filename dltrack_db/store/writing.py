"""Opening a database file for writing: late, patiently, and so that a new file appears whole or not at all."""

from __future__ import annotations

import glob
import os
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import duckdb

from dltrack_db.errors import DatabaseError, DatabaseLockedError
from dltrack_db.store import faults
from dltrack_db.store.database import attach, check_place, connect, detach, has_tables, transaction


def check_writable(path: Path) -> None:
    """Make sure that a database file could be created here, before any work is done for it.

    Raises:
        DatabaseError: the folder is missing or may not be written.
    """
    check_place(path, read_only=False)
    if not os.access(path.parent, os.W_OK):
        raise DatabaseError(f"the folder {path.parent} cannot be written; choose another place with --db")


@contextmanager
def writing(
    con: duckdb.DuckDBPyConnection,
    path: Path,
    *,
    patience: float = 0.0,
    say: Callable[[str], None] = print,
    begin: Callable[[Path], None] | None = None,
) -> Iterator[None]:
    """Attach a database for the block, all of which is one transaction; a new file appears whole or not at all.

    `patience` is how many seconds to wait for others to close the file; `begin` may put a
    database where a new file is to be.

    Raises:
        DatabaseLockedError: another process holds the file, still.
        DatabaseError: as `attach`, or memory or disk ran out, or somebody else made the file meanwhile.
    """
    _remove_unfinished(path)
    is_new = not path.exists()
    target = path.with_name(f".{path.name}.unfinished-{uuid.uuid4().hex}") if is_new else path
    with faults.told(path):
        try:
            if is_new and begin:
                begin(target)
            _attach_patiently(con, target, patience, say)
            try:
                with transaction(con):
                    yield
                if is_new:
                    con.execute("checkpoint")
            finally:
                with suppress(duckdb.Error):  # a failed database lets go by itself
                    detach(con)
            if is_new:
                _give_name(target, path)
        finally:
            if is_new:
                _remove(target)


def is_fresh(path: Path) -> bool:
    """Whether a load may make its database here: there is no file yet, or a DuckDB file without a single table.

    Raises:
        DatabaseLockedError: another process writes to the file.
        DatabaseError: the place or the file does not do.
    """
    check_place(path, read_only=False)
    if not path.exists():
        check_writable(path)
        return True
    con = connect()
    try:
        attach(con, path, read_only=True)
        return not has_tables(con)
    finally:
        con.close()


def check_unlocked(path: Path) -> None:
    """Make sure that a load could write to this database now, before hours are spent on it.

    Raises:
        DatabaseLockedError: another process has it open.
        DatabaseError: the file cannot be written.
    """
    check_writable(path)
    con = connect()
    try:
        attach(con, path, read_only=False)
    finally:
        con.close()


def _attach_patiently(con: duckdb.DuckDBPyConnection, path: Path, patience: float, say: Callable[[str], None]) -> None:
    until = time.monotonic() + patience
    is_told = False
    while True:
        try:
            attach(con, path, read_only=False)
            return
        except DatabaseLockedError as error:
            if time.monotonic() >= until:
                raise
            if not is_told:
                say(f"waiting up to {patience:.0f} s: {error}")
                is_told = True
            time.sleep(0.2)


def _give_name(unfinished: Path, path: Path) -> None:
    """Rename without overwriting: a link fails where a file is, a rename does not."""
    try:
        path.hardlink_to(unfinished)
    except FileExistsError as error:
        raise DatabaseError(f"{path} was made by somebody else meanwhile; run the command again") from error
    except OSError:  # a disk without links
        unfinished.replace(path)


def _remove_unfinished(path: Path) -> None:
    """Remove what a killed load left beside the database; what a living one writes is locked."""
    for left in path.parent.glob(f".{glob.escape(path.name)}.unfinished-*"):
        if left.suffix != ".wal" and _is_abandoned(left):
            _remove(left)


def _is_abandoned(path: Path) -> bool:
    con = connect()
    try:
        con.execute(f"attach '{str(path.absolute()).replace(chr(39), chr(39) * 2)}' as unfinished (type duckdb)")
    except duckdb.Error as error:
        return not isinstance(faults.at_opening(error, path), DatabaseLockedError)
    finally:
        con.close()
    return True


def _remove(path: Path) -> None:
    for each in (path, path.with_name(path.name + ".wal")):
        with suppress(OSError):
            each.unlink(missing_ok=True)
