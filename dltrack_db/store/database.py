"""The database file: creating it, opening it, and building the views into it.

DuckDB lets one process write or many processes read. So everything but a load
opens read-only, and a load opens for writing only while it publishes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISREG

import duckdb

from dltrack_db import __version__, interrupts
from dltrack_db.errors import DatabaseError, UsageError
from dltrack_db.store import faults, reference, sqlfiles
from dltrack_db.store.sqltext import literal

DEFAULT_NAME = "dltrack.duckdb"
SCHEMA_VERSION = "2"
# Keeps text columns compressible with zstd and files readable by every DuckDB from 1.5 on.
STORAGE_VERSION = "v1.5.0"
# Nothing may be fetched because a file looks like another program's: DuckDB would load an extension for it.
_NO_EXTENSIONS: dict[str, bool] = {"autoinstall_known_extensions": False, "autoload_known_extensions": False}

_DROP_KINDS = {"view": "view if exists", "macro": "macro if exists", "table macro": "macro table if exists"}


def connect(memory_limit: str | None = None, spill: Path | None = None) -> duckdb.DuckDBPyConnection:
    """An in-memory DuckDB to which database files are attached; `spill` takes what does not fit into memory.

    Raises:
        UsageError: the memory limit is no size.
    """
    config: dict[str, str | bool | int | float | list[str]] = {**_NO_EXTENSIONS}
    if memory_limit:
        config["memory_limit"] = memory_limit
    if spill:
        config["temp_directory"] = str(spill)
    try:
        return duckdb.connect(config=config)
    except duckdb.Error as error:
        raise UsageError(f"--memory {memory_limit} is no size; give one like 4GB") from error


def attach(
    con: duckdb.DuckDBPyConnection,
    path: Path,
    *,
    read_only: bool,
    alias: str = "dltrack",
    row_group_rows: int | None = None,
) -> None:
    """Attach a database file to a connection and make it the one that names resolve in.

    `row_group_rows` bounds the rows that are compressed and kept in memory
    together when writing; long texts want few.

    Raises:
        DatabaseLockedError: another process holds the file.
        DatabaseError: the file is missing, is no DuckDB database, or cannot be read or written.
    """
    check_place(path, read_only=read_only)
    # The absolute path, because DuckDB takes md:x or sqlite:x for something else than a file.
    quoted = str(path.absolute()).replace("'", "''")
    options = "type duckdb, " + ("read_only" if read_only else f"storage_version '{STORAGE_VERSION}'")
    if row_group_rows is not None:
        options += f", row_group_size {row_group_rows}"
    try:
        con.execute(f"attach '{quoted}' as {alias} ({options})")
    except duckdb.Error as error:
        raise faults.at_opening(error, path) from error
    con.execute(f"use {alias}")


def detach(con: duckdb.DuckDBPyConnection, alias: str = "dltrack") -> None:
    """Let go of an attached database file, so that others may open it."""
    con.execute("use memory")
    con.execute(f"detach database if exists {alias}")


def open_readonly(path: Path) -> duckdb.DuckDBPyConnection:
    """Open a database for reading, in a connection that cannot write, read files or reach the network.

    Raises:
        DatabaseLockedError: a load is writing to the file.
        DatabaseError: the file is missing or is no dltrack database.
    """
    check_place(path, read_only=True)
    try:
        con = duckdb.connect(
            str(path.absolute()),
            read_only=True,
            config={**_NO_EXTENSIONS, "enable_external_access": False, "lock_configuration": True},
        )
    except duckdb.Error as error:
        raise faults.at_opening(error, path) from error
    try:
        check_version(con, path)
    except BaseException:
        con.close()
        raise
    return con


def initialize(con: duckdb.DuckDBPyConnection, path: Path, *, anew: bool = False) -> None:
    """Create the tables that are missing and bring the views up to date, in the current database.

    `anew` builds the views even when the database says that it has today's.

    Raises:
        DatabaseError: the database was written by an incompatible dltrack.
    """
    if _has_info(con):
        check_version(con, path)
    elif has_tables(con):
        raise DatabaseError(f"{path} is a DuckDB database of something else; choose another file with --db")
    current = sqlfiles.content_hash([*reference.files()])
    if anew or info(con, "views_hash") != current:
        named = build(con, sqlfiles.all_objects())
        reference.load(con)
        facts = {
            "schema_version": SCHEMA_VERSION,
            "views_hash": current,
            "objects": ",".join(sorted(named)),
            "dltrack_version": __version__,
            "duckdb_version": duckdb.__version__,
        }
        for key, value in facts.items():
            con.execute(f"insert or replace into main.database_info values ({literal(key)}, {literal(value)})")


def build(con: duckdb.DuckDBPyConnection, objects: list[sqlfiles.SqlObject]) -> set[str]:
    """Create the given objects, with their comments, in the current database; the views and macros by kind and name.

    What an earlier build made and no file defines any more is dropped; what users made themselves stays.
    """
    for schema in sorted({obj.schema for obj in objects} - {"main"}):
        con.execute(f"create schema if not exists {schema}")
    named = {f"{_DROP_KINDS[obj.kind]} {obj.full_name}" for obj in objects if obj.kind in _DROP_KINDS}
    for left in sorted(set((info(con, "objects") or "").split(",")) - named - {""}):
        con.execute(f"drop {left}")
    for obj in objects:
        try:
            con.execute(obj.statement)
            con.execute(";\n".join(sqlfiles.comments(obj)))
        except duckdb.Error as error:
            raise DatabaseError(f"{obj.path} cannot be built: {error}") from error
    return named


def check_version(con: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Refuse a file that is no dltrack database or has another table schema."""
    if not _has_info(con):
        raise DatabaseError(f"{path} is no dltrack database; make one with: dltrack ingest sample --db FILE")
    version = info(con, "schema_version")
    if version != SCHEMA_VERSION:
        is_newer = version is not None and version.isdecimal() and int(version) > int(SCHEMA_VERSION)
        cure = "update dltrack" if is_newer else "load it anew into another file"
        writer = info(con, "dltrack_version")
        raise DatabaseError(
            f"{path} has table schema {version}, written by dltrack {writer}; this dltrack {__version__} works with "
            f"{SCHEMA_VERSION}: {cure}"
        )


