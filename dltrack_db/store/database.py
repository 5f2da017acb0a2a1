"""The database file: creating it, opening it, and building the views into it.

DuckDB lets one process write or many processes read. So everything but a load
opens read-only, and a load opens for writing only while it publishes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING

import duckdb

from dltrack_db import __version__, interrupts
from dltrack_db.config import DEFAULT_NAME
from dltrack_db.errors import DatabaseError, UsageError
from dltrack_db.store import faults, trust, waiting
from dltrack_db.store.lake import session
from dltrack_db.store.sqltext import literal, quote_name
from dltrack_db.store.versions import OLDEST_SCHEMA, SCHEMA_VERSION, STORAGE_VERSION

if TYPE_CHECKING:
    from dltrack_db.store import sqlfiles
    from dltrack_db.store.lake import Address

# Nothing may be fetched because a file looks like another program's: DuckDB would load an extension for it.
_NO_EXTENSIONS: dict[str, bool] = {"autoinstall_known_extensions": False, "autoload_known_extensions": False}

_SIZE = r"(?=.*[1-9])\d+(\.\d+)? ?([kmgt]i?b|b)"

_DROP_KINDS = {"view": "view if exists", "macro": "macro if exists", "table macro": "macro table if exists"}
_NOTED = re.compile(rf"({'|'.join(_DROP_KINDS.values())}) (\w+)\.(\w+)")
"""How a file names an object that was built into it (`main.database_info`, key 'objects'); anything else it says
there is left alone."""


def connect(memory_limit: str | None = None, spill: Path | None = None) -> duckdb.DuckDBPyConnection:
    """An in-memory DuckDB to which database files are attached; `spill` takes what does not fit into memory.

    Raises:
        UsageError: the memory limit is no size.
    """
    config: dict[str, str | bool | int | float | list[str]] = {**_NO_EXTENSIONS}
    if memory_limit:
        check_memory(memory_limit)
        config["memory_limit"] = memory_limit
    if spill:
        config["temp_directory"] = str(spill)
    try:
        con = duckdb.connect(config=config)
    except duckdb.Error as error:
        raise UsageError(f"--memory {memory_limit} is not a size; give one like 4GB") from error
    with suppress(duckdb.InvalidInputException):  # in a notebook without widgets there is none to switch off
        con.execute("set enable_progress_bar = false")  # drawn on standard output, into the CSV of a slow query
    return con


def check_memory(limit: str) -> None:
    """Refuse a limit that is no size above zero: DuckDB takes -5 for no limit at all.

    Raises:
        UsageError: it is none.
    """
    if not re.fullmatch(_SIZE, limit.strip(), re.IGNORECASE):
        raise UsageError(f"--memory {limit} is not a size; give one like 4GB")


def attach(
    con: duckdb.DuckDBPyConnection,
    path: Path,
    *,
    read_only: bool,
    alias: str = "dltrack",
    row_group_rows: int | None = None,
    is_current: bool = True,
    wait: float | None = None,
    say: Callable[[str], None] | None = None,
    trusted: bool = False,
    to_build: bool = False,
    older: Callable[[str], None] | None = None,
    alone: bool = False,
) -> Address | None:
    """Attach a database file to a connection and make it the one that names resolve in, unless told otherwise.

    Waits for other processes to let go of it: `wait` seconds, told to `say`, see `waiting.patiently`.

    `row_group_rows` bounds the rows that are compressed and kept in memory
    together when writing; long texts want few. With the overlay of a shared database its lake is attached, too,
    when the user connected to it once, or the overlay is `trusted`, unless it is to be `alone`; returns its address.

    The objects of a file that was there are held against those of this dltrack (`trust.check`, which explains
    `to_build` and `older`) before anything is asked of it, unless it is `trusted`: made by dltrack just now.

    Raises:
        DatabaseLockedError: another process holds the file.
        UntrustedError: objects in it pass for dltrack's or DuckDB's own.
        DatabaseError: the file is missing, is no DuckDB database, or cannot be read or written.
    """
    check_place(path, read_only=read_only)
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
            raise faults.at_opening(error, path) from error

    is_strange = not trusted and path.exists()
    before = trust.stamp(path)
    waiting.patiently(act, wait, say)
    address = session.follow(con, alias, path, trusted=trusted) if read_only and not alone else None
    if is_strange:
        trust.check(con, path, alias, before=before, to_build=to_build, older=older)
    if is_current:
        con.execute(f"use {alias}")
    return address


def detach(con: duckdb.DuckDBPyConnection, alias: str = "dltrack") -> None:
    """Let go of an attached database file, so that others may open it."""
    con.execute("use memory")
    con.execute(f"detach database if exists {alias}")
    session.detach(con)


def open_readonly(
    path: Path,
    *,
    older: Callable[[str], None] | None = None,
    trusted: bool = False,
    to_build: bool = False,
    into: Path | None = None,
    is_locked: bool = True,
    wait: float | None = None,
    memory: str | None = None,
    spill: Path | None = None,
) -> duckdb.DuckDBPyConnection:
    """Open a database for reading, in a connection that cannot write, read files or reach the network.

    `older` opens also what other releases wrote, for queries of its own views, and is told what nobody checked;
    `trusted` leaves its objects unchecked, `to_build` those that a build makes anew; `into` is the one folder that
    the connection may write to; one that is not `is_locked` lets threads and the like be set; `wait` is as in
    `attach`; with `memory` ('4GB') no more of it is taken, and no more of the disk where the rest goes: `spill`, or
    beside the file.

    Raises:
        DatabaseLockedError: a load is writing to the file, still (see `waiting`).
        UntrustedError: objects in it pass for dltrack's or DuckDB's own.
        DatabaseError: the file is missing or is no dltrack database.
    """
    check_place(path, read_only=True)
    con = connect(memory, spill or path.absolute().with_name(path.name + ".tmp"))
    try:
        if memory:
            con.execute(f"set max_temp_directory_size = {literal(memory)}")
        address = attach(
            con, path, read_only=True, is_current=False, wait=wait, trusted=trusted, to_build=to_build, older=older
        )
        trust.seal(con, into, address.data if address else None)
        con.execute("use dltrack")
        if is_locked:
            con.execute("set lock_configuration = true")
        check_version(con, path, older=older is not None)
    except BaseException:
        con.close()
        raise
    return con


def initialize(con: duckdb.DuckDBPyConnection, path: Path, *, anew: bool = False) -> bool:
    """Create the tables that are missing and bring the views up to date, in the current database; whether it had to.

    `anew` builds the views even when the database says that it has today's.

    Raises:
        DatabaseError: the database was written by an incompatible dltrack.
    """
    from dltrack_db.store import reference, sqlfiles

    is_ours = _has_info(con)
    if is_ours:
        check_version(con, path)
    elif has_tables(con):
        raise DatabaseError(f"{path} is a DuckDB database of something else; choose another file with --db")
    current = sqlfiles.content_hash([*reference.files()])
    # not asked of a table that is missing: since DuckDB 2 a failed statement ends the transaction
    if is_ours and not anew and info(con, "views_hash") == current:
        return False
    make_objects(con)
    return True


def make_objects(con: duckdb.DuckDBPyConnection) -> None:
    """Create all tables, views and reference data of today in the current database, and note the facts about it."""
    from dltrack_db.store import reference, sqlfiles

    named = build(con, sqlfiles.all_objects())
    reference.load(con)
    facts = {
        "schema_version": SCHEMA_VERSION,
        "views_hash": sqlfiles.content_hash([*reference.files()]),
        "objects": ",".join(sorted(named)),
        "dltrack_version": __version__,
        "duckdb_version": duckdb.__version__,
    }
    for key, value in facts.items():
        con.execute(f"insert or replace into main.database_info (key, value) values ({literal(key)}, {literal(value)})")


def build(con: duckdb.DuckDBPyConnection, objects: list[sqlfiles.SqlObject]) -> set[str]:
    """Create the given objects, with their comments, in the current database; the views and macros by kind and name.

    What an earlier build made and no file defines any more is dropped; what users made themselves stays.
    """
    from dltrack_db.store import sqlfiles

    for schema in sorted({obj.schema for obj in objects} - {"main"}):
        con.execute(f"create schema if not exists {schema}")
    named = {f"{_DROP_KINDS[obj.kind]} {obj.full_name}" for obj in objects if obj.kind in _DROP_KINDS}
    if _has_info(con):
        drop_noted(con, info(con, "objects") or "", but=named)
    for obj in objects:
        try:
            con.execute(obj.statement)
            con.execute(";\n".join(sqlfiles.comments(obj)))
        except duckdb.Error as error:
            raise DatabaseError(f"{obj.path} cannot be built: {error}") from error
    return named


def drop_noted(con: duckdb.DuckDBPyConnection, noted: str, but: Collection[str] = ()) -> None:
    """Drop the views and macros of the current database that an earlier build noted in it, `but` some of them.

    The note comes out of the file, where anybody may have written it: what it says is only looked up among the kinds
    and names that there are, and those are dropped.
    """
    told = {(found[1], found[2], found[3]) for each in noted.split(",") if (found := _NOTED.fullmatch(each))}
    kinds = {"macro": _DROP_KINDS["macro"], "table_macro": _DROP_KINDS["table macro"]}
    there = con.execute(
        "select 'view', schema_name, view_name from duckdb_views() "
        "where database_name = current_database() and not internal union all "
        "select distinct function_type, schema_name, function_name from duckdb_functions() "
        "where database_name = current_database() and not internal order by all"
    ).fetchall()
    for kind, schema, name in there:
        drop = kinds.get(kind, _DROP_KINDS["view"])
        if (drop, schema, name) in told and f"{drop} {schema}.{name}" not in but:
            con.execute(f"drop {drop} {quote_name(schema, name)}")


def check_version(con: duckdb.DuckDBPyConnection, path: Path, *, older: bool = False) -> int:
    """Refuse a file that is no dltrack database or has another table schema; the version of its schema.

    `older` takes those that can be brought forward too: what is asked of them must be their own views.
    """
    text = info(con, "schema_version")
    if text is None and not _has_info(con):
        raise DatabaseError(f"{path} is not a dltrack database; make one with: dltrack ingest sample --db FILE")
    version = int(text) if text is not None and text.isdecimal() else 0
    today = int(SCHEMA_VERSION)
    if version == today or (older and OLDEST_SCHEMA <= version < today):
        return version
    cure = "update dltrack" if version > today else "load it again into another file"
    if OLDEST_SCHEMA <= version < today:
        cure = "bring it forward with: dltrack build"
    raise DatabaseError(
        f"{path} has table schema {text}, written by dltrack {info(con, 'dltrack_version')}; this dltrack "
        f"{__version__} works with {SCHEMA_VERSION}: {cure}"
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
    return has_table(con, "database_info")


def has_table(con: duckdb.DuckDBPyConnection, name: str) -> bool:
    """Whether the schema main of the current database holds a table of that name."""
    row = con.execute(
        "select count(*) from duckdb_tables() where database_name = current_database() and schema_name = 'main' "
        f"and table_name = {literal(name)}"
    ).fetchone()
    return row == (1,)


def has_tables(con: duckdb.DuckDBPyConnection) -> bool:
    """Whether the current database holds anything at all."""
    row = con.execute("select count(*) from duckdb_tables() where database_name = current_database()").fetchone()
    return row != (0,)


def info(con: duckdb.DuckDBPyConnection, key: str) -> str | None:
    """A fact about the current database from `main.database_info`; None when it is not there."""
    try:  # not asked of duckdb_tables() first, which has a lake count the rows of all its tables
        # all rows, because DuckDB 2 starts nothing else on a connection before a result is read to its end
        rows = con.execute(f"select value from main.database_info where key = {literal(key)}").fetchall()
    except duckdb.CatalogException:
        return None
    return rows[0][0] if rows else None


def check_place(path: Path, *, read_only: bool) -> None:
    """Refuse what DuckDB would misunderstand, hang on or ask the network about."""
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
