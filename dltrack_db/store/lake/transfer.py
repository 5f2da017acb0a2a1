"""A shared database as a file, a file as a shared database: every row, the ledger and all checksums."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import duckdb

from dltrack_db.base import resources
from dltrack_db.base.files import tempfolder
from dltrack_db.base.sql_text import quote_name
from dltrack_db.errors import DatabaseError, UsageError
from dltrack_db.store import change_log, connection, database, derive, duckdb_errors, rewrite, template, verify, writing
from dltrack_db.store.lake import overlay, session, snapshots

_SOURCE = "source"
_NOTED = ("main.changes", "main.table_checksums")
"""What a new database notes of its own beginning; the copy has that of its source."""


def copy(source: Path, target: Path, *, say: Callable[[str], None] = print) -> list[str]:
    """Copy a shared database into a new file, a file into an empty shared one, or one shared into another.

    From lake to lake states that have a name are copied, too, in their order, and keep their names. Tables and views
    that users made in a file stay in it. Returns the names of the states that were copied.

    Raises:
        UsageError: both are files, the file is there already, or the shared database holds loads.
        DatabaseError: the copy is not sound; there is no room, or the lake cannot be reached.
    """
    from_lake, to_lake = overlay.of(source), overlay.of(target)
    if from_lake is None and to_lake is None and source.exists():
        raise UsageError(f"{source} and {target} are files; copy one with: cp, or open a private copy with --copy")
    if to_lake is None:
        to_file(source, target)
        return []
    to_lake.check_writable()
    _check_empty(target)
    if from_lake is None:
        into_lake(source, target)
        return []
    named = [] if from_lake.is_frozen else _named_states(source)
    with tempfolder.folder() as folder:
        for number, (name, snapshot) in enumerate([*named, ("", None)]):
            state_name = f"the state '{name}'" if name else "today"
            say(f"{source}: copying {state_name}")
            state = folder / f"state{number}.duckdb"
            to_file(source, state, at=snapshot)
            into_lake(state, target)
            state.unlink()
            if name:
                snapshots.name(target, name)
    return [name for name, _ in named]


def to_file(source: Path, target: Path, *, at: int | None = None) -> None:
    """Write what a database shows, today or `at` a snapshot, into a new file, which appears whole or not at all.

    Raises:
        UsageError: the file is there already.
        DatabaseError: the copy is not sound, or there is no room for it.
    """
    writing.check_writable(target)
    writing.remove_unfinished(target)
    if target.exists():
        raise UsageError(f"{target} exists; name a new file, or move that one away")
    unfinished = target.with_name(f".{target.name}.unfinished-{uuid.uuid4().hex}")
    with tempfolder.folder() as folder, duckdb_errors.explain_faults(target):
        con = database.connect(spill=folder / "spill")
        try:
            template.begin(unfinished)
            with session.reading_at(at):
                database.attach(con, source, read_only=True, alias=_SOURCE)
            database.check_version(con, source)
            con.execute("use memory")
            _forget_beginning(con, unfinished)
            rewrite.fill(con, unfinished, _relations(con))
            database.attach(con, unfinished, read_only=False, checks=database.TRUSTED)
            with database.transaction(con):
                change_log.note(con, f"copy {source.name}")
            con.execute("checkpoint")
            database.detach(con)
            _check_ledger(unfinished, source)
            _check_sound(unfinished, source)
            unfinished.rename(target)
            writing.sync_folder(target.absolute().parent)
        finally:
            con.close()
            writing.remove(unfinished)


def into_lake(source: Path, target: Path) -> None:
    """Put all rows of a file into a shared database in place of what is there, in one transaction.

    Raises:
        DatabaseError: the lake cannot be reached, or its rows are not those of the file afterwards.
    """
    with closing(database.connect()) as con:
        con.execute("pragma disable_checkpoint_on_shutdown")
        database.attach(con, source, read_only=True, alias=_SOURCE, is_current=False)
        with writing.writing(con, target, command=f"copy {source.name}"), session.planned_quickly(con):
            columns = _columns(con)
            for table in sorted(overlay.shared_tables()):
                con.execute(f"delete from {session.NAME}.{table}")
                rows = _count(con, f"{_SOURCE}.{table}")
                if rows:
                    named = ", ".join(columns[table])
                    con.execute(f"insert into {session.NAME}.{table} by name select {named} from {_SOURCE}.{table}")
                if _count(con, f"{session.NAME}.{table}") != rows:
                    raise DatabaseError(f"DuckDB lost rows of {table}; nothing was changed, please report this")


def _relations(con: duckdb.DuckDBPyConnection) -> Iterator[tuple[str, str, str]]:
    """Every table that the copy does not make itself, with where its rows are."""
    for table in sorted(overlay.shared_tables() - {derive.STAND_INS}):
        schema, name = table.split(".")
        yield schema, name, quote_name(_SOURCE, schema, name)


def _forget_beginning(con: duckdb.DuckDBPyConnection, target: Path) -> None:
    database.attach(con, target, read_only=False, checks=database.TRUSTED)
    for table in _NOTED:
        con.execute(f"delete from {table}")
    connection.let_go(con)


def _check_ledger(target: Path, source: Path) -> None:
    """Refuse the copy of a frozen lake that an earlier dltrack made without its part of the ledger."""
    address = overlay.of(source)
    if address is None or not address.is_frozen:
        return
    with closing(database.open_readonly(target)) as con:
        if _count(con, "main.qrels") + _count(con, "main.run_topics") and not _count(con, "main.loads"):
            raise DatabaseError(
                f"{address.catalogue.removeprefix('ducklake:')} was frozen without its ledger, so that no copy can be "
                "checked; ask whoever made it to freeze it anew with this dltrack, or read it where it is"
            )


def _check_sound(target: Path, source: Path) -> None:
    faulty = [finding for finding in verify.verify(target) if finding.is_fault]
    if faulty:
        first = faulty[0]
        raise DatabaseError(
            f"the copy of {source} is not sound: {first.check}, {first.subject}: {first.detail}; nothing was written, "
            f"see: dltrack verify --db {source}"
        )


def _check_empty(target: Path) -> None:
    with closing(database.open_readonly(target)) as con:
        if _count(con, "main.loads"):
            raise UsageError(f"{target} holds loads already; copy into a new shared database (dltrack connect --init)")


def _named_states(source: Path) -> list[tuple[str, int]]:
    """The names of states with their numbers, first to last."""
    with closing(database.open_readonly(source)) as con:
        return con.execute(resources.script("store/lake/named")).fetchall()


def _columns(con: duckdb.DuckDBPyConnection) -> dict[str, list[str]]:
    """The columns of every table of the lake, asked for at once: DuckDB binds all views for it."""
    columns: dict[str, list[str]] = {}
    query = "select schema_name, table_name, column_name from duckdb_columns() where database_name = $1"
    for schema, name, column in con.execute(query, [session.NAME]).fetchall():
        columns.setdefault(f"{schema}.{name}", []).append(quote_name(column))
    return columns


def _count(con: duckdb.DuckDBPyConnection, relation: str) -> int:
    row = con.execute(f"select count(*) from {relation}").fetchone()
    return int(row[0]) if row else 0
