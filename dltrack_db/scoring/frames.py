"""Evaluating frames: a run and its qrels as polars, pandas or Arrow tables, scored by the same SQL as a database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import duckdb

from dltrack_db import resources
from dltrack_db.errors import UsageError
from dltrack_db.scoring import requests, scratch
from dltrack_db.store import derive

if TYPE_CHECKING:
    import polars as pl

FOLDER = resources.INGEST / "frames"
DEFAULT_MEASURES = ("ndcg_cut_10", "map", "recip_rank", "P_10", "recall_100")
_COLLECTION = "frames"
_NEEDED = ("metrics.measures", "main.rankings", "main.runs", "metrics.orders", "metrics.run_scores")
_TYPES = {"run_id": "varchar", "query_id": "varchar", "doc_id": "varchar", "score": "double", "relevance": "smallint"}


def evaluate(
    run: Any,
    qrels: Any,
    measures: Sequence[str] = DEFAULT_MEASURES,
    *,
    min_relevance: int = 1,
    tie_rule: str = "trec_eval9",
    per_query: bool = False,
) -> pl.DataFrame:
    """Score a run frame, or several runs in one frame, against a qrels frame.

    `run` has the columns query_id, doc_id and score, and run_id when it holds
    several runs; `qrels` has query_id, doc_id and relevance. Both may be
    polars, pandas or Arrow tables. `measures` are named as trec_eval names them
    ("ndcg_cut_10", "P.5,10") or ir_measures ("nDCG@10", "AP(rel=2)"). Grades from
    `min_relevance` on are relevant in binary measures; nDCG takes all grades.
    `tie_rule` is 'trec_eval9' (float scores, doc_id descending) or
    'trec_eval10' (double scores).

    Returns run_id, measure, value and num_q, or with `per_query` run_id,
    query_id, measure and value, each measure in the order asked for. Means are
    over all judged queries; a query that the run leaves out counts 0.

    Raises:
        UsageError: a column or value is missing, a document is repeated, or a measure is unknown.
    """
    con = scratch.connect(_NEEDED)
    try:
        asked = requests.resolve(measures, requests.catalogue(con))
        scratch.build(con, [f"metrics.{request.measure.macro}" for request in asked])
        _register(con, "given_run", run, ("query_id", "doc_id", "score"), optional="run_id")
        _register(con, "given_qrels", qrels, ("query_id", "doc_id", "relevance"))
        problems = con.execute((FOLDER / "1_problems.sql").read_text(encoding="utf-8")).fetchall()
        if problems:
            raise UsageError("; ".join(problem for (problem,) in problems))
        scratch.run_script(
            con, "frames/2_publish", collection=_COLLECTION, min_relevance=min_relevance, tie_rule=tie_rule
        )
        derive.judged_rankings(con)
        for request in asked:
            con.execute(f"insert into main.query_scores {request.query()}")
        return _scores(con, per_query)
    finally:
        con.close()


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


def _scores(con: duckdb.DuckDBPyConnection, per_query: bool) -> pl.DataFrame:
    """The scores in the order in which their measures were asked for."""
    order = [
        row[0]
        for row in con.execute("select measure from main.query_scores group by all order by min(rowid)").fetchall()
    ]
    view, columns = ("query_scores", "run_id, query_id, measure, value")
    if not per_query:
        view, columns = ("run_scores", "run_id, measure, value, num_q")
    keys = columns.partition(", measure")[0]
    query = f"select {columns} from metrics.{view} order by {keys}, list_position($order, measure)"
    frame: pl.DataFrame = con.sql(query, params={"order": order}).pl()
    return frame
