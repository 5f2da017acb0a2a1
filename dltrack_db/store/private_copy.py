"""A private copy of a database, so that a long read does not block loads."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from dltrack_db.base.files import tempfolder
from dltrack_db.errors import DatabaseError
from dltrack_db.store import database, duckdb_errors
from dltrack_db.store.patience import USUAL

# The copy is made in a separate process, because a process that closes a file loses all its locks on the file,
# including DuckDB's. The database is attached so that no other process writes to it. The log is copied first, because
# closing the database file ends the lock.
_COPY = """
import shutil, sys
import duckdb
try:
    import fcntl
except ImportError:
    fcntl = None
path, folder = sys.argv[1:]
no = ("autoinstall_known_extensions", "autoload_known_extensions", "python_enable_replacements")
con = duckdb.connect(config=dict.fromkeys(no, False))
try:
    con.execute("attach '" + path.replace("'", "''") + "' as held (type duckdb, read_only)")
except duckdb.Error as error:
    print(error, file=sys.stderr)
    sys.exit(3)
for source in (path + ".wal", path):
    try:
        old = open(source, "rb")
    except FileNotFoundError:
        continue
    with old, open(folder + "/copy.duckdb" + source[len(path):], "wb") as new:
        try:
            fcntl.ioctl(new, 0x40049409, old.fileno())  # FICLONE: the copy shares the blocks, if the file system can
        except (OSError, AttributeError):
            shutil.copyfileobj(old, new, 1 << 22)
"""
_CANNOT_OPEN = 3


@contextmanager
def make(path: Path) -> Iterator[Path]:
    """Copy a consistent state of a database into a temporary file, which is removed at the end of the block."""
    database.check_path(path, read_only=True)
    with tempfolder.folder() as folder:
        USUAL.until_free(lambda: _copy(path, folder))
        yield folder / "copy.duckdb"


def _copy(path: Path, folder: Path) -> None:
    process = subprocess.run(
        [sys.executable, "-P", "-c", _COPY, str(path.absolute()), str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    if process.returncode == _CANNOT_OPEN:
        raise duckdb_errors.opening_error(duckdb.Error(process.stderr), path)
    if process.returncode:
        reason = (process.stderr.splitlines() or ["no reason given"])[-1]
        raise DatabaseError(
            f"{path} cannot be copied to {folder} ({reason}); free some space, or set TMPDIR to another folder"
        )
