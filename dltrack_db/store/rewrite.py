"""Rewriting of a database next to the old file: without unused room, in today's storage and tables.

Until the very last step, which is one rename, the old file is what everybody
reads; a kill at any moment leaves it as it was.
"""

from __future__ import annotations

import os
import shutil
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import duckdb

from dltrack_db import sqlfiles
from dltrack_db.base import resources
from dltrack_db.base.files import access, tempfolder
from dltrack_db.base.sql_text import literal, quote_name
from dltrack_db.errors import DatabaseDamagedError, DatabaseError
from dltrack_db.store import (
    change_log,
    connection,
    create,
    database,
    database_files,
    derive,
    duckdb_errors,
    facts,
    plugin_notes,
    questions,
    reference,
    template,
    trust,
    versions,
)
from dltrack_db.store.facts import Facts
from dltrack_db.store.verify import Flaw, verify

SOURCE = "source"
"""The catalog as which the old file is attached."""
TARGET = "dltrack"
OWN = "own"
"""The catalog, in memory, of what users made themselves."""
MIGRATIONS = resources.SCHEMA / "migrations"
_REPLACED = ("table", "view", "macro", "macro table")
"""Kinds of objects that dltrack makes; what belongs to one, like an index of a user on a table, goes with it."""
_LONG_ROWS = {"store.documents": 2048, "store.passages": 40_960}
"""Rows compressed together where texts are long, as when they are loaded (row_group_rows of the recipes)."""
_SPARE = 1.1
"""Room asked for, in sizes of the old file."""


@contextmanager
def rewritten_copy(path: Path, command: str, *, accept: bool = False) -> Iterator[tuple[Path, list[Flaw]]]:
    """Rewrite a database; yield the new file, sound and closed, and what of it could not be checked.

    Nobody can write to the old file before the block ends. The block is to
    rename the new file, which is gone afterwards if it does not, to `path` without links; it has the
    mode and owner of the old one. `command` is what the change is noted as; `accept` takes what the tables hold for
    what was loaded.
    """
    database_files.remove_unfinished(path)
    _check_room(path)
    access.check_replaceable(path)
    target = path.with_name(f".{path.name}.unfinished-{uuid.uuid4().hex}")
    with tempfolder.folder() as folder, duckdb_errors.explain_faults(path):
        con = database.connect(spill=folder / "spill")
        try:
            _settle_log(path)
            found = _foreign_changes(path)
            database.attach(con, path, read_only=True, alias=SOURCE, checks=database.Checks(to_build=True))
            trust.seal(con, reference.folders(), attaching=target)
            old_facts = facts.check_version(con, path, older=True, alias=SOURCE)
            plugin_notes.leaving(con, old_facts, path)
            try:
                _write(con, target, old_facts, command, found, accept=accept)
            except (duckdb.BinderException, duckdb.CatalogException) as error:
                if not old_facts.is_older:
                    raise
                raise DatabaseDamagedError(
                    path,
                    f"it states table schema {old_facts.schema}, and its tables are not of that schema: "
                    f"{str(error).splitlines()[0]}",
                    duckdb_errors.RESTORE,
                ) from error
            findings = verify(target)
            faulty = [finding for finding in findings if finding.is_fault]
            if faulty:
                first = faulty[0]
                raise DatabaseError(
                    f"{path} was not changed, because it is not sound: {first.check}, {first.subject}: {first.detail}; "
                    f"see: dltrack verify, or accept it as it is with: dltrack build --accept"
                )
            access.copy_access(path, target)
            _sync(target)
            yield target, findings
            database_files.sync_folder(path.parent)
        finally:
            con.close()
            database_files.remove(target)


def _check_room(path: Path) -> None:
    database_files.check_writable(path)
    if not path.exists():
        database.check_path(path, read_only=True)
    free, needed = shutil.disk_usage(path.parent).free, int(path.stat().st_size * _SPARE)
    if free < needed:
        raise DatabaseError(
            f"{path} is rewritten next to itself, which needs {needed / 1e6:,.0f} MB where {free / 1e6:,.0f} MB are "
            "free; free some space, or copy it to another disk first"
        )


def _settle_log(path: Path) -> None:
    """Take the log that a killed writer left into the file, for the log would stay behind when the file is renamed."""
    if path.with_name(path.name + ".wal").exists():
        con = database.connect()
        try:
            database.attach(con, path, read_only=False, checks=database.Checks(to_build=True))
            con.execute("checkpoint")
        finally:
            con.close()


