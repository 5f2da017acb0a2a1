"""User-defined measures (`ir_measures.define`, `define_byquery`): Python functions of data frames.

ir_measures calls the functions with the judged topics of a run, with items in the order of the collection's tie rule.
The values are stored and averaged like those of other measures.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import duckdb

from dltrack_db.base import resources, sql_text
from dltrack_db.errors import UsageError
from dltrack_db.score.catalogue import Measure, Request

_INPUTS = {"run": ("query_id", "doc_id", "score"), "qrels": ("query_id", "doc_id", "relevance", "iteration")}
"""Columns that a function may read from each frame."""


def is_defined(measure: Any) -> bool:
    """Return whether an object is a measure of ir_measures that the user has defined as a function."""
    return hasattr(measure, "runtime_impl")


def request(measure: Any) -> Request:
    """Return the request for a user-defined measure; its name is ir_measures' text for the measure."""
    name = repr(measure)
    try:
        measure.validate_params()
    except AssertionError as error:
        raise UsageError(f"{name}: {error}; give a whole number as the cutoff") from error
    for frame, columns in (("run", measure.RUN_INPUTS), ("qrels", measure.QREL_INPUTS)):
        if fault := [column for column in columns if column not in _INPUTS[frame]]:
            raise UsageError(
                f"{name} reads column '{fault[0]}' of the {frame}; valid columns: {', '.join(_INPUTS[frame])}"
            )
    row = Measure(
        position=0, measure=name, macro=None, arguments=None, parameter="none", defaults=(), summary="mean",
        format="number", groups=(), trec_eval_version=None, is_binary=False, labels=None, min_relevance=None,
        tie_rule=None, looks_at_recall=False, ir_measures=(),
    )  # fmt: skip
    return Request(row, (), name, defined=measure)


def _number(value: Any) -> float:
    """Return a value as a number, or NaN if it is not a number."""
    try:
        return float(value)
    except (TypeError, ValueError):
        return math.nan


def compute(con: duckdb.DuckDBPyConnection, measures: Sequence[Request]) -> None:
    """Compute user-defined measures for all judged runs of a scratch database, and add them to `main.query_scores`.

    If a function returns no value for a topic, the value is the measure's default, as in ir_measures.
    """
    import pandas
    from ir_measures.providers import RuntimeProvider

    provider: Any = RuntimeProvider()  # type: ignore[no-untyped-call]
    qrels = sql_text.run_script(con, "score/scores/defined_qrels").df()
    evaluator = provider.evaluator([each.defined for each in measures], qrels)
    topics = {*qrels["query_id"]}
    values: dict[tuple[str, str, str], float] = {}
    for (run,) in con.execute("select distinct run_id from main.run_topics order by run_id").fetchall():
        ranking = sql_text.run_script(con, "score/scores/defined_run", run_id=run).df()
        for query, measure, value in evaluator.iter_calc(ranking):
            key = (run, query, repr(measure))
            if query not in topics:
                raise UsageError(f"{key[2]} has a value for topic '{query}', which is not judged; return judged topics")
            if key in values:
                raise UsageError(f"{key[2]} has two values for topic '{query}' of {run}; return one for each topic")
            values[key] = _number(value)
            if not math.isfinite(values[key]):
                raise UsageError(f"{key[2]} is {value} for topic '{query}' of {run}; return a finite number")
    rows = [(*key, value) for key, value in values.items()]
    con.register("defined_rows", pandas.DataFrame(rows, columns=["run_id", "query_id", "measure", "value"]))
    con.execute(resources.script("score/scores/defined_values"))
    con.unregister("defined_rows")
