"""Reading one TREC run or qrels file into a scratch database, the quick way where the file's form allows it."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import duckdb

from dltrack_db import scratch


def read(con: duckdb.DuckDBPyConnection, kind: Literal["run", "qrels"], path: Path) -> int | None:
    """Fill `evaluate.run_lines` or `evaluate.qrels_lines`; return the number of the first malformed line, if any.

    Lines are numbered as trec_eval numbers them: blank lines and comments do not count.
    """
    with path.open("rb") as file:
        delimiter = "\t" if b"\t" in file.readline(4096) else " "
    try:
        scratch.run_script(con, f"evaluate/{kind}_fast", path=path, delimiter=delimiter)
        if _first_odd(con, kind) is None:
            return None
    except duckdb.Error:
        pass  # not of one form: the careful reader says what is wrong, if anything is
    scratch.run_script(con, f"evaluate/{kind}_careful", path=path)
    return _first_odd(con, kind)


def _first_odd(con: duckdb.DuckDBPyConnection, kind: str) -> int | None:
    row = con.execute(f"select min(line) from evaluate.{kind}_lines where is_odd").fetchone()
    return None if row is None or row[0] is None else int(row[0])
