"""The template: an empty database with all tables and views, in the user's cache.

Building the template takes four seconds, copying it some milliseconds. If the cache cannot be written, each new
database is built separately, with the same content.
"""

from __future__ import annotations

import shutil
from contextlib import closing, suppress
from pathlib import Path

import duckdb

from dltrack_db import __version__
from dltrack_db.base import config
from dltrack_db.store import change_log, connection, create, database_cache, reference


def copy_to(target: Path) -> bool:
    """Create a database file as a copy of the template, which is made first if needed; return False on failure."""
    try:
        shutil.copyfile(database_cache.keep(cache_path, make), target)
    except (OSError, duckdb.Error):  # if the disk is full or fails, the load reports it
        with suppress(OSError):
            target.unlink(missing_ok=True)
        return False
    return True


def write(target: Path) -> None:
    """Write a new database file with all tables, views and reference data: a copy of the template, or a new build."""
    if (path := cached_template()) is None:
        make(target)
    else:
        shutil.copyfile(path, target)


def cached_template() -> Path | None:
    """Return the path of the template, which is made first if needed; None if it cannot be made or cached."""
    try:
        return database_cache.keep(cache_path, make)
    except (OSError, duckdb.Error):
        return None


def cache_path() -> Path:
    """Return the path of the current template in the user's cache."""
    content = reference.views_hash()
    return config.cache_folder() / "templates" / f"{content}-{duckdb.__version__}-{__version__}.duckdb"


def make(path: Path) -> None:
    """Build an empty database with all tables, views and reference data into a new file."""
    with closing(connection.connect()) as con:
        connection.attach(con, path, read_only=False)
        con.execute("use dltrack")
        with connection.transaction(con):
            create.initialize(con, path, None)
            change_log.note(con, "create")
        con.execute("checkpoint")
