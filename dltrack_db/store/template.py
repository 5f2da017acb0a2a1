"""An empty database with all tables and views, kept in the user's cache.

Building it takes a second, copying it some milliseconds; every new database
begins as a copy. Without a cache that can be written, databases are built
each on its own, to the same content.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

import duckdb

from dltrack_db import __version__
from dltrack_db.store import database, reference, sqlfiles
from dltrack_db.web import downloads

KEPT = 4
"""Templates of other versions that may stay beside today's."""


def copy_to(target: Path) -> None:
    """Begin a new database file as a copy of the template, made first where there is none yet."""
    try:
        path = _place()
        if not path.exists():
            _make(path)
        shutil.copyfile(path, target)
    except (OSError, duckdb.Error):  # the load itself will say what is wrong with the disk, if it is the disk
        with suppress(OSError):
            target.unlink(missing_ok=True)


def _place() -> Path:
    content = sqlfiles.content_hash([*reference.files()])
    return downloads.cache_folder() / "templates" / f"{content}-{duckdb.__version__}-{__version__}.duckdb"


def _make(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".new-", dir=path.parent) as folder:
        new = Path(folder) / path.name
        con = database.connect()
        try:
            database.attach(con, new, read_only=False)
            with database.transaction(con):
                database.initialize(con, new)
            con.execute("checkpoint")
        finally:
            con.close()
        os.replace(new, path)  # noqa: PTH105 (whole or not at all, also over another process's)
    older = sorted(path.parent.glob("*.duckdb"), key=lambda each: each.stat().st_mtime, reverse=True)
    for each in older[KEPT + 1 :]:
        each.unlink(missing_ok=True)
