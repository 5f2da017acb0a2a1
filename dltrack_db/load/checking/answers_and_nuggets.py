"""Files of generated answers and of nuggets, checked by the very expectations that they meet when they are loaded."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import closing

import duckdb

from dltrack_db.base import resources, sql_text
from dltrack_db.base.files import duckpath
from dltrack_db.base.files.plainfile import PlainFile
from dltrack_db.load import expectations, topic_fields
from dltrack_db.load.checking.findings import Finding
from dltrack_db.load.plan import Plan
from dltrack_db.load.staging import StagedFile, Staging
from dltrack_db.score import readers
from dltrack_db.store import database

_QUESTION = re.compile(r"[^\t]+\t[^\t]*\t[^\t]+\t\d+\t[^\t]*")
"""A line of DRAGUN's questions: topic, team, run, rank and question."""


def detect_part(plain: PlainFile) -> str:
    """The part that a file is of: 'answers' or 'nuggets' by its first record or its columns, else 'runs'.

    Raises:
        FormatError: it has more lines than are read one by one.
    """
    if topic_fields.columns(plain):
        return "answers"
    if _QUESTION.fullmatch(plain.first_line.strip("\ufeff\r")):
        return "nuggets"
    if plain.bad_byte is not None or plain.first_line.strip("\ufeff \t\r")[:1] not in ("{", "[", ""):
        return "runs"
    with readers.name_sources({plain.path: plain.source}):
        readers.check_by_line(plain.path, plain.lines)
    with closing(database.connect()) as con:
        sql_text.set_variables(con, path=duckpath.for_reader(plain.path))
        con.execute(f"create temp view lines as {resources.script('ingest/read/json_lines')}")
        row = con.execute(resources.script("load/checking/detect_part")).fetchone()
    return row[0] if row and row[0] else "runs"


def check(con: duckdb.DuckDBPyConnection, plan: Plan, files: Sequence[StagedFile], *, is_loaded: bool) -> list[Finding]:
    """Return the findings on files of answers or nuggets; of a loaded collection the attached database knows topics."""
    staging = Staging(con, plan)
    staging.read(files)
    if is_loaded:
        con.execute(resources.script("ingest/staging/know"))
        for table in ("answers", "nuggets", "nugget_labels", "citation_labels"):
            con.execute(f"delete from staging.known_{table}")  # a file that is loaded is checked as any other
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
