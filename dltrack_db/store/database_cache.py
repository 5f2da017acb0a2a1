"""Databases that are quicker copied than made, and facts about them: made once and kept in the user's cache."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from dltrack_db.base.files import tempfolder

KEPT = 4
"""Most files of other versions that are kept besides today's."""
IN_USE = 3600.0
"""Seconds after its last use in which a file is not removed: a process that asked for it may be about to open it."""


def keep(place: Callable[[], Path], make: Callable[[Path], None]) -> Path:
    """Make a file if there is none yet: whole or not at all, also while another process does the same.

    `place` names it by what it is made of. The files of its folder that nobody used for longest are removed when
    they are too many; a removed one is made again when it is asked for next.
    """
    path = place()
    if path.exists():
        with suppress(OSError):  # a cache that can only be read keeps what it has
            os.utime(path)
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfolder.folder_in(path.parent, ".new-") as folder:
        new = folder / path.name
        make(new)
        if place() != path:  # an upgrade, or an editor at work: under this name it would be wrong for ever
            raise OSError(errno.ESTALE, "changed while it was read", str(path))
        os.replace(new, path)  # noqa: PTH105 (over another process's, too)
    used = sorted(
        ((_last_use(each), each) for each in path.parent.glob(f"*{path.suffix}") if each != path), reverse=True
    )
    for last, each in used[KEPT:]:
        if time.time() - last > IN_USE:
            each.unlink(missing_ok=True)
    return path


def _last_use(path: Path) -> float:
    """Return the time of a file's last use; one that another process removes meanwhile counts as in use."""
    try:
        return path.stat().st_mtime
    except OSError:
        return time.time()
