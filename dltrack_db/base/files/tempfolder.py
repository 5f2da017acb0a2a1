"""Folders for the temporary files of a command. The command removes them at its end.

The next command removes the folders of a killed command. No other module creates temporary files.
"""

from __future__ import annotations

import glob
import os
import platform
import shutil
import tempfile
import uuid
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import IO

from dltrack_db.errors import SourceError

try:
    import fcntl
except ImportError:  # not available on Windows; there, folders of killed commands are not removed
    fcntl = None  # type: ignore[assignment]

_PREFIX = "dltrack-"
_LOCK = ".in-use"
_MEMORY = Path("/dev/shm")


@contextmanager
def folder() -> Iterator[Path]:
    """Yield a new folder below TMPDIR, which is locked during the block and removed after it."""
    try:
        path, lock = _lock_folder(base(), _PREFIX)
    except OSError as error:
        raise _unwritable(error) from error
    try:
        yield path
    finally:
        _remove(path, lock)


@contextmanager
def in_memory() -> Iterator[Path]:
    """Yield a new folder in memory (/dev/shm), for small files that are read at once."""
    with folder_in(_MEMORY, _PREFIX) as path:
        yield path


@contextmanager
def folder_in(place: Path, prefix: str) -> Iterator[Path]:
    """Yield a new folder below `place`, for files on the same disk; its name begins with `prefix`."""
    path, lock = _lock_folder(place, prefix)
    try:
        yield path
    finally:
        _remove(path, lock)


def is_temporary(path: Path) -> bool:
    """Return whether a file is in a folder of this module, and is therefore removed when the command ends."""
    return any((parent / _LOCK).exists() for parent in path.absolute().parents)


def display_name(path: Path) -> str:
    """Return the text for a path in messages and the ledger; for a temporary file, it is only the file name."""
    return path.name if is_temporary(path) else str(path)


def base() -> Path:
    """Return the folder for temporary files: TMPDIR, or the system's default."""
    try:
        return Path(tempfile.gettempdir())
    except OSError as error:
        raise _unwritable(error) from error


def _unwritable(error: OSError) -> SourceError:
    return SourceError(
        f"no folder for temporary files is writable ({error.strerror}); free space, or set TMPDIR to a writable folder"
    )


def spill(place: Path, prefix: str) -> Path:
    """Return the path of a folder for spilled data, which DuckDB creates and removes.

    Its name contains the process number. Folders of killed processes, recognized by these numbers, are removed here.
    """
    begin = f"{prefix}{_machine()}-"
    for leftover in place.glob(f"{glob.escape(begin)}*"):
        number = leftover.name.removeprefix(begin).partition("-")[0]
        if number.isdecimal() and not _is_alive(int(number)):
            shutil.rmtree(leftover, ignore_errors=True)
    return place / f"{begin}{os.getpid()}-{uuid.uuid4().hex}"


def new_file(place: Path, ending: str) -> tuple[int, Path]:
    """Create a file with an unpredictable name; return its descriptor and path."""
    number, name = tempfile.mkstemp(suffix=ending, dir=place)
    return number, Path(name)


def try_writing(place: Path) -> None:
    """Raise an OSError if the user cannot write files into a folder."""
    tempfile.TemporaryFile(dir=place, prefix=".dltrack-").close()


@lru_cache
def _machine() -> str:
    """Return a text that identifies this machine or container, in which process numbers are unique."""
    with suppress(OSError):
        return f"{zlib.crc32(platform.node().encode()):08x}{Path('/proc/self/ns/pid').stat().st_ino:x}"
    return f"{zlib.crc32(platform.node().encode()):08x}"


def _is_alive(number: int) -> bool:
    """Return whether the process with this number exists; True if it is unknown."""
    if os.name != "posix":  # on other systems, os.kill would end the process
        return True
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def _lock_folder(place: Path, prefix: str) -> tuple[Path, IO[str]]:
    _sweep(place, prefix)
    path = Path(tempfile.mkdtemp(prefix=prefix, dir=place))
    lock = (path / f"{_LOCK}-soon").open("w")
    _lock(lock)
    Path(lock.name).rename(path / _LOCK)  # renamed after locking, because _sweep removes folders with unlocked files
    return path, lock


def _remove(path: Path, lock: IO[str]) -> None:
    lock.close()
    shutil.rmtree(path, ignore_errors=True)


def _lock(file: IO[str]) -> bool:
    if fcntl is None:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _sweep(place: Path, prefix: str) -> None:
    for lock in place.glob(f"{glob.escape(prefix)}*/{_LOCK}"):
        with suppress(OSError), lock.open("r+") as file:
            if _lock(file):
                shutil.rmtree(lock.parent, ignore_errors=True)
