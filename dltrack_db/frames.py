"""Evaluating frames: a run and its qrels as polars, pandas or Arrow tables, scored by the same SQL as a database."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import duckdb

from dltrack_db import database, resources, sqlfiles
from dltrack_db.errors import UsageError

if TYPE_CHECKING:
    import polars as pl

FOLDER = resources.INGEST / "frames"
_COLLECTION = "frames"
_NEEDED = ("metrics.query_scores", "metrics.run_scores", "metrics.score_queries")
_TYPES = {"run_id": "varchar", "query_id": "varchar", "doc_id": "varchar", "score": "double", "relevance": "smallint"}


def evaluate(
    run: Any,
    qrels: Any,
    measures: Sequence[str] | None = None,
    *,
    min_relevance: int = 1,
    tie_rule: str = "trec_eval9",
    per_query: bool = False,
) -> pl.DataFrame:
    """Score a run frame, or several runs in one frame, against a qrels frame.

    `run` has the columns query_id, doc_id and score, and run_id when it holds
    several runs; `qrels` has query_id, doc_id and relevance. Both may be
    polars, pandas or Arrow tables. `measures` are trec_eval's names, such as
    "ndcg_cut_10"; None gives all that `metrics.run_scores` holds. Grades from
    `min_relevance` on are relevant in binary measures; nDCG takes all grades.
    `tie_rule` is 'trec_eval9' (float scores, doc_id descending) or
    'trec_eval10' (double scores).

    Returns run_id, measure, value and num_q, or with `per_query` run_id,
    query_id, measure and value, each measure in the order asked for. Means are
    over all judged queries; a query that the run leaves out counts 0.

    Raises:
        UsageError: a column or value is missing, a document is repeated, or a measure is unknown.
    """
    con = database.connect()
    try:
        database.build(con, _objects())
        _register(con, "given_run", run, ("query_id", "doc_id", "score"), optional="run_id")
        _register(con, "given_qrels", qrels, ("query_id", "doc_id", "relevance"))
        problems = con.execute((FOLDER / "1_problems.sql").read_text(encoding="utf-8")).fetchall()
        if problems:
            raise UsageError("; ".join(problem for (problem,) in problems))
        for name, value in (("collection", _COLLECTION), ("min_relevance", min_relevance), ("tie_rule", tie_rule)):
            con.execute(f"set variable {name} = $value", {"value": value})
        for file in (FOLDER / "2_publish.sql", *sorted((resources.INGEST / "derive").glob("*.sql"))):
            con.execute(file.read_text(encoding="utf-8"))
        return _scores(con, measures, per_query)
    finally:
        con.close()


@cache
def _objects() -> list[sqlfiles.SqlObject]:
    """The tables, and the views and macros that scoring needs, in build order."""
    by_name = {obj.full_name: obj for obj in sqlfiles.all_objects()}
    wanted: set[str] = set()
    ahead = [*_NEEDED, *(name for name, obj in by_name.items() if obj.kind == "table"), "metrics.ranked"]
    while ahead:
        name = ahead.pop()
        if name in by_name and name not in wanted:
            wanted.add(name)
            ahead += by_name[name].references
    return [obj for name, obj in by_name.items() if name in wanted]


def _register(
    con: duckdb.DuckDBPyConnection, name: str, frame: Any, needed: Sequence[str], optional: str | None = None
) -> None:
    """Make a frame a view of the connection, its columns named and typed as in the database."""
    what = name.removeprefix("given_")
    try:
        con.register(f"{name}_frame", frame.collect() if hasattr(frame, "collect") else frame)
    except (duckdb.Error, TypeError) as error:
        raise UsageError(f"the {what} is a {type(frame).__name__}; give a polars, pandas or Arrow table") from error
    held = [row[0] for row in con.execute(f"describe {name}_frame").fetchall()]
    if missing := [column for column in needed if column not in held]:
        raise UsageError(f"the {what} has no column {', '.join(missing)}; its columns are {', '.join(held)}")
    shown = [f"{column}::{_TYPES[column]} as {column}" for column in needed]
    if optional is not None:
        shown.append(f"{optional}::varchar as {optional}" if optional in held else f"'{what}' as {optional}")
    try:
        con.execute(f"create temp table {name} as select {', '.join(shown)} from {name}_frame")
    except duckdb.Error as error:
        raise UsageError(f"the {what} has a value of the wrong type: {str(error).splitlines()[0]}") from error


def _scores(con: duckdb.DuckDBPyConnection, measures: Sequence[str] | None, per_query: bool) -> pl.DataFrame:
    view, keys = ("query_scores", "run_id, query_id") if per_query else ("run_scores", "run_id")
    columns = f"{keys}, measure, value" if per_query else f"{keys}, measure, value, num_q"
    if measures is None:
        frame: pl.DataFrame = con.sql(f"select {columns} from metrics.{view} order by {keys}, measure").pl()
        return frame
    known = {row[0] for row in con.execute("select distinct measure from metrics.run_scores").fetchall()}
    if unknown := [measure for measure in measures if measure not in known]:
        raise UsageError(f"unknown measure {', '.join(unknown)}; known are {', '.join(sorted(known))}")
    query = (
        f"select {columns} from metrics.{view} where list_contains($measures, measure) "
        f"order by {keys}, list_position($measures, measure)"
    )
    frame = con.sql(query, params={"measures": list(measures)}).pl()
    return frame
