"""Comparisons of runs of a collection by any measures, from rankings or submitted scores."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from typing import Annotated, Any

import duckdb

from dltrack_db.ask import basis, slices
from dltrack_db.ask.open_database import OpenDatabase
from dltrack_db.ask.questions import TOPICS, Input, question
from dltrack_db.base.answer import Answer
from dltrack_db.errors import UsageError
from dltrack_db.score import scores, scratch
from dltrack_db.score.catalogue import Request
from dltrack_db.score.evaluation import Evaluation
from dltrack_db.score.requests import DEFAULT_MEASURES

FOOTNOTE = ("statistics.tests", "statistics.footnote")
NEEDED = ("statistics.compare_runs", "statistics.effect_sizes", *FOOTNOTE)
"""SQL objects that an evaluation needs for `compare_runs` (NEEDED), and for `against` (AGAINST)."""
AGAINST = ("statistics.wilcoxon_tests", "statistics.paired_values", *FOOTNOTE)


@question(
    title="Two runs compared",
    allows_scores=True,
    keys=("measure", "query_id"),
    point=("mean_difference", "low", "high", "p_corrected", "value_a", "value_b", "difference"),
)
def compare(
    db: OpenDatabase,
    run_a: str,
    run_b: str,
    *,
    collection: str | None = None,
    measures: Annotated[list[str] | None, Input("E.g. nDCG@10. [default: nDCG@10, AP and RR]")] = None,
    labels: str | None = None,
    fill: Sequence[str] = (),
    per_query: Annotated[bool, Input("Show the values of each topic, worst for A first.")] = False,
    topics: Annotated[str, TOPICS] = "",
    by: Annotated[str, Input("Split the topics by this facet, e.g. length, and compare in each slice.")] = "",
) -> Answer:
    """Compare two runs topic by topic: wins, losses, the mean difference with its interval, p-values."""
    assert collection is not None  # `answering.ask` finds it by the runs
    measure_names = DEFAULT_MEASURES if measures is None else measures

    def compare_once() -> Answer:
        source = (db.duckdb, [run_a, run_b])
        with closing(Evaluation(db.path, collection, variant=labels, fill=fill, objects=NEEDED, opened=source)) as work:
            answer = compare_runs(work, run_a, run_b, measure_names, per_query=per_query)
            if by and not per_query:
                answer.notes.pop()  # the footnote on the tests of one slice
            return add_basis(work, answer, measure_names)

    answer = slices.ask(db.duckdb, collection, (topics, by), labels, compare_once)
    if by and not per_query:
        answer = slices.correct(db.duckdb, answer, f"{run_a} against {run_b}")
    return replace(answer, sources=["statistics.compare_runs"])


def compare_runs(
    work: Evaluation,
    run_a: str,
    run_b: str,
    measures: Sequence[Any],
    *,
    per_query: bool = False,
    has_means: bool = False,
) -> Answer:
    """Compare two runs: one row per measure, or with `per_query` one row per measure and topic.

    With one row per measure, the last note is the footnote on the tests. `has_means` adds the means as topic 'all'.
    If only scores of a run are loaded, default measures without scores are left out.
    """
    for run in (run_a, run_b):
        work.copy_run(run)
    requests, notes = _resolve(work, measures)
    names = work.score(requests)
    notes += (
        [f"no rankings of {' and '.join(work.submitted)} are loaded; submitted scores are used instead"]
        if work.submitted
        else []
    )
    notes += [*scores.notes_on_unordered(scores.unordered_runs(work.con, [run_a, run_b])), *work.notes_on_filling()]
    missing = {name for missing in work.missing_measures(names).values() for name in missing}
    all_names = names
    if missing and list(measures) == list(DEFAULT_MEASURES):
        names = [name for name in names if name not in missing] or names
        if per_query:
            notes.append(_no_scores(work, missing))
    check(work, names)
    title = f"{work.collection}: {run_a} (A) against {run_b} (B)" + (
        f" by labels {work.variant}" if work.variant else ""
    )
    if per_query:
        return Answer.fetch(_topics(work, run_a, run_b, names, has_means=has_means), notes, title=title)
    notes.append(footnote(work, all_names, run_b, [run_a]))
    variables = {"collection": work.collection, "run_a": run_a, "run_b": run_b, "measures": names}
    result = scratch.run_script(work.con, "ask/compare/measures", **variables, tested=_test_names(work, names))
    return Answer.fetch(result, notes, title=title)


def add_basis(work: Evaluation, answer: Answer, measures: Sequence[Any]) -> Answer:
    """Add the basis (`systems.basis`) to an answer of `compare_runs` about loaded runs."""
    return basis.add_to(answer, work, _resolve(work, measures)[0])


def _resolve(work: Evaluation, measures: Sequence[Any]) -> tuple[list[Request], list[str]]:
    return work.resolve(measures, is_default=list(measures) == list(DEFAULT_MEASURES))


def topics_against(
    work: Evaluation, runs: Sequence[str], baseline: str, measures: Sequence[str], *, has_means: bool = False
) -> Answer:
    """Compare scored runs with a baseline: one row per run, measure and topic, as `compare_runs` returns them."""
    missing = set(work.missing_measures(measures).get(baseline, ()))
    if missing == {*measures}:
        check(work, measures)
    answers_by_run = {run: Answer.fetch(_topics(work, run, baseline, measures, has_means=has_means)) for run in runs}
    return Answer(
        columns=["run_id", *next((answer.columns for answer in answers_by_run.values()), [])],
        rows=[(run, *row) for run, answer in answers_by_run.items() for row in answer.rows],
        notes=[_no_scores(work, missing)] if missing else [],
        title=f"{work.collection}: each run (A) against {baseline} (B)",
    )


def _no_scores(work: Evaluation, measures: set[str]) -> str:
    return f"no submitted scores follow the conventions of {work.collection} for: {', '.join(sorted(measures))}"


def _topics(
    work: Evaluation, run_a: str, run_b: str, measures: Sequence[str], *, has_means: bool
) -> duckdb.DuckDBPyConnection:
    variables = {"run_a": run_a, "run_b": run_b, "measures": list(measures), "has_means": has_means}
    return scratch.run_script(work.con, "ask/compare/topics", **variables)


def against(work: Evaluation, baseline: str, measures: Sequence[str]) -> Answer:
    """Compare every scored run with a baseline: one row per run and measure; the note is the footnote on the tests."""
    missing = work.missing_measures(measures)
    if set(missing.get(baseline, ())) == set(measures):
        check(work, measures)
    note = footnote(work, measures, baseline, None)
    variables = {"collection": work.collection, "baseline": baseline, "measures": list(measures)}
    result = scratch.run_script(work.con, "ask/compare/baseline", **variables, tested=_test_names(work, measures))
    return Answer.fetch(result, [note], title=f"{work.collection}, against {baseline}")


def _test_names(work: Evaluation, names: Sequence[str]) -> list[str]:
    """Return the name of each measure in tests; two names of the same measure have one test."""
    return [work.same.get(name, name) for name in names]


def footnote(work: Evaluation, measures: Sequence[str], baseline: str, runs: Sequence[str] | None) -> str:
    """Return the footnote on the tests, their correction, and runs that are not tested (`statistics.footnote`)."""
    tested = list(dict.fromkeys(_test_names(work, measures)))
    variables = {"collection": work.collection, "measures": tested, "baseline": baseline, "runs": runs}
    ((note,),) = scratch.run_script(work.con, "ask/compare/footnote", **variables).fetchall()
    return str(note)


def check(work: Evaluation, names: Sequence[str]) -> None:
    """Raise UsageError if only scores of a run are loaded, and one of these measures has no scores."""
    for run, missing in work.missing_measures(names).items():
        raise UsageError(
            f"the ranking of '{run}' is not loaded, and its submitted scores do not include {', '.join(missing)} for "
            f"all judged topics by the conventions of {work.collection}; to list its measures: dltrack sql "
            f"\"select distinct measure from metrics.query_scores where run_id = '{run}'\""
        )