def _foreign_changes(path: Path) -> str:
    """Name what another tool changed in the old file; one of an earlier schema is asked by its own views, sealed."""
    con = database.open_readonly(path, older=discard)
    try:
        has_checksums = questions.is_under_overlay(con) or database.has_table(con, "table_checksums")
        return change_log.find_foreign_changes(con) if has_checksums else ""
    finally:
        con.close()


def _write(
    con: duckdb.DuckDBPyConnection, target: Path, old_facts: Facts, command: str, found: str, *, accept: bool
) -> None:
    version = old_facts.schema
    ours = [obj.full_name for obj in sqlfiles.tables()]
    is_older = version < int(versions.SCHEMA_VERSION)
    others = _write_objects(con, target, [*ours, *sqlfiles.CONSTANTS], old_facts.objects)
    relations, _ = shapes(con, version)
    made = {"main.database_info", derive.STAND_INS, *reference.tables(), *(derive.TABLES if is_older else ())}
    today = [(schema, table) for schema, table in (full.split(".") for full in ours if full not in made)]
    from_old = [(*name, relations[name]) for name in today if name in relations]
    from_old += [(*name, quote_name(SOURCE, *name)) for name in others]
    fill(con, target, from_old)
    _attach(con, target)
    with database.transaction(con):
        for step in steps(version, "after/"):
            con.execute(step.read_text(encoding="utf-8"))
        if is_older:
            collections = con.execute("select collection from main.collections order by all").fetchall()
            derive.refresh(con, [row[0] for row in collections])
        if accept:
            change_log.accept(con)
        change_log.note(con, command, found)
    con.execute("checkpoint")
    database.detach(con, TARGET)


def fill(con: duckdb.DuckDBPyConnection, target: Path, relations: Iterable[tuple[str, str, str]]) -> None:
    """Copy the rows of relations into the tables of a new file: schema and name of each table, and its relation."""
    wanted = list(relations)
    for row_group_rows in (None, *sorted(set(_LONG_ROWS.values()))):  # a file is open for one length of rows at a time
        _attach(con, target, row_group_rows)
        noted = _columns_with_defaults(con)
        for schema, table, relation in wanted:
            if _LONG_ROWS.get(f"{schema}.{table}") == row_group_rows:
                _copy(con, schema, table, relation, noted.get((schema, table), set()))
        connection.detach(con, TARGET)


def _write_objects(
    con: duckdb.DuckDBPyConnection, target: Path, ours: list[str], old_objects: str
) -> list[tuple[str, str]]:
    """Make the new file with all objects of today and what users made themselves; the names of the users' tables."""
    template.write(target)
    access.make_private(target)
    _attach(con, target)
    for table in ("main.changes", "main.table_checksums"):  # what the template notes of its own beginning
        con.execute(f"delete from {table}")
    made = _carry_user_objects(con, old_objects, ours) if _objects(con, SOURCE) - _objects(con, TARGET) else []
    database.detach(con, TARGET)
    return made


def _carry_user_objects(con: duckdb.DuckDBPyConnection, old_objects: str, ours: list[str]) -> list[tuple[str, str]]:
    """Make what users made themselves in the new file, tables without their rows; the names of these tables.

    DuckDB copies the objects of a whole database or none: they go by way of one in memory, where dltrack's are dropped.
    """
    con.execute(f"attach ':memory:' as {OWN}")
    con.execute(f"copy from database {SOURCE} to {OWN} (schema)")
    con.execute(f"use {OWN}")
    create.drop_noted(con, old_objects)
    today = _objects(con, TARGET)
    for kind, schema, name in _objects(con, OWN):
        if kind in _REPLACED and ((kind, schema, name) in today or f"{schema}.{name}" in ours):
            con.execute(f"drop {kind} {quote_name(schema, name)}")
    con.execute(f"copy from database {OWN} to {TARGET} (schema)")
    tables = con.execute(
        f"select schema_name, table_name from duckdb_tables() where database_name = '{OWN}' order by table_oid"
    ).fetchall()
    con.execute(f"use {TARGET}")
    con.execute(f"detach {OWN}")
    return tables


def _objects(con: duckdb.DuckDBPyConnection, catalog: str) -> set[tuple[str, str, str]]:
    """The kind, schema and name of everything in a database."""
    return set(
        con.execute(
            "with objects(catalog, kind, schema, name) as ("
            "select database_name, 'table', schema_name, table_name from duckdb_tables() union all "
            "select database_name, 'view', schema_name, view_name from duckdb_views() where not internal union all "
            "select database_name, replace(function_type, 'table_macro', 'macro table'), schema_name, function_name "
            "from duckdb_functions() where not internal union all "
            "select database_name, 'sequence', schema_name, sequence_name from duckdb_sequences() union all "
            "select database_name, 'index', schema_name, index_name from duckdb_indexes() union all "
            "select database_name, 'type', schema_name, type_name from duckdb_types() where not internal union all "
            "select database_name, 'schema', schema_name, '' from duckdb_schemas()"
            ") select kind, schema, name from objects where catalog = $1",
            [catalog],
        ).fetchall()
    )


