"""Re-checking a database: tables against the ledger and against themselves, objects against their files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import duckdb

from dltrack_db.store import database, faults, reference, sqlfiles

_LIVE = (
    "select schema_name, table_name, sql, comment from duckdb_tables() where not internal "
    "and database_name = current_database() union all "
    "select schema_name, view_name, sql, comment from duckdb_views() where not internal "
    "and database_name = current_database() union all "
    "select schema_name, function_name, macro_definition, comment from duckdb_functions() where not internal "
    "and database_name = current_database() and macro_definition is not null union all "
    "select schema_name, table_name, column_name, comment from duckdb_columns() where not internal "
    "and database_name = current_database()"
)


@dataclass(frozen=True)
class Finding:
    """One thing that is not as it should be, and what mends it."""

    check: str
    subject: str
    detail: str
    cure: str


def verify(path: Path) -> list[Finding]:
    """Everything that is wrong with a database file; empty for a sound one.

    Raises:
        DatabaseError: the file cannot be opened, or its blocks are damaged.
    """
    with faults.told(path):
        con = database.open_readonly(path)
        try:
            findings = list(_objects(con))
            if not any(finding.check == "objects" for finding in findings):  # else today's views are not there to ask
                findings += [*_ledger(con), *_rules(con), *_derived(con), *_blocks(con)]
            return findings
        finally:
            con.close()


def _objects(con: duckdb.DuckDBPyConnection) -> Iterator[Finding]:
    """Objects that differ from their files, in definition or documentation; users may add their own."""
    cure = "rebuild them with: dltrack build"
    built = database.connect()
    try:
        database.build(built, sqlfiles.all_objects())
        wanted, live = _definitions(built), _definitions(con)
    finally:
        built.close()
    for name in sorted(wanted):
        if name not in live:
            yield Finding("objects", name, "is missing", cure)
        elif wanted[name] != live[name]:
            yield Finding("objects", name, "differs from its file", cure)
    current = sqlfiles.content_hash([*reference.files()])
    if database.info(con, "views_hash") != current:
        yield Finding("views_hash", str(database.info(con, "views_hash")), f"is not {current} of today's files", cure)


def _definitions(con: duckdb.DuckDBPyConnection) -> dict[str, frozenset[tuple[str, str]]]:
    """Every object with its definitions (a macro may have several), its columns, and the comments on all of them."""
    found: dict[str, frozenset[tuple[str, str]]] = {}
    for schema, name, definition, comment in con.execute(_LIVE).fetchall():
        full = f"{schema}.{name}"
        found[full] = found.get(full, frozenset()) | {(definition, comment)}
    return found


def _ledger(con: duckdb.DuckDBPyConnection) -> Iterator[Finding]:
    query = "select part, collection, name, rows_in_ledger, rows_in_table from catalog.ledger_counts where not is_sound"
    for part, collection, name, noted, found in con.execute(query).fetchall():
        same = "their content is not what was loaded" if noted == found else f"the table holds {found}"
        detail = f"the ledger says {noted} rows, {same}"
        yield Finding("ledger", _subject(part, name, collection), detail, "load it again with --replace")


def _rules(con: duckdb.DuckDBPyConnection) -> Iterator[Finding]:
    query = "select rule, collection, name, broken_rows from catalog.broken_rules"
    for rule, collection, name, rows in con.execute(query).fetchall():
        yield Finding("rules", _subject("", name, collection), f"{rule}: {rows} do not", "drop it and load it again")


def _derived(con: duckdb.DuckDBPyConnection) -> Iterator[Finding]:
    query = "select derived_table, collection, run_id, stale_rows from catalog.stale_derivations"
    for table, collection, run, rows in con.execute(query).fetchall():
        subject = _subject(table, run, collection)
        yield Finding("derived", subject, f"{rows} rows are stale", "recompute them with: dltrack build")


def _blocks(con: duckdb.DuckDBPyConnection) -> Iterator[Finding]:
    """Read every value once: DuckDB checks the checksum of each block it reads."""
    for obj in sqlfiles.tables():
        try:
            con.execute(f"select bit_xor(hash(t)) from {obj.full_name} as t").fetchall()
        except duckdb.Error as error:
            detail = str(error).splitlines()[0]
            yield Finding("blocks", obj.full_name, detail, "restore the file from a copy, or load it anew")


def _subject(kind: str, name: str, collection: str | None) -> str:
    return " ".join(part for part in (kind, f"«{name}»", f"of {collection}" if collection else "") if part)
