"""Two runs of a loaded collection by any measures, from their rankings or submitted scores that stand in for these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import duckdb

from dltrack_db.errors import UsageError
from dltrack_db.score import scratch
from dltrack_db.score.evaluation import Evaluation
from dltrack_db.score.requests import DEFAULT_MEASURES

FOOTNOTE = ("statistics.tests", "statistics.footnote")
NEEDED = ("statistics.compare_runs", "statistics.effect_sizes", *FOOTNOTE)
"""What an evaluation must be made with, for `against` and for `compare`."""
AGAINST = ("statistics.wilcoxon_tests", "statistics.paired_values", *FOOTNOTE)


def compare(
    work: Evaluation,
    run_a: str,
    run_b: str,
    measures: Sequence[Any],
    *,
    by_query: bool = False,
    has_means: bool = False,
) -> tuple[duckdb.DuckDBPyConnection, list[str]]:
    """The result measure by measure, or topic by topic, and what is to be told about it, the footnote last.

    Topic by topic without a footnote, with the means as topic 'all' where wanted.

    Of the default measures those are left out that a run lacks of which only scores are loaded.

    Raises:
        UsageError: there is no such run or measure, or a run lacks it.
    """
    for run in (run_a, run_b):
        work.copy_run(run)
    measures_asked, notes = work.resolve(measures, is_default=list(measures) == list(DEFAULT_MEASURES))
    names = work.score(measures_asked)
    notes += (
        [f"submitted scores stand in for {' and '.join(work.submitted)}: no rankings loaded"] if work.submitted else []
    )
    missing = {name for lacking in work.lacking(names).values() for name in lacking}
    wanted = names
    if missing and list(measures) == list(DEFAULT_MEASURES):
        names = [name for name in names if name not in missing] or names
        if by_query:
            notes.append(_no_scores(work, missing))
    check(work, names)
    if by_query:
        return _topics(work, run_a, run_b, names, has_means=has_means), notes
    notes.append(footnote(work, wanted, run_b, [run_a]))
    variables = {"collection": work.collection, "run_a": run_a, "run_b": run_b, "measures": names}
    return scratch.run_script(work.con, "ask/compare/measures", **variables, tested=_test_names(work, names)), notes


def topics_against(
    work: Evaluation, runs: Sequence[str], baseline: str, measures: Sequence[str], *, has_means: bool = False
) -> tuple[list[str], list[tuple[Any, ...]], list[str]]:
    """Columns and rows of scored runs against a baseline topic by topic, as `compare` has them, and what is to be told.

    Raises:
        UsageError: the baseline has none of the measures.
    """
    missing = set(work.lacking(measures).get(baseline, ()))
    if missing == {*measures}:
        check(work, measures)
    columns: list[str] = []
    rows: list[tuple[Any, ...]] = []
    for run in runs:
        result = _topics(work, run, baseline, measures, has_means=has_means)
        columns = ["run_id", *(column[0] for column in result.description or [])]
        rows += [(run, *row) for row in result.fetchall()]
    return columns, rows, [_no_scores(work, missing)] if missing else []


def _no_scores(work: Evaluation, measures: set[str]) -> str:
    return f"no submitted scores by the conventions of {work.collection}: {', '.join(sorted(measures))}"


def _topics(
    work: Evaluation, run_a: str, run_b: str, measures: Sequence[str], *, has_means: bool
) -> duckdb.DuckDBPyConnection:
    variables = {"run_a": run_a, "run_b": run_b, "measures": list(measures), "has_means": has_means}
    return scratch.run_script(work.con, "ask/compare/topics", **variables)


def against(work: Evaluation, baseline: str, measures: Sequence[str]) -> tuple[duckdb.DuckDBPyConnection, str]:
    """The result of every scored run against a baseline, one row for each measure, and the statistical footnote.

    Raises:
        UsageError: the baseline has none of the measures.
    """
    lacking = work.lacking(measures)
    if set(lacking.get(baseline, ())) == set(measures):
        check(work, measures)
    note = footnote(work, measures, baseline, None)
    variables = {"collection": work.collection, "baseline": baseline, "measures": list(measures)}
    return scratch.run_script(work.con, "ask/compare/baseline", **variables, tested=_test_names(work, measures)), note


def _test_names(work: Evaluation, names: Sequence[str]) -> list[str]:
    """Return the name by which each measure is tested: of one measure under two names there is one test."""
    return [work.same.get(name, name) for name in names]


def footnote(work: Evaluation, measures: Sequence[str], baseline: str, runs: Sequence[str] | None) -> str:
    """What is tested, how it is corrected, and what could not be tested (`statistics.footnote`)."""
    tested = list(dict.fromkeys(_test_names(work, measures)))
    variables = {"collection": work.collection, "measures": tested, "baseline": baseline, "runs": runs}
    ((note,),) = scratch.run_script(work.con, "ask/compare/footnote", **variables).fetchall()
    return str(note)


def check(work: Evaluation, names: Sequence[str]) -> None:
    """Make sure that the runs of which only scores are loaded have scores by these measures.

    Raises:
        UsageError: one has none.
    """
    for run, missing in work.lacking(names).items():
        raise UsageError(
            f"only submitted scores of '{run}' are loaded, none of {', '.join(missing)} on all judged topics by the "
            f"conventions of {work.collection}; see: dltrack sql "
            f"\"select distinct measure from metrics.query_scores where run_id = '{run}'\""
        )
