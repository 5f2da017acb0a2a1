"""Creating, renaming and removing database files on disk, and removing the leftovers of killed commands."""

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
    """Raise DatabaseError if a database file cannot be written at this path."""
    connection.check_path(path, read_only=False)
    try:
        # Checking permissions is not enough: root has all of them and still cannot write below /proc.
        tempfolder.try_writing(path.absolute().parent)
    except OSError as error:
        raise DatabaseError(
            f"the folder {path.parent} cannot be written ({error.strerror}); choose another folder with --db"
        ) from error


def give_name(unfinished: Path, path: Path) -> None:
    """Rename the file `unfinished` to `path` without overwriting a file; the new name survives a power failure."""
    try:
        path.hardlink_to(unfinished)  # fails if `path` exists; a rename would overwrite it
    except FileExistsError as error:
        raise DatabaseChangedError(
            f"{path} was created by another process in the meantime; run the command again"
        ) from error
    except OSError:  # a file system without links
        unfinished.replace(path)
    sync_folder(path.absolute().parent)


def sync_folder(folder: Path) -> None:
    """Write the file names in a folder to disk, so that they survive a power failure, if the system supports it."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def remove_unfinished(path: Path) -> None:
    """Remove the files that killed loads left next to the database; files of running loads are locked and stay."""
    for leftover in path.parent.glob(f".{glob.escape(path.name)}.unfinished-*"):
        if leftover.suffix == ".wal":
            if not leftover.with_suffix("").exists():  # a log without its database file, which was removed first
                remove(leftover)
        elif _is_named(leftover, path) or _is_abandoned(leftover):
            remove(leftover)


def _is_named(unfinished: Path, path: Path) -> bool:
    """Return whether both paths are the same file, because the load was killed within `give_name`."""
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
