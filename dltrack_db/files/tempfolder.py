"""Folders for a command's passing files, removed at its end, and by the next command when it was killed."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from dltrack_db.errors import SourceError

try:
    import fcntl
except ImportError:  # without such locks nobody can tell a dead command's folder from a living one's
    fcntl = None  # type: ignore[assignment]

_PREFIX = "dltrack-"
_LOCK = ".in-use"


@contextmanager
def folder() -> Iterator[Path]:
    """A new folder below TMPDIR. It is locked as long as its process lives, however that ends.

    Raises:
        SourceError: there is no folder for temporary files, or it is full.
    """
    try:
        base = Path(tempfile.gettempdir())
        _sweep(base)
        path = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=base))
        lock = (path / f"{_LOCK}-soon").open("w")
        _lock(lock)
        Path(lock.name).rename(path / _LOCK)  # only now can a sweep find it
    except OSError as error:
        raise SourceError(
            f"no folder for temporary files can be written ({error.strerror}); make room or set TMPDIR to one"
        ) from error
    try:
        yield path
    finally:
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


def _sweep(base: Path) -> None:
    """Remove the folders of commands that were killed."""
    for lock in base.glob(f"{_PREFIX}*/{_LOCK}"):
        with suppress(OSError), lock.open("r+") as file:
            if _lock(file):
                shutil.rmtree(lock.parent, ignore_errors=True)
