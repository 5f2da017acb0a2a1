"""Translation of DuckDB's and the system's errors into dltrack's, with messages that say what to do."""

from __future__ import annotations

import errno
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from dltrack_db.base import exhaustion
from dltrack_db.errors import DatabaseDamagedError, DatabaseError, DatabaseLockedError, DatabaseMemoryError

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_DISK_ERRORS = (*_FULL, errno.EIO, errno.EROFS)
_NO_SPACE = ("no space left", "disk quota", "file too large", "could not write all bytes")

_DAMAGE = (
    "corrupt",
    "does not match stored checksum",
    "could not read enough bytes",
    "could not read from file",
    "failed to deserialize",
    "failed to load metadata pointer",
    "zstd decompression failed",
    "invalid bit width for bitpacking",
)
_VALUES = (duckdb.ConversionException, duckdb.BinderException, duckdb.ParserException, duckdb.CatalogException)
"""Types of errors whose messages quote a value or a query, which may contain any of the words in `_DAMAGE`."""
RESTORE = "restore it from a copy, or load it again"


@contextmanager
def explain_faults(path: Path, *, has_files: bool = False) -> Iterator[None]:
    """Raise a clear error if the block fails because of a damaged file, exhausted memory or a full disk."""
    try:
        yield
    except (duckdb.Error, MemoryError) as error:
        if detail := damage(error):
            raise DatabaseDamagedError(path, detail, RESTORE) from error
        if exhaustion.is_memory_error(error):
            raise DatabaseMemoryError(exhaustion.advice(error, has_files=has_files)) from error
        if isinstance(error, duckdb.IOException | duckdb.FatalException | duckdb.TransactionException):
            raise writing_error(error, path) from error
        raise
    except DatabaseMemoryError as error:  # raised by an inner block without `has_files`
        raise DatabaseMemoryError(exhaustion.advice(error.__cause__ or error, has_files=has_files)) from error.__cause__
    except OSError as error:
        if error.errno in _DISK_ERRORS:
            raise writing_error(error, path) from error
        raise


def writing_error(error: BaseException, path: Path) -> DatabaseError:
    """Return the error to raise for a disk error while a database is written."""
    message = str(error)
    if any(sign in message.lower() for sign in _NO_SPACE):
        return DatabaseError(
            f"the disk of {path} or of the temporary files is full, and nothing was changed; free some space, or set "
            "TMPDIR and --db to paths on another disk"
        )
    return DatabaseError(
        f"the disk failed ({first_line(message)}), and nothing was changed; try again or use another disk"
    )


def missing_object(error: BaseException) -> str | None:
    """Return the name in DuckDB's error about a missing table, view or macro; None for any other error."""
    missing = (
        re.search(r"with name (\S+) does not exist", str(error)) if isinstance(error, duckdb.CatalogException) else None
    )
    return missing[1] if missing else None


def full_disk_reason(error: BaseException) -> str | None:
    """Return the first line of the error's message if the disk is full; None for any other error."""
    has_duckdb_sign = isinstance(error, duckdb.Error) and any(sign in str(error).lower() for sign in _NO_SPACE)
    is_system = isinstance(error, OSError) and error.errno in _FULL
    return first_line(str(error)) if has_duckdb_sign or is_system else None


def damage(error: BaseException) -> str | None:
    """Return DuckDB's description of a damaged file; None for any other error."""
    message = str(error)
    if not isinstance(error, duckdb.Error) or isinstance(error, _VALUES):
        return None
    if isinstance(error, duckdb.OutOfMemoryException):
        size = exhaustion.excessive_request(error)
        # no query needs terabytes, so the size was read from a damaged block
        return f"a block requests {size} of memory" if size and size[-3] in "TPE" else None
    if exhaustion.is_memory_error(error) or not any(sign in message.lower() for sign in _DAMAGE):
        return None
    return re.sub(r"^(\w+ )?(IO|INTERNAL|Serialization|Invalid Input) Error: ", "", first_line(message))


def engine_fault(error: BaseException) -> str | None:
    """Return DuckDB's description of an internal error, for example in a damaged file; None for any other error."""
    if not isinstance(error, duckdb.InternalException | duckdb.FatalException):
        return None
    return re.sub(r"^(INTERNAL|FATAL) Error: ", "", first_line(str(error)))


def is_of_machine(error: duckdb.Error) -> bool:
    """Return True if a query failed because of memory, disk or a damaged file, not because of its text."""
    return bool(exhaustion.is_memory_error(error) or full_disk_reason(error) or damage(error) or engine_fault(error))


def opening_error(error: duckdb.Error, path: Path) -> DatabaseError:
    """Return the error to raise for DuckDB's error on opening a database."""
    message = str(error).replace(str(path.absolute()), "the file")  # the path may contain any of the words below
    if "Could not set lock on file" in message:
        holder = re.search(r"held in (?P<program>.+?) \(PID (?P<pid>\d+)\)", message)
        who = f"process {holder['pid']} ({holder['program']})" if holder else "another process"
        return DatabaseLockedError(
            f"{path} is in use by {who}; close that process (an open shell or notebook?) and try again"
        )
    if "different configuration" in message or "already attached" in message or "handle conflict" in message:
        own = DatabaseLockedError(
            f"{path} is already open in this process, in dl.open, SQLAlchemy or duckdb; close the database there with "
            "db.close(), engine.dispose() or con.close(), and try again"
        )
        own.is_own = True
        return own
    if "not a valid DuckDB database" in message or "extension" in message.lower():
        return DatabaseError(f"{path} is not a DuckDB database; choose another file with --db")
    if "version number" in message:
        return DatabaseError(f"{path} was written by a newer DuckDB than {duckdb.__version__}; update duckdb")
    if re.search(r"permission denied|read-only file system|operation not permitted", message, re.IGNORECASE):
        return DatabaseError(f"{path} cannot be opened (permission denied); choose another path with --db")
    if any(sign in message.lower() for sign in _NO_SPACE):
        return writing_error(error, path)
    if exhaustion.is_memory_error(error) and not damage(error):
        return DatabaseMemoryError(exhaustion.advice(error))
    if detail := damage(error):
        return DatabaseDamagedError(path, detail.replace(f'"{path.absolute()}"', "it"), RESTORE)
    why = first_line(message.replace('"the file"', "it").replace("the file", "it"))
    return DatabaseError(f"{path} cannot be opened: {why}; {RESTORE}")


def system_reason(error: duckdb.Error) -> str:
    """Return the operating system's message, which DuckDB quotes in its error."""
    return first_line(str(error).rpartition("Original error: ")[2])


def first_line(message: str) -> str:
    """Return the first line of a message, without a full stop."""
    return next(iter(message.splitlines()), "no reason given").rstrip(".")
