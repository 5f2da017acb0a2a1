"""Items to exclude from an evaluation: "self", a file in a format of `dltrack ingest exclusions`, or a frame."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb

from dltrack_db.base import resources, sql_text
from dltrack_db.base.files import duckpath, plainfile, tempfolder
from dltrack_db.errors import FormatError, UsageError
from dltrack_db.score import inputs, readers

SELF = "self"
"""Value that excludes, for each topic, the item with the id of the topic."""


def add(con: duckdb.DuckDBPyConnection, items: Any) -> None:
    """Exclude items from the only collection of a scratch database; call this before runs are judged."""
    if isinstance(items, str) and items == SELF:
        con.execute("update main.collections set excludes_query_id = true")
        return
    if inputs.is_file(items):
        with tempfolder.folder() as folder:
            (plain,) = plainfile.unpack_all([Path(items)], folder)
            with readers.name_sources({plain: Path(items)}):
                _read(con, plain)
    else:
        inputs.register(con, inputs.EXCLUSIONS, items)
    if problem := sql_text.run_script(con, "score/exclusions/problem").fetchone():
        name = str(items) if inputs.is_file(items) else "the argument exclude"
        raise UsageError(f"{name} {problem[0]}")
    sql_text.run_script(con, "score/exclusions/add")


def _read(con: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Read a file into the table given_exclusions, with the reader of the part 'exclusions'."""
    readers.check_by_line(path)
    readers.define_macros(con)
    sql_text.set_variables(con, path=duckpath.for_reader(path), file_id=1)
    with path.open("rb") as content:
        is_json = content.read(64).lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[")
    lines = resources.script(f"ingest/read/{'json_lines' if is_json else 'lines'}")
    con.execute(f"create or replace temp view lines as {lines}")
    query = (resources.PARTS / "exclusions" / "read.sql").read_text(encoding="utf-8")
    try:
        con.execute(f"create temp table given_exclusions as {query.replace('staging.lines', 'temp.lines')}")
    except duckdb.InvalidInputException:
        raise FormatError(f"{path} is not UTF-8 text; convert it first (iconv -f latin1 -t utf-8)") from None
    if fault := sql_text.run_script(con, "score/exclusions/malformed_line").fetchone():
        raise FormatError(f"{path}:{fault[0]}: {fault[1]}; correct the line")
