"""Check files with other kinds of data than runs, by the expectations of their loads."""

from __future__ import annotations

from collections.abc import Sequence

import duckdb

from dltrack_db.base import parts
from dltrack_db.load import expectations
from dltrack_db.load.checking.findings import Finding
from dltrack_db.load.plan import Plan, StagedFile
from dltrack_db.load.staging import Staging, note_known

_KNOWN = (
    "select table_name from duckdb_tables() "
    "where schema_name = 'staging' and list_contains($1, table_name) order by all"
)


def check(con: duckdb.DuckDBPyConnection, plan: Plan, files: Sequence[StagedFile], *, is_loaded: bool) -> list[Finding]:
    """Return the findings on files; if `is_loaded` is set, the database with the collection is attached."""
    staging = Staging(con, plan)
    staging.read(files)
    if is_loaded:
        note_known(con)
        here = {file.item.part for file in files}
        known = [f"known_{table.name}" for part in parts.all_parts() if part.name in here for table in part.tables]
        for (table,) in con.execute(_KNOWN, [known]).fetchall():
            con.execute(f"delete from staging.{table}")  # a file that is already loaded is checked like other files
    files_by_id = {file.file_id: file for file in files}
    suites = [expectations.load_suite(part) for part in sorted({file.item.part for file in files})]
    return [
        Finding(
            files_by_id[one.file_id].item.name,
            entry.severity,
            entry.name,
            one.found,
            one.line,
            one.detail,
            files_by_id[one.file_id].source,
        )
        for suite in suites
        for entry in suite.expectations
        for one in expectations.offenders(con, suite, entry)
    ]
