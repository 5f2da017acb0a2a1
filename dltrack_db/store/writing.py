"""Opening a database file for writing: late, patiently, and so that a new file appears whole or not at all."""

from __future__ import annotations

import glob
import os
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import duckdb

from dltrack_db.base import interrupts, resources
from dltrack_db.base.files import tempfolder
from dltrack_db.errors import DatabaseChangedError, DatabaseError, DatabaseLockedError
from dltrack_db.store import change_log, checked_files, connection, create, database, duckdb_errors, trust
from dltrack_db.store.database import Checks, attach, check_place, connect, detach, has_tables, transaction
from dltrack_db.store.lake import lake_transaction, lock, overlay
from dltrack_db.store.patience import USUAL, Patience


def check_writable(path: Path) -> None:
    """Make sure that a database file could be created here, before any work is done for it.

    Raises:
        DatabaseError: the folder is missing or may not be written.
    """
    check_place(path, read_only=False)
    try:
        # Tried, not asked: root may write everywhere by its rights, and yet not below /proc.
        tempfolder.try_writing(path.absolute().parent)
    except OSError as error:
        raise DatabaseError(
            f"the folder {path.parent} cannot be written ({error.strerror}); choose another place with --db"
        ) from error


@contextmanager
def writing(
    con: duckdb.DuckDBPyConnection,
    path: Path,
    *,
    patience: Patience = USUAL,
    begin: Callable[[Path], object] | None = None,
    command: str = "write",
    anew: Callable[[], bool] | None = None,
) -> Iterator[None]:
    """Attach a database for the block, all of which is one transaction; a new file appears whole or not at all.

    Args:
        patience: how to wait for others to close the file.
        begin: may put a database where a new file is to be.
        command: what the change is noted as in `main.changes`.
        anew: takes a file whose views were altered, and is asked, as soon as nobody else can write, whether to make
            all of them anew, which a shared database always does.

    A dltrack database has today's views in the block. A file that was dltrack's before the block, or is new, need not
    be looked at again when it is opened.

    Raises:
        DatabaseLockedError: another process holds the file, still.
        DatabaseChangedError: somebody else made the file meanwhile.
        DatabaseError: as `attach`, or memory or disk ran out.
    """
    if (address := overlay.of(path)) is not None:
        with lake_transaction.changing(con, path, address, patience=patience, command=command, anew=anew is not None):
            yield
        return
    remove_unfinished(path)
    is_new, is_passing = not path.exists(), tempfolder.is_passing(path)
    target = path.with_name(f".{path.name}.unfinished-{uuid.uuid4().hex}") if is_new else path
    with duckdb_errors.explain_faults(path):
        try:
            if is_new and begin:
                begin(target)
            attach(con, target, read_only=False, patience=patience, checks=Checks(is_new, anew is not None))
            if not is_new:
                trust.seal(con, resources.PAPERS)
            is_checked = not is_new and checked_files.is_checked(path)
            try:
                with transaction(con, publishes=not is_new and not is_passing):
                    if database.has_table(con, "database_info"):
                        create.initialize(con, path, anew=anew is not None and anew())
                    with change_log.note_changes(con, command, is_new=is_new):
                        yield
                if is_new:
                    con.execute("checkpoint")
                elif _is_tidied(con, path, patience) and is_checked:
                    checked_files.vouch(con, path)
            finally:
                with suppress(duckdb.Error):  # a failed database lets go by itself
                    detach(con)
            if is_new:
                written = target.stat()
                with interrupts.shield():
                    _give_name(target, path)
                    if not is_passing:
                        interrupts.note_published()
        finally:
            if is_new:
                remove(target)
        if is_new:
            checked_files.vouch_for_new(path, written)


def _is_tidied(con: duckdb.DuckDBPyConnection, path: Path, patience: Patience) -> bool:
    """Move what was committed from the log into the file; where that fails, it is told, for nothing is lost."""
    con.execute("use memory")  # DuckDB lets go of a database that failed only where it is not the current one
    try:
        con.execute("checkpoint dltrack")
    except duckdb.Error as error:
        patience.tell(
            f"{path}: all is written, but the file could not be tidied ({duckdb_errors.reason(error)}); free some "
            "space, and the next command that writes to it tidies it"
        )
        return False
    return True


def open_for_load(path: Path, patience: Patience = USUAL) -> duckdb.DuckDBPyConnection | None:
    """Open a database that a load could write to now, before hours are spent on it, to see what it holds already.

    None where a load may make it: there is no file yet, or a DuckDB file without a single table. A file is held for
    writing, so that it is opened once, and for as long as it takes to look: the caller closes it then. A shared
    database is waited for later. What a killed load left beside a file goes now, as a load that finds
    everything there writes nothing: one killed between giving the name and letting go of its own.

    Raises:
        DatabaseLockedError: another process has it open.
        DatabaseError: the place does not do, the file cannot be written, or the user may only read what is shared.
    """
    check_place(path, read_only=False)
    if not path.exists():
        check_writable(path)
        return None
    address = None if checked_files.has_own_tables(path) else overlay.of(path)
    if address is not None:
        con = database.open_readonly(path)
        try:
            address.check_writable()
            lock.check_rights(con, address)
        except BaseException:
            con.close()
            raise
        return con
    check_writable(path)
    remove_unfinished(path)
    con = connect(None, connection.beside(path), threads=1)
    try:
        attach(con, path, read_only=False, patience=patience)
        if not has_tables(con):
            con.close()
            return None
        trust.seal(con)
        con.execute("set lock_configuration = true")
        database.check_version(con, path)
    except BaseException:
        con.close()
        raise
    return con


def _give_name(unfinished: Path, path: Path) -> None:
    """Rename without overwriting: a link fails where a file is, a rename does not; the name outlives a power cut."""
    try:
        path.hardlink_to(unfinished)
    except FileExistsError as error:
        raise DatabaseChangedError(
            f"{path} was created by somebody else in the meantime; run the command again"
        ) from error
    except OSError:  # a disk without links
        unfinished.replace(path)
    sync_folder(path.absolute().parent)


def sync_folder(folder: Path) -> None:
    """Make a new name in a folder survive a power cut, where the system knows how."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def remove_unfinished(path: Path) -> None:
    """Remove what a killed load left beside the database; what a living one writes is locked."""
    for left in path.parent.glob(f".{glob.escape(path.name)}.unfinished-*"):
        if left.suffix == ".wal":
            if not left.with_suffix("").exists():  # of a file that a killed command had removed
                remove(left)
        elif _is_named(left, path) or _is_abandoned(left):
            remove(left)


def _is_named(unfinished: Path, path: Path) -> bool:
    """Whether it is the database itself, which its load was killed after naming; it is not opened under two names."""
    try:
        return unfinished.samefile(path)
    except OSError:
        return False


def _is_abandoned(path: Path) -> bool:
    con = connect(threads=1)
    try:
        con.execute(f"attach '{str(path.absolute()).replace(chr(39), chr(39) * 2)}' as unfinished (type duckdb)")
    except duckdb.Error as error:
        return not isinstance(duckdb_errors.at_opening(error, path), DatabaseLockedError)
    finally:
        con.close()
    return True


def remove(path: Path) -> None:
    """Remove a database file and its log, where they are."""
    for each in (path, path.with_name(path.name + ".wal")):
        with suppress(OSError):
            each.unlink(missing_ok=True)
