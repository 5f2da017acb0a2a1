"""Evaluate a run with qrels, from memory or files, with the same SQL as in a database."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dltrack_db.base import sql_text, tie_rules
from dltrack_db.errors import DltrackError, UsageError
from dltrack_db.score import catalogue, exclusions, inputs, intake, levels, requests, scores, scratch
from dltrack_db.score.catalogue import Request
from dltrack_db.store import connection

if TYPE_CHECKING:
    import duckdb
    import polars as pl

DEFAULT_LEVEL = 1
"""Lowest relevant grade if the caller does not give one."""
RECALL_LEVELS = ("rounded", "truncated")
SWAPPED = (
    "the scores of the run look like grades, and the grades of the qrels look like scores; if run and qrels are "
    "swapped, write evaluate(run, qrels, …)"
)
_COLLECTION = "frames"
_NEEDED = (*scratch.SCORING, "main.runs", "labels.is_subtopic")
_BOOTSTRAP = ("statistics.bootstrap_bca", "metrics.summaries")


def _note_unjudged(runs: Sequence[str]) -> str:
    """Return the warning about runs without a judged document."""
    more = f" and {len(runs) - 3} more runs" if len(runs) > 3 else ""
    return (
        f"no document that {', '.join(runs[:3])}{more} returned is judged, so every score is 0; check that run and "
        "qrels use the same document ids"
    )


def known_level(min_relevance: int | None) -> int:
    """Return the lowest relevant grade, by default 1.

    Raises:
        UsageError: `min_relevance` is not a whole number from 0 to 32767.
    """
    level = DEFAULT_LEVEL if min_relevance is None else min_relevance
    if isinstance(level, bool) or not isinstance(level, int) or not 0 <= level <= 32767:
        raise UsageError(f"min_relevance is {min_relevance!r}; give a whole number from 0 to 32767")
    return level


def _register_labels(con: duckdb.DuckDBPyConnection, qrels: Any, measures: Sequence[Request]) -> None:
    """Read labels into the table given_qrels, with subtopics if the labels have subtopics."""
    inputs.register(con, inputs.QRELS, qrels)
    has_subtopics = any(request.measure.labels == "subtopics" for request in measures)
    sql_text.run_script(con, "score/frames/subtopics", has_subtopics=has_subtopics)


def _publish_labels(con: duckdb.DuckDBPyConnection, level: int) -> None:
    conventions = {"min_relevance": level, "run_depth": inputs.run_depth(con)}
    sql_text.run_script(con, "score/frames/publish_labels", collection=_COLLECTION, **conventions)


def _take_in_slices(
    con: duckdb.DuckDBPyConnection, run: Any, qrels: Any, measures: Sequence[Request], level: int, tie_rule: str
) -> bool:
    """Read labels and, in slices, a large run; return False on any error, so that reading the whole run reports it."""
    try:
        sql_text.set_variables(con, tie_rule=tie_rule)
        _register_labels(con, qrels, measures)
        inputs.check(con, inputs.QRELS)
        _publish_labels(con, level)
        if not inputs.take_in_slices(con, run):
            return False
    except DltrackError:
        return False
    return sql_text.run_script(con, "score/frames/is_sound").fetchone() == (True,)


def evaluate(
    run: Any,
    qrels: Any,
    measures: Sequence[Any] | None = None,
    *,
    min_relevance: int | None = None,
    tie_rule: str = tie_rules.DEFAULT,
    recall_levels: str | None = None,
    per_query: bool = False,
    intervals: bool = False,
    exclude: Any = None,
) -> pl.DataFrame:
    """Score a run, or several runs in one frame, against qrels.

    `run` is one of
    - a polars, pandas or Arrow table with the columns query_id, doc_id and score
      (or PyTerrier's qid and docno), and run_id if it contains several runs
    - a dict {query: {document: score}}
    - the path of a TREC run, plain or gzipped
    - named tuples such as ir_measures' ScoredDoc

    `qrels` has the same forms, with relevance (or PyTerrier's label) instead of
    score. If documents are judged by subtopic, a table has the column subtopic.
    Without this column, the iterations (second column of a file) are used as
    subtopics if a document has several iterations for a query, and if all
    iterations are natural numbers. Measures without subtopics use the best grade
    of a document.

    `measures` are names of trec_eval ("ndcg_cut_10", "P.5,10", the groups
    "official", "set" and "all_trec"), names of ir_measures with the right capitals
    ("nDCG@10", "AP(rel=2)"), or measure objects of ir_measures. The default is
    nDCG@10, AP and RR, as in `dltrack eval` and `db.evaluate`. ir_measures itself
    computes measures made with `ir_measures.define` or `define_byquery`, from the
    judged topics in the order of the tie rule; their values are averaged like the
    others.

    In trec_eval's binary measures, grades from `min_relevance` on are relevant.
    The default is 1, with a warning if there are higher grades. (`db.evaluate`
    uses the relevance level of the collection, which is 2 for DL's passages.)
    Measures with ir_measures' names have their own level, which is 1 unless rel is
    given. With min_relevance=2, for example, "recip_rank" and "MRR(rel=2)" are the
    same measure, but "MRR" has level 1, with a warning. nDCG uses all grades.

    Two parameters choose between versions of trec_eval:
    - `tie_rule` orders items with equal scores: 'double' (by doc_id, descending,
      as in trec_eval 9.0.8 and 10), 'float' (the same, but scores are compared as
      4-byte floats, as in pytrec_eval and trec_eval up to 9.0.7) or 'submitted'
      (by the column rank of the frame or file).
    - `recall_levels` chooses how iprec_at_recall and 11pt_avg convert a recall
      level into a number of items: 'rounded' (as in trec_eval 10) or 'truncated'
      (as in trec_eval 9 and pytrec_eval). The default is 'rounded' with the tie
      rule 'double', and 'truncated' with other rules.

    For trec_eval 9.0.8, use tie_rule='double' and recall_levels='truncated'.

    `exclude` names items to remove from run and qrels before any cutoff: "self"
    for the document with the id of the query (ArguAna, Quora), a file in a format
    of `dltrack ingest exclusions`, a dict {query: [document, …]}, or a table with
    the columns query_id and doc_id.

    The result has the columns run_id, measure, value, num_q, num_answered,
    min_relevance and tie_rule; with `per_query`, it has run_id, query_id, measure,
    value, min_relevance and tie_rule. Each measure occurs once, in the requested
    order. Means are over all judged queries (num_q); the run answers num_answered
    of these queries. An unanswered query scores 0; in ASL, it scores like a list of
    irrelevant items. NumQ and NumRel include unanswered queries, while ir_measures
    has 0 for them. min_relevance is null if the value does not depend on a level.
    An empty run scores 0. A run without a judged document also scores 0, with a
    warning. With `intervals`, the columns low and high are the 95% bootstrap
    interval of each mean over the queries (BCa, 1000 resamples, reproducible). They
    are null for a single query, for queries with equal scores, and for sums and
    geometric means.

    Raises:
        UsageError: a column or value is missing, a document is repeated, a measure is unknown or cannot be computed
            from frames, run and qrels are swapped, or a frame has rows of several collections or label sets
            (columns collection and variant).
        FormatError: a line of a file is malformed.
    """
    from dltrack_db.show.frame import Frame

    level = known_level(min_relevance)
    rule = tie_rules.current(tie_rule)
    if recall_levels not in (None, *RECALL_LEVELS):
        raise UsageError(f"recall_levels is '{recall_levels}'; valid values: {', '.join(RECALL_LEVELS)}")
    if intervals and per_query:
        raise UsageError("intervals are computed for means over queries, not with per_query; leave out one of the two")
    con = scratch.connect([*_NEEDED, *_BOOTSTRAP], is_small=True) if intervals else scratch.borrow(_NEEDED)
    is_spent = intervals or exclude is not None or inputs.is_file(run) or inputs.is_file(qrels)
    try:
        chosen = requests.DEFAULT_MEASURES if measures is None else measures
        resolved_measures = requests.resolve(chosen, catalogue.read(con))
        if note := requests.level_note(resolved_measures, level, f"min_relevance is {level}"):
            warnings.warn(note, UserWarning, stacklevel=2)
        if recall_levels is not None:
            resolved_measures = [request.rounded(recall_levels == "rounded") for request in resolved_measures]
        has_rankings = exclude is not None or scores.reads_rankings(resolved_measures)
        is_sliced = False
        if not has_rankings and inputs.may_be_sliced(run) and (inputs.is_file(qrels) or hasattr(qrels, "__len__")):
            is_spent = True
            is_sliced = _take_in_slices(con, run, qrels, resolved_measures, level, rule)
            if not is_sliced:
                con.close()
                con = scratch.connect([*_NEEDED, *_BOOTSTRAP] if intervals else _NEEDED, is_small=True)
        if not is_sliced:
            sql_text.set_variables(con, tie_rule=rule)
            inputs.register(con, inputs.RUN, run)
            if intervals or inputs.is_large(con):
                connection.use_all_threads(con)
                is_spent = True  # a connection that may use much memory is not kept
            _register_labels(con, qrels, resolved_measures)
            inputs.check(con, inputs.RUN, inputs.QRELS)
            if sql_text.run_script(con, "score/frames/swapped").fetchone():
                warnings.warn(SWAPPED, UserWarning, stacklevel=2)
            _publish_labels(con, level)
        sql_text.set_variables(con, answers_before=0)
        sql_text.run_script(con, "score/frames/publish_run")
        if exclude is not None:
            exclusions.add(con, exclude)
        ((highest,),) = con.execute("select coalesce(max(coalesce(gain, relevance)), 0) from main.qrels").fetchall()
        labels = levels.Labels(level, None, highest, has_fractions=False, variant="qrels")
        levels.check(labels, filter(levels.has_largest_grade, resolved_measures))
        if min_relevance is None and (note := requests.assumed_level_note(resolved_measures, level, highest)):
            warnings.warn(note, UserWarning, stacklevel=2)
        intake.publish(con, has_rankings=has_rankings)
        if has_rankings:
            scores.judge(con, resolved_measures)
        names = scores.compute(con, resolved_measures)
        runs = [run for (run,) in con.execute("select distinct run_id from main.run_topics").fetchall()]
        for note in scores.notes_on_unordered(scores.unordered_runs(con, runs)):
            warnings.warn(note, UserWarning, stacklevel=2)
        if unjudged := [run for (run,) in sql_text.run_script(con, "score/frames/unjudged_runs").fetchall()]:
            warnings.warn(_note_unjudged(unjudged), UserWarning, stacklevel=2)
        if intervals:
            result = sql_text.run_script(con, "score/scores/intervals", measures=names)
        else:
            result = scores.query_scores(con) if per_query else scores.means(con)
        frame = Frame.from_result(result)
        if not is_spent:
            inputs.forget(con)
    except BaseException:
        con.close()
        raise
    if is_spent:
        con.close()
    else:
        scratch.give_back(con)
    return frame
