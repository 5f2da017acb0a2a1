"""Connections to DuckDB and what they hold: places of files, transactions, tables.

Nothing here trusts or builds: `store/create.py` makes the objects, `store/database.py` opens files of others.
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

# Nothing may be fetched because a file looks like another program's: DuckDB would load an extension for it.
_NO_EXTENSIONS: dict[str, bool] = {"autoinstall_known_extensions": False, "autoload_known_extensions": False}

SMALL = 8_000_000
"""Bytes of text up to which one thread does what many do, for less than it costs to tell them what to do."""

LEAST_THREADS = 2
"""Threads of whatever answers questions: DuckDB 1.5.5 never ends some unions with one (docs/duckdb.md)."""

STORED = "stored_in_the_file"
"""The catalogue as which a file is attached below the overlay of current views (`store/cover.py`)."""

_released: list[duckdb.DuckDBPyConnection] = []
"""Connections that end with the process, which must not be collected before."""

_SIZE = r"(?=.*[1-9])\d+(\.\d+)? ?([kmgt]i?b|b)"


def connect(
    memory_limit: str | None = None, spill: Path | None = None, *, threads: int | None = None
) -> duckdb.DuckDBPyConnection:
    """An in-memory DuckDB to which database files are attached.

    It takes no more than `memory_limit`, by default `config.usual_memory`; `spill` takes what does not fit, by default
    a folder of its own among the temporary ones, which is there only while it is needed.
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
    with suppress(duckdb.InvalidInputException):  # in a notebook without widgets there is none to switch off
        con.execute("set enable_progress_bar = false")  # drawn on standard output, into the CSV of a slow query
    if threads is None:
        use_all_threads(con)
    return con


def release(con: duckdb.DuckDBPyConnection) -> None:
    """Close a reading connection at the end of a command, unless the end of its process does as well.

    To forget a database takes DuckDB half as long as to open it. One that wrote temporary files removes them, and one
    that reads a lake takes its leave of the server.
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
    """Let a connection take all threads of the machine, and two where that has one."""
    row = con.execute("reset threads; select current_setting('threads')").fetchone()
    if row and row[0] < LEAST_THREADS:
        con.execute(f"set threads = {LEAST_THREADS}")


def spill_folder(path: Path) -> Path:
    """A folder of its own for what does not fit into memory, on the disk of a database file."""
    return tempfolder.spill(path.absolute().parent, f"{path.name}.tmp-")


def check_memory(limit: str) -> None:
    """Refuse a limit that is no size above zero: DuckDB takes -5 for no limit at all."""
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
    """Attach a database file, of which nothing is checked; see `database.attach` for what the options mean."""
    check_path(path, read_only=read_only)
    # The absolute path, because DuckDB takes md:x or sqlite:x for something else than a file.
    quoted = str(path.absolute()).replace("'", "''")
    options = "type duckdb"
    if read_only:
        options += ", read_only"
    elif not path.exists():  # a file keeps the storage it has; one of dltrack 0.1 would be refused with another
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
    """Detach a database file, and nothing else: a lake that another one leads to stays."""
    con.execute("use memory")
    con.execute(f"detach database if exists {alias}")


@contextmanager
def transaction(con: duckdb.DuckDBPyConnection, *, publishes: bool = False) -> Iterator[None]:
    """All or nothing: commit at the end, roll back on any error or interrupt; a commit that `publishes` is noted."""
    con.execute("begin transaction")
    try:
        yield
        interrupts.check()
        with interrupts.shield():
            con.execute("commit")
            if publishes:
                interrupts.note_published()
    except BaseException:
        # a failed commit has rolled back already
        with interrupts.shield(checks=False), suppress(duckdb.Error):
            con.execute("rollback")
        raise


@contextmanager
def without_optimizers(con: duckdb.DuckDBPyConnection, *optimizers: str) -> Iterator[None]:
    """Plan queries of the block without some of DuckDB's optimizers, where the connection may still be set."""
    with suppress(duckdb.InvalidInputException):
        con.execute(f"set disabled_optimizers = {literal(','.join(optimizers))}")
    try:
        yield
    finally:
        with suppress(duckdb.Error):  # of a failed transaction: the connection is closed next
            con.execute("reset disabled_optimizers")


def has_table(con: duckdb.DuckDBPyConnection, name: str) -> bool:
    """Return True if the schema main of the current database has a table of that name."""
    row = con.execute(
        "select count(*) from duckdb_tables() where database_name = current_database() and schema_name = 'main' "
        f"and table_name = {literal(name)}"
    ).fetchone()
    return row == (1,)


def has_tables(con: duckdb.DuckDBPyConnection) -> bool:
    """Return True if the current database has any table."""
    row = con.execute("select count(*) from duckdb_tables() where database_name = current_database()").fetchone()
    return row != (0,)


def check_path(path: Path, *, read_only: bool) -> None:
    """Refuse what DuckDB would misunderstand, hang on or ask the network about."""
    if "\0" in str(path):
        raise DatabaseError(
            f"the name {str(path)!r} holds a NUL character, which file names cannot have; choose another with --db"
        )
    if "?" in path.name and not read_only:  # DuckDB would put its log under the part before it
        raise DatabaseError(f"the name {path.name} holds a '?', which DuckDB cannot write to; choose another with --db")
    try:
        str(path).encode()
        status = path.stat()
    except UnicodeEncodeError as error:
        raise DatabaseError(f"the name {path!r} is not UTF-8 text; choose another with --db") from error
    except (FileNotFoundError, NotADirectoryError) as error:
        if not path.parent.is_dir():
            raise DatabaseError(
                f"the folder {path.parent} does not exist; create it or choose another place with --db"
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
        raise DatabaseError(f"{path} cannot be opened ({error.strerror}); choose another place with --db") from error
    if path.is_dir():
        raise DatabaseError(f"{path} is a folder; name a file, for example --db {path / DEFAULT_NAME}")
    if not S_ISREG(status.st_mode):
        raise DatabaseError(f"{path} is not a regular file; choose another file with --db")
