"""Files in the user's cache: databases that are faster to copy than to make, and notes on them."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from dltrack_db.base.files import tempfolder

KEPT = 4
"""Number of other files, the most recently used, that are never removed."""
IN_USE = 3600.0
"""Seconds after its last use during which a file is not removed, because a process may be about to open it."""


def keep(place: Callable[[], Path], make: Callable[[Path], None]) -> Path:
    """Make a file unless it exists, and return its path; no process ever sees an incomplete file.

    `place` returns the path, which depends on the sources of the file. `make` writes the file to a given path. If the
    folder has too many files, those unused for longest are removed.
    """
    path = place()
    if path.exists():
        with suppress(OSError):  # the cache may be read-only
            os.utime(path)
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfolder.folder_in(path.parent, ".new-") as folder:
        new = folder / path.name
        make(new)
        if place() != path:  # the sources changed, so the file must not get the old name
            raise OSError(errno.ESTALE, "changed while it was read", str(path))
        os.replace(new, path)  # noqa: PTH105 (replaces a file that another process has made)
    used = sorted(
        ((_last_use(each), each) for each in path.parent.glob(f"*{path.suffix}") if each != path), reverse=True
    )
    for last, each in used[KEPT:]:
        if time.time() - last > IN_USE:
            each.unlink(missing_ok=True)
    return path


def _last_use(path: Path) -> float:
    """Return the time of a file's last use; the current time if another process has removed the file."""
    try:
        return path.stat().st_mtime
    except OSError:
        return time.time()
