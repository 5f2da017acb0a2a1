"""Files of generated answers, checked by the very expectations that they meet when they are loaded."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import duckdb

from dltrack_db import expectations
from dltrack_db.basics import resources, sqltext
from dltrack_db.checking.findings import Finding
from dltrack_db.files import duckpath
from dltrack_db.files.plainfile import PlainFile
from dltrack_db.loading import topic_fields
from dltrack_db.loading.plan import Plan
from dltrack_db.loading.staging import StagedFile, Staging
from dltrack_db.store import database


def is_answers(plain: PlainFile) -> bool:
    """Whether the first record of a file of JSON is an answer, not a run in JSON; tables of answers are, too."""
    if topic_fields.columns(plain):
        return True
    if plain.bad_byte is not None or plain.first_line.strip("\ufeff \t\r")[:1] not in ("{", "[", ""):
        return False
    with duckdb.connect() as con:
        sqltext.set_variables(con, path=duckpath.for_reader(plain.path))
        con.execute(f"create temp view lines as {resources.script('ingest/read/json_lines')}")
        row = con.execute(resources.script("checking/is_answers")).fetchone()
    return bool(row and row[0])


def check(
    con: duckdb.DuckDBPyConnection, plan: Plan, files: Sequence[StagedFile], known_file: Path | None
) -> list[Finding]:
    """What is to be said of files of answers; `known_file` is the database that knows their topics."""
    staging = Staging(con, plan)
    staging.read(files)
    if known_file is not None:
        database.attach(con, known_file, read_only=True)
        try:
            con.execute("use memory")
            con.execute(resources.script("ingest/staging/know"))
            con.execute("delete from staging.known_answers")  # a file that is loaded is checked as any other
        finally:
            database.detach(con)
    suite = expectations.load_suite("answers")
    by_id = {file.file_id: file for file in files}
    return [
        Finding(
            by_id[one.file_id].item.name,
            entry.severity,
            entry.name,
            one.found,
            one.line,
            one.detail,
            by_id[one.file_id].source,
        )
        for entry in suite.expectations
        for one in expectations.offenders(con, suite, entry)
    ]
