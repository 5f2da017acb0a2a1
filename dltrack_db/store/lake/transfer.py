"""Copies of a whole shared database to a file and back, including the ledger and all checksums."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import duckdb

from dltrack_db.base.files import tempfolder
from dltrack_db.base.sql_text import quote_name
from dltrack_db.errors import DatabaseError, UsageError
from dltrack_db.store import (
    change_log,
    connection,
    database,
    database_files,
    derive,
    duckdb_errors,
    rewrite,
    template,
    verify,
)
from dltrack_db.store.connection import check_count, count
from dltrack_db.store.interface import SharedStore
from dltrack_db.store.lake import overlay, session

_SOURCE = "source"
_NOTED = ("main.changes", "main.table_checksums")
"""Tables with entries about the creation of a new database; the copied rows replace these entries."""


def write_file(lake: SharedStore, target: Path, *, is_frozen: bool, at: int | None = None) -> None:
    """Write the rows of a lake, in its current state or `at` a snapshot, to a new file, which is never incomplete."""
    database_files.check_writable(target)
    database_files.remove_unfinished(target)
    if target.exists():
        raise UsageError(f"{target} exists; name a new file, or move the existing file away")
    unfinished = target.with_name(f".{target.name}.unfinished-{uuid.uuid4().hex}")
    with tempfolder.folder() as folder, duckdb_errors.explain_faults(target):
        con = database.connect(spill=folder / "spill")
        try:
            template.write(unfinished)
            with session.reading_at(at):
                database.attach(con, lake.path, read_only=True, alias=_SOURCE)
            database.check_version(con, lake.path, alias=_SOURCE)
            con.execute("use memory")
            _delete_first_notes(con, unfinished)
            rewrite.fill(con, unfinished, _relations(con))
            database.attach(con, unfinished, read_only=False, checks=database.TRUSTED)
            with database.transaction(con):
                change_log.note(con, f"copy {lake.path.name}")
            con.execute("checkpoint")
            database.detach(con)
            if is_frozen:
                _check_ledger(unfinished, lake.name)
            _check_sound(unfinished, lake.path)
            unfinished.rename(target)
            database_files.sync_folder(target.absolute().parent)
        finally:
            con.close()
            database_files.remove(unfinished)


def fill_lake(source: Path, name: str, lake: SharedStore) -> None:
    """Replace the rows of a lake by the rows of a file in one transaction; `name` is logged as the source."""
    with closing(database.connect()) as con:
        con.execute("pragma disable_checkpoint_on_shutdown")
        database.attach(con, source, read_only=True, alias=_SOURCE, is_current=False)
        with lake.change(con, command=f"copy {name}"), session.planned_quickly(con):
            columns = _columns(con)
            for table in sorted(overlay.shared_tables()):
                con.execute(f"delete from {session.NAME}.{table}")
                rows = count(con, f"{_SOURCE}.{table}")
                if rows:
                    named = ", ".join(columns[table])
                    con.execute(f"insert into {session.NAME}.{table} by name select {named} from {_SOURCE}.{table}")
                check_count(con, f"{session.NAME}.{table}", rows)


def _relations(con: duckdb.DuckDBPyConnection) -> Iterator[tuple[str, str, str]]:
    for table in sorted(overlay.shared_tables() - {derive.STAND_INS}):
        schema, name = table.split(".")
        yield schema, name, quote_name(_SOURCE, schema, name)


def _delete_first_notes(con: duckdb.DuckDBPyConnection, target: Path) -> None:
    database.attach(con, target, read_only=False, checks=database.TRUSTED)
    for table in _NOTED:
        con.execute(f"delete from {table}")
    connection.detach(con)


def _check_ledger(target: Path, lake: str) -> None:
    """Raise DatabaseError if the copied frozen lake has no ledger, because an earlier dltrack froze it."""
    with closing(database.open_readonly(target)) as con:
        if count(con, "main.qrels") + count(con, "main.run_topics") and not count(con, "main.loads"):
            raise DatabaseError(
                f"{lake} was frozen without its ledger, so a copy cannot be verified; ask its owner to freeze the lake "
                "again with this version of dltrack, or use the lake without copying it"
            )


def _check_sound(target: Path, source: Path) -> None:
    faulty = [finding for finding in verify.verify(target) if finding.is_fault]
    if faulty:
        first = faulty[0]
        raise DatabaseError(
            f"the copy of {source} has faults and was removed: {first.check}, {first.subject}: {first.detail}; check "
            f"the source with: dltrack verify --db {source}"
        )


def check_empty(lake: SharedStore) -> None:
    """Raise an error if a lake contains loads."""
    with closing(database.open_readonly(lake.path)) as con:
        if count(con, "main.loads"):
            raise UsageError(
                f"{lake.path} already contains loads; copy to a new shared database (create it with dltrack connect "
                "… --init)"
            )


def _columns(con: duckdb.DuckDBPyConnection) -> dict[str, list[str]]:
    """Return the columns of every table of the lake; one query reads all, because DuckDB binds every view for it."""
    columns: dict[str, list[str]] = {}
    query = "select schema_name, table_name, column_name from duckdb_columns() where database_name = $1"
    for schema, name, column in con.execute(query, [session.NAME]).fetchall():
        columns.setdefault(f"{schema}.{name}", []).append(quote_name(column))
    return columns
