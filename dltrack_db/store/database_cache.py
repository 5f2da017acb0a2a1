"""Databases that are faster to copy than to make, and facts about them, kept in the user's cache."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from dltrack_db.base.files import tempfolder

KEPT = 4
"""Maximum number of files of other versions that are kept."""
IN_USE = 3600.0
"""Seconds after its last use during which a file is kept, because a process may be about to open it."""


def keep(place: Callable[[], Path], make: Callable[[Path], None]) -> Path:
    """Make a file unless it exists: whole or not at all, also if another process makes it at the same time.

    `place` returns its path, which depends on its sources. If the folder has too many files, those unused for longest
    are removed; they are made again when they are needed.
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
        if place() != path:  # sources changed: the file must not get the old name
            raise OSError(errno.ESTALE, "changed while it was read", str(path))
        os.replace(new, path)  # noqa: PTH105 (replaces the file of another process)
    used = sorted(
        ((_last_use(each), each) for each in path.parent.glob(f"*{path.suffix}") if each != path), reverse=True
    )
    for last, each in used[KEPT:]:
        if time.time() - last > IN_USE:
            each.unlink(missing_ok=True)
    return path


def _last_use(path: Path) -> float:
    """Return the time of a file's last use; now, if another process has removed it."""
    try:
        return path.stat().st_mtime
    except OSError:
        return time.time()
