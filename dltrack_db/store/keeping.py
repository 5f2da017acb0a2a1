"""Databases that are quicker copied than made: each is made once and kept in the user's cache."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

from dltrack_db.files import tempfolder

KEPT = 4
"""Those of other versions that may stay beside today's."""


def keep(place: Callable[[], Path], make: Callable[[Path], None]) -> Path:
    """Have a file made where there is none yet: whole or not at all, also beside another process that does the same.

    `place` names it by what it is made of. The oldest files of its folder go when they are too many.

    Raises:
        OSError: the cache cannot be written, or what the file is made of changed while it was made.
        duckdb.Error: `make` cannot.
    """
    path = place()
    if path.exists():
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfolder.folder_in(path.parent, ".new-") as folder:
        new = folder / path.name
        make(new)
        if place() != path:  # an upgrade, or an editor at work: under this name it would be wrong for ever
            raise OSError(errno.ESTALE, "changed while it was read", str(path))
        os.replace(new, path)  # noqa: PTH105 (over another process's, too)
    older = sorted(path.parent.glob("*.duckdb"), key=lambda each: each.stat().st_mtime, reverse=True)
    for each in older[KEPT + 1 :]:
        each.unlink(missing_ok=True)
    return path
