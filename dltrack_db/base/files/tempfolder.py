"""Folders for temporary files of a command, removed at its end, or by the next command if it was killed.

Only this module makes temporary files, so that none are left over.
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
except ImportError:  # without locks, folders of killed commands cannot be recognized
    fcntl = None  # type: ignore[assignment]

_PREFIX = "dltrack-"
_LOCK = ".in-use"
_MEMORY = Path("/dev/shm")


@contextmanager
def folder() -> Iterator[Path]:
    """Make a folder below TMPDIR, locked while its process lives."""
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
    """Make a folder in memory, if the system supports it, for small files that are read at once."""
    with folder_in(_MEMORY, _PREFIX) as path:
        yield path


@contextmanager
def folder_in(place: Path, prefix: str) -> Iterator[Path]:
    """Make a folder in another one, for files on the same disk; its name begins with `prefix`."""
    path, lock = _lock_folder(place, prefix)
    try:
        yield path
    finally:
        _remove(path, lock)


def is_temporary(path: Path) -> bool:
    """Return whether a file is in such a folder, and so is removed with its command."""
    return any((parent / _LOCK).exists() for parent in path.absolute().parents)


def display_name(path: Path) -> str:
    """Return a path for messages and the ledger: only the name of a temporary file."""
    return path.name if is_temporary(path) else str(path)


def base() -> Path:
    """Return the folder for temporary files: TMPDIR, or the system's."""
    try:
        return Path(tempfile.gettempdir())
    except OSError as error:
        raise _unwritable(error) from error


def _unwritable(error: OSError) -> SourceError:
    return SourceError(
        f"no folder for temporary files is writable ({error.strerror}); free some space or set TMPDIR to one"
    )


def spill(place: Path, prefix: str) -> Path:
    """Return a folder that DuckDB may create for spilled data, and removes afterwards.

    Its name contains the process, so that folders of killed processes are removed now.
    """
    begin = f"{prefix}{_machine()}-"
    for leftover in place.glob(f"{glob.escape(begin)}*"):
        number = leftover.name.removeprefix(begin).partition("-")[0]
        if number.isdecimal() and not _is_alive(int(number)):
            shutil.rmtree(leftover, ignore_errors=True)
    return place / f"{begin}{os.getpid()}-{uuid.uuid4().hex}"


def new_file(place: Path, ending: str) -> tuple[int, Path]:
    """Return descriptor and path of a new file with an unpredictable name."""
    number, name = tempfile.mkstemp(suffix=ending, dir=place)
    return number, Path(name)


def try_writing(place: Path) -> None:
    """Write a nameless file into a folder."""
    tempfile.TemporaryFile(dir=place, prefix=".dltrack-").close()


@lru_cache
def _machine() -> str:
    """Return a text for the machine or container that a process number belongs to."""
    with suppress(OSError):
        return f"{zlib.crc32(platform.node().encode()):08x}{Path('/proc/self/ns/pid').stat().st_ino:x}"
    return f"{zlib.crc32(platform.node().encode()):08x}"


def _is_alive(number: int) -> bool:
    """Return whether a process exists; True if that is unknown."""
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
    Path(lock.name).rename(path / _LOCK)  # only now _sweep finds it
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
