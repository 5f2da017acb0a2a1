"""Folders for a command's passing files, removed at its end, and by the next command when it was killed.

The only module that makes temporary files, so that nothing is left over anywhere.
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
except ImportError:  # without such locks a dead command's folder looks like a living one's
    fcntl = None  # type: ignore[assignment]

_PREFIX = "dltrack-"
_LOCK = ".in-use"
_MEMORY = Path("/dev/shm")


@contextmanager
def folder() -> Iterator[Path]:
    """A new folder below TMPDIR. It is locked as long as its process lives, however that ends."""
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
    """The same where the system keeps files in memory, for a megabyte that is read again at once."""
    with folder_in(_MEMORY, _PREFIX) as path:
        yield path


@contextmanager
def folder_in(place: Path, prefix: str) -> Iterator[Path]:
    """The same in another place, for what has to lie on its disk; the folder's name begins with `prefix`."""
    path, lock = _lock_folder(place, prefix)
    try:
        yield path
    finally:
        _remove(path, lock)


def is_passing(path: Path) -> bool:
    """Return whether a file lies in such a folder, and so goes with its command."""
    return any((parent / _LOCK).exists() for parent in path.absolute().parents)


def display_name(path: Path) -> str:
    """Return a path for messages and the ledger: only its name where nobody finds it there once the command ended."""
    return path.name if is_passing(path) else str(path)


def base() -> Path:
    """Return the folder of temporary files: TMPDIR, or that of the system."""
    try:
        return Path(tempfile.gettempdir())
    except OSError as error:
        raise _unwritable(error) from error


def _unwritable(error: OSError) -> SourceError:
    return SourceError(
        f"no folder for temporary files can be written ({error.strerror}); free some space or set TMPDIR to one"
    )


def spill(place: Path, prefix: str) -> Path:
    """Return a folder that DuckDB may make for what does not fit into memory, and removes when it is done.

    Its name tells the process, so that those of killed ones go now.
    """
    begin = f"{prefix}{_machine()}-"
    for leftover in place.glob(f"{glob.escape(begin)}*"):
        number = leftover.name.removeprefix(begin).partition("-")[0]
        if number.isdecimal() and not _is_alive(int(number)):
            shutil.rmtree(leftover, ignore_errors=True)
    return place / f"{begin}{os.getpid()}-{uuid.uuid4().hex}"


def new_file(place: Path, ending: str) -> tuple[int, Path]:
    """An open descriptor and the path of a new file in such a folder, whose name nobody else could know."""
    number, name = tempfile.mkstemp(suffix=ending, dir=place)
    return number, Path(name)


def try_writing(place: Path) -> None:
    """Write a file without a name into a folder."""
    tempfile.TemporaryFile(dir=place, prefix=".dltrack-").close()


@lru_cache
def _machine() -> str:
    """A word for the machine, or the container, among whose processes a number means one."""
    with suppress(OSError):
        return f"{zlib.crc32(platform.node().encode()):08x}{Path('/proc/self/ns/pid').stat().st_ino:x}"
    return f"{zlib.crc32(platform.node().encode()):08x}"


def _is_alive(number: int) -> bool:
    """Return whether there is a process of that number; when in doubt, there is."""
    if os.name != "posix":  # elsewhere the question would end it
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
    Path(lock.name).rename(path / _LOCK)  # only now can a sweep find it
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
    """Remove the folders of commands that were killed."""
    for lock in place.glob(f"{glob.escape(prefix)}*/{_LOCK}"):
        with suppress(OSError), lock.open("r+") as file:
            if _lock(file):
                shutil.rmtree(lock.parent, ignore_errors=True)