def shapes(
    con: duckdb.DuckDBPyConnection, version: int, source: str = SOURCE
) -> tuple[dict[tuple[str, str], str], set[tuple[str, str]]]:
    """Return for every table the relation with its old rows in today's form; and the tables whose rows a step changes.

    The relations are the steps' views upon each other.
    """
    tables = con.execute(
        f"select schema_name, table_name from duckdb_tables() where database_name = '{source}' order by all"
    ).fetchall()
    changed: set[tuple[str, str]] = set()
    schemas = sorted({schema for schema, _ in tables})
    con.execute("use memory")
    for number in range(version, int(versions.SCHEMA_VERSION) + 1):
        for schema in schemas:
            con.execute(f"create schema {quote_name('memory', f'v{number}_{schema}')}")
        for step in steps(number - 1, limit=number) if number > version else ():
            con.execute(step.read_text(encoding="utf-8"))
        made = f"select schema_name, view_name from duckdb_views() where starts_with(schema_name, 'v{number}_')"
        changed |= {(home.partition("_")[2], name) for home, name in con.execute(made).fetchall()}
        for schema, table in tables:
            previous_table = (source, schema) if number == version else ("memory", f"v{number - 1}_{schema}")
            shape = quote_name("memory", f"v{number}_{schema}", table)
            con.execute(f"create view if not exists {shape} as from {quote_name(*previous_table, table)}")
    today = versions.SCHEMA_VERSION
    return {(schema, table): quote_name("memory", f"v{today}_{schema}", table) for schema, table in tables}, changed


def steps(version: int, folder: str = "", limit: int | None = None) -> list[Path]:
    """The scripts that lead on from a schema version, to today's or to `limit`."""
    found = sorted((MIGRATIONS / folder).glob("*.sql"))
    numbers = range(version + 1, (limit or int(versions.SCHEMA_VERSION)) + 1)
    return [path for path in found if int(path.name.split("_")[0]) in numbers]


def _copy(con: duckdb.DuckDBPyConnection, schema: str, table: str, relation: str, noted: set[str]) -> None:
    """Copy the rows of a table in their order; never none, for DuckDB 1.5.5 then loses rows of the next insert.

    `noted` are the columns with a default, or computed.
    """
    row = con.execute(f"select count(*) from {relation}").fetchone()
    expected = row[0] if row else 0
    if not expected:
        return
    copy = quote_name(TARGET, schema, table)
    computed = ", ".join(quote_name(name) for name in _computed_columns(con, schema, table, noted))
    columns = f"* exclude ({computed})" if computed else "*"
    con.execute(f"insert into {copy} by name select {columns} from {relation}")
    row = con.execute(f"select count(*) from {copy}").fetchone()
    if row != (expected,):
        raise DatabaseError(f"DuckDB lost rows of {table}; nothing was changed, please report this")


def _columns_with_defaults(con: duckdb.DuckDBPyConnection) -> dict[tuple[str, str], set[str]]:
    """The columns of the new file that have a default or are generated, by schema and table, asked for at once."""
    columns: dict[tuple[str, str], set[str]] = {}
    query = (
        "select schema_name, table_name, column_name from duckdb_columns() "
        f"where column_default is not null and database_name = {literal(TARGET)}"
    )
    for schema, table, column in con.execute(query).fetchall():
        columns.setdefault((schema, table), set()).add(column)
    return columns


def _computed_columns(con: duckdb.DuckDBPyConnection, schema: str, table: str, noted: set[str]) -> list[str]:
    """The generated columns of a table of the new file, which take no values: `describe` shows no default of them."""
    if not noted:
        return []
    shown = con.execute(f"describe {quote_name(TARGET, schema, table)}").fetchall()
    return [name for name, _, _, _, default, _ in shown if default is None and name in noted]


def discard(_: str) -> None:
    """Say nothing: the old views are read once, sealed, to find what somebody else changed, and then replaced."""


def _attach(con: duckdb.DuckDBPyConnection, target: Path, row_group_rows: int | None = None) -> None:
    database.attach(con, target, read_only=False, alias=TARGET, row_group_rows=row_group_rows, checks=database.TRUSTED)


def _sync(path: Path) -> None:
    """Make sure that a file is on the disk before its name is given to it."""
    with path.open("rb") as file, suppress(OSError):
        os.fsync(file.fileno())
