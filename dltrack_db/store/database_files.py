"""Database files on disk: checking that one can be made, naming it, removing it, and removing leftovers."""

from __future__ import annotations

import glob
import os
from contextlib import suppress
from pathlib import Path

import duckdb

from dltrack_db.base.files import tempfolder
from dltrack_db.base.sql_text import literal
from dltrack_db.errors import DatabaseChangedError, DatabaseError, DatabaseLockedError
from dltrack_db.store import connection, duckdb_errors


def check_writable(path: Path) -> None:
    """Check that a database file could be created here, before any work is done for it."""
    connection.check_path(path, read_only=False)
    try:
        # Permissions alone do not say: root has all of them, and still cannot write below /proc.
        tempfolder.try_writing(path.absolute().parent)
    except OSError as error:
        raise DatabaseError(
            f"the folder {path.parent} cannot be written ({error.strerror}); choose another folder with --db"
        ) from error


def give_name(unfinished: Path, path: Path) -> None:
    """Rename a file without overwriting another, so that the name survives a power failure."""
    try:
        path.hardlink_to(unfinished)  # fails if the file exists, which a rename does not
    except FileExistsError as error:
        raise DatabaseChangedError(
            f"{path} was created by another process in the meantime; run the command again"
        ) from error
    except OSError:  # a file system without links
        unfinished.replace(path)
    sync_folder(path.absolute().parent)


def sync_folder(folder: Path) -> None:
    """Make a new name in a folder survive a power failure, if the system supports it."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def remove_unfinished(path: Path) -> None:
    """Remove the files that a killed load left next to the database; files of a running load are locked."""
    for leftover in path.parent.glob(f".{glob.escape(path.name)}.unfinished-*"):
        if leftover.suffix == ".wal":
            if not leftover.with_suffix("").exists():  # the log of a file that a killed command had removed
                remove(leftover)
        elif _is_named(leftover, path) or _is_abandoned(leftover):
            remove(leftover)


def _is_named(unfinished: Path, path: Path) -> bool:
    """Return whether both are one file: its load was killed after `give_name` had linked it to its final name."""
    try:
        return unfinished.samefile(path)
    except OSError:
        return False


def _is_abandoned(path: Path) -> bool:
    con = connection.connect(threads=1)
    try:
        con.execute(f"attach {literal(path.absolute())} as unfinished (type duckdb)")
    except duckdb.Error as error:
        return not isinstance(duckdb_errors.opening_error(error, path), DatabaseLockedError)
    finally:
        con.close()
    return True


def remove(path: Path) -> None:
    """Remove a database file and its log, if they exist."""
    for each in (path, path.with_name(path.name + ".wal")):
        with suppress(OSError):
            each.unlink(missing_ok=True)
