"""Scores of runs that are not loaded, by the conventions of a loaded collection, for `eval` and `db.evaluate`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from dltrack_db.ask import basis
from dltrack_db.base.answer import Answer
from dltrack_db.base.files import sources
from dltrack_db.score import scores
from dltrack_db.score.catalogue import Request
from dltrack_db.score.evaluation import Evaluation
from dltrack_db.score.requests import DEFAULT_MEASURES


class ScoredRuns(NamedTuple):
    """Scored runs, with the requested measures, the measures' names, and notes on the runs.

    `unordered` contains the runs with only equal scores; their ranks would be meaningless.
    """

    runs: list[str]
    requests: list[Request]
    measures: list[str]
    notes: list[str]
    unordered: set[str]


def score(
    work: Evaluation, run: Any, run_id: str | None, measures: Sequence[Any] | None, baseline: str | None = None
) -> ScoredRuns:
    """Add runs (files, frames or other objects) and a loaded `baseline` to an evaluation, and score them."""
    requested, notes = work.resolve(DEFAULT_MEASURES if measures is None else measures, is_default=measures is None)
    files = sources.run_files(sources.as_paths(run)) if sources.is_paths(run) else []
    same_name = [file for file in files if baseline is not None and sources.run_id(file) == baseline]
    renamed = [str(file) for file in same_name if baseline and work.differs_from_loaded(baseline, file)]
    taken = baseline if renamed else None
    runs = work.add_files(files, run_id, taken, requested) if files else work.add_frame(run, run_id)
    if baseline is not None and baseline not in runs:
        work.copy_run(baseline)
    if renamed:
        notes = [
            *notes,
            f"the baseline {baseline} is the loaded run; the file with the same name is shown as {', '.join(renamed)}",
        ]
    names = work.score(requested)
    run_orders = scores.unordered_runs(work.con, runs if baseline is None else [*runs, baseline])
    others = [name for name in runs if name != baseline]
    notes += [*_notes(work, runs, run_orders), *scores.notes_on_selection(work.con, work.collection, names, others)]
    return ScoredRuns(
        runs, requested, names, notes, {run for run, number, answered in run_orders if number == answered}
    )


def notes(work: Evaluation, runs: Sequence[str]) -> list[str]:
    """Return notes on scored runs: missing topics, unknown documents, equal scores, unjudged items and so on."""
    return _notes(work, runs, scores.unordered_runs(work.con, runs))


def _notes(work: Evaluation, runs: Sequence[str], run_orders: list[tuple[str, int, int]]) -> list[str]:
    return [
        *work.unknown_documents(),
        *scores.notes_on_exclusions(work.con, runs),
        *scores.notes_on_missing_topics(work.con),
        *scores.notes_on_shallow_runs(work.con, runs),
        *scores.notes_on_rank_order(work.con, runs),
        *scores.notes_on_unordered(run_orders),
        *scores.notes_on_unjudged(work.con, runs),
        *work.notes_on_filling(),
    ]


def list_scores(
    work: Evaluation, run: Any, run_id: str | None, measures: Sequence[Any] | None, *, per_query: bool, has_places: bool
) -> tuple[Answer, list[str]]:
    """Score runs in an evaluation; return an answer with the means, or the values by topic, and notes on the runs."""
    scored = score(work, run, run_id, measures)
    answer = list_topics(work) if per_query else list_means(work, scored, has_places=has_places)
    return basis.add_to(answer, work, scored.requests), scored.notes


def list_means(work: Evaluation, scored: ScoredRuns, *, has_places: bool) -> Answer:
    """List run, measure and value, with the run's rank among submitted runs; notes state the ranks in words."""
    means = Answer.fetch(scores.means(work.con))
    ordered = [row[:3] for row in means.rows if row[0] not in scored.unordered]
    standings = work.standings(scored.requests, ordered) if has_places else []
    places = {(one.run_id, one.measure): (one.place, one.num_runs, one.tied_with) for one in standings}
    return Answer(
        columns=[*means.columns, "place", "num_runs", "tied_with"],
        rows=[(*row, *places.get(row[:2], (None,) * 3)) for row in means.rows],
        notes=work.places(scored.requests, standings),
        types=[*means.types, "BIGINT", "BIGINT", "VARCHAR"],
        title=work.collection,
    )


def list_topics(work: Evaluation, *, has_means: bool = False) -> Answer:
    """List the values by topic; `has_means` adds the means as topic 'all'."""
    return Answer.fetch(scores.query_scores(work.con, has_means=has_means), title=work.collection)
