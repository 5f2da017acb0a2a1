"""Compute measures for the runs in a scratch database; return values with their conventions, and notes on the runs."""

from __future__ import annotations

from collections.abc import Sequence

import duckdb

from dltrack_db import sqlfiles
from dltrack_db.base import resources, sql_text
from dltrack_db.errors import UsageError
from dltrack_db.score import defined_measures, scratch
from dltrack_db.score.catalogue import Request
from dltrack_db.sqlfiles.dependencies import find_object
from dltrack_db.sqlfiles.linking import Linker, assign
from dltrack_db.sqlfiles.sql_object import SqlObject, find_references
from dltrack_db.store import derive

_LABELS = {
    "msmarco": "the labels of MS MARCO (variant 'msmarco')",
    "subtopics": "labels by subtopic (qrels lines of topic, subtopic, document and grade)",
}
_RANKINGS = ("store.rankings", "main.rankings")
_BOUNDS = {
    "precision": "count_bounds",
    "success": "count_bounds",
    "recip_rank": "recip_rank_bounds",
    "recip_rank_cut": "recip_rank_bounds",
    "err": "err_bounds",
    "rbp": "rbp_bounds",
    "rbp_binary": "rbp_binary_bounds",
}
"""Macros that compute the bounds of scores, by the macro of the measure. Measures with an ideal ranking or a number of
relevant items are not included, because the bounds of a run would depend on the items that other runs retrieve."""


def compute(con: duckdb.DuckDBPyConnection, measures: Sequence[Request]) -> list[str]:
    """Score all judged runs of the scratch database into `main.query_scores`; return the requested value names."""
    sql_text.run_script(con, "score/scores/asked")
    asked: list[dict[str, object]] = []
    measure(con, [request for request in measures if request.defined is None])
    if by_function := [request for request in measures if request.defined is not None]:
        defined_measures.compute(con, by_function)
    for request in measures:
        known = request.measure
        if known.labels is not None and not _has_values(con, request):
            raise lacks_labels(request)
        level = known.min_relevance if request.min_relevance is None else request.min_relevance
        asked += [
            {"measure": name, "is_binary": known.is_binary, "min_relevance": level, "tie_rule": known.tie_rule}
            for name in request.names
        ]
    sql_text.insert_rows(con, "asked", [{"position": position} | row for position, row in enumerate(asked)])
    sql_text.run_script(con, "score/scores/conventions")
    if con.execute("select 1 from conventions where min_relevance % 1 <> 0 limit 1").fetchone() is None:
        con.execute("alter table conventions alter min_relevance type integer")  # 2, not 2.0
    return [str(row["measure"]) for row in asked]


def lacks_labels(request: Request) -> UsageError:
    """Return the error about a measure that needs other labels than the available ones."""
    needed = _LABELS.get(request.measure.labels or "", "labels")
    return UsageError(f"{request.names[0]} cannot be computed with these labels; it needs {needed}")


def judge(con: duckdb.DuckDBPyConnection, measures: Sequence[Request]) -> None:
    """Fill main.judged_rankings of a scratch database, with only the orders of items that the measures use.

    Excluded items are removed from the rankings first.
    """
    derive.leave_out(con)
    if any(request.measure.tie_rule for request in measures):
        derive.fill_judged_rankings(con)
    else:
        sql_text.run_script(con, "score/scores/judged_rankings")


def reads_rankings(measures: Sequence[Request]) -> bool:
    """Return whether a measure needs more of a run than its judged items in the order of the collection's tie rule."""
    if any(request.measure.tie_rule or request.defined is not None for request in measures):
        return True
    macros = dict.fromkeys(f"metrics.{request.measure.macro}" for request in measures)
    return any(name in _RANKINGS for name, _ in sqlfiles.required_objects(macros))


