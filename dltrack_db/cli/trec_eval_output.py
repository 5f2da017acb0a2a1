"""The output lines of trec_eval: one per measure and topic, then one per measure for all topics."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import duckdb

from dltrack_db.cli.trec_eval_options import TrecEvalOptions
from dltrack_db.score.catalogue import Request


def lines(
    con: duckdb.DuckDBPyConnection,
    requested: Sequence[Request],
    strings: dict[str, dict[str, str]],
    run_id: str,
    options: TrecEvalOptions,
    *,
    unanswered: bool,
    last_topic: str | None,
    summary: bool,
) -> Iterator[str]:
    """Yield the lines of the measures in `main.query_scores`, in trec_eval's order and format.

    With `options.zscores`, the values are Z scores.

    Args:
        con: the connection with the scores.
        requested: the measures.
        strings: the texts of relstring, by topic and name.
        run_id: the tag that runid prints.
        options: the options of the command.
        unanswered: whether to list topics that are missing from the run.
        last_topic: the topic before which the list of topics ends; None for all topics.
        summary: whether to print the lines for all topics.
    """
    zscores = options.zscores is not None
    labels = _labels(con, requested)
    prefix = "Z" if zscores else ""

    def line(label: str, topic: str, value: float, format: str) -> str:
        text = f"{int(value)}" if format == "count" and not zscores else f"{value:6.4f}"
        return f"{prefix}{label:<22}\t{topic}\t{text}\n"

    if options.queries:
        for query_id, values in _values_of_topics(con, unanswered=unanswered).items():
            if query_id == last_topic:
                break
            for request in requested:
                measure = request.measure
                if measure.measure == "relstring":
                    for label, text in strings.get(query_id, {}).items():
                        yield f"{label:<22}\t{query_id}\t'{text}'\n"
                elif measure.macro and measure.summary != "geometric mean" and measure.measure != "num_q":
                    for label in labels[measure.measure]:
                        yield line(label, query_id, values[label], measure.format)
    if summary:
        rows = con.execute("select measure, value, num_q from metrics.run_scores").fetchall()
        means = {measure: num_q if measure == "num_q" else value for measure, value, num_q in rows}
        for request in requested:
            if request.measure.measure == "runid":
                yield f"{'runid':<22}\tall\t{run_id}\n"
            for label in labels.get(request.measure.measure, []):
                yield line(label, "all", means[label], request.measure.format)


def _labels(con: duckdb.DuckDBPyConnection, requested: Sequence[Request]) -> dict[str, list[str]]:
    """Return the names of each measure's values (P_5, P_10, …), in ascending order of the parameter."""
    names = [row[0] for row in con.execute("select distinct measure from main.query_scores").fetchall()]
    found: dict[str, list[str]] = {}
    for request in requested:
        base = request.measure.measure
        if not request.measure.macro or base == "relstring":
            continue
        if request.measure.has_value_each:
            prefix = request.measure.prefix
            mine = [name for name in names if re.fullmatch(re.escape(prefix) + r"[0-9.]+", name)]
            found[base] = sorted(mine, key=lambda name: float(name.removeprefix(prefix)))
        else:
            found[base] = [request.label or base]
    return found


def _values_of_topics(con: duckdb.DuckDBPyConnection, *, unanswered: bool) -> dict[str, dict[str, float]]:
    """Return the values of each topic, sorted by the bytes of the topic ids."""
    topics = con.execute(
        f"select distinct query_id from main.{'qrels' if unanswered else 'run_topics'} "
        "where query_id in (select query_id from labels.counted) "
        "or query_id not in (select query_id from main.qrels) order by query_id"
    ).fetchall()
    values: dict[str, dict[str, float]] = {query_id: {} for (query_id,) in topics}
    for query_id, measure, value in con.execute("select query_id, measure, value from main.query_scores").fetchall():
        if query_id in values:
            values[query_id][measure] = value
    return values