@contextmanager
def transaction(con: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """All or nothing: commit at the end, roll back on any error or interrupt."""
    con.execute("begin transaction")
    try:
        yield
        interrupts.check()
        with interrupts.shielded():
            con.execute("commit")
    except BaseException:
        # a failed commit has rolled back already
        with interrupts.shielded(tell=False), suppress(duckdb.Error):
            con.execute("rollback")
        raise


def _has_info(con: duckdb.DuckDBPyConnection) -> bool:
    row = con.execute(
        "select count(*) from duckdb_tables() where database_name = current_database() and table_name = 'database_info'"
    ).fetchone()
    return row == (1,)


def has_tables(con: duckdb.DuckDBPyConnection) -> bool:
    """Whether the current database holds anything at all."""
    row = con.execute("select count(*) from duckdb_tables() where database_name = current_database()").fetchone()
    return row != (0,)


def info(con: duckdb.DuckDBPyConnection, key: str) -> str | None:
    """A fact about the current database from `main.database_info`; None when it is not there."""
    if not _has_info(con):
        return None
    row = con.execute(f"select value from main.database_info where key = {literal(key)}").fetchone()
    return row[0] if row else None


def check_place(path: Path, *, read_only: bool) -> None:
    """Refuse what DuckDB would misunderstand, hang on or ask the network about."""
    try:
        str(path).encode()
        status = path.stat()
    except UnicodeEncodeError as error:
        raise DatabaseError(f"the name {path!r} is no UTF-8 text; choose another with --db") from error
    except (FileNotFoundError, NotADirectoryError) as error:
        if not path.parent.is_dir():
            raise DatabaseError(
                f"the folder {path.parent} does not exist; create it or choose another place with --db"
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
        raise DatabaseError(f"{path} is no regular file; choose another file with --db")
