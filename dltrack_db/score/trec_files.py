"""Read runs and qrels into a scratch database with `dltrack_db.score.readers`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import duckdb

from dltrack_db.base import sql_text
from dltrack_db.score import readers

_RUN = "query_id, doc_id, submitted_rank, score, tag"
_QRELS = "position, query_id, iteration, doc_id, relevance"


class Fault(NamedTuple):
    """A malformed line of a run: `position` is its number without comment lines, `line` its number in the file."""

    run_id: str
    position: int
    problem: str
    line: int


def prepare(con: duckdb.DuckDBPyConnection) -> None:
    """Create the tables that the readers fill, in schema `evaluate`."""
    sql_text.run_script(con, "score/evaluate/tables")


def read_qrels(con: duckdb.DuckDBPyConnection, path: Path, rules: str) -> int | None:
    """Read a file into `evaluate.qrels_lines`; return the number of the first malformed line, or None.

    `rules` as for `dltrack_db.score.readers`. Lines are numbered without comment lines, as in trec_eval.
    """
    file = readers.scan_file(1, path, rules)
    readers.read_qrels(con, "evaluate.qrels_lines", _QRELS, file, rules, takes_fractions=False)
    row = con.execute("select min(position) from evaluate.qrels_lines where problem is not null").fetchone()
    return None if row is None or row[0] is None else int(row[0])


def read_runs(
    con: duckdb.DuckDBPyConnection, paths: Mapping[str, Path], rules: str, *, only_judged: bool = False
) -> Fault | None:
    """Read files, given by run id, into `evaluate.run_lines`; return the first malformed line, or None.

    `rules` as for `dltrack_db.score.readers`. With `only_judged`, topics without labels in `main.qrels` are skipped
    where that saves time.
    """
    topics = None
    if only_judged:
        rows = con.execute("select distinct query_id from main.qrels order by query_id").fetchall()
        topics = [str(query_id) for (query_id,) in rows]
    sql_text.set_variables(con, run_ids=list(paths))
    con.execute("delete from evaluate.run_lines")
    readers.read_runs(
        con,
        "evaluate.run_lines",
        f"getvariable('run_ids')[file_id] as run_id, file_id, {_RUN}",
        [readers.scan_file(number, path, rules) for number, path in enumerate(paths.values(), start=1)],
        rules,
        careful_columns="line, position, problem",
        only_topics=topics,
        with_fit_ids=rules == "strict",
    )
    odd = con.execute(
        "select run_id, position, problem, line from evaluate.run_lines where problem is not null order by all limit 1"
    ).fetchone()
    return None if odd is None else Fault(str(odd[0]), int(odd[1]), str(odd[2]), int(odd[3]))
