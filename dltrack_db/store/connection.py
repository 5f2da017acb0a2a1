"""Connections to DuckDB: paths, transactions, tables.

This module neither builds nor checks objects: `store/create.py` builds them, `store/database.py` checks files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISREG

import duckdb

from dltrack_db.base import engine, exhaustion, interrupts
from dltrack_db.base.config import DEFAULT_NAME, usual_memory
from dltrack_db.base.files import tempfolder
from dltrack_db.base.sql_text import literal
from dltrack_db.errors import DatabaseError, UsageError
from dltrack_db.store import duckdb_errors
from dltrack_db.store.patience import USUAL, Patience
from dltrack_db.store.versions import STORAGE_VERSION

# DuckDB would download an extension for a file in another program's format.
_NO_EXTENSIONS: dict[str, bool] = {"autoinstall_known_extensions": False, "autoload_known_extensions": False}

SMALL = 8_000_000
"""Size of a text in bytes below which one thread is faster than several."""

LEAST_THREADS = 2
"""Minimum number of threads: DuckDB 1.5.5 never finishes some unions with one (docs/duckdb.md)."""

STORED = "stored_in_the_file"
"""Catalogue name of a file that is read through a cover (`store/cover.py`)."""

_released: list[duckdb.DuckDBPyConnection] = []
"""Connections that stay open until the process ends: being in this list protects them from garbage collection."""

_SIZE = r"(?=.*[1-9])\d+(\.\d+)? ?([kmgt]i?b|b)"


def connect(
    memory_limit: str | None = None, spill: Path | None = None, *, threads: int | None = None
) -> duckdb.DuckDBPyConnection:
    """Open an in-memory DuckDB to which database files can be attached.

    `memory_limit` defaults to `config.usual_memory`. The folder `spill` defaults to a temporary folder, which exists
    only while DuckDB spills data to disk.
    """
    memory_limit = memory_limit or usual_memory()
    check_memory(memory_limit)
    config: dict[str, str | bool | int] = {**_NO_EXTENSIONS, "memory_limit": memory_limit}
    config["temp_directory"] = str(spill or tempfolder.spill(tempfolder.base(), "dltrack-spill-"))
    if threads is not None:
        config["threads"] = threads
    try:
        con = engine.connect(config=config)
    except duckdb.Error as error:
        if exhaustion.is_memory_error(error):
            raise
        raise UsageError(f"--memory {memory_limit} is not a size; give one like 4GB") from error
    with suppress(duckdb.InvalidInputException):  # a notebook without widgets has no progress bar
        con.execute("set enable_progress_bar = false")  # it would be mixed into the CSV on standard output
    if threads is None:
        use_all_threads(con)
    return con


def release(con: duckdb.DuckDBPyConnection) -> None:
    """Close a reading connection at the end of a command, or keep it until the process ends if that is enough.

    Closing takes half as long as opening. It is needed only to remove temporary files or to log out of a lake's server.
    """
    query = (
        "select current_setting('temp_directory'), "
        "exists (from system.main.duckdb_databases() where database_name = 'lake')"
    )
    if interrupts.is_command() and (row := con.execute(query).fetchone()) and not row[1] and not Path(row[0]).exists():
        _released.append(con)
    else:
        con.close()


def use_all_threads(con: duckdb.DuckDBPyConnection) -> None:
    """Let a connection use all threads of the machine, and at least two."""
    row = con.execute("reset threads; select current_setting('threads')").fetchone()
    if row and row[0] < LEAST_THREADS:
        con.execute(f"set threads = {LEAST_THREADS}")


def spill_folder(path: Path) -> Path:
    """Return a separate folder for spilled data, on the same disk as a database file."""
    return tempfolder.spill(path.absolute().parent, f"{path.name}.tmp-")


def check_memory(limit: str) -> None:
    """Reject a limit that is not a size above zero: DuckDB reads -5 as no limit."""
    if not re.fullmatch(_SIZE, limit.strip(), re.IGNORECASE):
        raise UsageError(f"--memory {limit} is not a size; give one like 4GB")


def attach(
    con: duckdb.DuckDBPyConnection,
    path: Path,
    patience: Patience = USUAL,
    *,
    read_only: bool,
    alias: str = "dltrack",
    row_group_rows: int | None = None,
) -> None:
    """Attach a database file without any check; see `database.attach` for the options."""
    check_path(path, read_only=read_only)
    # The absolute path, because DuckDB reads md:x or sqlite:x as another kind of database.
    quoted = str(path.absolute()).replace("'", "''")
    options = "type duckdb"
    if read_only:
        options += ", read_only"
    elif not path.exists():  # an existing file keeps its storage version and cannot be attached with another version
        options += f", storage_version '{STORAGE_VERSION}'"
    if row_group_rows is not None:
        options += f", row_group_size {row_group_rows}"

    def act() -> None:
        try:
            con.execute(f"attach '{quoted}' as {alias} ({options})")
        except duckdb.Error as error:
            raise duckdb_errors.opening_error(error, path) from error

    patience.until_free(act)


def detach(con: duckdb.DuckDBPyConnection, alias: str = "dltrack") -> None:
    """Detach a database file, but not a lake that it points to."""
    con.execute("use memory")
    con.execute(f"detach database if exists {alias}")


@contextmanager
def transaction(con: duckdb.DuckDBPyConnection, *, publishes: bool = False) -> Iterator[None]:
    """Commit at the end of the block; roll back on any error or interrupt.

    If the transaction `publishes` a load, its commit is noted (`interrupts.note_published`).
    """
    con.execute("begin transaction")
    try:
        yield
        interrupts.check()
        with interrupts.shield():
            con.execute("commit")
            if publishes:
                interrupts.note_published()
    except BaseException:
        # after a failed commit there is nothing to roll back
        with interrupts.shield(checks=False), suppress(duckdb.Error):
            con.execute("rollback")
        raise


@contextmanager
def without_optimizers(con: duckdb.DuckDBPyConnection, *optimizers: str) -> Iterator[None]:
    """Plan the queries of the block without these DuckDB optimizers; has no effect if the settings are locked."""
    with suppress(duckdb.InvalidInputException):
        con.execute(f"set disabled_optimizers = {literal(','.join(optimizers))}")
    try:
        yield
    finally:
        with suppress(duckdb.Error):  # fails after a failed transaction; the caller then closes the connection
            con.execute("reset disabled_optimizers")


def has_table(con: duckdb.DuckDBPyConnection, name: str) -> bool:
    """Return True if the current database has this table in the schema `main`."""
    row = con.execute(
        "select count(*) from duckdb_tables() where database_name = current_database() and schema_name = 'main' "
        f"and table_name = {literal(name)}"
    ).fetchone()
    return row == (1,)


def count(con: duckdb.DuckDBPyConnection, relation: str) -> int:
    """Return the number of rows of a relation."""
    row = con.execute(f"select count(*) from {relation}").fetchone()
    return int(row[0]) if row else 0


def check_count(con: duckdb.DuckDBPyConnection, relation: str, rows: int) -> None:
    """Raise an error unless a table that was just filled has this number of rows."""
    if count(con, relation) != rows:
        raise DatabaseError(f"DuckDB lost rows of {relation}, and nothing was changed; please report this bug")


def has_tables(con: duckdb.DuckDBPyConnection) -> bool:
    """Return True if the current database has at least one table."""
    row = con.execute("select count(*) from duckdb_tables() where database_name = current_database()").fetchone()
    return row != (0,)


def check_path(path: Path, *, read_only: bool) -> None:
    """Raise DatabaseError if a path has an unusable name, is not a regular file, or is missing although `read_only`."""
    if "\0" in str(path):
        raise DatabaseError(f"the name {str(path)!r} contains a NUL character; choose another name")
    if "?" in path.name and not read_only:  # DuckDB would name the log by the text before the '?'
        raise DatabaseError(
            f"the name {path.name} contains a '?', and DuckDB cannot write files with such names; choose another name"
        )
    try:
        str(path).encode()
        status = path.stat()
    except UnicodeEncodeError as error:
        raise DatabaseError(f"the name {path!r} is not UTF-8 text; choose another name with --db") from error
    except (FileNotFoundError, NotADirectoryError) as error:
        if not path.parent.is_dir():
            raise DatabaseError(
                f"the folder {path.parent} does not exist; create it or choose another path with --db"
            ) from error
        if path.is_symlink():
            raise DatabaseError(
                f"{path} is a link to {path.readlink()}, which does not exist; remove the link or choose another file "
                "with --db"
            ) from error
        if read_only:
            raise DatabaseError(
                f"there is no database {path}; make one with: dltrack ingest sample --db {path}"
            ) from error
        return
    except OSError as error:
        raise DatabaseError(f"{path} cannot be opened ({error.strerror}); choose another path with --db") from error
    if path.is_dir():
        raise DatabaseError(f"{path} is a folder; name a file, for example --db {path / DEFAULT_NAME}")
    if not S_ISREG(status.st_mode):
        raise DatabaseError(f"{path} is not a regular file; choose another file with --db")
