"""Reading TREC runs and qrels into a scratch database, the quick way where a file's form allows it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import duckdb

from dltrack_db.errors import FormatError
from dltrack_db.scoring import scratch
from dltrack_db.store import sqltext

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def prepare(con: duckdb.DuckDBPyConnection) -> None:
    """Create the tables that the readers fill, in the schema `evaluate`."""
    scratch.run_script(con, "evaluate/tables")


def read_qrels(con: duckdb.DuckDBPyConnection, path: Path, rules: str) -> int | None:
    """Fill `evaluate.qrels_lines`; return the number of the first malformed line, if any.

    `rules` are those of evaluate/qrels_careful.sql. Lines are numbered as
    trec_eval numbers them: comments do not count.

    Raises:
        FormatError: the file is not UTF-8 text.
    """
    odd = "select min(line) from evaluate.qrels_lines where is_odd"
    delimiter = _delimiter(path)
    # DuckDB skips blank lines, which trec_eval counts and refuses
    if delimiter is not None and not _has_blank_lines(path):
        try:
            scratch.run_script(con, "evaluate/qrels_fast", path=path, delimiter=delimiter)
            if _number(con, odd) is None:
                return None
        except duckdb.Error:
            pass  # not of one form: the careful reader says what is wrong, if anything is
        con.execute("delete from evaluate.qrels_lines")
    _read_carefully(con, "evaluate/qrels_careful", path, rules=rules)
    return _number(con, odd)


def read_runs(
    con: duckdb.DuckDBPyConnection, paths: Mapping[str, Path], rules: str, *, only_judged: bool = False
) -> tuple[str, int] | None:
    """Fill `evaluate.run_lines` from the files of the given run ids; return the first malformed line, if any.

    `rules` are those of evaluate/run_careful.sql; `only_judged` skips topics
    without labels in `main.qrels` where it can. The line comes with its run
    id; lines are numbered as trec_eval numbers them: blank lines and comments
    do not count.

    Raises:
        FormatError: a file is not UTF-8 text.
    """
    by_delimiter: dict[str | None, dict[str, Path]] = defaultdict(dict)
    for run_id, path in paths.items():
        by_delimiter[_delimiter(path)][run_id] = path
    for delimiter, group in by_delimiter.items():
        careful = list(group) if delimiter is None else _read_fast(con, delimiter, group, only_judged)
        for run_id in careful:
            _read_carefully(con, "evaluate/run_careful", paths[run_id], run_id=run_id, rules=rules)
    odd = con.execute("select run_id, line from evaluate.run_lines where is_odd order by all limit 1").fetchone()
    return None if odd is None else (str(odd[0]), int(odd[1]))


def _read_fast(
    con: duckdb.DuckDBPyConnection, delimiter: str, group: Mapping[str, Path], only_judged: bool
) -> list[str]:
    """Read files of one separator at a time; return the run ids of those that need the careful reader."""
    try:
        scratch.run_script(
            con,
            "evaluate/run_fast",
            paths=list(group.values()),
            run_ids=list(group),
            delimiter=delimiter,
            other=" " if delimiter == "\t" else "\t",
            only_judged=only_judged,
        )
    except duckdb.Error:
        if len(group) == 1:
            return list(group)
        return [
            run for run_id, path in group.items() for run in _read_fast(con, delimiter, {run_id: path}, only_judged)
        ]
    rows = con.execute("select distinct run_id from evaluate.run_lines where is_odd").fetchall()
    odd = [str(run_id) for (run_id,) in rows if run_id in group]
    for run_id in odd:
        con.execute(f"delete from evaluate.run_lines where run_id = {sqltext.literal(run_id)}")
    return odd


def _read_carefully(con: duckdb.DuckDBPyConnection, script: str, path: Path, **variables: object) -> None:
    try:
        scratch.run_script(con, script, path=path, **variables)
    except duckdb.InvalidInputException:
        raise FormatError(f"{path} is not UTF-8 text; convert it first (iconv -f latin1 -t utf-8)") from None


def _delimiter(path: Path) -> str | None:
    """The separator the first line suggests, or None where only the careful reader keeps every byte."""
    with path.open("rb") as file:
        line = file.readline(4096)
    if line.startswith(_BYTE_ORDER_MARK):
        return None
    return "\t" if b"\t" in line else " "


def _has_blank_lines(path: Path) -> bool:
    content = path.read_bytes()
    return content.startswith((b"\n", b"\r\n")) or b"\n\n" in content or b"\n\r\n" in content


def _number(con: duckdb.DuckDBPyConnection, query: str) -> int | None:
    row = con.execute(query).fetchone()
    return None if row is None or row[0] is None else int(row[0])