def measure(con: duckdb.DuckDBPyConnection, measures: Sequence[Request], *, judged_only: bool = False) -> None:
    """Compute all measures and add their values to main.query_scores.

    This uses one thread, because sums computed by several threads differ in their last digits. The values of a measure
    are stored in the order of their topics, because trec_eval adds them up in this order, and the last digit of a mean
    can depend on the order.
    """
    if measures:
        values = link(con, measures, judged_only=judged_only)
        with derive.one_thread(con):
            con.execute(f"insert into main.query_scores by name from ({values}) order by measure, run_id, query_id")


def link(con: duckdb.DuckDBPyConnection, measures: Sequence[Request], *, judged_only: bool = False) -> str:
    """Return one query for the values of all measures; it computes common parts once (`sqlfiles/linking.py`).

    The objects that the query refers to are created in the scratch database. A measure that does not depend on a
    relevance level gets the level of another measure, so that both share more parts.
    """
    level = next((each.min_relevance for each in measures if each.measure.is_binary), None)
    linker, branches = Linker(), []
    for request in measures:
        macro, values = _call(request, request.measure.macro)
        if "min_relevance" in values and request.min_relevance is None and not request.measure.is_binary:
            values["min_relevance"] = sql_text.literal(level)
        if judged_only:
            values["judged_only"] = "true"
        columns = f"collection, run_id, query_id, {_name_column(request)}, value"
        branches.append(f"select {columns} from ({linker.link(macro, values)}) as scored")
    query = linker.union(branches)
    scratch.build(con, find_references(query))
    return query


def bound(con: duckdb.DuckDBPyConnection, measures: Sequence[Request]) -> bool:
    """Create the table score_bounds, with the lowest and highest possible scores for any labels of unjudged items.

    Measures with an ideal ranking or a number of relevant items, and parameters without computable bounds, are skipped.
    Return False, without creating the table, if all measures are skipped.
    """
    linker, branches = Linker(), []
    for request in measures:
        if request.defined is not None or request.measure.macro not in _BOUNDS:
            continue
        macro, values = _call(request, _BOUNDS[request.measure.macro])
        if values.pop("judged_only", "false") != "false" or {*values} != {*macro.parameters}:
            continue
        columns = f"collection, run_id, query_id, {_name_column(request)}, lower_bound, upper_bound"
        prefix = request.measure.prefix if request.measure.has_value_each else request.measure.measure
        where = f"starts_with(limits.measure, {sql_text.quote_text(prefix)})"  # some macros compute several measures
        branches.append(f"select {columns} from ({linker.link(macro, values)}) as limits where {where}")
    if branches:
        query = linker.union(branches)
        scratch.build(con, find_references(query))
        con.execute(f"create or replace temp table score_bounds as {query}")
    return bool(branches)


def _call(request: Request, name: str | None) -> tuple[SqlObject, dict[str, str]]:
    """Return the macro with this name, and the values of its parameters for a request."""
    macro = find_object(f"metrics.{name}")
    assert macro is not None
    values = assign(macro, [*filter(None, [request.measure.arguments]), *request.arguments])
    if "min_relevance" in values:
        values["min_relevance"] = sql_text.literal(request.min_relevance)
    return macro, values


def _name_column(request: Request) -> str:
    """Return the SQL expression for the measure's name: the macro's column, or the label of the request."""
    return "measure" if request.label is None else f"{sql_text.quote_text(request.label)} as measure"


def _has_values(con: duckdb.DuckDBPyConnection, request: Request) -> bool:
    names = sql_text.literal(list(request.names))
    return con.execute(f"select 1 from main.query_scores where measure in {names} limit 1").fetchone() is not None


