"""Rewriting of a database into a new file in the same folder, without unused space and with the current schema.

The last step renames the new file. Until then, other processes read the old file, and a crash leaves it unchanged.
"""

from __future__ import annotations

import os
import shutil
import uuid
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
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
"""Catalogue name of the old file."""
TARGET = "dltrack"
OWN = "own"
"""Catalogue name, in memory, of the objects that users created."""
MIGRATIONS = resources.SCHEMA / "migrations"
_REPLACED = ("table", "view", "macro", "macro table")
"""Kinds of objects that dltrack creates; dropping one also drops dependent objects, such as a user's index."""
_LONG_ROWS = {"store.documents": 2048, "store.passages": 40_960}
"""Rows compressed together in tables with long texts, as set for loads (`row_group_rows` in recipes)."""
_SPARE = 1.1
"""Required free space, as a multiple of the size of the old file."""


@contextmanager
def rewritten_copy(path: Path, command: str, *, accept: bool = False) -> Iterator[tuple[Path, list[Flaw]]]:
    """Rewrite a database; yield the path of the new, verified file, and the findings on data that could not be checked.

    The block must rename the new file to the resolved `path`, or else the new file is removed. The old file is locked
    during the block. The new file has the old file's mode and owner. `command` is the name of the change. If `accept`
    is set, the contents of the tables are recorded as loaded, even if another tool changed them.
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
                    f"its tables do not have schema {old_facts.schema}, which is stated in the file: "
                    f"{str(error).splitlines()[0]}",
                    duckdb_errors.RESTORE,
                ) from error
            findings = verify(target)
            faulty = [finding for finding in findings if finding.is_fault]
            if faulty:
                first = faulty[0]
                raise DatabaseError(
                    f"{path} was not changed, because it has faults: {first.check}, {first.subject}: {first.detail}; "
                    "list all faults with dltrack verify, or accept the contents with: dltrack build --accept"
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
            f"rewriting {path} needs {needed / 1e6:,.0f} MB on its disk, but only {free / 1e6:,.0f} MB are free; free "
            "some space, or copy the file to another disk first"
        )


def _settle_log(path: Path) -> None:
    """Merge the log of a killed process into the file, because renaming the file would not rename the log."""
    if path.with_name(path.name + ".wal").exists():
        with closing(database.connect()) as con:
            database.attach(con, path, read_only=False, checks=database.Checks(to_build=True))
            con.execute("checkpoint")


def _foreign_changes(path: Path) -> str:
    """Describe the tables that another tool changed in the old file; views in the file run without file access."""
    with closing(database.open_readonly(path, older=discard)) as con:
        has_checksums = questions.is_under_overlay(con) or database.has_table(con, "table_checksums")
        return change_log.find_foreign_changes(con) if has_checksums else ""


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
    """Copy rows into the tables of a new file; `relations` are schema, table, and the relation with the rows."""
    wanted = list(relations)
    for row_group_rows in (None, *sorted(set(_LONG_ROWS.values()))):  # the setting is fixed while a file is attached
        _attach(con, target, row_group_rows)
        noted = _columns_with_defaults(con)
        for schema, table, relation in wanted:
            if _LONG_ROWS.get(f"{schema}.{table}") == row_group_rows:
                _copy(con, schema, table, relation, noted.get((schema, table), set()))
        connection.detach(con, TARGET)


def _write_objects(
    con: duckdb.DuckDBPyConnection, target: Path, ours: list[str], old_objects: str
) -> list[tuple[str, str]]:
    """Create the new file with all current objects and the user's own; return the names of the user's tables."""
    template.write(target)
    access.make_private(target)
    _attach(con, target)
    for table in ("main.changes", "main.table_checksums"):  # remove the template's history
        con.execute(f"delete from {table}")
    made = _carry_user_objects(con, old_objects, ours) if _objects(con, SOURCE) - _objects(con, TARGET) else []
    database.detach(con, TARGET)
    return made


def _carry_user_objects(con: duckdb.DuckDBPyConnection, old_objects: str, ours: list[str]) -> list[tuple[str, str]]:
    """Create the user's own objects, with empty tables, in the new file; return the names of these tables.

    DuckDB can only copy all objects of a database. So all objects are first copied into memory, and dltrack's are
    dropped there.
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
    """Return a relation with the rows in the current schema for every table, and the set of migrated tables.

    Each migration step is a view on the view of the step before.
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
    """Return the migration scripts from a schema version to the current one, or to `limit`."""
    found = sorted((MIGRATIONS / folder).glob("*.sql"))
    numbers = range(version + 1, (limit or int(versions.SCHEMA_VERSION)) + 1)
    return [path for path in found if int(path.name.split("_")[0]) in numbers]


def _copy(con: duckdb.DuckDBPyConnection, schema: str, table: str, relation: str, noted: set[str]) -> None:
    """Copy the rows of a table in order; skip an empty table, because DuckDB 1.5.5 then loses rows of the next insert.

    `noted` are the columns with a default or a computed value.
    """
    if not (rows := connection.count(con, relation)):
        return
    copy = quote_name(TARGET, schema, table)
    computed = ", ".join(quote_name(name) for name in _computed_columns(con, schema, table, noted))
    columns = f"* exclude ({computed})" if computed else "*"
    con.execute(f"insert into {copy} by name select {columns} from {relation}")
    connection.check_count(con, copy, rows)


def _columns_with_defaults(con: duckdb.DuckDBPyConnection) -> dict[tuple[str, str], set[str]]:
    columns: dict[tuple[str, str], set[str]] = {}
    query = (
        "select schema_name, table_name, column_name from duckdb_columns() "
        f"where column_default is not null and database_name = {literal(TARGET)}"
    )
    for schema, table, column in con.execute(query).fetchall():
        columns.setdefault((schema, table), set()).add(column)
    return columns


def _computed_columns(con: duckdb.DuckDBPyConnection, schema: str, table: str, noted: set[str]) -> list[str]:
    """Return the generated columns among `noted`, which `describe` prints without a default."""
    if not noted:
        return []
    shown = con.execute(f"describe {quote_name(TARGET, schema, table)}").fetchall()
    return [name for name, _, _, _, default, _ in shown if default is None and name in noted]


def discard(_: str) -> None:
    """Ignore the message about unchecked views: they run once, without file access, and are then replaced."""


def _attach(con: duckdb.DuckDBPyConnection, target: Path, row_group_rows: int | None = None) -> None:
    database.attach(con, target, read_only=False, alias=TARGET, row_group_rows=row_group_rows, checks=database.TRUSTED)


def _sync(path: Path) -> None:
    """Flush a file to disk before it is renamed."""
    with path.open("rb") as file, suppress(OSError):
        os.fsync(file.fileno())
