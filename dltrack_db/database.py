"""The database file: creating it, opening it, and building the views into it.

DuckDB lets one process write or many processes read. So everything but a load
opens read-only, and a load opens for writing only while it publishes.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from dltrack_db import __version__, reference, sqlfiles
from dltrack_db.errors import DatabaseError, DatabaseLockedError

DEFAULT_NAME = "dltrack.duckdb"
SCHEMA_VERSION = "1"
# Keeps text columns compressible with zstd and files readable by every DuckDB from 1.5 on.
STORAGE_VERSION = "v1.5.0"


def connect(memory_limit: str | None = None) -> duckdb.DuckDBPyConnection:
    """An in-memory DuckDB to which database files are attached."""
    config: dict[str, str | bool | int | float | list[str]] = {}
    if memory_limit:
        config["memory_limit"] = memory_limit
    return duckdb.connect(config=config)


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
    _check_place(path, read_only=read_only)
    quoted = str(path).replace("'", "''")
    options = "read_only" if read_only else f"storage_version '{STORAGE_VERSION}'"
    if row_group_rows is not None:
        options += f", row_group_size {row_group_rows}"
    try:
        con.execute(f"attach '{quoted}' as {alias} ({options})")
    except duckdb.Error as error:
        raise _explain(error, path) from error
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
    _check_place(path, read_only=True)
    try:
        con = duckdb.connect(
            str(path), read_only=True, config={"enable_external_access": False, "lock_configuration": True}
        )
    except duckdb.Error as error:
        raise _explain(error, path) from error
    try:
        check_version(con, path)
    except BaseException:
        con.close()
        raise
    return con


def check_writable(path: Path) -> None:
    """Make sure that a database file could be created here, before any work is done for it.

    Raises:
        DatabaseError: the folder is missing or may not be written.
    """
    _check_place(path, read_only=False)
    if not os.access(path.parent, os.W_OK):
        raise DatabaseError(f"the folder {path.parent} cannot be written; choose another place with --db")


def initialize(con: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Create the tables that are missing and bring the views up to date, in the current database.

    Raises:
        DatabaseError: the database was written by an incompatible dltrack.
    """
    if _has_info(con):
        check_version(con, path)
    elif _has_tables(con):
        raise DatabaseError(f"{path} is a DuckDB database of something else; choose another file with --db")
    current = sqlfiles.content_hash([*reference.files()])
    if _info(con, "views_hash") != current:
        build(con, sqlfiles.all_objects())
        reference.load(con)
        facts = {
            "schema_version": SCHEMA_VERSION,
            "views_hash": current,
            "dltrack_version": __version__,
            "duckdb_version": duckdb.__version__,
        }
        for key, value in facts.items():
            con.execute("insert or replace into main.database_info values ($1, $2)", [key, value])


def build(con: duckdb.DuckDBPyConnection, objects: list[sqlfiles.SqlObject]) -> None:
    """Create the given objects, with their comments, in the current database.

    Views that an older dltrack left behind and that no file defines any more are dropped.
    """
    for schema in sorted({obj.schema for obj in objects} - {"main"}):
        con.execute(f"create schema if not exists {schema}")
    wanted = {obj.full_name for obj in objects}
    for schema, name in con.execute(
        "select schema_name, view_name from duckdb_views() where not internal and database_name = current_database()"
    ).fetchall():
        if f"{schema}.{name}" not in wanted:
            con.execute(f'drop view "{schema}"."{name}"')
    for obj in objects:
        try:
            con.execute(obj.statement)
            con.execute(";\n".join(sqlfiles.comments(obj)))
        except duckdb.Error as error:
            raise DatabaseError(f"{obj.path} cannot be built: {error}") from error


def check_version(con: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Refuse a file that is no dltrack database or has another table schema."""
    if not _has_info(con):
        raise DatabaseError(f"{path} is no dltrack database; make one with: dltrack ingest sample --db FILE")
    version = _info(con, "schema_version")
    if version != SCHEMA_VERSION:
        raise DatabaseError(
            f"{path} has table schema {version}, this dltrack {__version__} works with {SCHEMA_VERSION}; "
            "load it anew into another file, or install the dltrack that wrote it"
        )


@contextmanager
def transaction(con: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """All or nothing: commit at the end, roll back on any error or interrupt."""
    con.execute("begin transaction")
    try:
        yield
    except BaseException:
        con.execute("rollback")
        raise
    con.execute("commit")


def _has_info(con: duckdb.DuckDBPyConnection) -> bool:
    row = con.execute(
        "select count(*) from duckdb_tables() where database_name = current_database() and table_name = 'database_info'"
    ).fetchone()
    return row == (1,)


def _has_tables(con: duckdb.DuckDBPyConnection) -> bool:
    row = con.execute("select count(*) from duckdb_tables() where database_name = current_database()").fetchone()
    return row != (0,)


def _info(con: duckdb.DuckDBPyConnection, key: str) -> str | None:
    if not _has_info(con):
        return None
    row = con.execute("select value from main.database_info where key = $1", [key]).fetchone()
    return row[0] if row else None


def _check_place(path: Path, *, read_only: bool) -> None:
    if path.is_dir():
        raise DatabaseError(f"{path} is a folder; name a file, for example --db {path / DEFAULT_NAME}")
    if read_only and not path.exists():
        raise DatabaseError(f"there is no database {path}; make one with: dltrack ingest sample --db {path}")
    if not path.parent.is_dir():
        raise DatabaseError(f"the folder {path.parent} does not exist; create it or choose another place with --db")


def _explain(error: duckdb.Error, path: Path) -> DatabaseError:
    """Turn DuckDB's message into one sentence with the cure."""
    message = str(error)
    if "lock" in message.lower():
        holder = re.search(r"held in (?P<program>.+?) \(PID (?P<pid>\d+)\)", message)
        who = f"process {holder['pid']} ({holder['program']})" if holder else "another process"
        return DatabaseLockedError(f"{path} is in use by {who}; close it (an open shell or notebook?) and try again")
    if "not a valid DuckDB database" in message:
        return DatabaseError(f"{path} is not a DuckDB database; choose another file with --db")
    if "version number" in message:
        return DatabaseError(f"{path} was written by a newer DuckDB than {duckdb.__version__}; update duckdb")
    if "permission denied" in message.lower() or "read-only" in message.lower():
        return DatabaseError(f"{path} cannot be opened (permission denied); choose another place with --db")
    return DatabaseError(f"{path} cannot be opened: {message.splitlines()[0]}")
