"""Evaluation of a run by qrels, from memory or files, with the same SQL as in a database."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dltrack_db.base import sql_text, tie_rules
from dltrack_db.errors import DltrackError, UsageError
from dltrack_db.score import catalogue, exclusions, inputs, intake, requests, scores, scratch
from dltrack_db.score.catalogue import Request
from dltrack_db.store import connection

if TYPE_CHECKING:
    import duckdb
    import polars as pl

DEFAULT_LEVEL = 1
"""The lowest relevant grade if the caller gives none."""
RECALL_LEVELS = ("rounded", "truncated")
SWAPPED = (
    "the scores of the run look like grades and the grades of the qrels like scores; if they are swapped, write "
    "evaluate(run, qrels, …)"
)
_COLLECTION = "frames"
_NEEDED = (*scratch.SCORING, "main.runs", "labels.is_subtopic")
_BOOTSTRAP = ("statistics.bootstrap_bca", "metrics.summaries")


def _note_unjudged(runs: Sequence[str]) -> str:
    """Return the warning on runs without a judged document."""
    more = f" and {len(runs) - 3} more runs" if len(runs) > 3 else ""
    return (
        f"not one document that {', '.join(runs[:3])}{more} returned is judged, so every score is 0; are the document "
        "ids of run and qrels the same?"
    )


def known_level(min_relevance: int | None) -> int:
    """Return the lowest relevant grade.

    Raises:
        UsageError: it is no grade.
    """
    level = DEFAULT_LEVEL if min_relevance is None else min_relevance
    if isinstance(level, bool) or not isinstance(level, int) or not 0 <= level <= 32767:
        raise UsageError(f"min_relevance is {min_relevance!r}; give a whole number from 0 to 32767")
    return level


def _register_labels(con: duckdb.DuckDBPyConnection, qrels: Any, measures: Sequence[Request]) -> None:
    """Make labels the table given_qrels, with subtopics if they have any."""
    inputs.register(con, inputs.QRELS, qrels)
    has_subtopics = any(request.measure.labels == "subtopics" for request in measures)
    sql_text.run_script(con, "score/frames/subtopics", has_subtopics=has_subtopics)


def _publish_labels(con: duckdb.DuckDBPyConnection, level: int) -> None:
    conventions = {"min_relevance": level, "run_depth": inputs.run_depth(con)}
    sql_text.run_script(con, "score/frames/publish_labels", collection=_COLLECTION, **conventions)


def _take_in_slices(
    con: duckdb.DuckDBPyConnection, run: Any, qrels: Any, measures: Sequence[Request], level: int, tie_rule: str
) -> bool:
    """Take labels and a large run; return False if anything is wrong, which taking them as a whole reports."""
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

    `run` is a polars, pandas or Arrow table with the columns query_id, doc_id
    and score (PyTerrier's qid and docno do too), and run_id when it holds
    several runs; a dict {query: {document: score}}; the path of a TREC run,
    plain or gzipped; or named tuples as ir_measures' ScoredDoc. `qrels` is the
    same with relevance (PyTerrier's label) in place of score, and subtopic if
    documents are judged by subtopic. Without that column, iterations (second
    column of the file) are subtopics if a document of a query has several of
    them and all are natural numbers. Measures without subtopics use the best
    grade of a document.

    `measures` are named as trec_eval names them ("ndcg_cut_10", "P.5,10", the
    groups "official", "set" and "all_trec") or as ir_measures does ("nDCG@10",
    "AP(rel=2)"), capitals and all, or are measures of ir_measures; the default is
    nDCG@10, AP and RR, as in `dltrack eval` and `db.evaluate`. Measures made with
    `ir_measures.define` or `define_byquery` are computed by ir_measures from the
    judged topics, in the order of the tie rule, and averaged like the others.
    In trec_eval's binary measures, grades from `min_relevance` on are relevant.
    The default is 1, with a warning if there are higher grades (`db.evaluate`
    uses the level of the collection: 2 for the passages of DL). ir_measures'
    measures have their own level, 1 unless rel is given: with min_relevance=2,
    "recip_rank" and "MRR(rel=2)" are the same measure, and "MRR" is another one,
    with a warning. nDCG uses all grades.

    The versions of trec_eval differ in two choices. `tie_rule` is 'double'
    (equal scores by doc_id descending, as in trec_eval 9.0.8 and 10), 'float'
    (the same with scores compared as 4-byte floats, as in trec_eval up to 9.0.7
    and pytrec_eval) or 'submitted' (the column rank of the frame or file).
    `recall_levels` says how iprec_at_recall and 11pt_avg turn a recall level into
    a number of items: 'rounded', as trec_eval 10, or 'truncated', as 9 and
    pytrec_eval; None is 'rounded' under the tie rule 'double', else 'truncated'.
    9.0.8 is tie_rule='double' with recall_levels='truncated'.

    `exclude` names items to remove from the run and the qrels before any cutoff:
    "self" for the document that has the id of the query (ArguAna, Quora), a file
    as `dltrack ingest exclusions` takes it, a dict {query: [document, …]}, or a
    table with query_id and doc_id.

    Returns run_id, measure, value, num_q, num_answered, min_relevance and
    tie_rule, or with `per_query` run_id, query_id, measure, value,
    min_relevance and tie_rule; each measure once, in the requested order.
    Means are over all judged queries (num_q). A query that the run does not
    answer scores 0 (in ASL, as a list of irrelevant items); num_answered is the
    number of answered queries. NumQ and NumRel include unanswered queries, for
    which ir_measures has 0. min_relevance is null if the value does not depend on
    a level. An empty run scores 0, and so does a run without a judged document,
    with a warning. With `intervals`, low and high are the 95% bootstrap interval
    of each mean over the queries (BCa, 1000 resamples, reproducible); they are
    null for a single query, for queries with equal scores, and for sums and
    geometric means.

    Raises:
        UsageError: a column or value is missing, a document is repeated, a measure is unknown or cannot be computed
            from frames, run and qrels are swapped, or a frame has rows of several collections or sets of labels
            (columns collection and variant).
        FormatError: a line of a file is malformed.
    """
    from dltrack_db.show.frame import Frame

    level = known_level(min_relevance)
    rule = tie_rules.current(tie_rule)
    if recall_levels not in (None, *RECALL_LEVELS):
        raise UsageError(f"there are no recall_levels '{recall_levels}'; choose one of {', '.join(RECALL_LEVELS)}")
    if intervals and per_query:
        raise UsageError("intervals need means over queries; leave out per_query or intervals")
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
                is_spent = True  # the memory of others is not kept
            _register_labels(con, qrels, resolved_measures)
            inputs.check(con, inputs.RUN, inputs.QRELS)
            if sql_text.run_script(con, "score/frames/swapped").fetchone():
                warnings.warn(SWAPPED, UserWarning, stacklevel=2)
            _publish_labels(con, level)
        sql_text.set_variables(con, answers_before=0)
        sql_text.run_script(con, "score/frames/publish_run")
        if exclude is not None:
            exclusions.add(con, exclude)
        if min_relevance is None:
            ((highest,),) = con.execute("select coalesce(max(relevance), 0) from main.qrels").fetchall()
            if note := requests.assumed_level_note(resolved_measures, level, highest):
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