def means(con: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """Return one row per run and value, in the requested order (block `means` of scripts/scores.sql)."""
    return sql_text.run_script(con, "score/scores/means")


def query_scores(con: duckdb.DuckDBPyConnection, *, has_means: bool = False) -> duckdb.DuckDBPyConnection:
    """Return one row per run, topic and value; with `has_means`, also each run's means as topic 'all'.

    See block `query_scores` of scripts/scores.sql.
    """
    return sql_text.run_script(con, "score/scores/query_scores", has_means=has_means)


def notes_on_exclusions(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> list[str]:
    """Return a sentence for each of `runs` with excluded items, or one sentence if there are many."""
    rows = con.execute("select run_id, sentence from systems.excluded_items order by num_items desc, run_id").fetchall()
    sentences = [f"{run}: {sentence}, because they are excluded" for run, sentence in rows if run in runs]
    if len(sentences) > 3:
        return [f"{sentences[0]}; items were also excluded from {len(sentences) - 1} more runs"]
    return sentences


def notes_on_missing_topics(con: duckdb.DuckDBPyConnection) -> list[str]:
    """Return a sentence for each run that does not answer all judged topics."""
    rows = sql_text.run_script(con, "score/scores/unanswered").fetchall()
    return [
        f"{run}: {number} of {num_q} judged topics {'is' if number == 1 else 'are'} unanswered ("
        + ", ".join(topics[:5])
        + (", …" if number > 5 else "")
        + f"); each scores 0{exception}"
        for run, number, num_q, topics, exception in rows
    ]


def notes_on_shallow_runs(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> list[str]:
    """Return a sentence for each of `runs` that is too short for search lengths, or one sentence if there are many."""
    rows = _rows_of(con, "shallow", runs)
    return [
        f"{run}: at most {depth} items per topic, fewer than the {run_depth} items that search lengths (ASL) read; "
        "missing items are treated as not relevant, so deeper runs have an advantage"
        for run, depth, run_depth in _combine_many(rows)
    ]


def notes_on_rank_order(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> list[str]:
    """Return a sentence for each of `runs` whose rank column contradicts its first ten scores, or one for many."""
    return [
        f"{run}: in {number} of {answered} judged topics, the rank column of the first ten items contradicts the "
        "scores; items are ordered by score (for details: dltrack check FILE)"
        for run, number, answered in _combine_many(_rows_of(con, "reordered", runs))
    ]


def notes_on_unjudged(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> list[str]:
    """Return a sentence for each of `runs` with many unjudged items at the top, or one sentence if there are many."""
    rows = sql_text.run_script(con, "score/scores/unjudged").fetchall()
    sentences = [sentence for run, sentence in rows if run in runs]
    if len(sentences) > 3:
        return [f"{sentences[0]}; {len(sentences) - 1} more runs also have many unjudged items"]
    return sentences


def notes_on_selection(
    con: duckdb.DuckDBPyConnection, collection: str, measures: Sequence[str], runs: Sequence[str]
) -> list[str]:
    """Return a sentence on how much the best of `runs` gains by chance (`validity.selection_bias`); [] for one run."""
    if len(runs) < 2:
        return []
    values = {"collection": collection, "measures": list(measures), "runs": list(runs)}
    query = sql_text.written_out(resources.script("score/scores/selection"), values)
    return [sentence for (sentence,) in con.execute(query).fetchall()]


def unordered_runs(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> list[tuple[str, int, int]]:
    """Return the runs with topics whose items all have equal scores: run, number of these topics, answered topics."""
    return _rows_of(con, "unordered", runs)


def notes_on_unordered(unordered: list[tuple[str, int, int]]) -> list[str]:
    """Return a sentence for each run of `unordered_runs`, or one sentence if there are many."""
    return [
        f"all scores are equal in {number} of {answered} topics of {run}, so documents are ordered by their ids, not "
        "by their ranks; write scores that decrease with the rank, or order documents by rank with the tie rule "
        "'submitted' (tie_rule= in dltrack_db.evaluate, --tie-rule in ingest collection)"
        for run, number, answered in _combine_many(unordered)
    ]


def _rows_of(con: duckdb.DuckDBPyConnection, block: str, runs: Sequence[str]) -> list[tuple[str, int, int]]:
    return [row for row in sql_text.run_script(con, f"score/scores/{block}").fetchall() if row[0] in runs]


def _combine_many(rows: list[tuple[str, int, int]]) -> list[tuple[str, int | str, int]]:
    """Combine more than three rows into one row about all runs."""
    if len(rows) <= 3:
        return [*rows]
    return [(f"{len(rows)} runs, {rows[0][0]} among them", f"up to {max(row[1] for row in rows)}", rows[0][2])]
