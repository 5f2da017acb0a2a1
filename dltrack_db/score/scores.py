"""Computing measures for the runs in a scratch database, and their values with the conventions they are computed by."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import duckdb

from dltrack_db.base import sql_text
from dltrack_db.errors import UsageError
from dltrack_db.score import catalogue, scratch
from dltrack_db.score.catalogue import Request
from dltrack_db.store import derive

NEEDED = (
    *catalogue.NEEDED, "metrics.known_tie_rule", "metrics.answers", "main.rankings",
    "metrics.place", "metrics.judged_orders", "metrics.run_scores", "main.subtopic_qrels", "labels.level",
    "labels.samples",
)  # fmt: skip
_LABELS = {
    "msmarco": "the labels of MS MARCO (variant 'msmarco')",
    "subtopics": "labels by subtopic (qrels lines of topic, subtopic, document and grade)",
}


def compute(con: duckdb.DuckDBPyConnection, measures: Sequence[Request]) -> list[str]:
    """Score all runs of the scratch database into `main.query_scores`; the names of the values as asked for.

    Raises:
        UsageError: a measure needs labels that are not there.
    """
    scratch.build(con, [name for request in measures for name in request.objects])
    judge(con, measures)
    sql_text.run_script(con, "score/scores/asked")
    names: list[str] = []
    _measure_all(con, measures)
    for request in measures:
        measure_known = request.measure
        if measure_known.labels is not None and not _has_values(con, request):
            raise UsageError(f"{request.names[0]} cannot be computed here; it needs {_LABELS[measure_known.labels]}")
        level = measure_known.min_relevance if request.min_relevance is None else request.min_relevance
        for name in request.names:
            row = [len(names), name, measure_known.is_binary, level, measure_known.tie_rule]
            con.execute(f"insert into asked values ({', '.join(map(sql_text.literal, row))})")
            names.append(name)
    sql_text.run_script(con, "score/scores/conventions")
    if con.execute("select 1 from conventions where min_relevance % 1 <> 0 limit 1").fetchone() is None:
        con.execute("alter table conventions alter min_relevance type integer")  # 2, not 2.0
    return names


def judge(con: duckdb.DuckDBPyConnection, measures: Sequence[Request]) -> None:
    """Fill main.judged_rankings of a scratch database, with no more orders of the runs than the measures look at."""
    if any(request.measure.tie_rule for request in measures):
        derive.fill_judged_rankings(con)
    else:
        sql_text.run_script(con, "score/scores/judged_rankings")


def measure(con: duckdb.DuckDBPyConnection, measures: Sequence[Request], more_arguments: str = "") -> None:
    """Add the values of all measures in one statement, which takes two thirds of the time of one for each.

    The values of a measure are added topic by topic in the order of their ids, as trec_eval adds them up: the last
    digit of a mean can hang on it.
    """
    if measures:
        queries = " union all ".join(f"({request.query(more_arguments)})" for request in measures)
        con.execute(f"insert into main.query_scores by name {queries} order by query_id")


def _measure_all(con: duckdb.DuckDBPyConnection, measures: Sequence[Request]) -> None:
    """Add the values of each measure.

    In one statement where the connection has one thread, else in a thread for each measure: their queries are too
    small for DuckDB to divide, and sums of several threads differ in their last digits.
    """

    def measured(request: Request) -> None:
        own = con.cursor()
        try:
            measure(own, [request])
        finally:
            own.close()

    row = con.execute("select current_setting('threads')").fetchone()
    threads = int(row[0]) if row else 1
    if threads == 1:
        measure(con, measures)
        return
    with derive.one_thread(con), ThreadPoolExecutor(threads) as pool:
        list(pool.map(measured, measures))


def _has_values(con: duckdb.DuckDBPyConnection, request: Request) -> bool:
    names = sql_text.literal(list(request.names))
    return con.execute(f"select 1 from main.query_scores where measure in {names} limit 1").fetchone() is not None


def means(con: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """The result with one row per run and value, in the order asked for (block `means` of scripts/scores.sql)."""
    return sql_text.run_script(con, "score/scores/means")


def query_scores(con: duckdb.DuckDBPyConnection, *, has_means: bool = False) -> duckdb.DuckDBPyConnection:
    """The result with one row per run, topic and value, and with each run's means as topic 'all', where wanted.

    See block `query_scores` of scripts/scores.sql.
    """
    return sql_text.run_script(con, "score/scores/query_scores", has_means=has_means)


def notes_on_missing_topics(con: duckdb.DuckDBPyConnection) -> list[str]:
    """A sentence for each run that leaves out judged topics."""
    rows = sql_text.run_script(con, "score/scores/unanswered").fetchall()
    return [
        f"{run}: {number} of {num_q} judged topics unanswered, each counts 0: "
        + ", ".join(topics[:5])
        + (", …" if number > 5 else "")
        for run, number, num_q, topics in rows
    ]


def notes_on_rank_order(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> list[str]:
    """A sentence for each of `runs` whose rank column contradicts its scores in the first ten; one for many."""
    rows = [row for row in sql_text.run_script(con, "score/scores/reordered").fetchall() if row[0] in runs]
    if len(rows) > 3:
        rows = [(f"{len(rows)} runs, {rows[0][0]} among them", f"up to {max(row[1] for row in rows)}", rows[0][2])]
    return [
        f"{run}: in {number} of {answered} judged topics the rank column contradicts the scores in the first ten; the "
        "scores count, see: dltrack check"
        for run, number, answered in rows
    ]
